import ArgumentParser
import Sequencer

/// Speeds and other factors as the values of options.
enum TypedSpeed {
    /// Reads a factor: `0.8`, `80%`, `3/2`, `2x`.
    ///
    /// - Parameter text: The text.
    /// - Returns: The factor; `nil` for anything else.
    /// - Throws: A question about a number that is rather a percentage.
    static func speed(_ text: String) throws(ValidationError) -> Speed? {
        if Speed.percentage(meantBy: text) != nil {
            throw ValidationError(
                "expected \(text)% for percent, or \(text)x for \(text) times as much"
            )
        }
        return Speed(parsing: text)
    }
}
