internal import Gpsd
internal import Testing

/// libgps 3.22 loops for ever on some lines, so this is about coming back at all; the time limit is the test.
@Suite("The decoder, given damaged reports", .timeLimit(.minutes(1)))
struct DecoderFaultTests {
    private static let seeds = [
        Reports.fix(1, extra: #","altHAE":560.2,"altMSL":512.3,"track":10.5,"speed":3.21,"climb":-0.1,"eph":5.3"#),
        #"{"class":"SKY","device":"/dev/a","hdop":0.8,"nSat":2,"uSat":1,"satellites":[{"PRN":1,"el":45.0,"az":9.0,"used":true},{"PRN":2,"used":false}]}"#,
        Reports.devices("/dev/a", "/dev/b"),
        Reports.version,
    ]

    /// A 64-bit linear congruential generator (Knuth's MMIX constants): the same damage every time.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 33)
        }
    }

    @Test("comes back from each of 20,000", arguments: [1, 2, 3, 4] as [UInt64])
    func damaged(seed: UInt64) {
        var dice = Dice(state: seed)
        var decoder = GPSDDecoder()
        var messages = 0
        for round in 0..<5_000 {
            var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
            for _ in 0...Int.random(in: 0..<4, using: &dice) { damage(&bytes, by: &dice) }
            decoder.decode(bytes.span) { _ in messages += 1 }
        }
        #expect(messages > 4_000, "a damaged report is garbage or a report, hardly ever nothing")
    }

    private func damage(_ bytes: inout [UInt8], by dice: inout Dice) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &dice)
        let structural = Array(#"{}[]":,\x0"#.utf8)
        switch Int.random(in: 0..<6, using: &dice) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
        case 1: bytes[place] = structural.randomElement(using: &dice) ?? 0
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(structural.randomElement(using: &dice) ?? 0, at: place)
        case 4: bytes.insert(contentsOf: bytes[place..<min(place + 40, bytes.count)], at: place)
        default: bytes.removeSubrange(place..<min(place + 20, bytes.count))
        }
    }

    @Test(
        "takes texts and tokens of any length in any place",
        arguments: ["device", "time", "lat", "mode", "datum", "unknown"], [100, 127, 128, 511, 512, 513, 30_000])
    func long(member: String, length: Int) {
        let filler = String(repeating: "1", count: length)
        for value in [filler, "\"\(filler)\"", "\"\(String(repeating: "\\u0041", count: length / 6))\"", "\"\(filler)\\\\\""] {
            #expect(decode(#"{"class":"TPV","\#(member)":\#(value),"mode":3}"#).count == 1)
            #expect(decode(#"{"class":"SKY","\#(member)":\#(value),"hdop":1.0}"#).count == 1)
        }
    }
}
