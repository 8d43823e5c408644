import Realtime

/// The parameters of a reverb: of a room, by the laws of FluidSynth 2.4's, or of a delay.
public struct ReverbParameters: Hashable, Sendable, BitwiseCopyable {
    /// The algorithm.
    ///
    /// A delay has ``delay``, ``feedback``, ``damping`` and ``level``; a room has all but the first two.
    public var algorithm = ReverbAlgorithm.room
    /// The room size, 0 … 1: reverberation times of 0.7 to 12.5 s.
    public var roomSize = 0.5
    /// The damping of high frequencies, 0 … 1: in a room, on every reflection; of a delay, a low-pass
    /// of one pole in front of it, of 8,000 · 25^−damping Hz, or none at 0.
    public var damping = 0.3
    /// The stereo width, 0 … 1: mono to uncorrelated.
    public var width = 0.8
    /// The level as a factor, 0 … 1.
    public var level = 0.7
    /// The length of the delay lines as a part of the longest, 0.25 … 1: the size of the space,
    /// apart from how long it reverberates.
    public var scale = 1.0
    /// The time until the first echo of a delay, and from one echo to the next, in milliseconds, 2 …
    /// 500; at least 64 frames.
    public var delay = 112.64
    /// The factor from each echo of a delay to its next on the same side, 0 … 0.97.
    public var feedback = 0.374

    /// FluidSynth 2.4's defaults.
    @_noLocks
    public init() {}

    /// Takes numbers: the type, which stays, and ``ReverbParameters/parameters`` except the time.
    ///
    /// - Parameters:
    ///   - numbers: The numbers; the parameter stays where there is not a number.
    ///   - first: The index of the type.
    @_noLocks
    mutating func take(_ numbers: borrowing FixedArray<Double>, from first: Int) {
        numbers.take(first &+ 2, &roomSize)
        numbers.take(first &+ 3, &damping)
        numbers.take(first &+ 4, &scale)
        numbers.take(first &+ 5, &width)
        numbers.take(first &+ 6, &level)
        numbers.take(first &+ 7, &delay)
        numbers.take(first &+ 8, &feedback)
    }

    /// The longest delay in milliseconds.
    static var longestDelay: Double {
        @_noLocks get { 500 }
    }
    /// The mean loop time of FluidSynth's lines, in seconds, by which room size becomes a time.
    static var loopTime: Double {
        @_noLocks get { 0.11145 }
    }
    /// The reverberation times of room sizes 0 and 1, in seconds.
    static var times: (shortest: Double, longest: Double) {
        @_noLocks get { (0.7, 12.5) }
    }

    /// The gain of a loop for a reverberation time.
    @_noLocks
    private static func loopGain(time: Double) -> Double {
        Elementary.power10(-3 * loopTime / time)
    }

    /// The gain of a loop.
    var loopGain: Double {
        @_noLocks get {
            let shortest = Self.loopGain(time: Self.times.shortest)
            let longest = Self.loopGain(time: Self.times.longest)
            return shortest + roomSize * (longest - shortest)
        }
    }

    /// The reverberation time at low frequencies, up to 250 Hz (T60), in seconds, 0.7 … 12.5.
    ///
    /// Higher frequencies decay sooner with more damping: at 1 kHz, 2.5 s become 2.4 s by a damping of
    /// 0.5, and 1.3 s by one of 1.
    public var time: Double {
        @_noLocks get { -3 * Self.loopTime / Elementary.log10(loopGain) }
        @_noLocks set {
            let shortest = Self.loopGain(time: Self.times.shortest)
            let longest = Self.loopGain(time: Self.times.longest)
            let gain = Self.loopGain(time: max(Self.times.shortest, newValue))
            roomSize = min(1, max(0, (gain - shortest) / (longest - shortest)))
        }
    }
}
