internal import Notation

/// One key of the settings: how it is spelled, what it may be, and where it goes.
public struct SettingKey: Sendable {
    public let section: String
    public let name: String
    /// Half a line for the example file and the manual.
    public let meaning: String
    /// What a value must be, to end the sentence "it is ...".
    public let form: String
    /// The words it may be, where it is one of a few.
    let words: [String]
    /// Puts a text into the settings; false where it is not of the form.
    let read: @Sendable (String, inout Settings) -> Bool
    /// The text that `read` takes back; empty: not set.
    let write: @Sendable (Settings) -> String

    /// `gpsd.port`, as `--set` takes it.
    public var path: String { "\(section).\(name)" }

    /// Its value as the settings file spells it; empty: not set.
    public func text(in settings: Settings) -> String { write(settings) }
}

typealias SettingPlace<Value> = any WritableKeyPath<Settings, Value> & Sendable

extension SettingKey {
    static func whole(
        _ section: String, _ name: String, _ place: SettingPlace<Int>, _ range: ClosedRange<Int>, _ meaning: String
    ) -> SettingKey {
        SettingKey(
            section: section, name: name, meaning: meaning, form: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            words: [],
            read: { text, settings in
                guard let value = Int(text), range.contains(value) else { return false }
                settings[keyPath: place] = value
                return true
            },
            write: { String($0[keyPath: place]) })
    }

    static func number(
        _ section: String, _ name: String, _ place: SettingPlace<Double>, _ range: ClosedRange<Double>, _ meaning: String
    ) -> SettingKey {
        SettingKey(
            section: section, name: name, meaning: meaning,
            form: "a number from \(SettingText.number(range.lowerBound)) to \(SettingText.number(range.upperBound))", words: [],
            read: { text, settings in
                guard let value = SettingText.number(text), range.contains(value) else { return false }
                settings[keyPath: place] = value
                return true
            },
            write: { SettingText.number($0[keyPath: place]) })
    }

    static func flag(_ section: String, _ name: String, _ place: SettingPlace<Bool>, _ meaning: String) -> SettingKey {
        SettingKey(
            section: section, name: name, meaning: meaning, form: "true or false", words: ["true", "false"],
            read: { text, settings in
                guard let value = Bool(text) else { return false }
                settings[keyPath: place] = value
                return true
            },
            write: { $0[keyPath: place] ? "true" : "false" })
    }

    static func choice<Word: RawRepresentable<String> & CaseIterable & Sendable>(
        _ section: String, _ name: String, _ place: SettingPlace<Word>, _ meaning: String
    ) -> SettingKey {
        let words = Word.allCases.map(\.rawValue)
        return SettingKey(
            section: section, name: name, meaning: meaning, form: "one of \(words.joined(separator: ", "))", words: words,
            read: { text, settings in
                guard let value = Word(rawValue: text) else { return false }
                settings[keyPath: place] = value
                return true
            },
            write: { $0[keyPath: place].rawValue })
    }

    /// A text that must be there.
    static func text(
        _ section: String, _ name: String, _ place: SettingPlace<String>, _ form: TextForm, _ meaning: String
    ) -> SettingKey {
        SettingKey(
            section: section, name: name, meaning: meaning, form: form.description, words: [],
            read: { text, settings in
                guard !text.isEmpty, form.admits(text) else { return false }
                settings[keyPath: place] = text
                return true
            },
            write: { $0[keyPath: place] })
    }

    /// A text that may be left empty.
    static func text(
        _ section: String, _ name: String, _ place: SettingPlace<String?>, _ form: TextForm, _ meaning: String
    ) -> SettingKey {
        SettingKey(
            section: section, name: name, meaning: meaning, form: form.description, words: [],
            read: { text, settings in
                guard text.isEmpty || form.admits(text) else { return false }
                settings[keyPath: place] = text.isEmpty ? nil : text
                return true
            },
            write: { $0[keyPath: place] ?? "" })
    }

    /// Permissions of a file.
    static func mode(_ section: String, _ name: String, _ place: SettingPlace<UInt32>, _ meaning: String) -> SettingKey {
        SettingKey(
            section: section, name: name, meaning: meaning, form: "three octal digits as chmod takes them, like 0640", words: [],
            read: { text, settings in
                guard text.count == 3 || (text.count == 4 && text.hasPrefix("0")), let value = UInt32(text, radix: 8) else { return false }
                settings[keyPath: place] = value
                return true
            },
            write: { settings in
                let digits = String(settings[keyPath: place], radix: 8)
                return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            })
    }
}

/// Numbers as the settings spell them.
enum SettingText {
    static func number(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        return DecimalText.parse(bytes.span)
    }

    /// As few decimals as say it, six at most.
    static func number(_ value: Double) -> String {
        var text = DecimalText.string(value, decimals: 6)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
