/// The pairs of output channels that one strip is heard on: `1-2+3-4`.
public struct OutputPairs: Hashable, Sendable {
    /// The pairs in order, at least one.
    public let all: [OutputPair]

    /// Channels 1-2 alone.
    public static let main = OutputPairs(.main)

    /// Makes one pair.
    ///
    /// - Parameter pair: The pair.
    public init(_ pair: OutputPair) { all = [pair] }

    /// Reads pairs: `3-4`, `1-2+3-4`.
    ///
    /// - Parameter text: The text.
    /// - Throws: The pair that is none, or is there twice, and what was expected.
    public init(parsing text: String) throws(RoutingSyntaxError) {
        var pairs: [OutputPair] = []
        for part in text.split(separator: "+", omittingEmptySubsequences: false) {
            let pair = try OutputPair(parsing: String(part))
            guard !pairs.contains(pair) else {
                throw RoutingSyntaxError(text, "\(pair.text) is given more than once")
            }
            pairs.append(pair)
        }
        all = pairs.sorted { $0.index < $1.index }
    }

    /// The first of them.
    public var first: OutputPair { all[0] }

    /// The pairs behind the first.
    package var others: ArraySlice<OutputPair> { all.dropFirst() }

    /// The pairs as they are written.
    public var text: String { all.map(\.text).joined(separator: "+") }
}
