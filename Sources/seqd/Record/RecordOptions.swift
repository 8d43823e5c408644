public import ArgumentParser
import CommandSupport
import Playback
import SMF
public import Sequencer
import Wording

/// The options for what is made of a recording.
struct RecordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "File to play along with: tempo, meter and positions are its own.",
            valueName: "file"
        ),
        completion: .file(extensions: ["mid", "midi", "kar", "rmi", "smf"])
    )
    var play: String?

    @Flag(help: "Write the tracks of the --play file too, before those that are recorded.")
    var append = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Meter without --play, such as 6/8 (default: 4/4).", valueName: "meter"),
        transform: Self.meter
    )
    var meter: TimeSignature?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Range to record, such as 5:1..9:1; what is played outside of it is left out.",
            valueName: "range"
        ),
        transform: Self.range
    )
    var punch: PositionRange?

    @Option(
        help: ArgumentHelp(
            "Tracks to make: one for each input, or for each channel of each input: input, channel.",
            valueName: "what"
        )
    )
    var split = TakePlan.Split.input

    @Option(
        name: [.long, .customLong("quantize")],
        parsing: .unconditional,
        help: ArgumentHelp(
            "Put the notes on a grid: 1/16, or 1/8t for triplets (default: as played).",
            valueName: "note"
        ),
        transform: Self.grid
    )
    var quantise: NoteValue?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds after which the recording ends, 0.1 to 86400 (default: at Ctrl-C).",
            valueName: "s"
        ),
        transform: Quantity(0.1...86_400, .seconds).value
    )
    var duration: Double?

    @Flag(help: "Play nothing: neither what comes in nor a file nor clicks.")
    var silent = false

    @Flag(help: "Make the file of what a crash has left of its recording.")
    var recover = false

    @Flag(help: "Replace an existing file.")
    var force = false

    mutating func validate() throws {
        if play == nil {
            guard !append else { throw ValidationError("--append needs --play") }
        } else {
            guard meter == nil else {
                throw ValidationError("--meter and --play cannot be used together")
            }
            guard !silent else {
                throw ValidationError("--silent and --play cannot be used together")
            }
        }
        guard play != "-" else { throw ValidationError("--play cannot read standard input") }
    }

    private static func range(_ text: String) throws -> PositionRange {
        guard let range = try PositionRange(parsing: text) else {
            throw ValidationError("expected two positions such as 5:1..9:1")
        }
        return range
    }

    private static func meter(_ text: String) throws -> TimeSignature {
        guard let meter = TimeSignature(parsing: text) else {
            throw ValidationError("expected a meter such as 4/4 or 6/8")
        }
        return meter
    }

    private static func grid(_ text: String) throws -> NoteValue {
        guard let value = NoteValue(parsing: text) else {
            throw ValidationError("expected a note value such as 1/16, or 1/8t for triplets")
        }
        return value
    }
}

extension TakePlan.Split: ExpressibleByArgument {}
