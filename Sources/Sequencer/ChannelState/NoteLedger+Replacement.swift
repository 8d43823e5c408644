import Realtime

/// The notes that sound while another version takes over (see `MusicPlayer.replaceItem`).
extension NoteLedger {
    /// Has every key that sounds released by the next `removeNextReleasing()`s.
    @_noLocks
    mutating func markAllReleasing() {
        for entry in 0..<(samplers << 4) where channels[entry].sounding > 0 {
            for index in entry << 7..<(entry + 1) << 7 where keys[index].count > 0 {
                guard keys[index].marks & KeyMark.releasing == 0 else { continue }
                keys[index].marks |= KeyMark.releasing
                releasingKeys += 1
            }
        }
    }

    /// Keeps a key that was to leave for a note of the new version, and adds further notes to it; a
    /// key that does not sound stays as it is.
    @_noLocks
    mutating func keep(port: UInt8, channel: UInt8, key: UInt8, track: UInt16, source: UInt8) {
        guard Int(port) < samplers else { return }
        let index = Self.index(port, channel, key)
        if keys[index].count > 0, keys[index].marks & KeyMark.releasing != 0 {
            silence(index)
        } else if keys[index].count == 0 || keys[index].marks & KeyMark.kept == 0 {
            return
        }
        noteOn(port: port, channel: channel, key: key, track: track, source: source)
        keys[index].marks |= KeyMark.kept
    }

    @_noLocks
    func isKept(port: UInt8, channel: UInt8, key: UInt8) -> Bool {
        guard Int(port) < samplers else { return false }
        let entry = keys[Self.index(port, channel, key)]
        return entry.count > 0 && entry.marks & KeyMark.kept != 0
    }

    /// Takes the marks off.
    @_noLocks
    mutating func forgetKept() {
        for entry in 0..<(samplers << 4) where channels[entry].sounding > 0 {
            for index in entry << 7..<(entry + 1) << 7 { keys[index].marks &= ~KeyMark.kept }
        }
    }
}
