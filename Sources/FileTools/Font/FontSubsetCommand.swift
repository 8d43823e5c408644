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
        abstract: "Write the part of a font that MIDI files use, or some of its presets.",
        discussion: """
            EXAMPLES:
              seqd font subset song.mid --sf2 gm.sf2 -o small.sf2
              seqd font subset *.mid --sf2 gm.sf2 -o small.sf3
              seqd font subset --preset 0:33 --sf2 gm.sf2 -o bass.sf2
              seqd font subset song.mid --sf2 gm.sf2 -o song.rmi

            The extension .rmi means one song with its part of the font, as seqd font embed writes \
            it.
            """
    )

    @Argument(
        help: ArgumentHelp("MIDI files; - for standard input.", valueName: "song"),
        completion: .file(extensions: FileCategory.musicExtensions)
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

    @OptionGroup package var compressing: CompressionOptions

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
        let isEmbedding = EmbeddingOutput.isNamed(by: output.output)
        if isEmbedding {
            try EmbeddingOutput.check(output.output, inputs: songs + [sf2], command: "subset")
        } else {
            try output.check(inputs: songs + [sf2], command: "subset")
        }
        guard !isEmbedding || songs.count == 1 else {
            throw CommandFailure(
                .usage,
                "\(output.output): an .rmi file holds one song, not \(songs.count)"
            )
        }
        let compression = try compressing.compression(for: output.output)
        var use = try FontUse(sf2, bankMode: bankMode)
        for preset in preset { try use.add(preset) }
        var reading = text.reading
        if isEmbedding { reading.keeping = .everything }
        var pieces: [PieceFile] = []
        for path in songs {
            let piece = try PieceFile.load(path, reporting: .errors, reading: reading)
            for sequence in try piece.sequences(pattern: nil) { use.add(sequence) }
            if isEmbedding { pieces.append(piece) }
        }
        let font = try FontCommand.part(
            of: sf2,
            use,
            compression,
            copiesStreams: compressing.copiesStreams(to: output.output)
        )
        if let piece = pieces.first {
            try EmbeddingOutput.write(piece, font, to: output.output)
        } else {
            try output.write(font)
        }
    }
}
