package import ArgumentParser
import CommandSupport
import MIDI2
import Playback
import SMF
import Sequencer
import Wording

/// `seqd convert`: a MIDI file in another form.
package struct ConvertCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert a MIDI file to another format, division or track layout.",
        usage: "seqd convert <in> ... [--output <out>] [--format <0|1>] [<options>]",
        discussion: """
            EXAMPLES:
              seqd convert song.mid -o flat.mid --format 0
              seqd convert song.mid -o parts.mid --split channel
              seqd convert song.mid -o fine.mid --division 960
              seqd convert song.mid -o frames.mid --division 25x40
              seqd convert patterns.mid -o third.mid --pattern 3
              seqd convert broken.mid -o repaired.mid --repair
              seqd convert song.rmi                    song.mid, out of a RIFF file
              seqd convert song.mid -o song.midi2      a MIDI 2.0 clip
              seqd convert *.mid -o flat/ --format 0   many files

            Without -o, the output goes to the current folder under the name of the input, \
            with the extension .mid.

            seqd refuses a file in which music is lost or must be guessed, unless \
            --repair is given. Converting format 0 to format 1 makes a track for tempo and \
            meter and one per channel. Without --preserve, the output has no foreign chunks \
            and no RIFF wrapper.
            """
    )

    /// The criterion for splitting a file.
    package enum Split: String, ExpressibleByArgument, CaseIterable {
        case channel
        case port
    }

    /// Whether something is used.
    package enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
    }

    @Argument(
        help: ArgumentHelp("MIDI files; - for standard input.", valueName: "in"),
        completion: .file(extensions: FileCategory.musicExtensions)
    )
    package var files: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "MIDI file to write, MIDI 2.0 clip (.midi2), - for standard output, or a folder (DIR/) "
                + "for several files.",
            valueName: "out"
        ),
        completion: .file(extensions: ["mid", MIDI2Clip.fileExtension])
    )
    package var output: String?

    @Flag(help: "Overwrite existing files when --output is not given.")
    package var force = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Output format: 0 (one track) or 1 (simultaneous tracks).",
            valueName: "0|1"
        ),
        transform: Quantity(0...1).whole
    )
    package var format: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Ticks per quarter note, 1 to 32767, or SMPTE frames per second (24, 25, 29.97, 30) x "
                + "ticks per frame, such as 25x40. Events move to the nearest tick; SMPTE output "
                + "has no tempo events.",
            valueName: "n"
        ),
        transform: DivisionArgument.init(parsing:)
    )
    package var division: DivisionArgument?

    @Option(help: ArgumentHelp("Make one track per channel or port.", valueName: "by"))
    package var split: Split?

    @Flag(help: "Merge all tracks into one.")
    package var merge = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Pattern of a format 2 file, from 1.", valueName: "n"),
        transform: Quantity.pattern.whole
    )
    package var pattern: Int?

    @Flag(
        help: ArgumentHelp(
            "Convert what can be recovered from a damaged file, without invalid meta events and "
                + "with a note-off for every note."
        )
    )
    package var repair = false

    @Option(
        help: ArgumentHelp(
            "Use running status, on or off (default: on).",
            valueName: "on|off"
        )
    )
    package var runningStatus: Switch?

    @Flag(help: "Preserve the encoding of events, foreign chunks and the RIFF wrapper.")
    package var preserve = false

    package func validate() throws {
        if split != nil && merge {
            throw ValidationError("--split and --merge cannot be used together")
        }
        if let split, format == 0 {
            throw ValidationError(
                "--split \(split.rawValue) makes several tracks, format 0 has one"
            )
        }
        if preserve, merge || split != nil || format != nil {
            throw ValidationError(
                "--preserve keeps each track's bytes; --merge, --split and --format make new tracks"
            )
        }
        if isClip, preserve || runningStatus != nil || split != nil || format != nil {
            throw ValidationError(
                "--preserve, --running-status, --split and --format are for MIDI files; a MIDI 2.0 "
                    + "clip has no tracks"
            )
        }
        if preserve && runningStatus != nil {
            throw ValidationError("--preserve and --running-status cannot be used together")
        }
    }

    /// Whether the output is a MIDI 2.0 clip.
    private var isClip: Bool {
        output.flatMap(FileCategory.init(extensionOf:)) == .midi2Clip
    }

    /// The encoding of the new file.
    private var style: WritingStyle {
        guard !preserve else { return .preserving }
        return runningStatus == .off ? .plain : .compact
    }

    package func run() throws {
        if output == nil { try MixedUpInput.checkOutput(among: files, command: "convert") }
        let outputs = try OutputPaths(
            output: output,
            inputs: files.map { OutputPaths.Input($0) },
            fileExtension: "mid",
            isForced: force
        )
        if let output, !OutputPaths.isFolder(output), !isClip {
            try OutputName.check(output, for: .midi, inputs: files, command: "convert")
        }
        var failures = FirstFailure()
        for (file, path) in zip(files, outputs.paths) {
            failures.note { () throws(CommandFailure) in
                try convert(file, to: path, of: outputs)
            }
        }
        if failures.status != nil { throw failures.asError }
    }

    private func convert(
        _ file: String,
        to path: String,
        of outputs: OutputPaths
    ) throws(CommandFailure) {
        var reading = ReadingOptions()
        reading.keeping = .everything
        let piece = try PieceFile.load(file, reporting: .everything, reading: reading)
        try check(piece)
        let converted: MIDIFile
        var conversion = conversion(piece)
        do throws(SMFWriteError) {
            converted = try conversion.convert(piece.file)
        } catch {
            throw CommandFailure(.data, "\(piece.name): \(error)")
        }
        report(piece)
        if conversion.addedNoteOffs > 0 {
            let noteOffs = NumberText.count(conversion.addedNoteOffs, "missing note-off")
            Console.report("\(piece.name): added \(noteOffs)")
        }
        let bytes =
            try isClip ? clip(converted, piece) : converted.fileBytes(style, from: piece.name)
        try outputs.prepare(path)
        try DataDestination(path, mayReplace: outputs.mayReplace).write(bytes)
        if output == nil { Console.report("\(path): written") }
    }

    /// The bytes of a MIDI 2.0 clip; says what it does not have.
    private func clip(
        _ file: MIDIFile,
        _ piece: PieceFile
    ) throws(CommandFailure) -> [UInt8] {
        do throws(SMFWriteError) {
            let (bytes, losses) = try MIDI2Clip.bytes(of: file)
            for loss in losses { Console.report("\(piece.name): \(loss)") }
            return bytes
        } catch {
            let remedy = error.code == .divisionInvalid ? "; use --division 960" : ""
            throw CommandFailure(.data, "\(piece.name): \(error)\(remedy)")
        }
    }

    /// Says what frames cannot express.
    private func report(_ piece: PieceFile) {
        guard case .smpte? = division?.division, case .ticksPerQuarter = piece.file.division else {
            return
        }
        let count = piece.sequences.map(\.tempoMap.changes.count).reduce(0, +)
        guard count > 0 else { return }
        Console.report(
            "\(piece.name): times are unchanged, \(NumberText.count(count, "tempo event")) left out: "
                + "frames have no tempo"
        )
    }

    private func check(_ piece: PieceFile) throws(CommandFailure) {
        if !repair, piece.file.diagnostics.contains(where: { $0.severity == .error }) {
            throw CommandFailure(
                .data,
                "\(piece.name): is damaged; use --repair to convert what can be recovered"
            )
        }
        // Says which patterns there are, too.
        _ = try piece.sequences(pattern: pattern)
        let joinsTracks = merge || split != nil || format != nil
        if joinsTracks, pattern == nil, piece.file.format == .independent {
            throw CommandFailure(
                .usage,
                "\(piece.name): its tracks are independent patterns (format 2); "
                    + "choose one with --pattern"
            )
        }
    }

    private func conversion(_ piece: PieceFile) -> Conversion {
        Conversion(
            pattern: pattern,
            tracks: merge ? .one : split.map { $0 == .channel ? .channels : .ports },
            format: format.flatMap { MIDIFile.Format(rawValue: UInt16($0)) },
            division: division?.division,
            isRepairing: repair
        )
    }
}
