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

// As in seqd itself, whose engine is measured here too: see the package above.
let serialOpenMP: [LinkerSetting] = [
    .unsafeFlags(["-Xlinker", "--export-dynamic-symbol=GOMP_parallel"])
]

let package = Package(
    name: "parsing-probe",
    dependencies: [.package(name: "seqd", path: "../..")],
    targets: [
        .executableTarget(
            name: "parsing-probe",
            dependencies: [
                .product(name: "MIDI", package: "seqd"),
                .product(name: "SMF", package: "seqd"),
                .product(name: "Sequencer", package: "seqd"),
                .product(name: "SamplerHost", package: "seqd"),
            ],
            swiftSettings: strict,
            linkerSettings: serialOpenMP
        )
    ]
)
