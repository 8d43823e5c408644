// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Frames",
    dependencies: [.package(name: "seqd", path: "../..")],
    targets: [
        .executableTarget(
            name: "Frames",
            dependencies: [
                .product(name: "SMF", package: "seqd"),
                .product(name: "SamplerHost", package: "seqd"),
                .product(name: "Sequencer", package: "seqd"),
            ],
            linkerSettings: [
                // Keeps FluidSynth's OpenMP region from allocating on the audio thread; without
                // this flag the program works too.
                .unsafeFlags(["-Xlinker", "--export-dynamic-symbol=GOMP_parallel"])
            ]
        )
    ]
)
