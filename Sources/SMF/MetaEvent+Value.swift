extension MetaEvent {
    /// The value of a meta event.
    public enum Value: Hashable, Sendable {
        /// The number of the sequence, or of the pattern in format 2; `nil` means the index of the
        /// track in the file (FF 00).
        case sequenceNumber(UInt16?)
        /// Text in an encoding that the file does not name, see ``MIDIFile/text(decoding:)``
        /// (FF 01 … FF 0F).
        case text(TextKind, ArraySlice<UInt8>)
        /// The channel, 0 … 15, that the meta and SysEx events after this belong to (FF 20).
        case channelPrefix(UInt8)
        /// The MIDI port of the track from here on, 0 … 255 (FF 21).
        case port(UInt8)
        /// The track's end (FF 2F).
        case endOfTrack
        /// A new tempo, 1 … 16,777,215 µs per quarter note (FF 51).
        case tempo(microsecondsPerQuarter: UInt32)
        /// The SMPTE time of the track's start (FF 54).
        case smpteOffset(SMPTEOffset)
        /// A new meter (FF 58).
        case timeSignature(TimeSignature)
        /// A new key signature (FF 59).
        case keySignature(KeySignature)
        /// Something for one program only; it starts with a manufacturer's number (FF 7F).
        case sequencerSpecific(ArraySlice<UInt8>)
        /// A type that the specification does not define.
        case unknown(type: UInt8, bytes: ArraySlice<UInt8>)
    }

    /// The value; `nil` if the length is wrong for the type or the content is out of range.
    public var value: Value? {
        if let kind = TextKind(type: type) { return .text(kind, bytes) }
        if type == 0x2F { return .endOfTrack }
        switch unsafe bytes.withUnsafeBufferPointer({ unsafe Self.fault(type: type, bytes: $0) }) {
        case nil: return checkedValue
        case .unknown: return .unknown(type: type, bytes: bytes)
        case .length, .range: return nil
        }
    }

    /// The value of an event whose length and content are right for its type.
    private var checkedValue: Value? {
        let first = bytes.startIndex
        switch type {
        case 0x00:
            return .sequenceNumber(
                bytes.isEmpty ? nil : UInt16(bytes[first]) << 8 | UInt16(bytes[first + 1])
            )
        case 0x20: return .channelPrefix(bytes[first])
        case 0x21: return .port(bytes[first])
        case 0x51:
            return .tempo(microsecondsPerQuarter: bytes.reduce(0) { $0 << 8 | UInt32($1) })
        case 0x54: return SMPTEOffset(checked: bytes).map(Value.smpteOffset)
        case 0x58:
            return .timeSignature(
                TimeSignature(
                    numerator: bytes[first],
                    denominatorPower: bytes[first + 1],
                    clocksPerClick: bytes[first + 2],
                    thirtySecondsPerQuarter: bytes[first + 3]
                )
            )
        case 0x59:
            return .keySignature(
                KeySignature(
                    sharps: Int8(bitPattern: bytes[first]),
                    isMinor: bytes[first + 1] == 1
                )
            )
        default: return .sequencerSpecific(bytes)
        }
    }
}

extension SMPTEOffset {
    /// Reads the five bytes of an FF 54 event that has been checked.
    fileprivate init?(checked bytes: ArraySlice<UInt8>) {
        let first = bytes.startIndex
        guard let rate = SMPTEOffset.rate(ofHourByte: bytes[first]) else { return nil }
        self.init(
            rate: rate,
            hours: bytes[first] & 0x1F,
            minutes: bytes[first + 1],
            seconds: bytes[first + 2],
            frames: bytes[first + 3],
            subframes: bytes[first + 4]
        )
    }
}
