import ArgumentParser
import Sequencer
import Wording

/// The options that say how a passage is gone through: again and again, with a click, at another
/// tempo.
struct PlayingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Range to repeat: 5:1..9:1, 10s..20s, @A..@B, or file for the file's own loop points.",
            valueName: "range"
        ),
        transform: LoopRange.init(parsing:)
    )
    var loopRange: LoopRange?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Times to play --loop-range before continuing, 1 to 1000000 (default: for ever).",
            valueName: "n"
        )
    )
    var loopCount: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Fixed tempo in quarter notes per minute, 4 to 1000, such as 92.5 (default: the "
                + "file's); rounded to whole microseconds per quarter note.",
            valueName: "bpm"
        ),
        transform: Tempo.init(parsing:)
    )
    var tempo: Tempo?

    @Flag(help: "Play a click on each beat.")
    var metronome = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Bars of clicks before the start, 1 to 16.", valueName: "bars")
    )
    var countIn: Int?

    @Flag(help: "Also play notes that began before the start position and are still held.")
    var chaseNotes = false

    /// The bars that can be counted in.
    static let bars = 1...16

    mutating func validate() throws {
        if let countIn, !Self.bars.contains(countIn) {
            throw ValidationError("--count-in: expected 1 to 16 bars, not \(countIn)")
        }
        if let loopCount {
            guard loopRange != nil else {
                throw ValidationError("--loop-count needs --loop-range")
            }
            guard (1...1_000_000).contains(loopCount) else {
                throw ValidationError("--loop-count: expected 1 to 1000000, not \(loopCount)")
            }
        }
    }
}

/// A tempo that people give: quarter notes per minute.
struct Tempo: Hashable, Sendable, CustomStringConvertible {
    /// What can be asked for.
    static let range = 4.0...1_000.0

    /// Microseconds per quarter note, to the nearest.
    let microsecondsPerQuarter: UInt32
    /// Quarter notes per minute as they were given.
    let beatsPerMinute: Double

    /// The tempo as it is read.
    var description: String { NumberText.decimal(beatsPerMinute) }

    /// Makes a tempo; `nil` outside of ``range``.
    ///
    /// - Parameter beatsPerMinute: Quarter notes per minute.
    init?(beatsPerMinute: Double) {
        guard Self.range.contains(beatsPerMinute) else { return nil }
        self.beatsPerMinute = beatsPerMinute
        microsecondsPerQuarter = UInt32((60_000_000 / beatsPerMinute).rounded())
    }

    /// Reads `92.5`.
    ///
    /// - Throws: What was expected.
    init(parsing text: String) throws {
        // Double reads hexadecimal digits too.
        guard !text.lowercased().contains("x"), let value = Double(text),
            let tempo = Tempo(beatsPerMinute: value)
        else {
            throw ValidationError(
                "expected 4 to 1000 quarter notes per minute"
            )
        }
        self = tempo
    }
}

/// What is changed in a sequence before it is played.
struct Arrangement: Hashable, Sendable {
    /// One tempo for all of it; `nil` for its own.
    var tempo: Tempo?
    /// Whether it has a sampler and a track for clicks, heard or not.
    var hasMetronome = false

    /// A sequence as it is to be played, at its own tempo and at that of the arrangement.
    ///
    /// - Parameter sequence: The sequence as the file has it.
    /// - Returns: Others, with the same ticks.
    func applied(
        to sequence: PreparedSequence
    ) -> (base: PreparedSequence, arranged: PreparedSequence) {
        let base = hasMetronome ? sequence.withMetronome() : sequence
        return (base, tempo.map { base.withTempo($0.microsecondsPerQuarter) } ?? base)
    }
}
