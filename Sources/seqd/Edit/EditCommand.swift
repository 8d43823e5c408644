import ArgumentParser
import SMF
import Sequencer

/// `seqd edit`: changes a MIDI file, step by step.
struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change what is in a MIDI file.",
        usage: "seqd edit <in> --output <out> <operation> ...",
        discussion: """
            EXAMPLES:
              seqd edit in.mid -o out.mid --quantise 1/16
              seqd edit in.mid -o out.mid --track Piano --quantise 1/8t --strength 80%
              seqd edit in.mid -o out.mid --track 2,4 --transpose 12
              seqd edit in.mid -o out.mid --transpose -2 --set-tempo 92
              seqd edit in.mid -o out.mid --cut 9:1..13:1
              seqd edit in.mid -o out.mid --copy 1:1..5:1 --to 17:1
              seqd edit in.mid --in-place --channel 10 --scale-velocity 80%
              seqd edit in.mid -o out.mid --track 3 --offset -10t --rename-track Bass

            Operations are carried out in the order in which they are given, each on what
            the one before has made. --track and --channel say what those behind them act
            on, in place of what was said before; several stand in one (--track 2,4). all
            undoes that. Tracks stay selected where others are deleted or they get another
            name. An event belongs to a range if it begins there. --cut, --reverse and
            --scale-time of everything take tempo, meter and markers along; the other
            operations leave these where they are. Written is the smallest file, without
            chunks that are no tracks and without a RIFF wrapper.
            """
    )

    @Argument(
        help: ArgumentHelp("The MIDI file; - is standard input.", valueName: "in"),
        completion: .file(extensions: ["mid", "midi", "kar", "rmi", "smf", "MID", "gz", "midz"])
    )
    var file: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The MIDI file to write, or - for standard output.", valueName: "out"),
        completion: .file(extensions: ["mid"])
    )
    var output: String?

    @Flag(help: "Write the file that is read; it is replaced only by a complete one.")
    var inPlace = false

    @OptionGroup(title: "Operations")
    var operations: EditOptions

    @Flag(help: "Edit what could be read of a damaged file.")
    var repair = false

    @OptionGroup var text: TextOptions

    @Flag(name: [.short, .long], help: "Say what each operation has done.")
    var verbose = false

    /// The operations in their order.
    private func script() throws -> EditScript {
        // The parser has checked the options, and keeps their order to itself.
        try EditScript(EditWord.words(in: CommandLine.arguments.dropFirst()))
    }

    func validate() throws {
        guard inPlace != (output != nil) else {
            throw ValidationError("expected either --output or --in-place")
        }
        guard !inPlace || file != "-" else {
            throw ValidationError("--in-place is for files: standard input cannot be replaced")
        }
        _ = try script()
    }

    func run() throws {
        let script = try script()
        // A FIFO cannot be read again, nor replaced.
        if inPlace, file != "-" { try RegularFile.check(file) }
        // What is to be replaced is no mistake.
        let destination =
            try output.map { output throws(CommandFailure) in
                try DataDestination(output: output, for: .midi, inputs: [file], command: "edit")
            } ?? DataDestination(file)
        let song = try load(file)
        guard !inPlace || !song.isPacked else {
            throw CommandFailure(.usage, "\(song.name): is packed by gzip; expected --output")
        }
        let sequence = try sequence(of: song)
        var editor = Editor(sequence) { path throws(CommandFailure) in try load(path).file }
        for step in script.steps {
            let report: Editor.Report
            do throws(CommandFailure) {
                report = try editor.perform(step)
            } catch {
                throw CommandFailure(error.status, "\(song.name): \(error)")
            }
            if report.isEmpty {
                Console.report("\(song.name): \(step.text): found nothing to change")
            } else if verbose {
                Console.report("\(song.name): \(step.text): \(report.text)")
            }
            if let warning = report.warning {
                Console.report("\(song.name): \(step.text): \(warning)")
            }
        }
        try destination.write(try bytes(of: editor.sequence, for: song))
    }

    private func load(_ path: String) throws(CommandFailure) -> SongFile {
        let song = try SongFile.load(path, reporting: .everything, reading: text.reading)
        if !repair, song.file.diagnostics.contains(where: { $0.severity == .error }) {
            throw CommandFailure(
                .data,
                "\(song.name): is damaged; --repair edits what could be read of it"
            )
        }
        return song
    }

    private func sequence(of song: SongFile) throws(CommandFailure) -> MusicSequence {
        guard song.file.format != .independent || song.file.tracks.count == 1 else {
            throw CommandFailure(
                .usage,
                "\(song.name): its tracks are patterns of their own (format 2); "
                    + "seqd convert --pattern takes one out"
            )
        }
        do throws(SequenceError) {
            return try MusicSequence(song.file, decoding: song.decoder)
        } catch {
            throw CommandFailure(.data, "\(song.name): \(error)")
        }
    }

    private func bytes(
        of sequence: MusicSequence,
        for song: SongFile
    ) throws(CommandFailure) -> [UInt8] {
        let isSingle =
            song.file.format == .single && sequence.tracks.count + sequence.firstTrackIndex == 1
        let file: MIDIFile
        do throws(SequenceError) {
            file = try sequence.midiFile(format: isSingle ? .single : .simultaneous)
        } catch {
            throw CommandFailure(.data, "\(song.name): \(error)")
        }
        return try file.fileBytes(.compact, from: song.name)
    }
}
