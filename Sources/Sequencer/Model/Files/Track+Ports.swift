import SMF

extension Track {
    /// The track itself, or, if it changes its port (FF 21) between its messages, a track for each
    /// port, in order of appearance.
    ///
    /// Events that are not for an instrument stay in the first. All have the length of this one.
    func splitAtPorts() -> [Track] {
        var parts: [(port: UInt8, track: Track, tick: Int64)] = []
        var (port, tick): (UInt8, Int64) = (0, 0)
        /// The part that a message in several packets goes to.
        var open: Int?
        func partIndex(ofPort port: UInt8) -> Int {
            if let known = parts.firstIndex(where: { $0.port == port }) { return known }
            var track = Track()
            track.append(
                TrackEvent(delta: 0, event: .meta(MetaEvent(type: 0x21, bytes: [port])))
            )
            parts.append((port, track, 0))
            return parts.count - 1
        }
        /// Meta events from before the first message, whose port is not known then.
        var early: [(tick: Int64, event: Event)] = []
        func append(_ event: Event, to part: Int) {
            // Two events of a track are never further apart in a part than in a file's chunk, but
            // a part may have none for long.
            var gap = tick - parts[part].tick
            while gap > 0x0FFF_FFFF {
                let filler = MetaEvent(type: 0x01, bytes: [])
                parts[part].track.append(TrackEvent(delta: 0x0FFF_FFFF, event: .meta(filler)))
                gap -= 0x0FFF_FFFF
            }
            parts[part].track.append(TrackEvent(delta: UInt32(clamping: gap), event: event))
            parts[part].tick = tick
        }
        for item in self {
            tick += Int64(item.delta)
            switch item.event {
            case .meta(let meta):
                if case .port(let value) = meta.value {
                    port = value
                } else if parts.isEmpty {
                    early.append((tick, item.event))
                } else if !meta.isEndOfTrack {
                    append(item.event, to: 0)
                }
                continue
            case .systemExclusive(let packet):
                let part =
                    packet.form == .continuation
                    ? open ?? partIndex(ofPort: port)
                    : partIndex(ofPort: port)
                open = packet.isLast ? nil : part
                flush()
                append(item.event, to: part)
            case .channel:
                let part = partIndex(ofPort: port)
                flush()
                append(item.event, to: part)
            }
        }
        func flush() {
            guard !early.isEmpty else { return }
            let now = tick
            for (time, event) in early {
                tick = time
                append(event, to: 0)
            }
            early = []
            tick = now
        }
        guard parts.count > 1 else { return [self] }
        tick = endTick
        for part in parts.indices { append(.meta(.endOfTrack), to: part) }
        return parts.map(\.track)
    }
}
