/// Sounds over the keys with their envelopes, filter and movement: an instrument of the file.
struct Layer {
    /// A movement of the filter's corner, or of the pitch, by an envelope.
    struct Sweep {
        /// At its top, cents above the resting value.
        var cents: Double
        var attack = 0.001
        /// Seconds from the top all the way down.
        var decay = 1.0
        /// The part of it that stays, 0 … 1.
        var sustain = 0.0
    }

    /// A slow oscillation.
    struct Wobble {
        /// Cents, or decibels for the volume.
        var depth: Double
        /// Hz.
        var rate = 5.5
        /// Seconds before it begins.
        var delay = 0.0
    }

    var set: SampleSet
    /// The keys, if not all.
    var keys: ClosedRange<Int> = 0...127
    /// The velocities, if not all.
    var velocities: ClosedRange<Int> = 0...127
    /// Seconds.
    var attack = 0.001
    /// Seconds.
    var hold = 0.0
    /// Seconds for 100 dB, at key 60; `nil` sustains.
    var decay: Double?
    /// Decibels below the top where the decay ends; sounds that end have 100.
    var sustain = 100.0
    /// The amount by which the decay is shorter for each higher key, timecents.
    var keyToDecay = 0
    /// Seconds for 100 dB.
    var release = 0.25
    /// Hz; open if `nil`.
    var cutoff: Double?
    /// Decibels.
    var resonance = 0.0
    /// The distance of the softest note's filter below the loudest's, cents.
    var velocityToCutoff = 0
    /// Key tracking of the filter: cents over the upper (or lower) half of the keys.
    var keyToCutoff = 0
    var filterSweep: Sweep?
    var pitchSweep: Sweep?
    var vibrato: Wobble?
    var tremolo: Wobble?
    /// By the same oscillator as the tremolo.
    var wah: Wobble?
    /// −1 (left) … 1 (right).
    var pan = 0.0
    /// Cents.
    var tune = 0.0
    /// Its attenuation below ``Loudness/target``, decibels; as loud as its samples allow, if that
    /// is less.
    var attenuation = 0.0
    /// The distance of the softest note below the loudest, decibels; 96 is the SoundFont's default.
    var dynamics = 96.0
    /// 0 … 1.
    var reverb = 0.12
    /// 0 … 1.
    var chorus = 0.0
    /// Cents a key; below 100 for what has no exact pitch.
    var cents = 100
    /// Hits of one class cut each other off; 0 for none.
    var exclusiveClass = 0

    init(_ set: SampleSet) {
        self.set = set
    }

    /// A layer with changes, for one expression.
    func with(_ change: (inout Layer) -> Void) -> Layer {
        var copy = self
        change(&copy)
        return copy
    }
}
