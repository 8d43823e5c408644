extension Selection {
    /// Adds all that another selects.
    public mutating func formUnion(_ other: Selection) {
        tracks.formUnion(other.tracks)
        for (port, bits) in other.channels.enumerated() {
            if port < channels.count {
                channels[port] |= bits
            } else {
                channels.append(bits)
            }
        }
    }

    /// Removes all that another selects.
    public mutating func subtract(_ other: Selection) {
        tracks.subtract(other.tracks)
        for (port, bits) in other.channels.enumerated() where port < channels.count {
            channels[port] &= ~bits
        }
    }

    /// Whether all that another selects is selected.
    public func isSuperset(of other: Selection) -> Bool {
        guard tracks.isSuperset(of: other.tracks) else { return false }
        return other.channels.enumerated().allSatisfy { port, bits in
            bits & ~(port < channels.count ? channels[port] : 0) == 0
        }
    }

    /// The channels, from 1, that are selected on any port.
    public var channelNumbers: [Int] {
        let bits = channels.reduce(0, |)
        return (0..<16).filter { bits >> UInt16($0) & 1 == 1 }.map { $0 + 1 }
    }
}
