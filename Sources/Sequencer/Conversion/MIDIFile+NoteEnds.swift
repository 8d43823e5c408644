import MIDI
public import SMF

extension MIDIFile {
    /// The file with a note-off for every note.
    ///
    /// Notes are counted as they are played: by port, channel and key over all tracks that sound
    /// together. Where a later note-off of the key is there, it ends the note too, as it does on
    /// nearly every instrument: it is written as often as there are notes. Otherwise the note ends
    /// with its track, and lasts for a quarter note where it begins on the track's last tick. Notes
    /// that All Sound Off, All Notes Off, a mode message or a reset ends have their end.
    ///
    /// - Returns: The file, and how many note-offs it has got.
    public func endingAllNotes() -> (file: MIDIFile, noteOffs: Int) {
        var file = self
        var count = 0
        for (number, sequence) in PreparedSequence.sequences(from: self).enumerated() {
            let additions = MissingNoteOffs(in: sequence, quarter: division.quarterTicks).additions
            count += additions.count
            for (track, additions) in Dictionary(grouping: additions, by: \.track) {
                let index = format == .independent ? number : track
                file.tracks[index] = file.tracks[index].adding(additions)
            }
        }
        return (file, count)
    }
}

extension Division {
    /// The ticks of a quarter note, or of half a second if there are none.
    fileprivate var quarterTicks: Int64 {
        switch self {
        case .ticksPerQuarter(let ticks): max(Int64(ticks), 1)
        case .smpte(let rate, let ticksPerFrame):
            max(Int64(rate.nominalFrames) * Int64(ticksPerFrame) / 2, 1)
        }
    }
}

extension Track {
    /// The track with further note-offs.
    fileprivate func adding(_ additions: [MissingNoteOffs.Addition]) -> Track {
        // By tick: a note-off within an escape is added at its tick at least.
        var following: [Int64: [MissingNoteOffs.NoteOff: Int]] = [:]
        var last: [MissingNoteOffs.Addition] = []
        for addition in additions {
            if let noteOff = addition.noteOff {
                following[noteOff.tick, default: [:]][noteOff, default: 0] += 1
            } else {
                last.append(addition)
            }
        }
        last.sort { $0.tick < $1.tick }
        var result = Track()
        var occurrences: [MIDIMessage: Int] = [:]
        func finishTick() {
            occurrences = [:]
            for (noteOff, number) in following.removeValue(forKey: result.endTick) ?? [:] {
                result.append(noteOff.message, number)
            }
        }
        for (index, event) in enumerated() {
            let isEnd = index == count - 1 && event.event.isEndOfTrack
            if event.delta > 0 || isEnd { finishTick() }
            if isEnd {
                let end = result.endTick + Int64(event.delta)
                result.append(atEnd: last, port: lastPort)
                last = []
                let delta = UInt32(Swift.max(end - result.endTick, 0))
                result.append(TrackEvent(delta: delta, event: event.event))
                continue
            }
            result.append(event, encoding: encoding(at: index))
            guard case .channel(let message) = event.event, message.isNoteOff else { continue }
            let plain = MIDIMessage.noteOff(channel: message.channel, key: message.data1)
            let tick = result.endTick
            let noteOff = MissingNoteOffs.NoteOff(
                tick: tick,
                message: plain,
                occurrence: occurrences[plain, default: 0]
            )
            occurrences[plain, default: 0] += 1
            result.append(plain, following[tick]?.removeValue(forKey: noteOff) ?? 0)
        }
        finishTick()
        result.append(atEnd: last, port: lastPort)
        return result
    }

    /// Adds a message a number of times, at the time of the last event.
    private mutating func append(_ message: MIDIMessage, _ count: Int) {
        for _ in 0..<count { append(TrackEvent(delta: 0, event: .channel(message))) }
    }

    /// Adds note-offs by their ticks, each on its port.
    private mutating func append(atEnd additions: [MissingNoteOffs.Addition], port: UInt8?) {
        var present = port
        for addition in additions {
            let delta = UInt32(Swift.min(Swift.max(addition.tick - endTick, 0), 0x0FFF_FFFF))
            var rest = delta
            if let port = present, port != addition.port {
                present = addition.port
                let meta = MetaEvent(type: 0x21, bytes: [addition.port])
                append(TrackEvent(delta: delta, event: .meta(meta)))
                rest = 0
            }
            append(TrackEvent(delta: rest, event: .channel(addition.message)))
        }
    }

    /// The port that the track names last; `nil` if it names none.
    private var lastPort: UInt8? {
        var port: UInt8?
        for event in self {
            if case .meta(let meta) = event.event, meta.type == 0x21, let first = meta.bytes.first {
                port = first
            }
        }
        return port
    }
}

extension Event {
    fileprivate var isEndOfTrack: Bool {
        if case .meta(let meta) = self { meta.type == 0x2F } else { false }
    }
}
