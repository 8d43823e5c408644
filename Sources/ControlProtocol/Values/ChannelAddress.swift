/// A channel of a live input, written `10` or, on another input than the first, `2/10`.
public struct ChannelAddress: Hashable, Sendable, CustomStringConvertible {
    /// The input, from 0.
    public var input: Int
    /// The channel, 0 to 15.
    public var channel: Int

    /// Makes an address from an input and a channel, both from 0.
    public init(input: Int = 0, channel: Int) {
        self.input = input
        self.channel = channel
    }

    /// Reads `10` or `2/10`; `nil` for anything else.
    public init?(parsing text: String) {
        guard let pair = NumberPair(parsing: text, separator: "/"), (1...16).contains(pair.last),
            (1...16).contains(pair.first ?? 1)
        else { return nil }
        self.init(input: (pair.first ?? 1) - 1, channel: pair.last - 1)
    }

    /// The address as it is read.
    public var description: String {
        input == 0 ? "\(channel + 1)" : "\(input + 1)/\(channel + 1)"
    }
}
