/// A meter (FF 58).
public struct TimeSignature: Hashable, Sendable, CustomStringConvertible {
    /// Beats in a bar, 1 … 255.
    public var numerator: UInt8
    /// The beat's note value as a power of two: 2 is a quarter note, 3 an eighth.
    public var denominatorPower: UInt8
    /// MIDI clocks (24 to a quarter note) in a metronome click; no part of the timing.
    public var clocksPerClick: UInt8
    /// Notated 32nd notes in what MIDI calls a quarter note, 8 but for rare files.
    ///
    /// No part of the timing.
    public var thirtySecondsPerQuarter: UInt8

    /// Makes a meter; 6/8 is `TimeSignature(numerator: 6, denominatorPower: 3)`.
    public init(
        numerator: UInt8,
        denominatorPower: UInt8,
        clocksPerClick: UInt8 = 24,
        thirtySecondsPerQuarter: UInt8 = 8
    ) {
        self.numerator = numerator
        self.denominatorPower = denominatorPower
        self.clocksPerClick = clocksPerClick
        self.thirtySecondsPerQuarter = thirtySecondsPerQuarter
    }

    /// The number below the line, 4 for quarter notes.
    ///
    /// A power above 62 does not fit and gives 0; no file that was read has one above 8 in a
    /// ``MetaEvent/Value``.
    public var denominator: Int { denominatorPower > 62 ? 0 : 1 << Int(denominatorPower) }

    /// The meter as musicians write it: `6/8`.
    public var description: String { "\(numerator)/\(denominator)" }
}
