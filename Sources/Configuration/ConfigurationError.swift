/// A fault in the configuration.
public struct ConfigurationError: Error, Hashable, CustomStringConvertible {
    /// Its position: `file: line 3, column 1`, or an environment variable.
    public let place: String
    /// The mistake, and what was expected.
    public let problem: String
    /// The commands that would use what is at fault.
    public let commands: Set<String>

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - place: Its position.
    ///   - problem: The mistake, and what was expected.
    ///   - commands: The commands that would use what is at fault.
    public init(_ place: String, _ problem: String, of commands: some Sequence<String>) {
        (self.place, self.problem) = (place, problem)
        self.commands = Set(commands)
    }

    /// Whether it is in an environment variable.
    public var isVariable: Bool { place.hasPrefix("$") }

    /// Place and problem, as they are printed.
    public var description: String { "\(place): \(problem)" }
}
