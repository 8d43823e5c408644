// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableExperimentalFeature("Lifetimes"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "seqd",
    products: [
        .library(name: "MIDI", targets: ["MIDI"]),
    ],
    targets: [
        .target(name: "MIDI", swiftSettings: strict),
        .testTarget(name: "MIDITests", dependencies: ["MIDI"], swiftSettings: strict),
    ]
)
