internal import TestSupport
internal import Testing

/// Which modules each module may import. The build holds every module to `Package.swift`
/// (`--explicit-target-dependency-import-check error`); this table holds `Package.swift` and the system imports to the design, so an
/// arrow is only added on purpose, in two places.
private let arrows: [String: Set<String>] = [
    "Notation": [],
    "Navigation": ["Notation", "Glibc"],  // Glibc: libm
    "RunTracking": ["Navigation", "Notation", "Synchronization", "Dispatch"],
    "Daemon": ["Notation", "CSys", "CInih", "Glibc", "Synchronization", "Dispatch"],
    "Configuration": ["RunTracking", "Navigation", "Notation", "Daemon", "Glibc"],
    "Control": ["RunTracking", "Navigation", "Notation", "Daemon", "Glibc", "Synchronization", "FoundationEssentials"],
    "Gpsd": [
        "RunTracking", "Navigation", "Notation", "Daemon", "CGps", "CSys", "Glibc", "Synchronization", "FoundationEssentials",
    ],
    "GPX": ["RunTracking", "Navigation", "Notation", "Daemon", "CExpat", "CZlib", "CSys", "Glibc", "Synchronization", "Dispatch"],
    "Networking": ["Notation", "Daemon", "CCurl", "Glibc", "Synchronization", "FoundationEssentials"],
    "Weather": ["Networking", "RunTracking", "Navigation", "Notation", "Daemon", "Glibc", "Synchronization", "FoundationEssentials"],
    "Places": [
        "Networking", "RunTracking", "Navigation", "Notation", "Daemon", "CPlaces", "Glibc", "Synchronization", "FoundationEssentials",
    ],
    "Reporting": ["RunTracking", "Navigation", "Notation", "Daemon", "Glibc", "Synchronization"],
    "runtrackd": [
        "Notation", "Navigation", "RunTracking", "Daemon", "Configuration", "Control", "Gpsd", "GPX", "Networking", "Weather", "Places",
        "Reporting",
        "Glibc", "Synchronization", "FoundationEssentials",
    ],
]

@Suite("The arrows between modules")
struct ArrowTests {
    @Test("are the only imports", arguments: arrows.keys.sorted())
    func importsOnlyWhatItMay(module: String) throws {
        let allowed = try #require(arrows[module])
        let files = try Repository.files(under: "Sources/\(module)", ending: ".swift")
        #expect(!files.isEmpty, "Sources/\(module) holds no Swift file")
        for file in files {
            let forbidden = imports(in: try Repository.text(of: file)).subtracting(allowed)
            #expect(forbidden.isEmpty, "\(file) imports \(forbidden.sorted().joined(separator: ", ")), which \(module) may not")
        }
    }

    @Test("cover every Swift module of the program")
    func coverEveryModule() throws {
        let folders = try Repository.files(under: "Sources", ending: ".swift").compactMap { $0.split(separator: "/").dropFirst().first }
        #expect(Set(folders.map(String.init)) == Set(arrows.keys))
    }

    @Test(
        "are found in every spelling of an import",
        arguments: [
            ("import Weather", "Weather"), ("internal import CGps", "CGps"), ("public import Navigation", "Navigation"),
            ("@testable import GPX", "GPX"), ("@preconcurrency internal import Glibc", "Glibc"),
            ("  import struct Places.Gazetteer", "Places"), ("import func Glibc.open  // why", "Glibc"),
        ])
    func spellings(line: String, module: String) {
        #expect(imports(in: "// import Elsewhere\n\(line)\nlet important = 1\n") == [module])
    }
}

/// The modules that a source text imports.
private func imports(in text: String) -> Set<String> {
    let reaches: Set<Substring> = ["public", "package", "internal", "private", "fileprivate"]
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias", "actor"]
    var modules: Set<String> = []
    for line in text.split(separator: "\n") {
        var words = line.split(separator: " ").drop { $0.hasPrefix("@") || reaches.contains($0) }
        guard words.first == "import" else { continue }
        words = words.dropFirst().drop { kinds.contains($0) }
        if let name = words.first { modules.insert(String(name.prefix { $0 != "." })) }
    }
    return modules
}
