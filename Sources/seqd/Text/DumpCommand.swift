import ArgumentParser
import SMF
import SMFText
import Sequencer

/// `seqd dump`: a MIDI file as text.
struct DumpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Write a MIDI file as text, a line for each event.",
        usage: "seqd dump <file> [--output <out>] [--csv] [--positions] [<options>]",
        discussion: """
            EXAMPLES:
              seqd dump song.mid | less
              seqd dump song.mid | grep 'program-change ch:1 '
              seqd dump song.mid -o song.txt      edit it, and make a file of it again:
              seqd assemble song.txt -o song.mid
              diff <(seqd dump a.mid) <(seqd dump b.mid)
              seqd dump song.mid --csv > song.csv

            Nothing is left out: seqd assemble makes the same file of it, byte by byte \
            where the file is as the standard wants it. docs/text-format.md describes the \
            format. The records of --csv are those of midicsv.
            """
    )

    @Argument(
        help: ArgumentHelp("The MIDI file; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["mid", "midi", "kar", "rmi", "smf", "MID", "gz", "midz"])
    )
    var file: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The text file (default: standard output).", valueName: "out"),
        completion: .file()
    )
    var output: String?

    @Flag(help: "Write the records of midicsv.")
    var csv = false

    @Flag(help: "Show bar:beat and time of each event in a comment.")
    var positions = false

    @OptionGroup
    var text: TextOptions

    func validate() throws {
        if csv && positions {
            throw ValidationError("--positions are comments, which --csv does not have")
        }
    }

    func run() throws {
        let destination = try DataDestination(output: output ?? "-", input: file, isBinary: false)
        var reading = text.reading
        reading.keeping = .everything
        let song = try SongFile.load(file, reporting: .everything, reading: reading)
        try destination.write { (sink) throws(CommandFailure) in
            guard !csv else { return try CSVDump(song.file).write(to: sink) }
            var dump = TextDump(song.file)
            dump.decoder = song.decoder
            if positions { dump.describePosition = Self.description(song.sequences) }
            try dump.write(to: sink)
        }
    }

    /// What says where a tick is: `17:1 33.200s`; the time alone where there are no bars.
    private static func description(
        _ sequences: [PreparedSequence]
    ) -> @Sendable (_ track: Int, _ tick: Int64) -> String {
        { track, tick in
            // In format 2 each track is a sequence.
            let index = sequences.count > 1 ? track : 0
            guard sequences.indices.contains(index) else { return "" }
            let sequence = sequences[index]
            let nanoseconds = sequence.tempoMap.nanoseconds(atTick: tick)
            let time = Position.shortTime(nanoseconds: nanoseconds)
            return sequence.meterMap.position(atTick: tick).map { "\($0) \(time)" } ?? time
        }
    }
}
