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
        .library(name: "SMF", targets: ["SMF"]),
        .library(name: "Sequencer", targets: ["Sequencer"]),
    ],
    targets: [
        .target(name: "MIDI", swiftSettings: strict),
        .target(name: "SMF", dependencies: ["MIDI"], swiftSettings: strict),
        .target(name: "Sequencer", dependencies: ["MIDI", "SMF"], swiftSettings: strict),
        .target(
            name: "TestSupport",
            dependencies: ["MIDI"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .testTarget(name: "MIDITests", dependencies: ["MIDI"], swiftSettings: strict),
        .testTarget(
            name: "SMFTests",
            dependencies: ["MIDI", "SMF", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SequencerTests",
            dependencies: ["MIDI", "SMF", "Sequencer", "TestSupport"],
            swiftSettings: strict
        ),
    ]
)
