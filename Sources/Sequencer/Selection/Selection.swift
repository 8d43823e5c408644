/// Tracks and channels of one sequence, as selectors name them.
///
/// An event belongs to the selection if its track or its channel does.
public struct Selection: Hashable, Sendable {
    /// The tracks, from 0 in file order.
    public var tracks: Set<Int>
    /// The channels of each sampler, bit n for channel n; samplers beyond the end have none.
    public var channels: [UInt16]

    /// Nothing.
    public static let none = Selection(tracks: [], channels: [])

    /// Makes a selection of these tracks and these channels.
    public init(tracks: Set<Int>, channels: [UInt16]) {
        self.tracks = tracks
        self.channels = channels
    }

    /// Whether nothing is selected.
    public var isEmpty: Bool { tracks.isEmpty && channels.allSatisfy { $0 == 0 } }

    /// Whether the track itself is selected.
    public func contains(track: Int) -> Bool { tracks.contains(track) }

    /// Whether the channel of the sampler is selected.
    public func contains(port: Int, channel: Int) -> Bool {
        channels.indices.contains(port) && channels[port] >> UInt16(channel & 15) & 1 == 1
    }

    /// Whether an event of a track on a channel of a sampler is selected.
    public func contains(track: Int, port: Int, channel: Int) -> Bool {
        contains(track: track) || contains(port: port, channel: channel)
    }

    /// Adds a channel of a sampler.
    mutating func insert(port: Int, channel: Int) {
        while channels.count <= port { channels.append(0) }
        channels[port] |= 1 << UInt16(channel & 15)
    }
}
