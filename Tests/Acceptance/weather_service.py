"""A weather service on the loopback that answers as no service should."""
import contextlib
import socket
import struct
import threading
import time
import zlib

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def _bomb():
    """64 MiB of blanks in 64 KiB."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(packer.compress(b" " * 65_536) for _ in range(1024)) + packer.flush()


def _redirect(where):
    return lambda send: send(b"HTTP/1.1 302 Found\r\nLocation: " + where + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


def _status(line, *headers):
    return lambda send: send(b"\r\n".join([b"HTTP/1.1 " + line, *headers, b"Content-Type: application/json", b"Content-Length: 2", b"", b"{}"]))


def _hang(send):
    while True:
        time.sleep(0.1)
        send(b"")


def _drip(send):
    send(HEAD + b"Content-Length: 100000\r\n\r\n")
    while True:
        send(b" ")
        time.sleep(0.01)


def _endless(send):
    send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    while True:
        send(b"4000\r\n" + b" " * 0x4000 + b"\r\n")


def _packed(send):
    body = _bomb()
    send(HEAD + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body) + body)


def _half(send):
    send(HEAD + b"Content-Length: 100000\r\n\r\n" + b" " * 50_000)


# What it does, by the name of the fault.
FAULTS = {
    "500": _status(b"500 Trouble"),
    "429 and a pause in seconds": _status(b"429 Often", b"Retry-After: 120"),
    "429 and a date": _status(b"429 Often", b"Date: Mon, 30 Nov 2026 08:00:00 GMT", b"Retry-After: Mon, 30 Nov 2026 08:02:00 GMT"),
    "a hang": _hang,
    "a drip": _drip,
    "chunks without end": _endless,
    "a gzip bomb": _packed,
    "redirects in a circle": _redirect(b"/v1/forecast?again"),
    "a redirect to a file": _redirect(b"file:///etc/passwd"),
    "half an answer": _half,
}


class WeatherService:
    """Answers each request with this fault; `resets`: every other connection is torn down, not closed."""

    def __init__(self, fault, resets=False):
        self.answer = FAULTS[fault]
        self.resets = resets
        self.requests = []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        # A client that had enough ends it.
        with client, contextlib.suppress(OSError):
            lines = client.makefile("rb")
            self.requests.append(lines.readline())
            while lines.readline().strip():
                pass
            self.answer(client.sendall)
            if self.resets and len(self.requests) % 2:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            else:
                client.shutdown(socket.SHUT_WR)

    def close(self):
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
