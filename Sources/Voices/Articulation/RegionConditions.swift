/// When a region plays beside its keys and velocities, and what ends it.
public struct RegionConditions: Hashable, Sendable {
    /// The events that start a region.
    public enum Trigger: UInt8, Hashable, Sendable, BitwiseCopyable {
        /// A note-on.
        case attack
        /// A note that ends, with the pedal up.
        case release
        /// A key that goes up, whatever the pedal.
        case releaseKey
        /// A note-on while no other key of its range is down.
        case first
        /// A note-on while another key of its range is down.
        case legato
        /// A controller that comes into one of ``RegionConditions/starts``.
        case controller
    }

    /// The values of a controller, 0 … 1 (the wheel's −1 … 1), ends included.
    public struct ControllerRange: Hashable, Sendable, BitwiseCopyable {
        /// The controller, as in ``ControllerInput/number``.
        public var controller: UInt16
        /// The lowest value.
        public var low: Float
        /// The highest value.
        public var high: Float

        /// Makes a range.
        public init(_ controller: Int, low: Float = 0, high: Float = 1) {
            self.controller = UInt16(clamping: controller)
            self.low = low
            self.high = high
        }
    }

    /// How a voice ends that another one's group ends.
    public enum OffMode: UInt8, Hashable, Sendable, BitwiseCopyable {
        /// At once (6 ms).
        case fast
        /// By its release.
        case normal
        /// In ``RegionConditions/offTime``.
        case time
    }

    /// The event that starts it.
    public var trigger = Trigger.attack
    /// Controllers that must be within ranges when it starts.
    public var controllers: [ControllerRange] = []
    /// Controllers that start it.
    public var starts: [ControllerRange] = []
    /// The random numbers of a note, 0 ..< 1, for which it plays.
    public var random: Range<Float> = 0..<1
    /// Its turn, counted from 0, and the number of turns of the notes that it would play.
    public var turn: UInt16 = 0, turnCount: UInt16 = 1
    /// The key switches of which one was struck last; `nil` for any.
    public var switchLast: ClosedRange<UInt8>?
    /// A key that must be down, that must be up, and that was the last one before; `nil` for any.
    public var switchDown: UInt8?, switchUp: UInt8?, switchPrevious: UInt8?
    /// Whether its velocity is that of the note before (`sw_vel=previous`).
    public var takesPreviousVelocity = false
    /// The group.
    public var group: Int32 = 0
    /// The group whose notes end it; `nil` for none.
    public var offBy: Int32?
    /// How those end it.
    public var offMode = OffMode.fast
    /// Seconds, for ``OffMode/time``.
    public var offTime: Float = 0.006
    /// The most voices of its group; `nil` for no limit.
    public var polyphony: UInt16?
    /// The most voices of its group and key; `nil` for no limit.
    public var notePolyphony: UInt16?
    /// Whether ``notePolyphony`` spares softer voices: only those that are softer than the new one end.
    public var masksSofter = true
    /// Whether the sustain and the sostenuto pedal hold it.
    public var followsSustain = true, followsSostenuto = true
    /// The value from which the sustain pedal is down, 0 … 1.
    public var sustainThreshold: Float = 0.5
    /// The controller of the sustain pedal.
    public var sustainController: UInt8 = 64
    /// Whether it plays although its note's attack voice has ended (`rt_dead`).
    public var playsWhenSilent = false

    /// Conditions that every note meets.
    public init() {}
}
