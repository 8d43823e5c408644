import ArgumentParser
import SMF
import SMFText
import Sequencer

/// `seqd dump`: a MIDI file as text.
struct DumpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Write a MIDI file as text, a line for each event.",
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

            Without -o, the text of one file goes to standard output; the texts of several \
            go to files named after them in the current folder.

            Nothing is left out: seqd assemble makes the same file of it, byte by byte \
            where the file is as the standard wants it. docs/text-format.md describes the \
            format. The records of --csv are those of midicsv.
            """
    )

    @Argument(
        help: ArgumentHelp("MIDI files; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["mid", "midi", "kar", "rmi", "smf", "MID", "gz", "midz"])
    )
    var files: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The text file, - for standard output, or a folder (DIR/) for many files.",
            valueName: "out"
        ),
        completion: .file()
    )
    var output: String?

    @Flag(help: "Replace files that seqd has named itself.")
    var force = false

    @Flag(help: "Write the records of midicsv (default: where --output ends in .csv).")
    var csv = false

    @Flag(help: "Show bar:beat and time of each event in a comment.")
    var positions = false

    @OptionGroup
    var text: TextOptions

    func validate() throws {
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

    func run() throws {
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
        let song = try SongFile.load(file, reporting: .everything, reading: reading)
        try outputs.prepare(path)
        let destination = DataDestination(path, mayReplace: outputs.mayReplace)
        try destination.write { (sink) throws(CommandFailure) in
            guard !isCSV else { return try CSVDump(song.file).write(to: sink) }
            var dump = TextDump(song.file)
            dump.decoder = song.decoder
            if positions { dump.describePosition = Self.description(song.sequences) }
            try dump.write(to: sink)
        }
        if output == nil, path != "-" { Console.report("\(path): written") }
    }

    /// What says where a tick is: `17:1 33.2s`; the time alone where there are no bars.
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
