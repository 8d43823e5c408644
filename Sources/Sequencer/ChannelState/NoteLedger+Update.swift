import MIDI
import Realtime

/// The notes that sound while the item changes (see `MusicPlayer.updateItem`).
extension NoteLedger {
    /// The number of keys of a channel that sound.
    @_noLocks
    func sounding(port: UInt8, channel: UInt8) -> Int {
        guard Int(port) < samplers else { return 0 }
        return Int(channels[Int(port) << 4 | Int(channel & 15)].sounding)
    }

    /// The entry of a key; with a count of 0 the rest means nothing.
    @_noLocks
    func entry(port: UInt8, channel: UInt8, key: UInt8) -> KeyEntry {
        keys[Self.index(port, channel, key)]
    }

    /// Notes another note-on of a key that sounds already.
    @_noLocks
    mutating func noteTrack(_ track: UInt16, _ index: Int) {
        let entry = keys[index]
        if entry.count == 1, entry.marks & KeyMark.manyTracks == 0 {
            guard entry.track != track else { return }
            keys[index].otherTrack = entry.track
            keys[index].marks |= KeyMark.twoTracks
        } else if entry.marks & KeyMark.twoTracks != 0 || entry.track != track {
            keys[index].marks = entry.marks & ~KeyMark.twoTracks | KeyMark.manyTracks
        }
    }

    /// Of the two tracks that hold a key only one is left.
    @_noLocks
    mutating func keepOne(_ index: Int, lost track: UInt16) {
        if keys[index].track == track { keys[index].track = keys[index].otherTrack }
        keys[index].marks &= ~KeyMark.twoTracks
    }

    /// Forgets a track's note-on of a key that two hold, without its note-off.
    @_noLocks
    mutating func forget(track: UInt16, port: UInt8, channel: UInt8, key: UInt8) {
        let index = Self.index(port, channel, key)
        guard keys[index].marks & KeyMark.twoTracks != 0 else { return }
        keepOne(index, lost: track)
        keys[index].count = 1
    }

    /// Has a key that sounds released by the next ``removeNextReleasing()``s.
    @_noLocks
    mutating func markReleasing(port: UInt8, channel: UInt8, key: UInt8) {
        let index = Self.index(port, channel, key)
        guard keys[index].count > 0, keys[index].marks & KeyMark.releasing == 0 else { return }
        keys[index].marks |= KeyMark.releasing
        releasingKeys += 1
    }

    /// Keeps a key that sounds for the note-off of its source, whatever that is moved to now.
    @_noLocks
    mutating func move(port: UInt8, channel: UInt8, key: UInt8) {
        let index = Self.index(port, channel, key)
        guard keys[index].count > 0, keys[index].marks & KeyMark.moved == 0 else { return }
        keys[index].marks |= KeyMark.moved
        channels[index >> 7].moved += 1
    }

    /// The key under which a source sounds since before the transposition changed, if it does.
    @_noLocks
    func movedKey(port: UInt8, channel: UInt8, source: UInt8) -> UInt8? {
        guard Int(port) < samplers else { return nil }
        let entry = Int(port) << 4 | Int(channel & 15)
        guard channels[entry].moved > 0 else { return nil }
        for key in 0..<128 {
            let candidate = keys[entry << 7 | key]
            if candidate.count > 0, candidate.marks & KeyMark.moved != 0,
                candidate.source == source & 127
            {
                return UInt8(truncatingIfNeeded: key)
            }
        }
        return nil
    }

    /// Whether a key sounds, and may do so because of a source.
    ///
    /// The note-off of a note that has been ended ahead of it must not end another.
    @_noLocks
    func isHeld(port: UInt8, channel: UInt8, key: UInt8, by source: UInt8) -> Bool {
        guard Int(port) < samplers else { return false }
        let entry = keys[Self.index(port, channel, key)]
        guard entry.count > 0 else { return false }
        return entry.source == source || entry.marks & KeyMark.severalSources != 0
    }

    /// Takes out one key that is to be released at once and says how to end it.
    ///
    /// - Returns: The sampler and the note-off; `nil` if there is none left.
    @_noLocks
    mutating func removeNextReleasing() -> (port: UInt8, message: MIDIMessage)? {
        guard releasingKeys > 0 else { return nil }
        for entry in 0..<(samplers << 4) where channels[entry].sounding > 0 {
            for key in 0..<128 {
                let index = entry << 7 | key
                guard keys[index].count > 0, keys[index].marks & KeyMark.releasing != 0 else {
                    continue
                }
                silence(index)
                return Self.noteOff(index)
            }
        }
        return nil
    }
}
