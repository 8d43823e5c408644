package import ArgumentParser
package import CommandSupport
import Platform
import Playback
import SMF
import Sequencer

/// `seqd edit`: changes a MIDI file, step by step.
package struct EditCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Edit a MIDI file.",
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
              seqd edit in.mid -o out.mid --track Lead --program Violin

            Operations run in the order given, each on the result of the one before.
            --track and --channel select parts for the operations after them and replace
            the selection before; separate several by commas (--track 2,4), and use all to
            select everything again. Deleting and renaming tracks keeps the selection. An
            event belongs to a range if it begins there. --cut, --reverse and --scale-time
            of everything include tempo, meter and markers; the other operations leave
            these where they are. The output has no foreign chunks and no RIFF wrapper.
            """
    )

    @Argument(
        help: ArgumentHelp("MIDI file; - for standard input.", valueName: "in"),
        completion: .file(extensions: FileCategory.musicExtensions)
    )
    package var file: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("MIDI file to write; - for standard output.", valueName: "out"),
        completion: .file(extensions: ["mid"])
    )
    package var output: String?

    @Flag(help: "Replace the input file, once the output is complete.")
    package var inPlace = false

    @OptionGroup(title: "Operations")
    package var operations: EditOptions

    @Flag(help: "Edit what can be recovered from a damaged file.")
    package var repair = false

    @OptionGroup package var text: TextOptions

    @Flag(name: [.short, .long], help: "Report what each operation changed.")
    package var verbose = false

    /// The operations in their order.
    private func script() throws -> EditScript {
        // The parser has checked the options, and keeps their order to itself.
        try EditScript(EditWord.words(in: ProcessArguments.all))
    }

    package func validate() throws {
        guard inPlace != (output != nil) else {
            throw ValidationError("expected either --output or --in-place")
        }
        guard !inPlace || file != "-" else {
            throw ValidationError("--in-place cannot replace standard input")
        }
        _ = try script()
    }

    package func run() throws {
        let script = try script()
        // A FIFO cannot be read again, nor replaced.
        if inPlace, file != "-" {
            try CommandFailure.catching { () throws(PlaybackError) in try RegularFile.check(file) }
        }
        // With `--in-place` the output may replace the input.
        let destination =
            try output.map { output throws(CommandFailure) in
                try DataDestination(
                    output: output,
                    for: .midi,
                    inputs: [file] + script.mergedFiles,
                    command: "edit"
                )
            } ?? DataDestination(file)
        let piece = try load(file)
        guard !inPlace || !piece.isCompressed else {
            throw CommandFailure(.usage, "\(piece.name): is compressed by gzip; use --output")
        }
        let sequence = try sequence(of: piece)
        var editor = Editor(sequence) { path throws(CommandFailure) in try load(path).file }
        for step in script.steps {
            let report: Editor.Report
            do throws(CommandFailure) {
                report = try editor.perform(step)
            } catch {
                throw CommandFailure(error.status, "\(piece.name): \(error)")
            }
            if report.isEmpty {
                Console.report("\(piece.name): \(step.text): nothing to change")
            } else if verbose {
                Console.report("\(piece.name): \(step.text): \(report.text)")
            }
            if let warning = report.warning {
                Console.report("\(piece.name): \(step.text): \(warning)")
            }
        }
        try destination.write(try bytes(of: editor.sequence, for: piece))
    }

    private func load(_ path: String) throws(CommandFailure) -> PieceFile {
        let piece = try PieceFile.load(path, reporting: .everything, reading: text.reading)
        if !repair, piece.file.diagnostics.contains(where: { $0.severity == .error }) {
            throw CommandFailure(
                .data,
                "\(piece.name): is damaged; use --repair to edit what can be recovered"
            )
        }
        return piece
    }

    private func sequence(of piece: PieceFile) throws(CommandFailure) -> MusicSequence {
        guard piece.file.format != .independent || piece.file.tracks.count == 1 else {
            throw CommandFailure(
                .usage,
                "\(piece.name): its tracks are independent patterns (format 2); "
                    + "seqd convert --pattern takes one out"
            )
        }
        do throws(SequenceError) {
            let file = repair ? piece.file.endingAllNotes().file : piece.file
            return try MusicSequence(file, decoding: piece.decoder)
        } catch {
            throw CommandFailure(.data, "\(piece.name): \(error)")
        }
    }

    private func bytes(
        of sequence: MusicSequence,
        for piece: PieceFile
    ) throws(CommandFailure) -> [UInt8] {
        let isSingle =
            piece.file.format == .single && sequence.tracks.count + sequence.firstTrackIndex == 1
        let file: MIDIFile
        do throws(SequenceError) {
            file = try sequence.midiFile(format: isSingle ? .single : .simultaneous)
        } catch {
            throw CommandFailure(.data, "\(piece.name): \(error)")
        }
        return try file.fileBytes(.compact, from: piece.name)
    }
}
