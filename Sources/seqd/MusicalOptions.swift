import ArgumentParser
import SamplerHost
import Sequencer

/// The options that say what is heard: the same for playing and for rendering.
struct MusicalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A SoundFont; repeatable, the first has priority. FONT+128 adds 128 to its bank "
                + "numbers. Without it: $SEQD_SOUNDFONT, else the system's.",
            valueName: "font"
        )
    )
    var sf2: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The level, -60 to 24 dB.", valueName: "db")
    )
    var gain: Double = 0

    @Option(
        help: ArgumentHelp("Where to begin: 17:1, 1m23.5s, 480t, @Marker.", valueName: "position"),
        transform: Self.position
    )
    var from: Position?

    @Option(
        help: ArgumentHelp("Where to end.", valueName: "position"),
        transform: Self.position
    )
    var to: Position?

    @Option(
        help: ArgumentHelp(
            "What is not heard: 10, ch:2/10, track:Bass, all; repeatable.",
            valueName: "selectors"
        ),
        transform: Self.selectors
    )
    var mute: [SelectorSet] = []

    @Option(
        help: ArgumentHelp("What alone is heard; repeatable.", valueName: "selectors"),
        transform: Self.selectors
    )
    var solo: [SelectorSet] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Semitones to move all keys but drums, -48 to 48.", valueName: "n")
    )
    var transpose: Int = 0

    @Flag(help: "Leave out the reverb.")
    var noReverb = false

    @Flag(help: "Leave out the chorus.")
    var noChorus = false

    @Option(help: ArgumentHelp("How bank select is understood.", valueName: "mode"))
    var bankMode: BankMode = .gs

    @Option(
        help: ArgumentHelp("Of a file of format 2, only this pattern, from 1.", valueName: "n")
    )
    var pattern: Int?

    @Option(help: ArgumentHelp("Frames per second, 8000 to 96000.", valueName: "hz"))
    var rate: Int = 48_000

    @Option(help: ArgumentHelp("How samples are written; s16 if not said.", valueName: "format"))
    var format: SampleFormat?

    mutating func validate() throws {
        // A comparison with NaN is false, so NaN is refused too.
        guard (-60...24).contains(gain) else {
            throw ValidationError("--gain is -60 to 24 dB, not \(NumberText.decimal(gain))")
        }
        guard (-48...48).contains(transpose) else {
            throw ValidationError("--transpose is -48 to 48 semitones, not \(transpose)")
        }
        guard (8_000...96_000).contains(rate) else {
            throw ValidationError("--rate is 8000 to 96000 Hz, not \(rate)")
        }
        if let pattern, pattern < 1 {
            throw ValidationError("--pattern counts from 1, not \(pattern)")
        }
    }

    private static func position(_ text: String) throws -> Position {
        try Position(parsing: text)
    }

    private static func selectors(_ text: String) throws -> SelectorSet {
        try SelectorSet(parsing: text)
    }
}
