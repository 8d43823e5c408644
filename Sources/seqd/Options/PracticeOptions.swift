import ArgumentParser
import CommandSupport
import Sequencer
import Wording

/// The options of `play` for practice: parts that are played on a keyboard, and speeds that rise.
struct PracticeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Play these parts yourself, on the MIDI inputs: the music waits for your keys. "
                + "2, track:Melody, track:3, all; repeatable.",
            valueName: "selectors"
        ),
        transform: Self.selectors
    )
    var practice: [SelectorSet] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Milliseconds by which --practice accepts keys early, and within which the keys of a chord "
                + "are pressed, unless they are held; 20 to 2000 (default: 250).",
            valueName: "ms"
        ),
        transform: Quantity(PracticeSettings.tolerances, .milliseconds).whole
    )
    var practiceTolerance: Int?

    @Flag(help: "Also play the parts of --practice as the file has them.")
    var practiceHeard = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Change the speed from one repetition to the next, such as 60%..100%/5: from 60 % to "
                + "100 % in 5 repetitions, then stay. Speeds are those of --speed. Needs "
                + "--loop-range, or one file with --loop or --loops.",
            valueName: "ramp"
        ),
        transform: Self.ramp
    )
    var ramp: SpeedRamp?

    mutating func validate() throws {
        guard practice.isEmpty else { return }
        if practiceTolerance != nil {
            throw ValidationError("--practice-tolerance: needs --practice")
        }
        if practiceHeard { throw ValidationError("--practice-heard: needs --practice") }
    }

    /// The settings of practice; `nil` for none.
    var settings: PracticeSettings? {
        guard !practice.isEmpty else { return nil }
        var parts = SelectorSet()
        parts.selectors = practice.flatMap(\.selectors)
        return PracticeSettings(
            parts,
            milliseconds: practiceTolerance ?? PracticeSettings.defaultTolerance,
            isHeard: practiceHeard
        )
    }

    private static func selectors(_ text: String) throws -> SelectorSet {
        try SelectorSet(parsing: text)
    }

    private static func ramp(_ text: String) throws -> SpeedRamp {
        if let dots = text.firstRange(of: ".."), let slash = text.lastIndex(of: "/"),
            dots.upperBound <= slash
        {
            _ = try TypedSpeed.speed(String(text[..<dots.lowerBound]))
            _ = try TypedSpeed.speed(String(text[dots.upperBound..<slash]))
        }
        guard let ramp = SpeedRamp(parsing: text) else {
            throw ValidationError(
                "expected two speeds from 0.01 to 100 and 2 to 1000 repetitions, such as 60%..100%/5"
            )
        }
        return ramp
    }
}
