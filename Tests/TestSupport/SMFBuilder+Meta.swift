// MARK: System exclusive and meta events

extension SMFBuilder.Track {
    /// The kinds of text; the raw value is the meta type.
    public enum Text: UInt8, Sendable, CaseIterable {
        /// FF 01.
        case text = 0x01
        /// FF 02.
        case copyright = 0x02
        /// FF 03; in the first track the name of the sequence.
        case trackName = 0x03
        /// FF 04.
        case instrumentName = 0x04
        /// FF 05.
        case lyric = 0x05
        /// FF 06.
        case marker = 0x06
        /// FF 07.
        case cuePoint = 0x07
        /// FF 08.
        case programName = 0x08
        /// FF 09.
        case deviceName = 0x09
    }

    /// Adds a meta event with any type and contents.
    public mutating func meta(at tick: UInt32, type: UInt8, _ bytes: [UInt8]) {
        let length = SMFBuilder.variableLength(UInt32(truncatingIfNeeded: bytes.count))
        raw(at: tick, [0xFF, type] + length + bytes)
    }

    /// Adds a text in UTF-8.
    public mutating func text(at tick: UInt32, _ kind: Text, _ text: String) {
        meta(at: tick, type: kind.rawValue, Array(text.utf8))
    }

    /// Adds a marker.
    public mutating func marker(at tick: UInt32, _ name: String) {
        text(at: tick, .marker, name)
    }

    /// Adds the MIDI port of the events that follow (FF 21), counted from 0.
    public mutating func port(at tick: UInt32, _ port: UInt8) {
        meta(at: tick, type: 0x21, [port])
    }

    /// Adds a tempo, 0 … 0xFFFFFF microseconds to a quarter note.
    public mutating func tempo(at tick: UInt32, microsecondsPerQuarter: UInt32) {
        let bytes = [16, 8, 0].map {
            UInt8(truncatingIfNeeded: microsecondsPerQuarter >> UInt32($0))
        }
        meta(at: tick, type: 0x51, bytes)
    }

    /// Adds a tempo in quarter notes a minute, rounded to whole microseconds to a quarter note.
    public mutating func tempo(at tick: UInt32, beatsPerMinute: Double) {
        let microseconds = (60e6 / beatsPerMinute).rounded()
        tempo(at: tick, microsecondsPerQuarter: UInt32(microseconds))
    }

    /// Adds a time signature; `denominatorPower` 2 is a quarter, 3 an eighth.
    public mutating func meter(at tick: UInt32, _ numerator: UInt8, denominatorPower: UInt8) {
        meta(at: tick, type: 0x58, [numerator, denominatorPower, 24, 8])
    }

    /// Adds a key signature: sharps, or flats below 0.
    public mutating func keySignature(at tick: UInt32, sharps: Int8, isMinor: Bool) {
        meta(at: tick, type: 0x59, [UInt8(bitPattern: sharps), isMinor ? 1 : 0])
    }

    /// Adds a system exclusive event F0: `bytes` stand after the F0, with the final F7 if the
    /// message ends here.
    public mutating func systemExclusive(at tick: UInt32, _ bytes: [UInt8]) {
        let length = SMFBuilder.variableLength(UInt32(truncatingIfNeeded: bytes.count))
        raw(at: tick, [0xF0] + length + bytes)
    }

    /// Adds an F7 event: the next packet of a system exclusive message, or bytes to send as they
    /// are.
    public mutating func escape(at tick: UInt32, _ bytes: [UInt8]) {
        let length = SMFBuilder.variableLength(UInt32(truncatingIfNeeded: bytes.count))
        raw(at: tick, [0xF7] + length + bytes)
    }
}
