/// A parameter of a region; the raw value is the number of SoundFont 2.04's generator (§8.1.2).
///
/// Timecents are 1200 · log2(seconds), absolute cents 1200 · log2(Hz / 8.176), centibels tenths of a
/// decibel.
public enum RegionParameter: UInt8, Hashable, Sendable, CaseIterable,
    BitwiseCopyable
{
    /// Frames added to the sample's start.
    case start = 0
    /// Frames added to the sample's end.
    case end = 1
    /// Frames added to the loop's start.
    case loopStart = 2
    /// Frames added to the loop's end.
    case loopEnd = 3
    /// Frames added to the sample's start, in 32,768.
    case startCoarse = 4
    /// Modulation oscillator to pitch, cents.
    case modulationToPitch = 5
    /// Vibrato to pitch, cents.
    case vibratoToPitch = 6
    /// Modulation envelope to pitch, cents.
    case envelopeToPitch = 7
    /// Cutoff of the low-pass filter, absolute cents.
    case cutoff = 8
    /// Resonance of the filter, centibels.
    case resonance = 9
    /// Modulation oscillator to cutoff, cents.
    case modulationToCutoff = 10
    /// Modulation envelope to cutoff, cents.
    case envelopeToCutoff = 11
    /// Frames added to the sample's end, in 32,768.
    case endCoarse = 12
    /// Modulation oscillator to volume, centibels.
    case modulationToVolume = 13
    /// Part that goes to the chorus, 0.1 %.
    case chorusSend = 15
    /// Part that goes to the reverb, 0.1 %.
    case reverbSend = 16
    /// Position, 0.1 %, −500 (left) … 500 (right).
    case pan = 17
    /// Delay of the modulation oscillator, timecents.
    case modulationDelay = 21
    /// Frequency of the modulation oscillator, absolute cents.
    case modulationFrequency = 22
    /// Delay of the vibrato, timecents.
    case vibratoDelay = 23
    /// Frequency of the vibrato, absolute cents.
    case vibratoFrequency = 24
    /// Delay of the modulation envelope, timecents.
    case envelopeDelay = 25
    /// Attack of the modulation envelope, timecents.
    case envelopeAttack = 26
    /// Hold of the modulation envelope, timecents.
    case envelopeHold = 27
    /// Decay of the modulation envelope, timecents for 100 %.
    case envelopeDecay = 28
    /// Sustain of the modulation envelope, 0.1 % below the top.
    case envelopeSustain = 29
    /// Release of the modulation envelope, timecents for 100 %.
    case envelopeRelease = 30
    /// Change of the modulation envelope's hold by key, timecents per key.
    case keyToEnvelopeHold = 31
    /// Change of the modulation envelope's decay by key, timecents per key.
    case keyToEnvelopeDecay = 32
    /// Delay of the volume envelope, timecents.
    case volumeDelay = 33
    /// Attack of the volume envelope, timecents.
    case volumeAttack = 34
    /// Hold of the volume envelope, timecents.
    case volumeHold = 35
    /// Decay of the volume envelope, timecents for 96 dB.
    case volumeDecay = 36
    /// Sustain of the volume envelope, centibels below the top.
    case volumeSustain = 37
    /// Release of the volume envelope, timecents for 96 dB.
    case volumeRelease = 38
    /// Change of the volume envelope's hold by key, timecents per key.
    case keyToVolumeHold = 39
    /// Change of the volume envelope's decay by key, timecents per key.
    case keyToVolumeDecay = 40
    /// Frames added to the loop's start, in 32,768.
    case loopStartCoarse = 45
    /// The key that is played in the place of the note's; −1 for the note's.
    case key = 46
    /// The velocity that is played in the place of the note's; −1 for the note's.
    case velocity = 47
    /// Attenuation in centibels, as it is heard: a SoundFont's is scaled by 0.4 before.
    case attenuation = 48
    /// Frames added to the loop's end, in 32,768.
    case loopEndCoarse = 50
    /// Tuning in semitones.
    case coarseTune = 51
    /// Tuning in cents.
    case fineTune = 52
    /// 0 and 2 play to the end, 1 loops, 3 loops until the release.
    case sampleMode = 54
    /// Cents per key; 100 as on a piano.
    case scaleTuning = 56
    /// Regions of one number end each other's voices on a channel; 0 for none.
    case exclusiveClass = 57
    /// The key at which the sample sounds as recorded; −1 for the sample's own.
    case rootKey = 58
    /// Pitch in absolute cents, which the key sets; the destination of the pitch wheel.
    case pitch = 59
    /// Balance, centibels by which the other side is softer; below 0 the right one is.
    case balance = 60

    /// The number, 0 … 63.
    var number: Int { @_noLocks get { Int(rawValue) } }
}

/// A set of parameters.
public struct RegionParameters: OptionSet, Hashable, Sendable, BitwiseCopyable {
    /// A bit for each parameter, that of its number.
    public let rawValue: UInt64

    /// Makes a set of bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Makes a set of one parameter.
    public init(_ parameter: RegionParameter) { rawValue = 1 << UInt64(parameter.rawValue) }
}
