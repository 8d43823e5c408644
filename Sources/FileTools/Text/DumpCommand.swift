package import ArgumentParser
package import CommandSupport
import Playback
import SMF
import SMFText
import Sequencer

/// `seqd dump`: a MIDI file as text.
package struct DumpCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Print a MIDI file as text, one line per event.",
        usage: "seqd dump <file> ... [--output <out>] [--csv] [--positions] [<options>]",
        discussion: """
            EXAMPLES:
              seqd dump song.mid | less
              seqd dump song.mid | grep 'program-change ch:1 '
              seqd dump song.mid -o song.txt      edit it, and make a file of it again:
              seqd assemble song.txt -o song.mid
              diff <(seqd dump a.mid) <(seqd dump b.mid)
              seqd dump song.mid -o song.csv      midicsv's records
              seqd dump *.mid                     a.txt, b.txt … in the current folder

            Without -o, the text of one file goes to standard output. Several files become \
            text files of the same names in the current folder.

            The text is complete: seqd assemble makes the same file from it, byte by byte \
            if the file is valid. docs/text-format.md describes the format.
            """
    )

    @Argument(
        help: ArgumentHelp("MIDI files; - for standard input.", valueName: "file"),
        completion: .file(extensions: FileCategory.musicExtensions)
    )
    package var files: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Text file to write, - for standard output, or a folder (DIR/) for several files.",
            valueName: "out"
        ),
        completion: .file()
    )
    package var output: String?

    @Flag(help: "Overwrite existing files when --output is not given.")
    package var force = false

    @Flag(help: "Use midicsv's format (default if --output ends in .csv).")
    package var csv = false

    @Flag(help: "Add the bar:beat and time of each event as a comment.")
    package var positions = false

    @OptionGroup
    package var text: TextOptions

    package func validate() throws {
        if isCSV && positions {
            throw ValidationError("--positions are comments, which CSV records do not have")
        }
        if isCSV && text.encoding != nil {
            throw ValidationError(
                "--encoding decodes names in comments, which CSV records do not have"
            )
        }
        if force && files.count == 1 && output == nil {
            throw ValidationError(
                "--force replaces files, but the text of one file goes to standard output; "
                    + "name a file with --output"
            )
        }
    }

    /// Whether records are written.
    private var isCSV: Bool {
        csv || output.flatMap { FileCategory(extensionOf: $0) } == .records
    }

    package func run() throws {
        if output == nil { try MixedUpInput.checkOutput(among: files, command: "dump") }
        let outputs = try OutputPaths(
            output: output ?? (files.count == 1 ? "-" : nil),
            inputs: files.map { OutputPaths.Input($0) },
            fileExtension: isCSV ? "csv" : "txt",
            isForced: force
        )
        if let output, !OutputPaths.isFolder(output) {
            try OutputName.check(
                output,
                for: isCSV ? .records : .text,
                inputs: files,
                command: "dump"
            )
        }
        var failures = FirstFailure()
        for (file, path) in zip(files, outputs.paths) {
            failures.note { () throws(CommandFailure) in
                try dump(file, to: path, of: outputs)
            }
        }
        if failures.status != nil { throw failures.asError }
    }

    private func dump(
        _ file: String,
        to path: String,
        of outputs: OutputPaths
    ) throws(CommandFailure) {
        var reading = text.reading
        reading.keeping = .everything
        let piece = try PieceFile.load(file, reporting: .everything, reading: reading)
        try outputs.prepare(path)
        let destination = DataDestination(path, mayReplace: outputs.mayReplace)
        try unsafe destination.write { (sink) throws(CommandFailure) in
            guard !isCSV else { return try unsafe CSVDump(piece.file).write(to: sink) }
            var dump = TextDump(piece.file)
            dump.decoder = piece.decoder
            if positions { dump.describePosition = Self.description(piece.sequences) }
            try unsafe dump.write(to: sink)
        }
        if output == nil, path != "-" { Console.report("\(path): written") }
    }

    /// The function that describes the position of a tick: `17:1 33.2s`; the time alone without
    /// bars.
    private static func description(
        _ sequences: [PreparedSequence]
    ) -> @Sendable (_ track: Int, _ tick: Int64) -> String {
        { track, tick in
            // In format 2 each track is a sequence.
            let index = sequences.count > 1 ? track : 0
            guard sequences.indices.contains(index) else { return "" }
            let sequence = sequences[index]
            let nanoseconds = sequence.tempoMap.nanoseconds(atTick: tick)
            guard let bar = sequence.meterMap.position(atTick: tick) else {
                return TimeText.text(nanoseconds: nanoseconds)
            }
            return "\(bar) \(TimeText.text(nanoseconds: nanoseconds, decimals: 1...1))"
        }
    }
}
