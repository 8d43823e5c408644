/// The parameters of a SoundFont zone that the bank uses (SoundFont 2.04, 8.1.2).
///
/// The raw value is the number in the file.
enum Generator: UInt16 {
    case vibratoToPitch = 6
    case modulationEnvelopeToPitch = 7
    case filterCutoff = 8
    case filterResonance = 9
    case modulationLFOToFilter = 10
    case modulationEnvelopeToFilter = 11
    case modulationLFOToVolume = 13
    case chorusSend = 15
    case reverbSend = 16
    case pan = 17
    case modulationLFODelay = 21
    case modulationLFOFrequency = 22
    case vibratoDelay = 23
    case vibratoFrequency = 24
    case modulationAttack = 26
    case modulationHold = 27
    case modulationDecay = 28
    case modulationSustain = 29
    case modulationRelease = 30
    case volumeAttack = 34
    case volumeHold = 35
    case volumeDecay = 36
    case volumeSustain = 37
    case volumeRelease = 38
    case keyToVolumeDecay = 40
    case instrument = 41
    case keyRange = 43
    case velocityRange = 44
    case attenuation = 48
    case coarseTune = 51
    case fineTune = 52
    case sample = 53
    case sampleModes = 54
    case scaleTuning = 56
    case exclusiveClass = 57
    case rootKey = 58
}

/// A generator with its amount as it stands in the file.
struct Setting: Equatable {
    var generator: Generator
    var amount: Int

    init(_ generator: Generator, _ amount: Int) {
        self.generator = generator
        self.amount = amount
    }

    /// A range of keys or velocities: the lowest in the low byte.
    init(_ generator: Generator, _ range: ClosedRange<Int>) {
        self.init(generator, range.lowerBound | range.upperBound << 8)
    }

    /// A time in seconds as timecents, 1200 · log2 s; the least is 1 ms.
    init(_ generator: Generator, seconds: Double) {
        self.init(generator, Int((1200 * log2(max(seconds, 0.001))).rounded()))
    }

    /// A frequency in Hz as absolute cents, 0 = 8.176 Hz.
    init(_ generator: Generator, hertz: Double) {
        self.init(generator, Int((1200 * log2(hertz / 8.175798915643707)).rounded()))
    }
}

/// A modulator of a zone (SoundFont 2.04, 8.2).
struct Modulator {
    /// Note-on velocity, linear, from 1 (softest) to 0.
    static let softness: UInt16 = 0x0102
    /// Note-on velocity, concave, from 1 (softest) to 0.
    static let concaveSoftness: UInt16 = 0x0502
    /// Note-on key number, linear, from −1 to 1.
    static let key: UInt16 = 0x0203
    /// Note-on velocity as a switch: the second source of the filter's default in version 2.01.
    static let velocitySwitch: UInt16 = 0x0C02

    var source: UInt16
    var destination: Generator
    var amount: Int
    var amountSource: UInt16 = 0
}
