// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Compose",
    dependencies: [.package(name: "seqd", path: "../..")],
    targets: [
        .executableTarget(
            name: "Compose",
            dependencies: [
                .product(name: "MIDI", package: "seqd"),
                .product(name: "SMF", package: "seqd"),
                .product(name: "Sequencer", package: "seqd"),
            ]
        )
    ]
)
