internal import Notation
internal import Testing

@Suite("A decimal number")
struct DecimalTextTests {
    @Test(
        "is read where XML Schema calls it a decimal or double",
        arguments: [
            ("0", 0), ("-0", 0), ("37.5665035", 37.5665035), ("-122.4", -122.4), ("+5", 5), (".5", 0.5), ("5.", 5), ("007", 7),
            (" \t\r\n12\n", 12), ("1e3", 1000), ("1E-7", 1e-7), ("4.5e+1", 45), ("5e-06", 5e-06), ("0.1", 0.1),
            ("0.30000000000000004", 0.30000000000000004),
            ("9007199254740993", 9_007_199_254_740_992), ("179.99999999999999999", 180),
            ("1267650600228229401496703205376", 0x1p100),
            ("0." + String(repeating: "0", count: 400) + "1", 0), ("4.9e-324", Double.leastNonzeroMagnitude), ("1e-400", 0),
            ("1.7976931348623157e308", 1.7976931348623157e308), (String(repeating: "9", count: 300), 1e300),
        ] as [(String, Double)])
    func reads(text: String, value: Double) {
        #expect(read(text) == value)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", " ", "nan", "NaN", "INF", "-Infinity", "0x1F", "1e400", "-1e400", "1,5", "37°", "12 m", "1 2", "--1", "+-1", "1.2.3", ".",
            "+", "-", "e5", "1e",
            "1e+", "1e5.5", "1e 5", "1_000", "1\u{0}", "\u{FF11}", "١٢", "½", "1d", "1f", "(1)", "1-", "0b1", "inf",
        ])
    func refuses(text: String) {
        #expect(read(text) == nil)
    }

    @Test("is read as the nearest Double, whatever its length")
    func rounds() throws {
        var seed: UInt64 = 42
        for _ in 0..<20_000 {
            // Numerical Recipes' generator: the same numbers every time.
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let digits = String(seed >> 4)
            let dot = digits.index(digits.startIndex, offsetBy: Int(seed % 17) % digits.count)
            let text = (seed & 1 == 0 ? "-" : "") + digits[..<dot] + "." + digits[dot...]
            // The standard library rounds correctly too; a bare dot in front it does not take.
            let expected = try #require(
                Double(text.replacing("-.", with: "-0.").first == "." ? "0" + text : text.replacing("-.", with: "-0.")))
            #expect(read(text) == expected, "\(text)")
        }
    }

    @Test(
        "is written in fixed notation, rounded half away from zero",
        arguments: [
            (0, 0, "0"), (-0.0, 2, "0.00"), (-0.004, 2, "0.00"), (37.56650345, 7, "37.5665035"), (-122.4, 7, "-122.4000000"), (0.5, 0, "1"),
            (-2.5, 0, "-3"), (99.995, 1, "100.0"), (1e-7, 7, "0.0000001"), (1e-9, 7, "0.0000000"), (123456.789, 3, "123456.789"),
            (9.007199254740992e15, 0, "9007199254740992"), (1.5e20, 3, "150000000000000000000.000"),
            (-1e30, 0, "-1000000000000000019884624838656"),
            (1, 12, "1.000000000"), (1, -3, "1"), (.nan, 1, "0.0"), (9_000_000.5, 9, "9000000.500000000"),
            (-12_345_678_901.25, 7, "-12345678901.2500000"),
        ] as [(Double, Int, String)])
    func writes(value: Double, decimals: Int, text: String) {
        #expect(DecimalText.string(value, decimals: decimals) == text)
    }

    @Test(
        "that is infinite or enormous is written without ending the program",
        arguments: [Double.infinity, -.infinity, .greatestFiniteMagnitude])
    func enormous(value: Double) {
        #expect(DecimalText.string(value, decimals: 3).utf8.count >= 39)
    }

    @Test(
        "that is whole is written as it is",
        arguments: [(0, "0"), (-7, "-7"), (.max, "9223372036854775807"), (.min, "-9223372036854775808")] as [(Int, String)])
    func whole(value: Int, text: String) {
        var bytes: [UInt8] = []
        DecimalText.append(value, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
}

/// The macros of tests take no Span.
private func read(_ text: String) -> Double? { DecimalText.parse(Array(text.utf8).span) }
