package import ArgumentParser
package import Sequencer

/// Speeds and other factors as the values of options.
package enum TypedSpeed {
    /// Reads a factor: `0.8`, `80%`, `3/2`, `2x`.
    ///
    /// - Parameter text: The text.
    /// - Returns: The factor; `nil` for anything else.
    /// - Throws: A question about a number that is rather a percentage.
    package static func speed(_ text: String) throws(ValidationError) -> Speed? {
        if let question = question(about: text) { throw ValidationError(question) }
        return Speed(parsing: text)
    }

    /// The question about a number that is rather a percentage; `nil` for another text.
    package static func question(about text: String) -> String? {
        guard Speed.percentage(meantBy: text) != nil else { return nil }
        return "expected \(text)% for percent, or \(text)x for \(text) times as much"
    }
}
