import Sequencer

extension Selection {
    /// Adds what another selects.
    mutating func formUnion(_ other: Selection) {
        tracks.formUnion(other.tracks)
        for (port, bits) in other.channels.enumerated() {
            if port < channels.count {
                channels[port] |= bits
            } else {
                channels.append(bits)
            }
        }
    }

    /// Takes away what another selects.
    mutating func subtract(_ other: Selection) {
        tracks.subtract(other.tracks)
        for (port, bits) in other.channels.enumerated() where port < channels.count {
            channels[port] &= ~bits
        }
    }
}
