internal import Navigation
internal import Testing

@Suite("A fix")
struct FixTests {
    private static let fix = Fix(time: morning, coordinate: place(east: 0, north: 0))

    @Test("knows nothing that it was not told, nor what is not a number")
    func unknown() {
        var fix = Self.fix
        #expect(fix.altitude == nil && fix.hdop == nil && fix.satellitesUsed == nil)
        fix.altitude = .nan
        #expect(fix.altitude == nil)
        #expect(fix == Self.fix && fix.hashValue == Self.fix.hashValue)
    }

    @Test("tells apart what is unknown and what is 0")
    func zero() {
        var fix = Self.fix
        (fix.speed, fix.satellitesUsed) = (0, 0)
        #expect(fix.speed == 0 && fix.satellitesUsed == 0)
        #expect(fix != Self.fix)
    }
}
