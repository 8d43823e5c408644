/// A track of a sequence, for listings and for choosing.
public struct TrackInfo: Hashable, Sendable {
    /// A channel of a sampler.
    public struct Channel: Hashable, Sendable, Comparable {
        /// The sampler, from 0.
        public var port: UInt8
        /// The channel, 0 … 15.
        public var channel: UInt8

        /// Names a channel of a sampler.
        public init(port: UInt8, channel: UInt8) {
            self.port = port
            self.channel = channel
        }

        /// Whether the left one comes first: by sampler, then by channel.
        public static func < (left: Channel, right: Channel) -> Bool {
            (left.port, left.channel) < (right.port, right.channel)
        }
    }

    /// The name: its first FF 03.
    public var name: String?
    /// The instrument's name: its first FF 04.
    public var instrumentName: String?
    /// The devices that it names (FF 09), in order of appearance.
    public var devices: [String]
    /// The devices of these that have notes.
    package var playedDevices: Set<String>
    /// The channels that its channel messages are on, in ascending order.
    public var channels: [Channel]
    /// The number of notes that begin.
    public var noteCount: Int
    /// The number of events, metas and the end of track included.
    public var eventCount: Int
    /// The programs that its program changes select and its notes sound with, in order.
    public var programs: [ProgramUse]
    /// The tick of the first channel or System Exclusive event; `nil` if there is none.
    public var firstTick: Int64?
    /// The tick of the end of track.
    public var endTick: Int64
}
