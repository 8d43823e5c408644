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
        .library(name: "Realtime", targets: ["Realtime"]),
        .library(name: "SamplerHost", targets: ["SamplerHost"]),
    ],
    targets: [
        .target(name: "MIDI", swiftSettings: strict),
        .target(name: "SMF", dependencies: ["MIDI"], swiftSettings: strict),
        .target(name: "Sequencer", dependencies: ["MIDI", "SMF"], swiftSettings: strict),
        .target(name: "Realtime", swiftSettings: strict),
        .target(name: "CSystem"),
        .target(name: "CFluidSynth", linkerSettings: [.linkedLibrary("fluidsynth")]),
        .target(name: "CALSA", linkerSettings: [.linkedLibrary("asound")]),
        .target(name: "CSndFile", linkerSettings: [.linkedLibrary("sndfile")]),
        .target(
            name: "SamplerHost",
            dependencies: [
                "MIDI", "SMF", "Sequencer", "Realtime", "CSystem", "CFluidSynth", "CALSA",
                "CSndFile",
            ],
            swiftSettings: strict
        ),
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
        .testTarget(name: "RealtimeTests", dependencies: ["Realtime"], swiftSettings: strict),
    ]
)
