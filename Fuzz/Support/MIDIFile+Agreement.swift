import MIDI
import SMF

extension MIDIFile {
    /// Whether the strict policy accepts what this was read from.
    var isAccepted: Bool { diagnostics.allSatisfy { $0.severity == .note } }

    /// Requires that this is a sound result of reading this many bytes, and within bounds.
    func requireSoundness(byteCount: Int) {
        // Every event but an end-of-track that was added takes two bytes at least.
        let eventCount = tracks.reduce(0) { $0 + $1.count }
        require(eventCount <= byteCount / 2 + tracks.count, "\(eventCount) events")
        require(tracks.count <= byteCount / 8, "\(tracks.count) tracks of \(byteCount) bytes")
        require(diagnostics.count <= 1001, "\(diagnostics.count) diagnostics")
        var last = 0
        for diagnostic in diagnostics {
            let offset = diagnostic.offset ?? -1
            require((last...byteCount).contains(offset), "order: \(diagnostic)")
            last = offset
        }
        var payloadSize = 0
        for track in tracks { payloadSize += track.requireSoundness() }
        require(payloadSize <= byteCount, "payloads of \(payloadSize) bytes")
    }

    /// Requires that another reading of the same bytes gave the same.
    func requireEqual(_ other: MIDIFile, _ what: String) {
        require(format == other.format, "format: \(what)")
        require(division == other.division, "division: \(what)")
        require(container == other.container, "container: \(what)")
        require(tracks == other.tracks, "tracks: \(what)")
        require(diagnostics == other.diagnostics, "diagnostics: \(what)")
        for (track, another) in zip(tracks, other.tracks) {
            for index in track.indices {
                require(
                    track.encoding(at: index) == another.encoding(at: index),
                    "encoding: \(what)"
                )
            }
        }
    }
}

extension Track {
    /// Requires that a reader can have made this; returns how many bytes the payloads have.
    fileprivate func requireSoundness() -> Int {
        var tick: Int64 = 0
        var payloadSize = 0
        for (index, event) in enumerated() {
            require(event.delta <= 0x0FFF_FFFF, "delta \(event.delta)")
            tick += Int64(event.delta)
            let isLast = index == count - 1
            switch event.event {
            case .channel(let message):
                require(message.isChannelMessage, "message \(message.bits)")
                require(message.bits & 0xFF80_8000 == 0, "data of message \(message.bits)")
                require(!isLast, "no end-of-track")
            case .meta(let meta):
                payloadSize += meta.bytes.count
                _ = meta.value
                require(meta.isEndOfTrack == isLast, "end-of-track at event \(index)")
            case .systemExclusive(let packet):
                payloadSize += packet.bytes.count
                require(!isLast, "no end-of-track")
            }
        }
        require(count > 0 && tick == endTick, "the end at \(endTick), events to \(tick)")
        return payloadSize
    }
}
