import ArgumentParser
import CommandSupport
import Sequencer
import Wording

/// The options for practice: loop, tempo, clicks.
struct PlayingOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Range to repeat: 5:1..9:1, 10s..20s, @A..@B, or file for the file's own loop points.",
            valueName: "range"
        ),
        transform: Self.loopRange
    )
    /// ``LoopSetting/file`` or two positions.
    var loopRange: LoopSetting?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Number of times to play --loop-range before continuing, 1 to 1000000 (default: for ever).",
            valueName: "n"
        ),
        transform: Quantity(1...1_000_000, .count(of: "times")).whole
    )
    var loopCount: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Fixed tempo in quarter notes per minute, 4 to 1000, such as 92.5 (default: the "
                + "file's); rounded to whole microseconds per quarter note.",
            valueName: "bpm"
        ),
        transform: Self.tempo
    )
    var tempo: Tempo?

    @Flag(help: "Play a click on each beat.")
    var metronome = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Bars of clicks before the start, 1 to 16 (default: none).",
            valueName: "bars"
        ),
        transform: Quantity(1...16, .count(of: "bars")).whole
    )
    var countIn: Int?

    @Flag(help: "Also play notes that began before the start position and are still held.")
    var chaseNotes = false

    @Flag(help: "Begin with the first note, and end with the last.")
    var skipSilence = false

    mutating func validate() throws {
        if loopCount != nil, loopRange == nil {
            throw ValidationError("--loop-count needs --loop-range")
        }
    }

    private static func loopRange(_ text: String) throws -> LoopSetting {
        switch try LoopSetting(parsing: text) {
        case .some(let range) where range != .off && range != .whole: return range
        default:
            throw ValidationError(
                "expected two positions as in 5:1..9:1, or file for the file's own loop points"
            )
        }
    }

    private static func tempo(_ text: String) throws -> Tempo {
        guard let tempo = Tempo(parsing: text) else {
            throw ValidationError("expected 4 to 1000 quarter notes per minute")
        }
        return tempo
    }
}
