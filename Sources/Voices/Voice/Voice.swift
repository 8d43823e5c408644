import Realtime

/// A region that sounds: its position in the sample, envelopes, oscillators and filter.
///
/// It computes blocks of 64 frames, counted from its own first frame.
///
/// Methods are mutating though some change nothing: others would get a copy of these 2 kB.
struct Voice: ~Copyable {
    // MARK: The note

    /// The number of its note; greater than those of notes before it.
    var note = 0
    var channel = 0
    /// The key and the velocity of the note-on.
    var key: UInt8 = 0
    var velocity: UInt8 = 0
    /// The key and the velocity that the region plays.
    var playedKey = 60.0
    var playedVelocity = 0.0
    var holds: Holds = .key
    /// Whether its release has begun, or is due.
    var isReleased = false
    /// Whether it waits for its release to begin: sample mode 2.
    var waitsForRelease = false
    /// Whether the position of the sustain pedal sets how fast it falls after its release.
    var hasHalfPedal = false
    /// The frame of its life at which a release is due; `nil` for none.
    var releaseFrame: Int?
    /// Whether an ``ArticulatedVoice`` in the same slot computes its blocks.
    var isArticulated = false
    /// Whether another one's group has ended it.
    var isOff = false
    /// Whether a block of it has sounded.
    var hasSounded = false
    /// The frames since its first one.
    var frame = 0
    /// The frame of the engine's blocks at which its own begin.
    var offset = 0
    var exclusiveClass = 0

    // MARK: The sound

    var cursor: SampleCursor
    /// 1, or 1/32,768 for 16-bit frames.
    var scale: Double
    var volume = Envelope()
    var modulation = Envelope()
    var oscillator = Oscillator()
    var vibrato = Oscillator()
    var filter = VoiceFilter()
    /// The amplitude at the end of the last block.
    var amplitude = 0.0
    /// The gains at the end of the last block, and at the end of the next.
    var gains = SIMD4<Float>()
    var targetGains = SIMD4<Float>()
    /// The frequency of the sample as it was recorded, at the output's rate.
    var rootFrequency = 1.0
    /// The blocks until it has faded, if it was cut; `nil` for one that was not.
    var fade: Int?
    /// Cents by which it is still above its pitch, and the change per block.
    var glide = 0.0
    var glideStep = 0.0
    /// Cents that its tuning has added.
    var tuned = 0.0

    // MARK: Parameters, as modulators leave them

    var rootPitch = 6_000.0
    var pitch = 6_000.0
    /// The amplitude that the attenuation leaves, and the highest that controllers can lead to.
    var ownLevel = 1.0
    var highestLevel = 1.0
    var oscillatorToPitch = 0.0
    var vibratoToPitch = 0.0
    var envelopeToPitch = 0.0
    var oscillatorToCutoff = 0.0
    var envelopeToCutoff = 0.0
    var oscillatorToVolume = 0.0
    /// The cents of the last block, and its attenuation by envelope and oscillator and what that left.
    var lastCents = -1e9
    var lastFall = -1.0
    var lastLevel = 1.0
    /// Whether the filter's coefficients did.
    var isFilterStale = true
    var loopMode = 0

    /// The region's own values, by the parameters' numbers.
    var base = InlineArray<64, Double>(repeating: 0)
    /// The sums of modulators.
    var modulated = InlineArray<64, Double>(repeating: 0)
    /// `nil` in a slot that was never used.
    private let modulatorList: LentElements<RegionModulator>?
    let sample: SampleRecord

    /// A slot that no voice has used yet.
    init() {
        modulatorList = nil
        sample = SampleRecord()
        cursor = SampleCursor(sample)
        scale = 1
    }

    /// The number of modulators.
    var modulatorCount: Int { @_noLocks mutating get { modulatorList?.count ?? 0 } }

    /// A modulator, 0 ..< ``modulatorCount``.
    @_noLocks
    mutating func modulator(_ index: Int) -> RegionModulator {
        guard let modulatorList else { fatalError("a voice without a region") }
        return modulatorList[index]
    }

    /// Takes a region.
    @_noLocks
    init(_ region: RegionRecord) {
        for index in base.indices { base[index] = region.values[index] }
        modulatorList = region.modulators
        sample = region.sample
        cursor = SampleCursor(region.sample)
        scale = unsafe region.sample.words == nil ? 1 : 1.0 / 32_768
    }

    /// Takes the sample of an articulated region.
    @_noLocks
    init(articulated sample: SampleRecord) {
        isArticulated = true
        modulatorList = nil
        self.sample = sample
        cursor = SampleCursor(sample)
        scale = unsafe sample.words == nil ? 1 : 1.0 / 32_768
        base[RegionParameter.scaleTuning.number] = 100
    }

    /// The value of a parameter: the region's, the modulators' and the channel's.
    @_noLocks
    mutating func value(_ parameter: RegionParameter, _ channel: Loan<ChannelState>) -> Double {
        let number = parameter.number
        return base[number] + modulated[number] + channel.value.offsets[number]
    }

    /// Whether what its filter still gives after the sample's end is inaudible.
    var hasRungOut: Bool {
        @_noLocks mutating get {
            cursor.hasEnded
                && filter.level * Float(scale) < 0.00001
        }
    }

    /// Whether another note's voice ends it as one of its class.
    @_noLocks
    mutating func isExclusive(to exclusiveClass: Int, note: Int) -> Bool {
        exclusiveClass != 0 && self.exclusiveClass == exclusiveClass && self.note != note
    }
}
