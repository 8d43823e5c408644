// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "voices-probe",
    dependencies: [.package(name: "seqd", path: "../..")],
    targets: [
        .target(name: "CReference", linkerSettings: [.linkedLibrary("fluidsynth")]),
        .executableTarget(
            name: "voices-probe",
            dependencies: [
                "CReference",
                .product(name: "SoundFont", package: "seqd"),
                .product(name: "Voices", package: "seqd"),
            ],
            swiftSettings: strict
        ),
    ]
)
