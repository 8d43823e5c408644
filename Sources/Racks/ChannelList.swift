/// Sets of channels as people write them: `1-4,10`, from 1.
public enum ChannelList {
    /// Reads a list.
    ///
    /// - Parameter text: Channels 1 … 16, and ranges of them, with commas.
    /// - Returns: Bit n for channel n (0 … 15).
    /// - Throws: The text and what was expected.
    public static func parse(_ text: String) throws(RoutingSyntaxError) -> UInt16 {
        var channels: UInt16 = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { end in
                end.utf8.allSatisfy { (48...57).contains($0) } ? Int(end) : nil
            }
            guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil,
                (1...16).contains(first), (1...16).contains(last), first <= last
            else {
                throw RoutingSyntaxError(text, "expected channels 1 to 16, such as 10 or 1-4,10")
            }
            for channel in first...last { channels |= 1 << UInt16(channel - 1) }
        }
        return channels
    }

    /// The list of channels, with ranges.
    ///
    /// - Parameter channels: Bit n for channel n (0 … 15).
    /// - Returns: The text that ``parse(_:)`` reads.
    public static func text(_ channels: UInt16) -> String {
        var parts: [String] = []
        var channel = 0
        while channel < 16 {
            let first = channel
            while channel < 16, channels >> UInt16(channel) & 1 == 1 { channel += 1 }
            if channel > first {
                parts.append(channel == first + 1 ? "\(channel)" : "\(first + 1)-\(channel)")
            }
            channel += 1
        }
        return parts.joined(separator: ",")
    }
}
