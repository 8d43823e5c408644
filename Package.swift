// swift-tools-version: 6.2
import PackageDescription

let checked: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableExperimentalFeature("Lifetimes"),
    .treatAllWarnings(as: .error),
]

/// Each use of raw memory is marked `unsafe`; tests go without the marks.
let strict: [SwiftSetting] = checked + [.strictMemorySafety()]

// FluidSynth's effect stage is an OpenMP region, and libgomp allocates on every entry into one.
// An executable that exports a GOMP_parallel of its own (Sources/CFluidSynth) replaces it; the
// linkers that SwiftPM uses export nothing from an executable unless told to.
let serialOpenMP: [LinkerSetting] = [
    .unsafeFlags(["-Xlinker", "--export-dynamic-symbol=GOMP_parallel"])
]

// All symbols are looked up when the program starts: the audio thread has none to wait for.
let boundAtStart: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]

// Loops over samples take most of a core in a build for debugging. With these flags they keep the
// checks of such a build. Flags like these would forbid others to depend on a version of the package,
// so only its own tests set the variable.
let fastEffects: [SwiftSetting] =
    Context.environment["SEQD_FAST_EFFECTS"] == nil
    ? [] : [.unsafeFlags(["-O", "-assert-config", "Debug"])]

let fastLoops: [CSetting] =
    Context.environment["SEQD_FAST_EFFECTS"] == nil ? [] : [.unsafeFlags(["-O2"])]

/// The files of the page of `seqd web`.
let webPage = [
    "app.js", "client.js", "dom.js", "files.js", "icon.svg", "index.html", "keys.js", "lyrics.js",
    "manifest.webmanifest", "mixer.js", "model.js", "practice.js", "queue.js", "scenes.js",
    "scope.js", "seqd.css", "timeline.js", "tracks.js", "transport.js",
]

let package = Package(
    name: "seqd",
    products: [
        .library(name: "MIDI", targets: ["MIDI"]),
        .library(name: "SMF", targets: ["SMF"]),
        .library(name: "SMFText", targets: ["SMFText"]),
        .library(name: "GameMusic", targets: ["GameMusic"]),
        .library(name: "MIDI2", targets: ["MIDI2"]),
        .library(name: "Transcoding", targets: ["Transcoding"]),
        .library(name: "Sequencer", targets: ["Sequencer"]),
        .library(name: "PianoRoll", targets: ["PianoRoll"]),
        .library(name: "Realtime", targets: ["Realtime"]),
        .library(name: "Effects", targets: ["Effects"]),
        .library(name: "SoundFont", targets: ["SoundFont"]),
        .library(name: "Instruments", targets: ["Instruments"]),
        .library(name: "Voices", targets: ["Voices", "SoundFontRegions", "SFZRegions"]),
        .library(name: "Tuning", targets: ["Tuning"]),
        .library(name: "Racks", targets: ["Racks"]),
        .library(name: "MIDIPorts", targets: ["MIDIPorts"]),
        .library(name: "SamplerHost", targets: ["SamplerHost"]),
        .library(name: "Playback", targets: ["Playback"]),
        .library(name: "SeqdPlayer", targets: ["SeqdPlayer"]),
        .library(name: "ControlProtocol", targets: ["ControlProtocol"]),
        .library(name: "SeqdClient", targets: ["SeqdClient"]),
        .executable(name: "seqd", targets: ["seqd"]),
        .executable(name: "seqd-web", targets: ["seqd-web"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .target(name: "MIDI", swiftSettings: strict),
        .target(name: "SMF", dependencies: ["MIDI"], swiftSettings: strict),
        .target(name: "SMFText", dependencies: ["MIDI", "SMF"], swiftSettings: strict),
        .target(name: "GameMusic", dependencies: ["MIDI", "SMF"], swiftSettings: strict),
        .target(name: "MIDI2", dependencies: ["MIDI", "SMF"], swiftSettings: strict),
        .target(name: "Wording", swiftSettings: strict),
        .target(
            name: "Sequencer",
            dependencies: ["MIDI", "SMF", "Realtime", "Wording"],
            swiftSettings: strict
        ),
        .target(name: "SVG", dependencies: ["Wording"], swiftSettings: strict),
        .target(
            name: "PianoRoll",
            dependencies: ["MIDI", "SMF", "SVG", "Sequencer", "Wording"],
            swiftSettings: strict
        ),
        .target(
            name: "Waveform",
            dependencies: ["SVG", "Sequencer"],
            swiftSettings: strict + fastEffects
        ),
        .target(name: "JSON", dependencies: ["Wording"], swiftSettings: strict),
        .target(
            name: "Platform",
            dependencies: ["CLinux", "Realtime", "Wording"],
            swiftSettings: strict
        ),
        .target(name: "CTerminal", dependencies: ["CLinux"]),
        .target(
            name: "TerminalUI",
            dependencies: ["CTerminal", "Platform", "Wording"],
            swiftSettings: strict
        ),
        .target(name: "CEpoll"),
        .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
        .target(name: "Transcoding", dependencies: ["CZlib"], swiftSettings: strict),
        .target(
            name: "Scope",
            dependencies: ["SVG", "Sequencer", "Transcoding", "Wording"],
            swiftSettings: strict + fastEffects
        ),
        .target(
            name: "ControlProtocol",
            dependencies: [
                "MIDI", "SMF", "Sequencer", "Racks", "Effects", "Transcoding", "Wording", "JSON",
                "Platform",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "SeqdClient",
            dependencies: ["ControlProtocol", "Sequencer", "JSON", "Platform"],
            swiftSettings: strict
        ),
        .target(
            name: "SeqdDaemon",
            dependencies: [
                "ControlProtocol", "Effects", "JSON", "MIDI", "MPRIS", "Platform", "Playback",
                "SMF",
                "Racks", "Clips", "SamplerHost",
                "Sequencer", "Transcoding", "Wording", "CEpoll", "CLinux",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .target(name: "CYAML", linkerSettings: [.linkedLibrary("yaml")]),
        .target(
            name: "Configuration",
            dependencies: ["Wording", "CYAML"],
            swiftSettings: strict
        ),
        .target(name: "Realtime", swiftSettings: strict + fastEffects),
        .target(
            name: "Effects",
            dependencies: ["CLinux", "CPlugin", "LV2", "Platform", "Realtime", "Wording"],
            swiftSettings: strict + fastEffects
        ),
        .target(name: "SoundFont", swiftSettings: strict + fastEffects),
        .target(name: "Instruments", dependencies: ["SoundFont"], swiftSettings: strict),
        .target(name: "Tuning", swiftSettings: strict),
        .target(name: "CVoices", cSettings: fastLoops),
        .target(
            name: "Voices",
            dependencies: ["Realtime", "CVoices"],
            swiftSettings: strict + fastEffects
        ),
        .target(
            name: "SoundFontRegions",
            dependencies: ["SoundFont", "Voices"],
            swiftSettings: strict
        ),
        .target(
            name: "SFZRegions",
            dependencies: ["Instruments", "Voices"],
            swiftSettings: strict
        ),
        .target(
            name: "Racks",
            dependencies: ["MIDI", "Sequencer", "Effects", "Tuning", "Wording"],
            swiftSettings: strict
        ),
        .target(name: "CLinux"),
        // Its library is loaded when it is needed.
        .target(name: "CFluidSynth"),
        .target(name: "CPlugin"),
        // lilv's library is loaded when it is needed.
        .target(name: "CLV2", dependencies: ["CLinux", "CPlugin"]),
        .target(
            name: "LV2",
            dependencies: ["CLV2", "CPlugin", "CLinux", "Platform", "Wording"],
            swiftSettings: strict
        ),
        .target(name: "CALSA", linkerSettings: [.linkedLibrary("asound")]),
        // JACK's library is loaded when it is needed.
        .target(name: "CJACK", dependencies: ["CLinux"]),
        .target(name: "CSndFile", linkerSettings: [.linkedLibrary("sndfile")]),
        .target(name: "CEbur128", linkerSettings: [.linkedLibrary("ebur128")]),
        .target(
            name: "MIDIPorts",
            dependencies: [
                "MIDI", "SMF", "Sequencer", "Realtime", "Platform", "Wording", "CLinux", "CALSA",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "FontFiles",
            dependencies: [
                "MIDI", "SMF", "SoundFont", "Instruments", "Racks", "Platform", "Wording", "CLinux",
                "CSndFile",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Mixer",
            dependencies: ["MIDI", "Realtime", "Effects", "Platform", "Racks"],
            swiftSettings: strict
        ),
        .target(
            name: "Clips",
            dependencies: [
                "Sequencer", "Realtime", "Effects", "Racks", "FontFiles", "Instruments", "Mixer",
                "Platform", "Wording", "CLinux",
            ],
            swiftSettings: strict + fastEffects
        ),
        .target(
            name: "AudioOutput",
            dependencies: [
                "Sequencer", "Realtime", "Effects", "Platform", "FontFiles", "Wording", "CLinux",
                "CALSA", "CJACK", "CSndFile", "CEbur128", "JSON",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Synthesis",
            dependencies: [
                "MIDI", "Sequencer", "Realtime", "Effects", "SoundFont", "SoundFontRegions",
                "SFZRegions",
                "Instruments", "Tuning", "Voices", "Racks", "FontFiles", "Platform", "CLinux",
                "CFluidSynth", "CSndFile",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "SamplerHost",
            dependencies: [
                "MIDI", "SMF", "Sequencer", "Realtime", "Effects", "SoundFont", "Instruments",
                "Tuning", "Racks", "FontFiles", "Mixer", "AudioOutput", "Synthesis", "Voices",
                "Clips", "MIDIPorts", "Platform", "Wording", "CLinux",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Playback",
            dependencies: [
                "MIDI", "SMF", "GameMusic", "MIDI2", "Sequencer", "Effects", "Racks", "Clips",
                "SamplerHost", "Tuning", "Transcoding", "Wording", "JSON", "Platform",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "SeqdPlayer",
            dependencies: [
                "MIDI", "SMF", "Sequencer", "Effects", "Racks", "SamplerHost", "Playback",
                "Platform",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "CommandSupport",
            dependencies: [
                "SMF", "GameMusic", "MIDI2", "Sequencer", "ControlProtocol", "SamplerHost",
                "Playback", "TerminalUI", "Transcoding", "Wording", "Platform", "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "FileTools",
            dependencies: [
                "MIDI", "SMF", "SMFText", "GameMusic", "MIDI2", "Sequencer", "Effects", "SoundFont",
                "Instruments", "Racks", "SamplerHost", "Playback", "PianoRoll", "TerminalUI", "LV2",
                "Wording", "JSON", "Platform", "CommandSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "seqd",
            dependencies: [
                "CommandSupport", "FileTools",
                "MIDI", "SMF", "SMFText", "GameMusic", "Sequencer", "Effects", "SoundFont",
                "Instruments", "Racks", "Clips", "SamplerHost", "Playback", "Tuning",
                "Transcoding",
                "CLinux", "PianoRoll", "Scope", "Waveform", "TerminalUI", "Wording", "JSON",
                "Platform",
                "ControlProtocol", "MPDProtocol", "MPRIS", "WebProtocol",
                "SeqdClient", "SeqdDaemon", "Configuration",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict,
            linkerSettings: serialOpenMP + boundAtStart
        ),
        .target(name: "MPDProtocol", swiftSettings: strict),
        // libsystemd is loaded when it is needed.
        .target(name: "CSystemdBus"),
        .target(
            name: "MPRIS",
            dependencies: ["CSystemdBus", "CEpoll", "Platform"],
            swiftSettings: strict
        ),
        .target(
            name: "WebProtocol",
            dependencies: ["ControlProtocol", "JSON"],
            swiftSettings: strict
        ),
        // The page, as bytes in the program.
        .target(
            name: "WebPage",
            resources: webPage.map { .embedInCode("Files/\($0)") }
        ),
        // In the place of libcurl, which a part of FlyingFox that is not used would need.
        .target(name: "CNoCurl", exclude: ["library"]),
        // A program of its own: FlyingFox brings Foundation, which no other part of seqd has.
        .executableTarget(
            name: "seqd-web",
            dependencies: [
                "ControlProtocol", "SeqdClient", "WebProtocol", "WebPage", "JSON", "Platform",
                "CLinux", "CEpoll", "CNoCurl",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: strict,
            linkerSettings: boundAtStart + [
                .unsafeFlags(["-L\(Context.packageDirectory)/Sources/CNoCurl/library"])
            ]
        ),
        .target(
            name: "SoundTestSupport",
            dependencies: ["Platform", "AudioOutput", "TestSupport"],
            path: "Tests/SoundTestSupport",
            swiftSettings: checked
        ),
        .target(
            name: "TestSupport",
            dependencies: ["MIDI", "Platform", "SoundFont", "CFluidSynth"],
            path: "Tests/TestSupport",
            swiftSettings: checked,
            // For what only tests call.
            linkerSettings: [.linkedLibrary("fluidsynth")]
        ),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: ["Configuration"],
            swiftSettings: checked
        ),
        .testTarget(name: "WordingTests", dependencies: ["Wording"], swiftSettings: checked),
        .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: checked),
        .testTarget(
            name: "ControlProtocolTests",
            dependencies: ["ControlProtocol", "Effects", "Racks", "Sequencer", "JSON"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "MPDProtocolTests",
            dependencies: ["MPDProtocol"],
            swiftSettings: checked
        ),
        .testTarget(name: "MPRISTests", dependencies: ["MPRIS"], swiftSettings: checked),
        .testTarget(
            name: "WebProtocolTests",
            dependencies: ["WebProtocol", "ControlProtocol", "JSON"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "SeqdDaemonTests",
            dependencies: [
                "SeqdDaemon", "SeqdClient", "ControlProtocol", "Effects", "Playback",
                "SamplerHost", "Sequencer", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: checked,
            linkerSettings: serialOpenMP
        ),
        .testTarget(
            name: "PlatformTests",
            dependencies: ["Platform", "TestSupport"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "PianoRollTests",
            dependencies: ["PianoRoll", "SMF", "Sequencer", "TestSupport"],
            swiftSettings: checked
        ),
        .testTarget(name: "WaveformTests", dependencies: ["Waveform"], swiftSettings: checked),
        .testTarget(
            name: "ScopeTests",
            dependencies: ["Scope", "TestSupport", "Transcoding"],
            // Spectra of many samples, and pictures of many pixels.
            swiftSettings: checked + [.unsafeFlags(["-O"])]
        ),
        .testTarget(
            name: "TerminalUITests",
            dependencies: ["TerminalUI", "TestSupport", "Wording"],
            swiftSettings: checked
        ),
        .testTarget(name: "MIDITests", dependencies: ["MIDI"], swiftSettings: checked),
        .testTarget(
            name: "SMFTests",
            dependencies: ["MIDI", "SMF", "TestSupport"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "GameMusicTests",
            dependencies: ["MIDI", "SMF", "GameMusic", "Sequencer"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "MIDI2Tests",
            dependencies: ["MIDI", "SMF", "MIDI2", "TestSupport"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "SequencerTests",
            dependencies: ["MIDI", "SMF", "GameMusic", "Sequencer", "TestSupport"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "SMFTextTests",
            dependencies: ["MIDI", "SMF", "SMFText", "TestSupport"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "TranscodingTests",
            dependencies: ["Transcoding"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "LV2Tests",
            // The trial of a plugin runs seqd.
            dependencies: ["LV2", "CPlugin", "Platform", "TestSupport", "seqd"],
            swiftSettings: checked
        ),
        .testTarget(name: "RealtimeTests", dependencies: ["Realtime"], swiftSettings: checked),

        .testTarget(
            name: "EffectsTests",
            dependencies: ["Effects"],
            // Spectra and decays of millions of samples.
            swiftSettings: checked + [.unsafeFlags(["-O"])]
        ),
        .testTarget(
            name: "SoundFontTests",
            dependencies: ["SoundFont", "TestSupport"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "InstrumentsTests",
            dependencies: ["Instruments", "SoundFont", "TestSupport"],
            swiftSettings: checked
        ),
        .testTarget(name: "TuningTests", dependencies: ["Tuning"], swiftSettings: checked),
        .testTarget(
            name: "SFZRegionsTests",
            dependencies: ["SFZRegions", "Instruments", "Voices"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "SoundFontRegionsTests",
            dependencies: ["SoundFontRegions", "SoundFont", "Voices"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "VoicesTests",
            dependencies: ["Voices", "CVoices", "Realtime"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "MIDIPortsTests",
            dependencies: ["MIDI", "Realtime", "Platform", "MIDIPorts", "CALSA"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "FontFilesTests",
            dependencies: ["SMF", "Instruments", "Platform", "FontFiles", "TestSupport"],
            swiftSettings: checked
        ),
        .testTarget(
            name: "AudioOutputTests",
            dependencies: [
                "MIDI", "SMF", "Instruments", "Realtime", "Effects", "Racks", "Platform",
                "FontFiles",
                "AudioOutput", "TestSupport", "SoundTestSupport",
            ],
            swiftSettings: checked,
            linkerSettings: serialOpenMP
        ),
        .testTarget(
            name: "SamplerHostTests",
            dependencies: [
                "MIDI", "MIDIPorts", "SMF", "Sequencer", "Realtime", "Effects", "Racks",
                "Instruments", "Platform", "FontFiles", "Mixer", "AudioOutput",
                "Synthesis", "Voices", "SoundFont", "Clips", "SamplerHost", "Tuning", "CFluidSynth",
                "CSndFile", "TestSupport",
                "SoundTestSupport",
            ],
            swiftSettings: checked,
            linkerSettings: serialOpenMP
        ),
        .testTarget(
            name: "BankTests",
            dependencies: [
                "MIDI", "SMF", "Sequencer", "Effects", "SamplerHost", "TestSupport",
            ],
            // What it measures are millions of samples.
            swiftSettings: checked + [.unsafeFlags(["-O"])],
            linkerSettings: serialOpenMP
        ),
        .testTarget(
            name: "PlaybackTests",
            dependencies: [
                "MIDI", "SMF", "Sequencer", "Effects", "Racks", "SamplerHost", "Playback", "JSON",
                "Wording", "SoundTestSupport", "TestSupport",
            ],
            swiftSettings: checked,
            linkerSettings: serialOpenMP
        ),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "MIDI", "SMF", "SMFText", "GameMusic", "MIDI2", "Transcoding", "Sequencer",
                "PianoRoll",
                "Realtime", "Effects", "SoundFont", "Instruments", "Voices", "SoundFontRegions",
                "Tuning", "Racks", "MIDIPorts", "SamplerHost", "Playback", "SeqdPlayer",
                "ControlProtocol", "SeqdClient",
            ],
            swiftSettings: checked,
            linkerSettings: serialOpenMP
        ),
        .testTarget(
            name: "SeqdPlayerTests",
            dependencies: ["SeqdPlayer", "TestSupport"],
            swiftSettings: checked,
            linkerSettings: serialOpenMP
        ),
        .testTarget(
            name: "seqdTests",
            dependencies: [
                "seqd", "CommandSupport", "FileTools", "ControlProtocol", "SeqdClient",
                "SeqdDaemon", "Sequencer", "JSON", "AudioOutput",
                "Configuration", "Platform", "Playback", "Racks", "TerminalUI", "Wording",
                "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: checked
        ),
    ]
)

// Sanitizers watch the audio thread; their builds leave out the command and the packages that only
// the command needs.
if Context.environment["SEQD_ENGINE_ONLY"] != nil {
    let engine: Set = [
        "MIDI", "SMF", "GameMusic", "Wording", "Sequencer", "SequencerTests", "Realtime", "Effects",
        "Platform", "CLinux", "CPlugin", "CLV2", "LV2", "CFluidSynth", "CALSA", "CJACK",
        "CSndFile", "CEbur128", "JSON", "SoundFont",
        "Instruments", "Tuning", "CVoices", "Voices", "SoundFontRegions", "SFZRegions", "Racks",
        "FontFiles",
        "Mixer", "Clips", "AudioOutput", "Synthesis",
        "MIDIPorts", "SamplerHost", "TestSupport", "SoundTestSupport",
        "RealtimeTests", "EffectsTests", "SoundFontTests", "InstrumentsTests", "TuningTests",
        "VoicesTests",
        "FontFilesTests", "AudioOutputTests", "MIDIPortsTests", "SamplerHostTests",
    ]
    package.targets.removeAll { !engine.contains($0.name) }
    package.products = []
    package.dependencies = []
}
