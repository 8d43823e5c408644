import ArgumentParser
import SamplerHost
import Sequencer

/// The options that say what is heard: the same for playing and for rendering.
struct MusicalOptions: ParsableArguments {
    @OptionGroup var sound: SoundOptions

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

    @Option(
        help: ArgumentHelp(
            "How fast, 0.05 to 20: 1.5, 80%, 2/3; the pitch stays.",
            valueName: "factor"
        ),
        transform: Self.speed
    )
    var speed: Speed = .normal

    @OptionGroup var playing: PlayingOptions

    @Option(
        help: ArgumentHelp("Of a file of format 2, only this pattern, from 1.", valueName: "n")
    )
    var pattern: Int?

    @Flag(
        help: "Play a RIFF file with the SoundFont that it carries, before those of --sf2."
    )
    var embeddedFont = false

    @OptionGroup var text: TextOptions

    @OptionGroup var samples: SampleOptions

    mutating func validate() throws {
        guard (-48...48).contains(transpose) else {
            throw ValidationError("--transpose is -48 to 48 semitones, not \(transpose)")
        }
        if let pattern, pattern < 1 {
            throw ValidationError("--pattern counts from 1, not \(pattern)")
        }
    }

    /// What is changed in each sequence.
    var arrangement: Arrangement {
        Arrangement(
            tempo: playing.tempo,
            hasMetronome: playing.metronome || playing.countIn != nil
        )
    }

    /// How files are read.
    var reading: SongReading {
        var reading = text.reading
        reading.keepsSoundBank = embeddedFont
        return reading
    }

    private static func speed(_ text: String) throws -> Speed {
        guard let speed = Speed(parsing: text), speed.isPlayable else {
            throw ValidationError("--speed is 0.05 to 20, not '\(text)'")
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

extension Speed {
    /// Whether people can ask for it: 1/20 … 20.
    var isPlayable: Bool { numerator <= 20 * denominator && denominator <= 20 * numerator }

    /// The speed as a number, for people to see.
    var factor: Double { Double(numerator) / Double(denominator) }
}
