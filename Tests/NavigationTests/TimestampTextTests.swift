internal import Navigation
internal import Testing

@Suite("A time in text")
struct TimestampTextTests {
    /// Seconds since 1970 come from `date -u -d ... +%s`.
    @Test(
        "is read in every spelling that stands for one instant",
        arguments: [
            ("2026-11-30T08:00:00Z", 1_796_025_600_000), ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.5Z", -500),
            ("2026-11-30T10:00:00+02:00", 1_796_025_600_000), ("2026-11-30T03:30:00-0430", 1_796_025_600_000),
            ("2026-11-30T08:00Z", 1_796_025_600_000),
            (" 2026-11-30 08:00:00z\n", 1_796_025_600_000), ("2026-11-29T24:00:00Z", 1_795_996_800_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000),
            ("2026-11-30T08:00:00.25Z", 1_796_025_600_250), ("2026-11-30T08:00:00.123456789Z", 1_796_025_600_123),
            ("2024-02-29T00:00:00Z", 1_709_164_800_000),
            ("2000-02-29T12:00:00Z", 951_825_600_000), ("0001-01-01T00:00:00Z", -62_135_596_800_000),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000),
            ("2026-11-30T22:00:00+14:00", 1_796_025_600_000),
        ] as [(String, Int64)])
    func reads(text: String, milliseconds: Int64) throws {
        let reading = try #require(read(text))
        #expect(reading.hasZone)
        // Thousandths are cut off, also before 1970.
        #expect((reading.time.microseconds - milliseconds * 1000) / 1000 == 0)
    }

    @Test("without a zone is taken as UTC, and that is said")
    func withoutZone() throws {
        let reading = try #require(read("2026-11-30T08:00:00"))
        #expect(reading.time == UTCTime(seconds: 1_796_025_600) && !reading.hasZone)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "now", "2026", "2026-11-30", "08:00:00", "2026-11-30T", "2026-11-30T08", "2026-11-30T08:", "2026-11-30T08:00:",
            "2026-11-30T08:00:00.",
            "2026-11-30T08:00:00.Z", "2026-11-31T08:00:00Z", "2026-11-00T08:00:00Z", "2026-00-30T08:00:00Z", "2026-13-30T08:00:00Z",
            "2025-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "-001-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "2026-11-30T24:00:01Z",
            "2026-11-30T25:00:00Z",
            "2026-11-30T08:60:00Z", "2026-11-30T08:00:61Z", "2026-11-30T08:00:00ZZ", "2026-11-30T08:00:00+", "2026-11-30T08:00:00+2",
            "2026-11-30T08:00:00+0200x",
            "2026-11-30T08:00:00+02:00[Europe/Brussels]", "2026-11-30T08:00:00+15:00", "2026-11-30T08:00:00 +02:00", "2026-1-30T08:00:00Z",
            "26-11-30T08:00:00Z",
            "2026-11-30T8:00:00Z", "2026/11/30 08:00:00", "30.11.2026 08:00", "20261130T080000Z", "1796025600", "٢٠٢٦-11-30T08:00:00Z",
            "2026-11-30T08:00:0OZ",
        ])
    func refuses(text: String) {
        #expect(read(text) == nil)
    }

    @Test(
        "is written in UTC, with thousandths only where there are some",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_796_025_600_000_000, "2026-11-30T08:00:00Z"),
            (1_796_025_600_250_000, "2026-11-30T08:00:00.250Z"),
            (1_796_025_600_000_999, "2026-11-30T08:00:00Z"), (1_796_025_600_999_999, "2026-11-30T08:00:00.999Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00Z"),
        ] as [(Int64, String)])
    func writes(microseconds: Int64, text: String) {
        #expect(TimestampText.string(UTCTime(microseconds: microseconds)) == text)
    }

    @Test("is read back as it was written, on every seventh day of 800 years")
    func everyDay() throws {
        for day in stride(from: Int64(-146_097), to: 146_097, by: 7) {
            let time = UTCTime(seconds: day * 86_400 + 86_399)
            let reading = try #require(read(TimestampText.string(time)))
            #expect(reading.time == time)
        }
    }

    @Test("of the far past or future is written without ending the program", arguments: [Int64.min, .max])
    func farAway(microseconds: Int64) {
        #expect(TimestampText.string(UTCTime(microseconds: microseconds)).hasSuffix("Z"))
    }
}

/// The macros of tests take no Span.
private func read(_ text: String) -> TimestampText.Reading? { TimestampText.parse(Array(text.utf8).span) }
