package import ArgumentParser
package import CommandSupport
import Instruments
import Playback
import SMF
package import SamplerHost
import Sequencer
import SoundFont
import Wording

/// `seqd font subset`: the part of a font that songs use, or some of its presets.
package struct FontSubsetCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "subset",
        abstract: "Write the part of a font that MIDI files use, or some of its presets."
    )

    @Argument(
        help: ArgumentHelp("MIDI files; - for standard input.", valueName: "song"),
        completion: .file(extensions: ["mid", "midi", "kar", "rmi", "smf", "MID", "gz", "midz"])
    )
    package var songs: [String] = []

    @Option(
        help: ArgumentHelp(
            "Font: SF2, SF3, SFZ, DLS, .aupreset or a folder of sound files.",
            valueName: "font"
        ),
        completion: .file(extensions: FileCategory.fontExtensions)
    )
    package var sf2: String

    @Option(
        help: ArgumentHelp(
            "A preset to keep with all its keys, such as 0:33; repeatable.",
            valueName: "bank:program"
        ),
        transform: { text throws(RoutingSyntaxError) in try .init(parsing: text) }
    )
    package var preset: [RoutingDestination.FixedPreset] = []

    @OptionGroup package var output: FontOutput

    @Option(help: ArgumentHelp("Interpretation of bank select messages.", valueName: "mode"))
    package var bankMode: BankMode = .auto

    @OptionGroup package var text: TextOptions

    package func validate() throws {
        guard !songs.isEmpty || !preset.isEmpty else {
            throw ValidationError("expected MIDI files, or --preset")
        }
    }

    package func run() throws {
        try MixedUpInput.checkFonts(among: songs, command: "font subset")
        try output.check(inputs: songs + [sf2], command: "subset")
        var use = try FontUse(sf2, bankMode: bankMode)
        for preset in preset { try use.add(preset) }
        for path in songs {
            let piece = try PieceFile.load(path, reporting: .errors, reading: text.reading)
            for sequence in try piece.sequences(pattern: nil) { use.add(sequence) }
        }
        for line in BoundedLines.of(use.substitutions.map(\.description)) { Console.report(line) }
        let content = try FontCommand.content(sf2, isForFile: true)
        let findings = content.findings.filter { $0.severity != .note }.map(\.description)
        for line in BoundedLines.of(findings, hint: "seqd font check lists them") {
            Console.report(line)
        }
        let bank = use.subset(of: content.bank)
        guard !bank.presets.isEmpty else {
            throw CommandFailure(.data, "\(sf2): the songs use none of its presets")
        }
        let assembly = try CommandFailure.catching { () throws(HostError) in
            try FontAssembly(bank, from: content)
        }
        for fault in assembly.faults { Console.report("\(sf2): \(fault); silent") }
        let bytes = try CommandFailure.catching { () throws(HostError) in try assembly.bytes() }
        try output.write(bytes)
    }
}
