import ArgumentParser
import CommandSupport
import Playback
import Sequencer
import Wording

/// The options for which part of a piece is played, and how.
struct PieceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start position: 17:1, 1m23.5s, 480t, @Marker (default: the start of the file).",
            valueName: "position"
        ),
        transform: Self.position
    )
    var from: Position?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("End position (default: the end of the file).", valueName: "position"),
        transform: Self.position
    )
    var to: Position?

    @Option(
        help: ArgumentHelp(
            "Mute these parts: 10, ch:2/10, track:Bass, all; repeatable.",
            valueName: "selectors"
        ),
        transform: Self.selectors
    )
    var mute: [SelectorSet] = []

    @Option(
        help: ArgumentHelp("Solo these parts; repeatable.", valueName: "selectors"),
        transform: Self.selectors
    )
    var solo: [SelectorSet] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Transpose all parts except drums by semitones, -48 to 48.",
            valueName: "n"
        ),
        transform: Quantity(-48...48, .semitones).whole
    )
    var transpose: Int = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Playback speed at the same pitch, 0.01 to 100: 1.5, 80%, 2/3 (default: 1).",
            valueName: "factor"
        ),
        transform: Self.speed
    )
    var speed: Speed = .normal

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Speed and pitch together, like a tape, 0.01 to 8: 1.5, 80%, 2/3 (default: 1). "
                + "--speed multiplies the tempo.",
            valueName: "factor"
        ),
        transform: Self.variSpeed
    )
    var varispeed: Speed = .normal

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Pattern of a format 2 file, from 1 (default: all).", valueName: "n"),
        transform: Quantity.pattern.whole
    )
    var pattern: Int?

    @Flag(
        help: "Use the SoundFont inside a RIFF file, before those of --sf2."
    )
    var embeddedFont = false

    mutating func validate() throws {
        var settings = PlaySettings()
        (settings.speed, settings.variSpeed) = (speed, varispeed)
        if let problem = settings.paceProblem { throw ValidationError(problem) }
    }

    private static func speed(_ text: String) throws -> Speed {
        guard let speed = try TypedSpeed.speed(text) else {
            throw ValidationError("expected 0.01 to 100, or 1% to 10000%")
        }
        return speed
    }

    private static func variSpeed(_ text: String) throws -> Speed {
        guard let speed = try TypedSpeed.speed(text), speed.isVariSpeed else {
            throw ValidationError("expected 0.01 to 8, or 1% to 800%")
        }
        return speed
    }

    private static func position(_ text: String) throws -> Position {
        try Position(parsing: text)
    }

    private static func selectors(_ text: String) throws -> SelectorSet {
        try SelectorSet(parsing: text)
    }
}
