// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Follow",
    dependencies: [.package(name: "seqd", path: "../..")],
    targets: [
        .executableTarget(
            name: "Follow",
            dependencies: [
                .product(name: "ControlProtocol", package: "seqd"),
                .product(name: "SeqdClient", package: "seqd"),
            ]
        )
    ]
)
