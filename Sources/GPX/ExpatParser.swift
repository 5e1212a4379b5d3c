internal import CExpat
internal import Glibc

/// One document on its way through expat. Subclasses hear of elements and texts; names and texts are UTF-8 and valid during the call only.
///
/// Namespaces are not expat's business here: a prefix that was never declared must not stop the reading (XML 1.0 allows it, and such files
/// are met in the wild). Declarations of entities that nest, are long or lie outside the file end it, and nothing outside is ever opened.
class ExpatParser {
    /// Nil where memory ran out: then nothing can be parsed.
    private let parser: OpaquePointer?
    /// Why the reading was ended from inside; nil while nothing is wrong.
    private(set) var refusal: XMLFault?
    private(set) var bytesGiven = 0
    /// Lines that went past expat (see `passBy`).
    var linesPassedBy = 0
    /// What is going past it just now, up to the point that is told of; empty: nothing is.
    var passing = UnsafeRawBufferPointer(start: nil, count: 0)
    /// How far the true column is from expat's, as long as expat is in that line of its own.
    private var columnShift = (line: 0, columns: 0)
    /// Why the document is taken for damaged although expat would read on.
    private var overlong: XMLFault?
    private var isStopped = false

    /// Bytes of one tag, comment or the like. Expat begins such a one anew with every chunk, so without a bound the time grows with the
    /// square of its length.
    private static let longestToken = 4 << 20
    /// Plain internal entities are allowed up to this length; what nests or is longer is an attack or a mistake.
    private static let longestEntity: Int32 = 1000

    init() {
        parser = XML_ParserCreate(nil)
        guard let parser else { return }
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { user, name, attributes in
                guard let user, let name, let attributes else { return }
                Unmanaged<ExpatParser>.fromOpaque(user)._withUnsafeGuaranteedRef {
                    $0.startElement(XMLText(name), XMLAttributes(attributes))
                }
            },
            { user, _ in
                guard let user else { return }
                // The end of an empty element still comes when the reading was stopped at its start.
                Unmanaged<ExpatParser>.fromOpaque(user)._withUnsafeGuaranteedRef { if !$0.isStopped { $0.endElement() } }
            })
        XML_SetCharacterDataHandler(parser) { user, bytes, count in
            guard let user, let bytes else { return }
            let text = UnsafeRawBufferPointer(start: bytes, count: Int(count))
            Unmanaged<ExpatParser>.fromOpaque(user)._withUnsafeGuaranteedRef { $0.text(text) }
        }
        XML_SetEntityDeclHandler(parser) { user, _, _, value, length, _, _, _, _ in
            guard let user else { return }
            let text = value.map { UnsafeRawBufferPointer(start: $0, count: Int(length)) }
            Unmanaged<ExpatParser>.fromOpaque(user)._withUnsafeGuaranteedRef { $0.declareEntity(text) }
        }
        XML_SetUnknownEncodingHandler(
            parser,
            { _, name, information in
                guard let name, let information, let table = SingleByteEncoding(named: XMLText(name).string) else {
                    return CInt(XML_STATUS_ERROR.rawValue)
                }
                table.fill(&information.pointee)
                return CInt(XML_STATUS_OK.rawValue)
            }, nil)
    }

    deinit { if let parser { XML_ParserFree(parser) } }

    func startElement(_ name: XMLText, _ attributes: XMLAttributes) {}
    func endElement() {}
    func text(_ bytes: UnsafeRawBufferPointer) {}
    /// A plain internal entity was declared, which is allowed.
    func entityWasDeclared() {}

    /// Takes the next bytes. False: the document ends here, by `fault`.
    final func parse(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) -> Bool {
        guard let parser else {
            refuse("there is no memory for reading")
            return false
        }
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        bytesGiven += bytes.count
        let status = XML_Parse(parser, start, CInt(clamping: bytes.count), isFinal ? 1 : 0)
        guard status == XML_STATUS_OK, refusal == nil else { return false }
        if bytesGiven - byteIndex <= Self.longestToken { return true }
        let message = "found a tag, comment or the like of more than \(Self.longestToken >> 20) MiB"
        overlong = XMLFault(message: message, line: line, column: column)
        return false
    }

    /// True where every byte given so far was used up: expat waits for nothing.
    final var isBetweenTokens: Bool { XML_GetCurrentByteIndex(parser) == bytesGiven }

    /// So many bytes of ASCII the document has here, with so many line breaks, `columns` behind the last of them, that expat is not given (see
    /// `PlainPointLane`). Only between tokens.
    final func passBy(_ count: Int, lines: Int, columns: Int) {
        passing = UnsafeRawBufferPointer(start: nil, count: 0)
        guard count > 0 else { return }
        let expatLine = Int(XML_GetCurrentLineNumber(parser))
        let before = columnShift.line == expatLine ? columnShift.columns : 0
        linesPassedBy += lines
        columnShift = (expatLine, lines > 0 ? columns - Int(XML_GetCurrentColumnNumber(parser)) : before + count)
    }

    /// Ends the reading, from inside a call.
    final func refuse(_ message: String) {
        if refusal == nil { refusal = XMLFault(message: message, line: line, column: column) }
        stop()
    }

    /// Ends the reading without a fault.
    final func stop() {
        isStopped = true
        if let parser { XML_StopParser(parser, 0) }
    }

    /// What is wrong, after `parse` gave false.
    final var fault: XMLFault {
        refusal ?? overlong ?? XMLFault(message: Self.explanation(XML_GetErrorCode(parser)), line: line, column: column)
    }

    /// The line that is being read, from 1.
    final var line: Int { Int(XML_GetCurrentLineNumber(parser)) + linesPassedBy + passing.count { $0 == 0x0A } }
    /// From 1, in bytes.
    final var column: Int {
        let shift = columnShift.line == Int(XML_GetCurrentLineNumber(parser)) ? columnShift.columns : 0
        return Int(XML_GetCurrentColumnNumber(parser)) + shift + 1
    }
    /// Where what is being read begins, in the bytes given to expat.
    final var byteIndex: Int { Int(XML_GetCurrentByteIndex(parser)) }
    /// Length of what is being read.
    final var byteCount: Int { Int(XML_GetCurrentByteCount(parser)) }

    private func declareEntity(_ value: UnsafeRawBufferPointer?) {
        guard let value else { return refuse("an external entity is declared, which is refused; remove the DOCTYPE") }
        let nests = value.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "%") }
        if nests || value.count > Self.longestEntity {
            return refuse("a nested or long entity is declared, which is refused; remove the DOCTYPE")
        }
        entityWasDeclared()
    }

    private static func explanation(_ code: XML_Error) -> String {
        switch code {
        case XML_ERROR_NO_ELEMENTS: "the file ends before </gpx>"
        case XML_ERROR_UNCLOSED_TOKEN: "the file ends inside a tag"
        case XML_ERROR_UNCLOSED_CDATA_SECTION: "the file ends inside a CDATA section"
        case XML_ERROR_PARTIAL_CHAR: "the file ends inside a character"
        case XML_ERROR_INVALID_TOKEN: "found what XML does not allow here"
        case XML_ERROR_TAG_MISMATCH: "found a closing tag that does not belong to the element that is open"
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: "found something after </gpx>, expected the end of the file"
        case XML_ERROR_SYNTAX: "found text where XML expects <"
        case XML_ERROR_UNKNOWN_ENCODING: "the character encoding it names is not known; convert it to UTF-8"
        default: XML_ErrorString(code).map { XMLText($0).string } ?? "not well-formed XML"
        }
    }
}

/// Why a document could not be read on, and where.
public struct XMLFault: Error, Hashable, Sendable {
    /// One lower-case line: what was found, and what was expected.
    public var message: String
    /// From 1.
    public var line: Int
    /// From 1, in bytes.
    public var column: Int
}
