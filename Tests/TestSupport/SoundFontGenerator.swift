/// A generator of a SoundFont zone: a parameter and its amount.
public struct SoundFontGenerator: Hashable, Sendable {
    /// Which parameter.
    public var kind: Kind
    /// The amount in the parameter's own unit; a range is low byte = lowest, high byte = highest.
    public var amount: Int16

    /// Makes a generator; for the unit of the amount see ``Kind``.
    public init(_ kind: Kind, _ amount: Int16) {
        self.kind = kind
        self.amount = amount
    }

    /// The parameters of a zone; the raw value is the number in the file (SoundFont 2.04, 8.1.2).
    ///
    /// Timecents are 1200 · log2(seconds); centibels are tenths of a decibel.
    public enum Kind: UInt16, Sendable, CaseIterable {
        /// Frames added to the sample's start.
        case startAddressOffset = 0
        /// Frames added to the loop's end.
        case endLoopAddressOffset = 3
        /// Modulation LFO to pitch, cents.
        case modulationLFOToPitch = 5
        /// Vibrato LFO to pitch, cents.
        case vibratoLFOToPitch = 6
        /// Modulation envelope to pitch, cents.
        case modulationEnvelopeToPitch = 7
        /// Filter cutoff, absolute cents (8.176 Hz = 0), 1500 … 13500.
        case filterCutoff = 8
        /// Filter resonance, centibels.
        case filterResonance = 9
        /// Chorus send, 0.1 %.
        case chorusSend = 15
        /// Reverb send, 0.1 %.
        case reverbSend = 16
        /// Pan, 0.1 %, −500 (left) … 500 (right).
        case pan = 17
        /// Vibrato LFO delay, timecents.
        case vibratoLFODelay = 23
        /// Vibrato LFO frequency, absolute cents (8.176 Hz = 0).
        case vibratoLFOFrequency = 24
        /// Volume envelope delay, timecents.
        case volumeDelay = 33
        /// Volume envelope attack, timecents.
        case volumeAttack = 34
        /// Volume envelope hold, timecents.
        case volumeHold = 35
        /// Volume envelope decay, timecents for 100 dB.
        case volumeDecay = 36
        /// Volume envelope sustain: centibels below full level.
        case volumeSustain = 37
        /// Volume envelope release, timecents for 100 dB.
        case volumeRelease = 38
        /// The instrument of a preset zone, by index; always last (the builder writes it).
        case instrument = 41
        /// The keys of a zone; always first (the builder writes it).
        case keyRange = 43
        /// The velocities of a zone; right after the keys (the builder writes it).
        case velocityRange = 44
        /// The key that always sounds.
        case fixedKey = 46
        /// The velocity that always counts.
        case fixedVelocity = 47
        /// Attenuation, centibels.
        case attenuation = 48
        /// Frames added to the loop's end, in 32,768.
        case endLoopAddressCoarseOffset = 50
        /// Tuning in semitones.
        case coarseTune = 51
        /// Tuning in cents.
        case fineTune = 52
        /// The sample of an instrument zone, by index; always last (the builder writes it).
        case sample = 53
        /// 0 plays to the end, 1 loops, 3 loops until the key goes up.
        case sampleModes = 54
        /// Cents per key, 100 as on a piano, 0 for the same pitch everywhere.
        case scaleTuning = 56
        /// Voices with the same number cut each other off; 0 for none.
        case exclusiveClass = 57
        /// The key at which the sample sounds as recorded, overriding the sample's own.
        case rootKey = 58
    }
}

/// A modulator of a SoundFont zone (SoundFont 2.04, 8.2).
public struct SoundFontModulator: Hashable, Sendable {
    /// The source as the file's 16-bit word: 0x0502 is note-on velocity, concave, negative.
    public var source: UInt16
    /// What is moved.
    public var destination: SoundFontGenerator.Kind
    /// By how much at full source, in the destination's unit.
    public var amount: Int16
    /// The second source, multiplied with the first; 0 for none.
    public var amountSource: UInt16

    /// Makes a modulator with the linear transform.
    public init(
        source: UInt16,
        destination: SoundFontGenerator.Kind,
        amount: Int16,
        amountSource: UInt16 = 0
    ) {
        self.source = source
        self.destination = destination
        self.amount = amount
        self.amountSource = amountSource
    }
}
