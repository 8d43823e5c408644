/// A fault in the configuration.
public struct ConfigurationError: Error, Hashable, CustomStringConvertible {
    /// Where it is: `file: line 3, column 1`, or an environment variable.
    public let place: String
    /// What is wrong, and what was expected.
    public let problem: String

    /// Makes an error.
    public init(_ place: String, _ problem: String) {
        (self.place, self.problem) = (place, problem)
    }

    /// Whether it is in an environment variable.
    public var isVariable: Bool { place.hasPrefix("$") }

    /// Place and problem, as they are printed.
    public var description: String { "\(place): \(problem)" }
}
