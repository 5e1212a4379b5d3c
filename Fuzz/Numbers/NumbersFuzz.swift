internal import Glibc
internal import Notation

// Any bytes as a number: never accepted where the grammar says no, read as the C library reads the same digits, and written so that it is read back.

@main
enum NumbersFuzz {
    static func main() {
        var (count, arguments) = (CommandLine.argc, CommandLine.unsafeArgv)
        exit(fuzzerRunDriver(&count, &arguments) { start, count in readAnyNumber(start, count) })
    }
}

/// libFuzzer's own main would not be found under the name that the package manager gives it.
@_silgen_name("LLVMFuzzerRunDriver")
private func fuzzerRunDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

private func readAnyNumber(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: min(count, 2_000)))
    let value = DecimalText.parse(bytes.span)
    guard isNumber(bytes) else {
        if value != nil { abort() }
        return 0
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let expected = strtod(text, nil)
    guard expected.isFinite else {
        if value != nil { abort() }
        return 0
    }
    guard let value, value == expected else { abort() }
    for decimals in 0...9 {
        var written: [UInt8] = []
        DecimalText.append(value, decimals: decimals, to: &written)
        // At the last decimal or at the sixteenth digit; beyond 1e38 nothing is promised but that it ends.
        guard let again = DecimalText.parse(written.span) else { abort() }
        let step = max(pow(10, -Double(decimals)), value.magnitude * 1e-15)
        if value.magnitude < 1e38, (again - value).magnitude > step { abort() }
    }
    return 0
}

/// The grammar as a table of states: blanks, sign, digits with a dot, exponent, blanks.
private func isNumber(_ bytes: [UInt8]) -> Bool {
    enum State { case start, sign, whole, dotFirst, fraction, exponent, exponentSign, exponentDigits, end }
    var state = State.start
    for byte in bytes {
        let isDigit = byte >= 0x30 && byte <= 0x39
        let isBlank = [0x20, 0x09, 0x0A, 0x0D].contains(byte)
        let isSign = byte == 0x2B || byte == 0x2D
        let isDot = byte == 0x2E
        let isE = byte == 0x45 || byte == 0x65
        switch state {
        case .start where isBlank: break
        case .start where isSign: state = .sign
        case .start where isDigit, .sign where isDigit, .whole where isDigit: state = .whole
        case .start where isDot, .sign where isDot: state = .dotFirst
        case .whole where isDot, .dotFirst where isDigit, .fraction where isDigit: state = .fraction
        case .whole where isE, .fraction where isE: state = .exponent
        case .exponent where isSign: state = .exponentSign
        case .exponent where isDigit, .exponentSign where isDigit, .exponentDigits where isDigit: state = .exponentDigits
        case .whole where isBlank, .fraction where isBlank, .exponentDigits where isBlank, .end where isBlank: state = .end
        default: return false
        }
    }
    return [.whole, .fraction, .exponentDigits, .end].contains(state)
}
