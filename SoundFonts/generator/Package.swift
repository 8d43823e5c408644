// swift-tools-version: 6.2
import PackageDescription

let checked: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// Each use of raw memory is marked `unsafe`; tests go without the marks.
let strict: [SwiftSetting] = checked + [.strictMemorySafety()]

// A package of its own: only a change of the bank needs it, nobody who builds seqd.
let package = Package(
    name: "generator",
    products: [.executable(name: "make-bank", targets: ["make-bank"])],
    dependencies: [.package(name: "seqd", path: "../..")],
    targets: [
        .target(
            name: "BankMaker",
            dependencies: [.product(name: "SoundFont", package: "seqd")],
            // Without, it computes the bank for minutes.
            swiftSettings: strict + [.unsafeFlags(["-O"])]
        ),
        .executableTarget(name: "make-bank", dependencies: ["BankMaker"], swiftSettings: strict),
        .testTarget(
            name: "BankMakerTests",
            dependencies: [
                "BankMaker", "make-bank", .product(name: "SoundFont", package: "seqd"),
            ],
            swiftSettings: checked
        ),
    ]
)
