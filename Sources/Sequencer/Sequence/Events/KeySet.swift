/// A set of keys, each on a channel of a sampler: one bit per key.
public struct KeySet: Hashable, Sendable {
    /// One member of a ``KeySet``.
    public struct Key: Hashable, Sendable {
        /// The sampler, from 0.
        public var port: UInt8
        /// The channel, 0 … 15.
        public var channel: UInt8
        /// The key, 0 … 127.
        public var key: UInt8

        /// Names a key.
        public init(port: UInt8, channel: UInt8, key: UInt8) {
            self.port = port
            self.channel = channel
            self.key = key
        }
    }

    /// Two words for each channel, sixteen channels for each sampler.
    private(set) var words: [UInt64]

    /// An empty set with room for this many samplers.
    public init(samplers: Int) {
        words = Array(repeating: 0, count: max(samplers, 0) * 32)
    }

    /// The number of keys in the set.
    public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Whether no key is in the set.
    public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// The keys, by sampler, channel and key.
    public var keys: [Key] {
        words.indices.flatMap { word in
            (0..<64).compactMap { bit in
                guard words[word] >> bit & 1 == 1 else { return nil }
                return Key(
                    port: UInt8(truncatingIfNeeded: word >> 5),
                    channel: UInt8(truncatingIfNeeded: word >> 1 & 15),
                    key: UInt8(truncatingIfNeeded: (word & 1) << 6 | bit)
                )
            }
        }
    }

    /// Whether the key is in the set.
    public func contains(_ key: Key) -> Bool {
        let (word, bit) = Self.position(key)
        return word < words.count && words[word] >> bit & 1 == 1
    }

    /// Adds a key; one of a sampler for which there is no room is left out.
    public mutating func insert(_ key: Key) {
        let (word, bit) = Self.position(key)
        guard word < words.count else { return }
        words[word] |= 1 << bit
    }

    private static func position(_ key: Key) -> (word: Int, bit: Int) {
        let word = Int(key.port) << 5 | Int(key.channel & 15) << 1 | Int(key.key >> 6 & 1)
        return (word, Int(key.key & 63))
    }
}
