import CommandSupport
import Playback
import SMF
import SamplerHost
import Sequencer

/// The plan of a recording: the settings of the take, and the file that plays along.
struct RecordPlan {
    var plan: TakePlan
    /// The file that plays: that of `--play`, or clicks; `nil` if nothing plays along.
    var file: PieceFile?
    /// The file to whose tracks the recorded ones are added.
    var accompaniment: MIDIFile?

    /// Makes a plan of the options.
    ///
    /// - Throws: Status 66 or 65 for a file that cannot be read, 64 for one that cannot be recorded
    ///   along with, and for positions that do not exist.
    init(_ options: RecordOptions, _ musical: MusicalOptions) throws(CommandFailure) {
        guard options.play != nil || musical.routing.clip.isEmpty else {
            throw CommandFailure(.usage, "--clip: clips play beside a file; --play names it")
        }
        let positions: PreparedSequence
        if let path = options.play {
            let file = try PieceFile.load(path, reporting: .errors, reading: musical.reading)
            let sequence = try Self.sequence(of: file, musical)
            guard let plan = TakePlan(along: sequence) else {
                throw CommandFailure(
                    .usage,
                    "\(file.name): counts SMPTE frames and has no bars; seqd convert --division "
                        + "gives it ticks per quarter note"
                )
            }
            self.plan = plan
            self.file = file
            positions = sequence
            if options.append {
                accompaniment = file.file
                // What standard input gave cannot be read again after a crash.
                self.plan.accompaniment = path == "-" ? nil : AbsolutePath.of(path)
            }
        } else {
            plan = TakePlan(
                microsecondsPerQuarter: musical.playing.tempo?.microsecondsPerQuarter
                    ?? TempoMap.defaultTempo,
                meter: options.meter
                    ?? TimeSignature(numerator: 4, denominatorPower: 2)
            )
            let empty = PieceFile(plan.emptyFile, named: "metronome")
            positions = empty.sequences[0]
            if musical.playing.metronome || musical.playing.countIn != nil {
                plan.timing = .transport
                file = empty
            } else {
                plan.timing = .firstNote
            }
        }
        plan.split = options.split
        plan.grid = options.quantise
        if let punch = options.punch {
            do throws(PositionError) {
                let start = try plan.tick(of: punch.from, in: positions)
                let end = try plan.tick(of: punch.to, in: positions)
                guard end > start else {
                    throw PositionError(
                        code: .noSuchBeat,
                        description: "\(punch.to) is not after \(punch.from)"
                    )
                }
                plan.punch = start..<end
            } catch {
                throw CommandFailure(error, in: "--punch")
            }
        }
    }

    /// The sequence that plays, at the tempo of the options.
    private static func sequence(
        of file: PieceFile,
        _ musical: MusicalOptions
    ) throws(CommandFailure) -> PreparedSequence {
        let sequences = try file.playable(musical)
        guard let first = sequences.first, sequences.count == 1 else {
            throw CommandFailure(
                .usage,
                "\(file.name): has \(sequences.count) patterns; --pattern selects one"
            )
        }
        return try musical.piece(of: first, in: file, rate: musical.samples.rate).sequence
    }

    /// The file with samplers, ready to be played.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - musical: The options.
    ///   - rack: The samplers and rules.
    ///   - settings: The settings of the engine.
    /// - Returns: The piece.
    /// - Throws: The fault in the options or in a SoundFont.
    static func piece(
        of file: PieceFile,
        _ musical: MusicalOptions,
        on rack: RackSettings,
        for settings: EngineSettings
    ) throws(CommandFailure) -> LoadedPiece {
        let sequences = try file.playable(musical)
        let piece = try musical.piece(
            of: sequences[0],
            in: file,
            on: rack,
            rate: settings.rate
        )
        for note in piece.notes { Console.report(note) }
        return try CommandFailure.catching { () throws(PlaybackError) in
            try LoadedPiece(
                piece,
                of: file,
                sequence: musical.pattern.map { $0 - 1 } ?? 0,
                entry: 0,
                on: rack,
                rate: settings.rate,
                maximumPeriod: settings.maximumPeriod,
                transpose: musical.transpose,
                orElse: MusicalOptions.embeddedFontRemedy
            )
        }
    }
}
