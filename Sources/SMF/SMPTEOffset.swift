/// The SMPTE time at which a track starts (FF 54).
public struct SMPTEOffset: Hashable, Sendable {
    /// The frame rate in which this is counted.
    public var rate: SMPTERate
    /// Hours, 0 … 23.
    public var hours: UInt8
    /// Minutes, 0 … 59.
    public var minutes: UInt8
    /// Seconds, 0 … 59.
    public var seconds: UInt8
    /// Frames, 0 … one less than the rate.
    public var frames: UInt8
    /// Hundredths of a frame, 0 … 99.
    public var subframes: UInt8

    /// Makes an offset; the ranges are the properties'.
    public init(
        rate: SMPTERate,
        hours: UInt8,
        minutes: UInt8,
        seconds: UInt8,
        frames: UInt8,
        subframes: UInt8 = 0
    ) {
        self.rate = rate
        self.hours = hours
        self.minutes = minutes
        self.seconds = seconds
        self.frames = frames
        self.subframes = subframes
    }
}

extension SMPTEOffset {
    /// The frame rate in an hour byte, `0rrhhhhh`; `nil` if its highest bit is set.
    ///
    /// MIDI 1.0 Detailed Specification 4.2, "MIDI Time Code", full message.
    static func rate(ofHourByte byte: UInt8) -> SMPTERate? {
        switch byte >> 5 {
        case 0: .fps24
        case 1: .fps25
        case 2: .fps2997
        case 3: .fps30
        default: nil
        }
    }
}
