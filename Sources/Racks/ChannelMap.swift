/// The channels of a device or a file, each with the channel of the sound that it gets.
public struct ChannelMap: Hashable, Sendable {
    /// The sound that a channel of a device gets.
    public enum Source: Hashable, Sendable {
        /// Silence.
        case silence
        /// A channel of the sound, 0 …: 0 and 1 are left and right of the mix, 2 and 3 those of
        /// output 3-4, and so on.
        case channel(Int)
        /// Left and right of the mix together, (left + right) / 2.
        case mono
    }

    /// The source of each channel, 1 … ``maximumChannels`` of them.
    public let sources: [Source]

    /// The most channels of a map, and of the sound.
    public static let maximumChannels = 32
    /// Left and right of the mix.
    public static let stereo = ChannelMap(pairs: 1)

    /// The number of channels.
    public var count: Int { sources.count }

    /// Makes a map of the first pairs of outputs, in their order.
    ///
    /// - Parameter pairs: The number of pairs, 1 … 16.
    public init(pairs: Int) {
        precondition((1...Self.maximumChannels / 2).contains(pairs), "1 to 16 pairs")
        sources = (0..<2 * pairs).map { .channel($0) }
    }

    /// Reads a map: a list such as `0,1,-1,mono`.
    ///
    /// - Parameter text: The text.
    /// - Throws: The entry that cannot be read, and what was expected.
    public init(parsing text: String) throws(RoutingSyntaxError) {
        var sources: [Source] = []
        let entries = text.split(separator: ",", omittingEmptySubsequences: false)
        for (index, entry) in entries.enumerated() {
            switch (entry, Int(entry)) {
            case ("mono", _): sources.append(.mono)
            case (_, -1): sources.append(.silence)
            case (_, let number?) where (0..<Self.maximumChannels).contains(number):
                sources.append(.channel(number))
            default:
                throw RoutingSyntaxError(
                    "entry \(index + 1), \"\(entry)\": expected a channel, 0 (left), 1 (right) to "
                        + "\(Self.maximumChannels - 1), mono, or -1 for silence"
                )
            }
        }
        guard sources.count <= Self.maximumChannels else {
            throw RoutingSyntaxError(
                "\(sources.count) channels, expected at most \(Self.maximumChannels)"
            )
        }
        self.sources = sources
    }

    /// The map as it is written.
    public var text: String {
        sources.map { source in
            switch source {
            case .silence: "-1"
            case .channel(let number): "\(number)"
            case .mono: "mono"
            }
        }.joined(separator: ",")
    }
}
