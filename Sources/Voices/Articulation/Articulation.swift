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
}

/// The kinds of an equalizer's band.
public enum EqualizerKind: UInt8, Hashable, Sendable, BitwiseCopyable {
    case peak, lowShelf, highShelf
}
