// swift-tools-version: 6.2
import PackageDescription

/// The same rules for every Swift target: Swift 6 mode with complete checking, imports that say how far they reach, no warning left.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// A module of the program. What it may import is exactly `dependencies`; the build is run with
/// `--explicit-target-dependency-import-check error`, so an arrow that is not written here does not compile.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: house)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, swiftSettings: house)
}

func library(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
    name: "runtrackd",
    products: [.executable(name: "runtrackd", targets: ["runtrackd"])],
    targets: [
        // C libraries: a module map and a shim each, nothing else.
        library("CGps", "libgps", apt: "libgps-dev"),
        library("CExpat", "expat", apt: "libexpat1-dev"),
        library("CZlib", "zlib", apt: "zlib1g-dev"),
        library("CInih", "inih", apt: "libinih-dev"),
        // Its header only: the library is loaded when it is needed (ccurl.h).
        .target(name: "CCurl"),
        .target(name: "CSys", cSettings: [.define("_GNU_SOURCE")]),
        .target(name: "CPlaces", exclude: ["places.tsv", "NOTICE"]),

        // Rules: nothing of the system but libm.
        module("Notation"),
        module("Navigation", ["Notation"]),
        module("RunTracking", ["Navigation", "Notation"]),

        // Leaf: the machine the daemon runs on.
        module("Daemon", ["Notation", "CSys", "CInih"]),

        // What a person sets, and how it is written down.
        module("Configuration", ["RunTracking", "Navigation", "Notation", "Daemon"]),

        // How people steer a running daemon.
        module("Control", ["RunTracking", "Navigation", "Notation", "Daemon"]),

        // Adapters: they never import each other (Networking serves Weather and Places only).
        module("Gpsd", ["RunTracking", "Navigation", "Notation", "Daemon", "CGps", "CSys"]),
        module("GPX", ["RunTracking", "Navigation", "Notation", "Daemon", "CExpat", "CZlib", "CSys"]),
        module("Networking", ["Notation", "Daemon", "CCurl"]),
        module("Weather", ["Networking", "RunTracking", "Navigation", "Notation", "Daemon"]),
        module("Places", ["Networking", "RunTracking", "Navigation", "Notation", "Daemon", "CPlaces"]),
        module("Reporting", ["RunTracking", "Navigation", "Notation", "Daemon"]),

        .executableTarget(
            name: "runtrackd",
            dependencies: [
                "Notation", "Navigation", "RunTracking", "Daemon", "Configuration", "Control", "Gpsd", "GPX", "Networking", "Weather",
                "Places",
                "Reporting",
            ],
            swiftSettings: house),

        .target(
            name: "TestSupport", dependencies: ["RunTracking", "Navigation", "Networking"], path: "Tests/Support",
            swiftSettings: house),
        // Simulated runs whose truth is known, through the program's rules. Not part of what is installed.
        .executableTarget(
            name: "AccuracyBench", dependencies: ["Navigation", "RunTracking"], path: "Benchmarks/Accuracy", swiftSettings: house),
        // Records into a directory for the tests that kill it, cut its power or fail its calls. Not part of what is installed.
        .executableTarget(
            name: "RecorderRig", dependencies: ["GPX", "RunTracking", "TestSupport"], path: "Tests/RecorderRig", swiftSettings: house),
        // Asks a server again and again for the test that counts what is left over. Not part of what is installed either.
        .executableTarget(name: "NetworkRig", dependencies: ["Networking"], path: "Tests/NetworkRig", swiftSettings: house),
        tests("Notation", ["Notation"]),
        tests("Navigation", ["Navigation", "Notation", "TestSupport"]),
        tests("RunTracking", ["RunTracking", "Navigation", "TestSupport"]),
        tests("Daemon", ["Daemon", "TestSupport"]),
        tests("Configuration", ["Configuration", "RunTracking", "Navigation", "Daemon", "TestSupport"]),
        tests("Control", ["Control", "RunTracking", "Navigation", "Daemon"]),
        tests("Gpsd", ["Gpsd", "RunTracking", "Navigation", "Daemon", "TestSupport"]),
        tests("GPX", ["GPX", "RunTracking", "Navigation", "Daemon", "TestSupport"]),
        tests("Networking", ["Networking", "TestSupport"]),
        tests("Weather", ["Weather", "Networking", "RunTracking", "Navigation", "TestSupport"]),
        tests("Places", ["Places", "Networking", "RunTracking", "Navigation", "TestSupport"]),
        tests("Reporting", ["Reporting", "RunTracking", "Navigation", "TestSupport"]),
        tests("Architecture", ["TestSupport"]),
    ])

// The fuzzed programs have libFuzzer's main, so they are only there for `make fuzz`.
if Context.environment["RUNTRACKD_FUZZ"] != nil {
    for (name, module) in [("Reader", "GPX"), ("Numbers", "Notation"), ("Times", "Navigation")] {
        let dependencies: [Target.Dependency] = module == "GPX" ? ["GPX", "Navigation"] : [.init(stringLiteral: module)]
        package.targets.append(
            .executableTarget(name: "\(name)Fuzz", dependencies: dependencies, path: "Fuzz/\(name)", swiftSettings: house))
        package.products.append(.executable(name: "\(name)Fuzz", targets: ["\(name)Fuzz"]))
    }
}
