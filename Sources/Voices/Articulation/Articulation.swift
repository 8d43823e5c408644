/// How a region plays whose instrument thinks in seconds, decibels and hertz, as SFZ does.
///
/// Values of parameters change by connections from controllers, envelopes and oscillators.
public struct Articulation: Hashable, Sendable {
    /// When the region plays, and what ends it.
    public var conditions = RegionConditions()
    /// The sample of the right side, an index in ``RegionBank/samples``; `nil` for a mono region.
    public var rightSample: Int?
    /// How the sample is played: once, or in its loop.
    public var loopMode = LoopMode.none
    /// The frames that are played, and looped, of the sample; `nil` for the sample's own.
    public var end: Int?
    /// The looped frames; `nil` for the sample's own, or all.
    public var loop: Range<Int>?
    /// How often the voice returns to the loop's start before it plays the rest of the sample; `nil` for
    /// any number of times.
    ///
    /// Without a loop, it returns from the last frame to the first one; with `nil` it does not.
    public var repeats: Int?
    /// Whether the sample is played from its last frame to its first; all frames of the articulation
    /// are then counted from the last one.
    public var isReversed = false
    /// The values of the parameters, before connections.
    public var values = ArticulationValues()
    /// The movements of the values.
    public var connections: [Connection] = []
    /// Factors by velocity, 128 of them, at ``ArticulationParameter/velocityTracking`` 100 %; empty
    /// for (v / 127)².
    public var velocityCurve: [Float] = []
    /// Fades over keys, velocities and controllers.
    public var crossfades: [Crossfade] = []
    /// The kinds of the two filters; `nil` for none.
    public var filters: [FilterKind?] = [nil, nil]
    /// The kinds of the equalizer's bands; `nil` for those that are not used.
    public var equalizer: [EqualizerKind?] = [nil, nil, nil]
    /// The low-frequency oscillators, ``ArticulationParameter/mostOscillators`` at most.
    public var oscillators: [OscillatorShape] = []
    /// Envelopes of any number of points, ``mostFlexibleEnvelopes`` at most.
    public var flexibleEnvelopes: [FlexibleEnvelope] = []
    /// Whether the amplitude follows the ampeg envelope; a flexible one can take its place.
    public var hasAmplitudeEnvelope = true
    /// The shapes of the envelopes, by their numbers.
    public var envelopeShapes = [EnvelopeShape(), EnvelopeShape(), EnvelopeShape()]
    /// Whether controllers change the release of a sounding note, by the numbers of the envelopes.
    public var hasDynamicEnvelope = [false, false, false]

    /// The most flexible envelopes of a region.
    public static let mostFlexibleEnvelopes = 4

    /// Makes an articulation of default values, without connections.
    public init() {}

    /// How a sample is played: once, or in its loop.
    public enum LoopMode: UInt8, Hashable, Sendable, BitwiseCopyable {
        /// Once, until the note ends.
        case none
        /// Once to the end; a note-off is ignored.
        case oneShot
        /// In the loop until the release is over.
        case continuous
        /// In the loop until the note-off, then on to the end.
        case untilRelease
    }
}

/// The curves of an envelope's stages; `nil` for an even attack, and for a decay and a release that
/// fall by the same factor in equal times.
///
/// Of the way from a level to another, (eˢˣ − 1) / (eˢ − 1) is done after a part x of the time, where s
/// is the number: 0 is even, above 0 slow at first, below 0 fast at first.
public struct EnvelopeShape: Hashable, Sendable, BitwiseCopyable {
    /// The way to the top.
    public var attack: Float?
    /// The way down to 0, which ends at the sustain's level.
    public var decay: Float?
    /// The way down to 0.
    public var release: Float?

    /// Makes shapes of which none is given.
    @_noLocks
    public init() {}
}

/// A fade in and a fade out over the values of a controller, 0 … 1.
public struct Crossfade: Hashable, Sendable, BitwiseCopyable {
    /// The controller: ``ControllerNumber/velocity``, ``ControllerNumber/key`` or any other.
    public var controller: UInt16
    /// The factor goes from 0 to 1 between these.
    public var fadeIn: SIMD2<Float>
    /// The factor goes from 1 to 0 between these.
    public var fadeOut: SIMD2<Float>
    /// Whether powers fade linearly, else factors do.
    public var isPower: Bool

    /// Makes a fade.
    public init(
        controller: UInt16,
        fadeIn: SIMD2<Float> = SIMD2(0, 0),
        fadeOut: SIMD2<Float> = SIMD2(1, 1),
        isPower: Bool = true
    ) {
        self.controller = controller
        self.fadeIn = fadeIn
        self.fadeOut = fadeOut
        self.isPower = isPower
    }
}

/// The kinds of filters (SFZ's `fil_type`); the number is that of poles.
public enum FilterKind: UInt8, Hashable, Sendable, BitwiseCopyable {
    case lowPass1, lowPass2, lowPass4, lowPass6
    case highPass1, highPass2, highPass4, highPass6
    case bandPass1, bandPass2, bandPass4, bandPass6, bandStop2
    case allPass1, stateLowPass2, stateHighPass2, stateBandPass2, stateBandStop2
    case lowShelf, highShelf, peak
    /// −3 dB per octave, whatever the cutoff.
    case pink
}

/// The kinds of an equalizer's band.
public enum EqualizerKind: UInt8, Hashable, Sendable, BitwiseCopyable {
    case peak, lowShelf, highShelf
}
