/// Goes through a track for putting it together with others.
///
/// Ports, channel prefixes and end-of-track are no events here: they are what the others carry or
/// mean. A SysEx message in several packets is one event at its last packet, where it takes effect;
/// events of other tracks between its packets would break it. One without its end gets it, as what
/// has ended it so far may go elsewhere.
struct TrackCursor {
    private var events: Track.Iterator
    private let number: Int
    private var index = -1
    private var tick: Int64 = 0
    private var port: UInt8 = 0
    private var device = 0
    private var prefix: UInt8?
    /// A message in several packets.
    private var joined: (packet: SystemExclusivePacket, lastIndex: Int)?

    /// Makes a cursor before the first event of the track with this index.
    init(_ track: Track, number: Int) {
        events = track.makeIterator()
        self.number = number
    }

    /// The next event.
    mutating func next() -> PlacedEvent? {
        while let event = events.next() {
            index += 1
            tick += Int64(event.delta)
            switch event.event {
            case .channel:
                prefix = nil
                return placed(event.event)
            case .systemExclusive(let packet):
                if let packet = join(packet) { return placed(.systemExclusive(packet)) }
            case .meta(let meta):
                switch meta.value {
                case .port(let value): port = value
                case .channelPrefix(let value): prefix = value
                case .endOfTrack: break
                default:
                    if DeviceNames.name(event.event) != nil { device += 1 }
                    return placed(event.event)
                }
            }
        }
        return nil
    }

    private func placed(_ event: Event) -> PlacedEvent {
        PlacedEvent(
            tick: tick,
            track: number,
            port: port,
            device: device,
            prefix: prefix,
            event: event
        )
    }

    /// The packet to emit here: the message, if this is its only or last packet.
    private mutating func join(_ packet: SystemExclusivePacket) -> SystemExclusivePacket? {
        // Without an end it may continue in other packets.
        if packet.form == .start, !packet.isLast { lookAhead(packet) }
        guard let joined, index <= joined.lastIndex else { return packet }
        return index == joined.lastIndex ? joined.packet : nil
    }

    /// Looks for the packets that carry a message on.
    private mutating func lookAhead(_ start: SystemExclusivePacket) {
        var bytes = Array(start.bytes)
        var lastIndex = index
        // A copy: this iterator stays where it is.
        var events = events
        var index = index
        search: while let event = events.next() {
            index += 1
            switch event.event {
            case .channel: break search
            case .meta: continue
            case .systemExclusive(let packet):
                guard packet.form == .continuation else { break search }
                bytes += packet.bytes
                lastIndex = index
                if packet.isLast { break search }
            }
        }
        if bytes.last != 0xF7 { bytes.append(0xF7) }
        joined = (SystemExclusivePacket(form: .start, bytes: bytes[...]), lastIndex)
    }
}
