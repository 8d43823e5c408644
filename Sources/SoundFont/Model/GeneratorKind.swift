/// The parameters of a zone; the raw value is the number in the file (§8.1.2).
///
/// Timecents are 1200 · log2(seconds), absolute cents 1200 · log2(Hz / 8.176), centibels tenths of a
/// decibel. In a preset an amount is added to the instrument's.
public enum GeneratorKind: UInt16, Hashable, Sendable, CaseIterable {
    /// Frames added to the sample's start; instruments only.
    case startAddressOffset = 0
    /// Frames added to the sample's end; instruments only.
    case endAddressOffset = 1
    /// Frames added to the loop's start; instruments only.
    case startLoopAddressOffset = 2
    /// Frames added to the loop's end; instruments only.
    case endLoopAddressOffset = 3
    /// Frames added to the sample's start, in 32,768; instruments only.
    case startAddressCoarseOffset = 4
    /// Modulation LFO to pitch, cents.
    case modulationLFOToPitch = 5
    /// Vibrato LFO to pitch, cents.
    case vibratoToPitch = 6
    /// Modulation envelope to pitch, cents.
    case modulationEnvelopeToPitch = 7
    /// The lowpass filter's cutoff, absolute cents, 1,500 … 13,500.
    case filterCutoff = 8
    /// The lowpass filter's resonance, centibels, 0 … 960.
    case filterResonance = 9
    /// Modulation LFO to the filter's cutoff, cents.
    case modulationLFOToFilter = 10
    /// Modulation envelope to the filter's cutoff, cents.
    case modulationEnvelopeToFilter = 11
    /// Frames added to the sample's end, in 32,768; instruments only.
    case endAddressCoarseOffset = 12
    /// Modulation LFO to volume, centibels.
    case modulationLFOToVolume = 13
    /// Part that goes to the chorus, 0.1 %, 0 … 1,000.
    case chorusSend = 15
    /// Part that goes to the reverb, 0.1 %, 0 … 1,000.
    case reverbSend = 16
    /// Position, 0.1 %, −500 (left) … 500 (right).
    case pan = 17
    /// Delay of the modulation LFO, timecents.
    case modulationLFODelay = 21
    /// Frequency of the modulation LFO, absolute cents.
    case modulationLFOFrequency = 22
    /// Delay of the vibrato LFO, timecents.
    case vibratoDelay = 23
    /// Frequency of the vibrato LFO, absolute cents.
    case vibratoFrequency = 24
    /// Delay of the modulation envelope, timecents.
    case modulationDelay = 25
    /// Attack of the modulation envelope, timecents.
    case modulationAttack = 26
    /// Hold of the modulation envelope, timecents.
    case modulationHold = 27
    /// Decay of the modulation envelope, timecents for 100 %.
    case modulationDecay = 28
    /// Sustain of the modulation envelope, 0.1 % below the top.
    case modulationSustain = 29
    /// Release of the modulation envelope, timecents for 100 %.
    case modulationRelease = 30
    /// Change of the modulation envelope's hold by key, timecents per key.
    case keyToModulationHold = 31
    /// Change of the modulation envelope's decay by key, timecents per key.
    case keyToModulationDecay = 32
    /// Delay of the volume envelope, timecents.
    case volumeDelay = 33
    /// Attack of the volume envelope, timecents.
    case volumeAttack = 34
    /// Hold of the volume envelope, timecents.
    case volumeHold = 35
    /// Decay of the volume envelope, timecents for 100 dB.
    case volumeDecay = 36
    /// Sustain of the volume envelope, centibels below the top.
    case volumeSustain = 37
    /// Release of the volume envelope, timecents for 100 dB.
    case volumeRelease = 38
    /// Change of the volume envelope's hold by key, timecents per key.
    case keyToVolumeHold = 39
    /// Change of the volume envelope's decay by key, timecents per key.
    case keyToVolumeDecay = 40
    /// The instrument of a preset's zone, by index; ends the zone.
    case instrument = 41
    /// The keys of a zone; the first generator if there is one.
    case keyRange = 43
    /// The velocities of a zone; only the key range may stand before it.
    case velocityRange = 44
    /// Frames added to the loop's start, in 32,768; instruments only.
    case startLoopAddressCoarseOffset = 45
    /// The key that is played, whatever key is down; instruments only.
    case key = 46
    /// The velocity that is played, whatever velocity came; instruments only.
    case velocity = 47
    /// Attenuation, centibels, 0 … 1,440; synthesizers play 0.4 of it, as the EMU8000 did.
    case attenuation = 48
    /// Frames added to the loop's end, in 32,768; instruments only.
    case endLoopAddressCoarseOffset = 50
    /// Tuning in semitones, −120 … 120.
    case coarseTune = 51
    /// Tuning in cents, −99 … 99.
    case fineTune = 52
    /// The sample of an instrument's zone, by index; ends the zone.
    case sample = 53
    /// 0 and 2 play to the end, 1 loops, 3 loops until the key goes up; instruments only.
    case sampleModes = 54
    /// Cents per key, 100 as on a piano, 0 for the same pitch everywhere.
    case scaleTuning = 56
    /// Voices with the same number cut each other off, 0 for none; instruments only.
    case exclusiveClass = 57
    /// The key at which the sample sounds as recorded, −1 for the sample's own; instruments only.
    case rootKey = 58

    /// Whether it moves addresses within the sample data.
    public var isAddress: Bool {
        switch self {
        case .startAddressOffset, .endAddressOffset, .startLoopAddressOffset, .endLoopAddressOffset,
            .startAddressCoarseOffset, .endAddressCoarseOffset, .startLoopAddressCoarseOffset,
            .endLoopAddressCoarseOffset:
            true
        default: false
        }
    }

    /// Whether a zone of a preset may have it as a parameter (§8.5: the others belong to instruments
    /// alone); ranges and targets are no parameters.
    public var isAllowedInPreset: Bool {
        switch self {
        case .key, .velocity, .sampleModes, .exclusiveClass, .rootKey: false
        default: isAllowedInInstrument && !isAddress
        }
    }

    /// Whether a zone of an instrument may have it as a parameter.
    public var isAllowedInInstrument: Bool {
        switch self {
        case .instrument, .sample, .keyRange, .velocityRange: false
        default: true
        }
    }
}
