import SMF

/// A message that keeps machines in step, with the time at which it arrived.
public struct SyncMessage: Hashable, Sendable {
    /// The kinds of messages.
    public enum Kind: Hashable, Sendable {
        /// MIDI clock (F8): 24 come in each quarter note.
        case clock
        /// Start (FA): the next clock is the beginning of the piece.
        case start
        /// Continue (FB): the next clock is the position at which the source stopped.
        case `continue`
        /// Stop (FC).
        case stop
        /// Song position pointer (F2), in sixteenth notes.
        case songPosition(Int)
        /// MTC quarter frame (F1) with its data byte.
        case quarterFrame(UInt8)
        /// MTC full frame: the source has moved to this time.
        case fullFrame(TimeCode)
        /// The position of JACK's transport at the time of the message.
        case transport(seconds: Double, isRolling: Bool)
    }

    /// The kind of the message.
    public var kind: Kind
    /// A number that tells sources of messages apart.
    public var source: Int
    /// The time of its arrival, in nanoseconds of the monotonic clock.
    public var stamp: Int64

    /// Makes a message.
    public init(_ kind: Kind, source: Int = 0, stamp: Int64) {
        (self.kind, self.source, self.stamp) = (kind, source, stamp)
    }
}

extension SyncMessage.Kind {
    /// The kind of a system message of one to three bytes; `nil` for one that says nothing about
    /// time.
    ///
    /// - Parameters:
    ///   - status: The status byte.
    ///   - data1: The first data byte, 0 where it has none.
    ///   - data2: The second data byte, 0 where it has none.
    public init?(status: UInt8, data1: UInt8 = 0, data2: UInt8 = 0) {
        switch status {
        case 0xF1: self = .quarterFrame(data1)
        case 0xF2: self = .songPosition(Int(data2 & 0x7F) << 7 | Int(data1 & 0x7F))
        case 0xF8: self = .clock
        case 0xFA: self = .start
        case 0xFB: self = .continue
        case 0xFC: self = .stop
        default: return nil
        }
    }

    /// The kind of a System Exclusive message; `nil` for all but MTC full frames.
    ///
    /// - Parameter bytes: The bytes of the message, F0 and F7 left out: 7F, device, 01 01, and
    ///   hours with the rate, minutes, seconds and frames.
    public init?(exclusive bytes: [UInt8]) {
        guard bytes.count == 8, bytes[0] == 0x7F, bytes[2] == 0x01, bytes[3] == 0x01,
            let code = TimeCode(
                hours: bytes[4],
                minutes: bytes[5],
                seconds: bytes[6],
                frames: bytes[7]
            )
        else { return nil }
        self = .fullFrame(code)
    }
}

extension TimeCode {
    /// Makes a time from the bytes of MTC; `nil` where they are no time.
    ///
    /// The hours are in the lower five bits of their byte, the rate in the two above.
    init?(hours: UInt8, minutes: UInt8, seconds: UInt8, frames: UInt8) {
        let rates: [SMPTERate] = [.fps24, .fps25, .fps2997, .fps30]
        self.init(
            rate: rates[Int(hours >> 5 & 3)],
            hours: Int64(hours & 0x1F),
            minutes: Int(minutes),
            seconds: Int(seconds),
            frames: Int(frames)
        )
    }
}

extension SMPTERate {
    /// The seconds that a quarter of a frame lasts.
    var secondsPerQuarterFrame: Double {
        Double(secondsOfExactFrames) / Double(4 * exactFrames)
    }
}
