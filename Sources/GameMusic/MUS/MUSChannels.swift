/// The MIDI channels of MUS channels.
///
/// MUS channel 15 is percussion, MIDI's 9. The others get a channel when they are first used, in
/// ascending order, as by id Software's tools and all converters; there is one for each.
struct MUSChannels {
    private static let percussion: UInt8 = 9

    private var channels: [UInt8?] = Array(repeating: nil, count: 15) + [percussion]
    private var next: UInt8 = 0

    /// The MIDI channel, 0 … 15, of a MUS channel, 0 … 15.
    mutating func midiChannel(of channel: UInt8) -> UInt8 {
        if let known = channels[Int(channel)] { return known }
        if next == Self.percussion { next += 1 }
        channels[Int(channel)] = next
        defer { next += 1 }
        return next
    }
}
