import ArgumentParser
import CommandSupport
import Playback
import SamplerHost
import Wording

extension Normalization {
    /// Reads the value of an option: `lufs=-16`, `true-peak=-1` or `peak=-1`.
    ///
    /// - Parameters:
    ///   - text: The value.
    ///   - start: What is before it on the command line.
    ///   - others: What else was possible.
    /// - Throws: What was expected.
    init(option text: String, behind start: String = "", or others: String = "") throws {
        guard let level = Normalization(parsing: text) else {
            // A level alone does not say which one it is.
            let number = Unit.decibels.number(text) ?? Unit.loudness.number(text)
            let example = number.flatMap { number in
                Self.loudnesses.contains(number)
                    ? "\(start)lufs=\(NumberText.decimal(number))" : nil
            }
            throw ValidationError(
                "expected peak=DB or true-peak=DB from -60 to 0, or lufs=LUFS from -60 to -5"
                    + others + (example.map { ", such as \($0) for the loudness" } ?? "")
            )
        }
        self = level
    }
}

/// The level of the files that play.
struct LevelOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Level of each file: lufs=-16 (loudness), true-peak=-1 or peak=-1. A file is measured "
                + "before it plays, the first time only.",
            valueName: "level"
        ),
        transform: { try Normalization(option: $0) }
    )
    var level: Normalization?
}

extension PieceLevel {
    /// The level of pieces that an engine plays, with the user's cache of measurements.
    ///
    /// - Parameters:
    ///   - target: The level.
    ///   - engine: The settings of the engine.
    init(_ target: Normalization, for engine: EngineSettings) {
        self.init(target, loudness: PieceLoudness(engine, cache: .users) { Console.report($0) })
    }
}
