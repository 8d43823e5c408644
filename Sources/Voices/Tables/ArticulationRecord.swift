import Realtime

/// An articulation as the audio thread reads it.
struct ArticulationRecord: BitwiseCopyable {
    /// An oscillator: its waves, the steps of the first one, and the periods after which it stops.
    struct Oscillator: BitwiseCopyable {
        var parts: LentElements<OscillatorShape.Part>
        var steps: LentElements<Float>
        var count: UInt32
    }

    /// A flexible envelope.
    struct Envelope: BitwiseCopyable {
        var points: LentElements<FlexibleEnvelope.Point>
        /// The index of the point at which it waits; −1 for none.
        var sustain: Int
    }

    /// By the numbers of ``ArticulationParameter``.
    var values: LentElements<Float>
    var connections: LentElements<Connection>
    /// 128 factors, or none.
    var velocityCurve: LentElements<Float>
    var crossfades: LentElements<Crossfade>
    var oscillators: LentElements<Oscillator>
    var envelopes: LentElements<Envelope>
    var conditions: ConditionsRecord
    /// The sample of the right side.
    var right: SampleRecord
    var isStereo: Bool
    var loopMode: Articulation.LoopMode
    /// The frame behind the last one.
    var end: Int
    var loopStart: Int
    var loopEnd: Int
    /// `Int.max` for no number.
    var repeats: Int
    var isReversed: Bool
    var firstFilter: FilterKind?
    var secondFilter: FilterKind?
    var bands: (EqualizerKind?, EqualizerKind?, EqualizerKind?)
    var hasAmplitudeEnvelope: Bool
    var shapes: (EnvelopeShape, EnvelopeShape, EnvelopeShape)
    var hasDynamicEnvelope: SIMD3<UInt8>
}

/// The conditions of a region as the audio thread reads them.
struct ConditionsRecord: BitwiseCopyable {
    typealias Conditions = RegionConditions

    var trigger: Conditions.Trigger
    var controllers: LentElements<Conditions.ControllerRange>
    var starts: LentElements<Conditions.ControllerRange>
    var random: SIMD2<Float>
    var turn: UInt16
    var turnCount: UInt16
    /// The index of its turns among those of the preset.
    var turns: Int
    /// The key switches, the lowest above the highest for any.
    var switchLast: (low: UInt8, high: UInt8)
    /// 255 for any.
    var switchDown: UInt8
    var switchUp: UInt8
    var switchPrevious: UInt8
    var takesPreviousVelocity: Bool
    var group: Int32
    var offBy: Int32?
    var offMode: Conditions.OffMode
    var offTime: Float
    /// 0 for no limit.
    var polyphony: UInt16
    var notePolyphony: UInt16
    var masksSofter: Bool
    var followsSustain: Bool
    var followsSostenuto: Bool
    var sustainThreshold: Float
    var sustainController: UInt8
    var playsWhenSilent: Bool

    /// Whether the end of a note starts it.
    var isRelease: Bool {
        @_noLocks get {
            switch trigger {
            case .release, .releaseKey: true
            case .attack, .first, .legato, .controller: false
            }
        }
    }

    init(
        _ conditions: Conditions,
        controllers: LentElements<Conditions.ControllerRange>,
        starts: LentElements<Conditions.ControllerRange>,
        turns: Int,
        groupPolyphony: UInt16?
    ) {
        trigger = conditions.trigger
        self.controllers = controllers
        self.starts = starts
        random = SIMD2(conditions.random.lowerBound, conditions.random.upperBound)
        turn = conditions.turn
        turnCount = max(1, conditions.turnCount)
        self.turns = turns
        switchLast = conditions.switchLast.map { ($0.lowerBound, $0.upperBound) } ?? (255, 0)
        switchDown = conditions.switchDown ?? 255
        switchUp = conditions.switchUp ?? 255
        switchPrevious = conditions.switchPrevious ?? 255
        takesPreviousVelocity = conditions.takesPreviousVelocity
        group = conditions.group
        offBy = conditions.offBy
        offMode = conditions.offMode
        offTime = conditions.offTime
        polyphony = conditions.polyphony ?? groupPolyphony ?? 0
        notePolyphony = conditions.notePolyphony ?? 0
        masksSofter = conditions.masksSofter
        followsSustain = conditions.followsSustain
        followsSostenuto = conditions.followsSostenuto
        sustainThreshold = conditions.sustainThreshold
        sustainController = conditions.sustainController
        playsWhenSilent = conditions.playsWhenSilent
    }
}

/// The controls of a preset as the audio thread reads them.
struct ControlsRecord: BitwiseCopyable {
    /// Curves of 128 values each.
    var curves: LentElements<Float>
    /// The values of the first ``controllerCount`` controllers before any message.
    var initialValues: LentElements<Float>
    /// The keys that switch; the lowest above the highest for none.
    var switchKeys: (low: UInt8, high: UInt8)
    /// 255 for none.
    var switchDefault: UInt8
    /// The regions that a note-off, or a controller, can start.
    var releases: LentElements<UInt32>
    var starts: LentElements<UInt32>

    /// The controllers that have initial values: those of MIDI, and others of SFZ.
    static var controllerCount: Int { @_noLocks get { 512 } }
}
