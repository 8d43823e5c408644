/// A channel message (or a short system message) of one to three bytes, packed into four.
///
/// It carries no time: a container does (a track, a schedule, a queue). The fourth byte is always
/// zero, so two equal messages have equal bits.
@frozen
public struct MIDIMessage: Hashable, Sendable, BitwiseCopyable {
    /// The message as one word: status in bits 0–7, first data byte in 8–15, second in 16–23.
    public var bits: UInt32

    /// Makes a message from its packed word, see ``bits``.
    @inlinable
    public init(bits: UInt32) {
        self.bits = bits
    }

    /// Makes a message from its bytes; a byte that the status does not have is left 0.
    ///
    /// - Parameters:
    ///   - status: The status byte, 0x80 … 0xFF.
    ///   - data1: The first data byte, 0 … 127.
    ///   - data2: The second data byte, 0 … 127.
    @inlinable
    public init(status: UInt8, data1: UInt8 = 0, data2: UInt8 = 0) {
        bits = UInt32(status) | UInt32(data1) << 8 | UInt32(data2) << 16
    }

    /// The status byte, 0x80 … 0xFF.
    @inlinable public var status: UInt8 { UInt8(truncatingIfNeeded: bits) }

    /// The first data byte: key, controller, program or the bend's low seven bits.
    @inlinable public var data1: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }

    /// The second data byte: velocity, value or the bend's high seven bits; 0 if there is none.
    @inlinable public var data2: UInt8 { UInt8(truncatingIfNeeded: bits >> 16) }

    /// The channel, 0 … 15.
    ///
    /// Meaningful for channel messages only.
    @inlinable public var channel: UInt8 { status & 0x0F }

    /// Whether this is a channel message, that is, whether the status is 0x80 … 0xEF.
    @inlinable public var isChannelMessage: Bool { status >= 0x80 && status < 0xF0 }

    /// The kind of channel message, or `nil` for a system message.
    @inlinable public var kind: Kind? { Kind(rawValue: status & 0xF0) }

    /// Whether this starts a note: a note-on with a velocity above 0.
    @inlinable public var isNoteOn: Bool { status & 0xF0 == 0x90 && data2 != 0 }

    /// Whether this ends a note: a note-off, or a note-on with velocity 0.
    @inlinable public var isNoteOff: Bool {
        status & 0xF0 == 0x80 || (status & 0xF0 == 0x90 && data2 == 0)
    }

    /// The bend of a pitch-bend message, 0 … 16383; 8192 is the centre.
    @inlinable public var bend: UInt16 { UInt16(data2) << 7 | UInt16(data1) }

    /// The message's bytes as on a MIDI wire.
    public var bytes: [UInt8] {
        Array([status, data1, data2].prefix(Self.length(ofStatus: status)))
    }

    /// The number of bytes of a message with this status, the status included; 0 for SysEx (0xF0),
    /// whose length is not fixed, and for the undefined 0xF4, 0xF5, 0xF7, 0xF9 and 0xFD.
    ///
    /// MIDI 1.0 Detailed Specification 4.2, table I and table VI.
    @inlinable
    public static func length(ofStatus status: UInt8) -> Int {
        switch status {
        case 0x80...0xBF, 0xE0...0xEF, 0xF2: 3
        case 0xC0...0xDF, 0xF1, 0xF3: 2
        case 0xF6, 0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF: 1
        default: 0
        }
    }
}

extension MIDIMessage {
    /// The seven kinds of channel message; the raw value is the status with channel 0.
    @frozen
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// The key goes up; data: key, release velocity.
        case noteOff = 0x80
        /// The key goes down; data: key, velocity (0 means note-off).
        case noteOn = 0x90
        /// Polyphonic aftertouch; data: key, pressure.
        case polyphonicPressure = 0xA0
        /// A controller or channel mode message; data: number, value.
        case controlChange = 0xB0
        /// A new program; data: program.
        case programChange = 0xC0
        /// Channel aftertouch; data: pressure.
        case channelPressure = 0xD0
        /// Pitch bend; data: low and high seven bits.
        case pitchBend = 0xE0
    }

    /// A note-on.
    ///
    /// A velocity of 0 is a note-off by the MIDI specification.
    @inlinable
    public static func noteOn(channel: UInt8, key: UInt8, velocity: UInt8) -> MIDIMessage {
        MIDIMessage(status: 0x90 | channel, data1: key, data2: velocity)
    }

    /// A note-off with its release velocity (64 if it was not measured).
    @inlinable
    public static func noteOff(channel: UInt8, key: UInt8, velocity: UInt8 = 64) -> MIDIMessage {
        MIDIMessage(status: 0x80 | channel, data1: key, data2: velocity)
    }

    /// A control change.
    @inlinable
    public static func controlChange(
        channel: UInt8,
        controller: Controller,
        value: UInt8
    ) -> MIDIMessage {
        MIDIMessage(status: 0xB0 | channel, data1: controller.rawValue, data2: value)
    }

    /// A program change.
    @inlinable
    public static func programChange(channel: UInt8, program: UInt8) -> MIDIMessage {
        MIDIMessage(status: 0xC0 | channel, data1: program)
    }

    /// A pitch bend; `bend` is 0 … 16383 and 8192 is the centre.
    @inlinable
    public static func pitchBend(channel: UInt8, bend: UInt16) -> MIDIMessage {
        MIDIMessage(
            status: 0xE0 | channel,
            data1: UInt8(truncatingIfNeeded: bend & 0x7F),
            data2: UInt8(truncatingIfNeeded: bend >> 7)
        )
    }

    /// Channel pressure.
    @inlinable
    public static func channelPressure(channel: UInt8, pressure: UInt8) -> MIDIMessage {
        MIDIMessage(status: 0xD0 | channel, data1: pressure)
    }

    /// Polyphonic key pressure.
    @inlinable
    public static func polyphonicPressure(
        channel: UInt8,
        key: UInt8,
        pressure: UInt8
    ) -> MIDIMessage {
        MIDIMessage(status: 0xA0 | channel, data1: key, data2: pressure)
    }
}
