package import JSON
import Wording

/// Levels in dB, in both dialects: numbers, and `-inf`, which JSON has no number for.
package enum LevelText {
    /// The text of minus infinity.
    package static let silence = "-inf"

    /// A level with at most three decimals.
    package static func text(_ level: Double) -> String {
        level == -.infinity ? silence : NumberText.decimal(level)
    }

    /// A level in JSON.
    package static func json(_ level: Double) -> JSONValue {
        level == -.infinity ? .string(silence) : .number(level)
    }
}
