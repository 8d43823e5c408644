package import ArgumentParser
package import CommandSupport
import Playback
import SMF
package import SamplerHost
import Sequencer

/// `seqd font embed`: a MIDI file with its SoundFont in one file.
package struct FontEmbedCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "embed",
        abstract: "Write a MIDI file and the part of a font that it plays into one RIFF file.",
        discussion: """
            EXAMPLES:
              seqd font embed song.mid gm.sf2 -o song.rmi
              seqd font embed song.mid gm.sf2 -o song.rmi --compress
              seqd font embed song.mid piano.sfz -o song.rmi --all
              seqd play song.rmi --embedded-font

            The SoundFont has the presets, keys and velocities that the song plays, or \
            everything with --all. Its bank numbers stay as they are (a bank offset of 0). A \
            SoundFont that the song carries already is replaced; other RIFF chunks of the song, \
            such as its INFO texts, are not kept.

            The compressed samples of an SF3 file are copied as they are. --no-compress decodes \
            them, for programs that cannot read SF3.
            """
    )

    @Argument(
        help: ArgumentHelp("MIDI file; - for standard input.", valueName: "song"),
        completion: .file(extensions: FileCategory.musicExtensions)
    )
    package var song: String

    @Argument(
        help: "Font: SF2, SF3, SFZ, DLS, .aupreset, .pat, .cfg or a folder of sound files.",
        completion: .file(extensions: FileCategory.fontExtensions)
    )
    package var font: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("RIFF file to write (.rmi); - for standard output.", valueName: "file"),
        completion: .file(extensions: ["rmi"])
    )
    package var output: String

    @Flag(help: "Embed the whole font, and not only what the song plays.")
    package var all = false

    @OptionGroup package var compressing: CompressionOptions

    @Option(help: ArgumentHelp("Interpretation of bank select messages.", valueName: "mode"))
    package var bankMode: BankMode = .auto

    @OptionGroup package var text: TextOptions

    package func run() throws {
        guard FileCategory(contentOf: song) != .soundFont else {
            throw CommandFailure(
                .usage,
                "\(song): is a SoundFont; expected the song first: seqd font embed SONG "
                    + "\(ShellWord.quoted(song)) -o SONG.rmi"
            )
        }
        try EmbeddingOutput.check(output, inputs: [song, font], command: "embed")
        let compression = try compressing.compression(for: output)
        var use = try FontUse(font, bankMode: bankMode)
        var reading = text.reading
        reading.keeping = .everything
        let piece = try PieceFile.load(song, reporting: .errors, reading: reading)
        for sequence in try piece.sequences(pattern: nil) { use.add(sequence) }
        let bytes = try FontCommand.part(
            of: font,
            all ? nil : use,
            compression,
            copiesStreams: compressing.copiesStreams(to: output)
        )
        try EmbeddingOutput.write(piece, bytes, to: output)
    }
}
