/// The values that an ``Articulation`` has, by their numbers.
public enum ArticulationParameter {
    // MARK: Level
    /// Decibels; what is added adds up.
    public static var volume: Int { @_noLocks get { 0 } }
    /// A factor, 1 for all; connections multiply it, each by amount × source.
    public static var amplitude: Int { @_noLocks get { 1 } }
    /// Position, −1 (left) … 1 (right).
    public static var pan: Int { @_noLocks get { 2 } }
    /// Width of a stereo sample, −1 (sides exchanged) … 1.
    public static var width: Int { @_noLocks get { 3 } }
    /// Position of a stereo sample after its width, −1 … 1.
    public static var position: Int { @_noLocks get { 4 } }
    /// Decibels per key.
    public static var ampKeytrack: Int { @_noLocks get { 5 } }
    /// The key where ``ampKeytrack`` adds nothing.
    public static var ampKeycenter: Int { @_noLocks get { 6 } }
    /// The part of the velocity curve that counts, −1 … 1.
    public static var velocityTracking: Int { @_noLocks get { 7 } }
    /// Decibels that chance adds, 0 … this.
    public static var ampRandom: Int { @_noLocks get { 8 } }
    /// Decibels per second by which a release region is softer after its note was held.
    public static var releaseDecay: Int { @_noLocks get { 9 } }
    /// The part that goes to the reverb beside that of CC91, 0 … 1.
    public static var reverbSend: Int { @_noLocks get { 10 } }
    /// The part that goes to the chorus beside that of CC93, 0 … 1.
    public static var chorusSend: Int { @_noLocks get { 11 } }

    // MARK: Pitch
    /// Cents.
    public static var pitch: Int { @_noLocks get { 12 } }
    /// The key at which the sample sounds as recorded.
    public static var pitchKeycenter: Int { @_noLocks get { 13 } }
    /// Cents per key.
    public static var pitchKeytrack: Int { @_noLocks get { 14 } }
    /// Cents at the highest velocity.
    public static var pitchVelocity: Int { @_noLocks get { 15 } }
    /// Cents that chance adds, −this … this.
    public static var pitchRandom: Int { @_noLocks get { 16 } }
    /// Cents at the upper end of the wheel; infinity for the channel's range.
    public static var bendUp: Int { @_noLocks get { 17 } }
    /// Cents at the lower end of the wheel; infinity for the channel's range.
    public static var bendDown: Int { @_noLocks get { 18 } }
    /// Cents of a step of the wheel; 0 for none.
    public static var bendStep: Int { @_noLocks get { 19 } }

    // MARK: Start
    /// Frames of the sample that are left out.
    public static var offset: Int { @_noLocks get { 20 } }
    /// Frames that chance adds, 0 … this.
    public static var offsetRandom: Int { @_noLocks get { 21 } }
    /// Seconds before it begins.
    public static var delay: Int { @_noLocks get { 22 } }
    /// Seconds that chance adds, 0 … this.
    public static var delayRandom: Int { @_noLocks get { 23 } }

    // MARK: Filters, equalizer, envelopes, oscillators: blocks of values

    /// The first value of a filter, 0 or 1.
    @_noLocks
    public static func filter(_ index: Int) -> Int { 24 + 7 * index }
    /// Of a filter: the cutoff in cents above 1 Hz, 1200 · log2(Hz).
    public static var cutoff: Int { @_noLocks get { 0 } }
    /// Of a filter: decibels.
    public static var resonance: Int { @_noLocks get { 1 } }
    /// Of a filter: the decibels of a shelf or a peak.
    public static var filterGain: Int { @_noLocks get { 2 } }
    /// Of a filter: cents per key.
    public static var filterKeytrack: Int { @_noLocks get { 3 } }
    /// Of a filter: the key where ``filterKeytrack`` adds nothing.
    public static var filterKeycenter: Int { @_noLocks get { 4 } }
    /// Of a filter: cents at the highest velocity.
    public static var filterVelocity: Int { @_noLocks get { 5 } }
    /// Of a filter: cents that chance adds, 0 … this.
    public static var filterRandom: Int { @_noLocks get { 6 } }

    /// The first value of a band of the equalizer, 0 … 2.
    @_noLocks
    public static func band(_ index: Int) -> Int { 38 + 5 * index }
    /// Of a band: hertz.
    public static var frequency: Int { @_noLocks get { 0 } }
    /// Of a band: octaves.
    public static var bandwidth: Int { @_noLocks get { 1 } }
    /// Of a band: decibels.
    public static var bandGain: Int { @_noLocks get { 2 } }
    /// Of a band: hertz at the highest velocity.
    public static var frequencyVelocity: Int { @_noLocks get { 3 } }
    /// Of a band: decibels at the highest velocity.
    public static var bandGainVelocity: Int { @_noLocks get { 4 } }

    /// The first value of an envelope: 0 of the amplitude, 1 of the filter, 2 of the pitch.
    @_noLocks
    public static func envelope(_ index: Int) -> Int { 53 + 8 * index }
    /// Of an envelope: seconds before its start.
    public static var envelopeDelay: Int { @_noLocks get { 0 } }
    /// Of an envelope: the level of its start, 0 … 1.
    public static var envelopeStart: Int { @_noLocks get { 1 } }
    /// Of an envelope: seconds.
    public static var attack: Int { @_noLocks get { 2 } }
    /// Of an envelope: seconds.
    public static var hold: Int { @_noLocks get { 3 } }
    /// Of an envelope: seconds to −78 dB.
    public static var decay: Int { @_noLocks get { 4 } }
    /// Of an envelope: the level, 0 … 1.
    public static var sustain: Int { @_noLocks get { 5 } }
    /// Of an envelope: seconds to −78 dB.
    public static var release: Int { @_noLocks get { 6 } }
    /// Of an envelope: cents at its top, for those of the filter and of the pitch.
    public static var depth: Int { @_noLocks get { 7 } }

    /// The most low-frequency oscillators of a region.
    public static var mostOscillators: Int { @_noLocks get { 8 } }
    /// The first value of a low-frequency oscillator, 0 … 7.
    @_noLocks
    public static func oscillator(_ index: Int) -> Int { 77 + 4 * index }
    /// Of an oscillator: hertz.
    public static var rate: Int { @_noLocks get { 0 } }
    /// Of an oscillator: seconds before its start.
    public static var oscillatorDelay: Int { @_noLocks get { 1 } }
    /// Of an oscillator: seconds in which it grows.
    public static var fade: Int { @_noLocks get { 2 } }
    /// Of an oscillator: the part of a turn at which it starts.
    public static var phase: Int { @_noLocks get { 3 } }

    /// The number of values.
    public static var count: Int { @_noLocks get { 109 } }
}

/// The values of an ``Articulation``, by the numbers of ``ArticulationParameter``.
public struct ArticulationValues: Hashable, Sendable {
    /// All values.
    public private(set) var values: [Float]

    /// Default values.
    public init() {
        typealias P = ArticulationParameter
        var values = [Float](repeating: 0, count: P.count)
        values[P.amplitude] = 1
        values[P.width] = 1
        values[P.ampKeycenter] = 60
        values[P.velocityTracking] = 1
        values[P.pitchKeycenter] = 60
        values[P.pitchKeytrack] = 100
        values[P.bendUp] = .infinity
        values[P.bendDown] = .infinity
        for index in 0..<2 { values[P.filter(index) + P.filterKeycenter] = 60 }
        for (index, hertz) in [Float(50), 500, 5_000].enumerated() {
            values[P.band(index) + P.frequency] = hertz
            values[P.band(index) + P.bandwidth] = 1
        }
        for index in 0..<3 { values[P.envelope(index) + P.sustain] = 1 }
        self.values = values
    }

    /// The value of a parameter.
    public subscript(parameter: Int) -> Float {
        get { values[parameter] }
        set { values[parameter] = newValue }
    }
}
