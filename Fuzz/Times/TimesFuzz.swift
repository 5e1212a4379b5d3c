internal import Glibc
internal import Navigation

// Any bytes as a time: what is accepted is an instant that is written and read back as itself, to the millisecond.

@main
enum TimesFuzz {
    static func main() {
        var (count, arguments) = (CommandLine.argc, CommandLine.unsafeArgv)
        exit(fuzzerRunDriver(&count, &arguments) { start, count in readAnyTime(start, count) })
    }
}

/// libFuzzer's own main would not be found under the name that the package manager gives it.
@_silgen_name("LLVMFuzzerRunDriver")
private func fuzzerRunDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

private func readAnyTime(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: min(count, 500)))
    if bytes.count == 8 { writeAnyTime(bytes) }
    guard let reading = TimestampText.parse(bytes.span) else { return 0 }
    // Digits, colons and the like: nothing else may be in a time.
    let allowed = Array("0123456789-:.+TtZz \t\r\n".utf8)
    guard bytes.allSatisfy(allowed.contains) else { abort() }
    guard reading.time.microseconds >= -62_135_683_200_000_000, reading.time.microseconds <= 253_402_387_200_000_000 else { abort() }
    guard bytes.contains(where: { $0 | 0x20 == 0x7A || $0 == 0x2B }) || !reading.hasZone || bytes.count(where: { $0 == 0x2D }) == 3 else { abort() }
    check(reading.time)
    return 0
}

private func writeAnyTime(_ bytes: [UInt8]) {
    let number = bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) }
    check(UTCTime(microseconds: number))
}

private func check(_ time: UTCTime) {
    var written: [UInt8] = []
    TimestampText.append(time, to: &written)
    // Years outside 1 ... 9999 are written and not read.
    guard (-62_135_596_800_000_000..<253_402_300_800_000_000).contains(time.microseconds) else { return }
    guard let again = TimestampText.parse(written.span), again.hasZone else { abort() }
    let lost = time.microseconds - again.time.microseconds
    if lost < 0 || lost > 999 { abort() }
}
