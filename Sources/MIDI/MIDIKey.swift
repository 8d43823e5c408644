/// Keys of notes, 0 … 127.
public enum MIDIKey {
    /// Transposes a key; a key beyond 0 … 127 is brought back by octaves.
    ///
    /// Any thread; it takes no lock and allocates nothing.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - semitones: The semitones; more than 127 count as 127.
    /// - Returns: The transposed key.
    @_noLocks
    public static func transposed(_ key: UInt8, by semitones: Int) -> UInt8 {
        var moved = Int(key & 127) &+ min(max(semitones, -127), 127)
        while moved < 0 { moved &+= 12 }
        while moved > 127 { moved &-= 12 }
        return UInt8(truncatingIfNeeded: moved)
    }
}
