/// The pitch wheel of a channel and its range (RPN 0), in semitones and cents.
///
/// FluidSynth has whole semitones, before version 2.3.6. So it gets the next wider range, and the
/// wheel in a part of its own.
package struct PitchWheel: BitwiseCopyable {
    private static var middle: Int { @_noLocks get { 8_192 } }

    /// 0 … 16383.
    package var position = middle
    private var semitones: UInt8 = 2
    private var cents: UInt8 = 0

    @_noLocks
    package init() {}

    /// The range.
    package var range: (semitones: UInt8, cents: UInt8) { @_noLocks get { (semitones, cents) } }

    /// Sets the range.
    @_noLocks
    package mutating func setRange(semitones: UInt8, cents: UInt8) {
        self.semitones = semitones
        self.cents = cents
    }

    /// Sets the fine part of the range.
    @_noLocks
    package mutating func setRange(cents: UInt8) { self.cents = cents }

    /// Makes the range wider or narrower by cents.
    @_noLocks
    package mutating func stepRange(by step: Int) {
        let range = max(0, min(12_799, 100 &* Int(semitones) &+ Int(cents) &+ step))
        semitones = UInt8(truncatingIfNeeded: range / 100)
        cents = UInt8(truncatingIfNeeded: range % 100)
    }

    /// The range that FluidSynth gets: semitones.
    package var wholeRange: Int {
        @_noLocks get { Int(semitones) &+ (Int(cents) &+ 99) / 100 }
    }

    /// The position that FluidSynth gets, 0 … 16383.
    package var wholePosition: Int {
        @_noLocks get {
            let whole = 100 &* wholeRange
            let range = 100 &* Int(semitones) &+ Int(cents)
            guard range != whole else { return position }
            let part = (position &- Self.middle) &* range
            let half = part < 0 ? -whole / 2 : whole / 2
            return Self.middle &+ (part &+ half) / whole
        }
    }
}
