import SMF

extension MetaEvent {
    /// The first bytes of a user event in a file: the manufacturer's number for non-commercial use
    /// (MIDI 1.0 Detailed Specification 4.2, "System Exclusive", 7D) and `seqd`, and 1 for the
    /// format of the rest.
    private static let userPrefix: [UInt8] = [0x7D, 0x73, 0x65, 0x71, 0x64, 0x01]

    /// The content of a user event; `nil` for another event.
    var userBytes: [UInt8]? {
        guard type == 0x7F, bytes.starts(with: Self.userPrefix) else { return nil }
        return Array(bytes.dropFirst(Self.userPrefix.count))
    }

    /// Whether it is a tempo, meter, key or marker, which a ``TempoTrack`` has as events of their
    /// own.
    var belongsToTempoTrack: Bool {
        switch value {
        case .tempo, .timeSignature, .keySignature, .text(.marker, _): true
        default: false
        }
    }

    /// A user event.
    static func user(_ bytes: [UInt8]) -> MetaEvent {
        MetaEvent(type: 0x7F, bytes: (userPrefix + bytes)[...])
    }

    /// A text event.
    static func text(_ kind: TextKind, _ bytes: [UInt8]) -> MetaEvent {
        MetaEvent(type: kind.type, bytes: bytes[...])
    }

    /// A tempo event (FF 51).
    static func tempo(_ period: UInt32) -> MetaEvent {
        let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: period >> UInt32($0)) }
        return MetaEvent(type: 0x51, bytes: bytes[...])
    }

    /// A time signature (FF 58).
    static func timeSignature(_ signature: TimeSignature) -> MetaEvent {
        MetaEvent(
            type: 0x58,
            bytes: [
                signature.numerator, signature.denominatorPower, signature.clocksPerClick,
                signature.thirtySecondsPerQuarter,
            ]
        )
    }

    /// A key signature (FF 59).
    static func keySignature(_ signature: KeySignature) -> MetaEvent {
        let bytes = [UInt8(bitPattern: signature.sharps), signature.isMinor ? 1 : 0]
        return MetaEvent(type: 0x59, bytes: bytes[...])
    }

    /// A sequence number (FF 00).
    static func sequenceNumber(_ number: UInt16) -> MetaEvent {
        MetaEvent(type: 0x00, bytes: [UInt8(number >> 8), UInt8(number & 255)])
    }

    /// An SMPTE offset (FF 54), with the rate in the hour byte's bits 5 and 6.
    static func smpteOffset(_ offset: SMPTEOffset) -> MetaEvent {
        let rate: UInt8 =
            switch offset.rate {
            case .fps24: 0
            case .fps25: 1
            case .fps2997: 2
            case .fps30: 3
            }
        return MetaEvent(
            type: 0x54,
            bytes: [
                rate << 5 | offset.hours & 31, offset.minutes, offset.seconds, offset.frames,
                offset.subframes,
            ]
        )
    }
}
