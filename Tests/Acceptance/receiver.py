"""A receiver for a real gpsd: NMEA over TCP, dated by this machine's clock, of somebody who goes north at 3 m/s.

    receiver.py PORT [RATE]        RATE: epochs a second (1)
"""
import socket
import sys
import time

KNOT = 1852 / 3600  # m/s


def sentence(body):
    check = 0
    for byte in body.encode():
        check ^= byte
    return f"${body}*{check:02X}\r\n"


def degrees(value, width):
    whole = int(value)
    return f"{whole:0{width}}{(value - whole) * 60:08.5f}"


def fix(now, latitude, longitude, altitude=100.0, speed=3.0, course=0.0):
    """The sentences of one epoch: `now` in s of Unix time, north and east in degrees, m, m/s."""
    moment = time.gmtime(now)
    clock = time.strftime("%H%M%S", moment) + f".{int(now % 1 * 100):02}"
    place = f"{degrees(latitude, 2)},N,{degrees(longitude, 3)},E"
    return "".join(map(sentence, (
        f"GPRMC,{clock},A,{place},{speed / KNOT:.3f},{course:05.1f},{time.strftime('%d%m%y', moment)},,,A",
        f"GPGGA,{clock},{place},1,08,0.9,{altitude:.1f},M,0.0,M,,",
        "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.6,0.9,1.3"))).encode()


def epoch(now, begin):
    return fix(now, 10.123 + 3 * (now - begin) / 110_608, 20.456)


def main():
    port, rate = int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 1
    listener = socket.create_server(("127.0.0.1", port))
    begin = time.time()
    while True:
        client, _ = listener.accept()
        with client:
            try:
                due = time.time()
                while True:
                    client.sendall(epoch(round(due, 2), begin))
                    due += 1 / rate
                    time.sleep(max(due - time.time(), 0))
            except OSError:
                pass  # gpsd hung up; it will call again


if __name__ == "__main__":
    main()
