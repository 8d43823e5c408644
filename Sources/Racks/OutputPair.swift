/// A pair of output channels, as people number them: 1-2, 3-4 … 31-32.
public struct OutputPair: Hashable, Sendable {
    /// Its number, 0 … 15: pair 0 is 1-2.
    public let index: Int

    /// Channels 1-2, for everything that has no pair of its own.
    public static let main = OutputPair(0)
    /// The most pairs.
    public static let maximum = ChannelMap.maximumChannels / 2

    /// Makes a pair.
    ///
    /// - Parameter index: Its number, 0 … 15.
    public init(_ index: Int) {
        precondition((0..<Self.maximum).contains(index), "pair 0 to 15")
        self.index = index
    }

    /// Reads a pair: `3-4`.
    ///
    /// - Parameter text: The text.
    /// - Throws: The text, and what was expected.
    public init(parsing text: String) throws(RoutingSyntaxError) {
        guard let index = (0..<Self.maximum).first(where: { Self($0).text == text }) else {
            throw RoutingSyntaxError(text, "expected a pair of output channels: 1-2, 3-4 to 31-32")
        }
        self.init(index)
    }

    /// The pair as it is written.
    public var text: String { "\(2 * index + 1)-\(2 * index + 2)" }
}
