/// An envelope in seconds: an even attack, and a decay and a release that fall by a factor in equal
/// times, as those of ARIA's players do; or curves of a given shape.
///
/// A block is its smallest unit, but for the time of the first attack.
struct TimedEnvelope: BitwiseCopyable {
    private enum Stage: UInt8, BitwiseCopyable {
        case delay, attack, hold, decay, sustain, release, finished
    }

    /// The times in frames, the levels 0 … 1.
    struct Settings: BitwiseCopyable {
        var delay: Float = 0
        var start: Float = 0
        var attack: Float = 0
        var hold: Float = 0
        var decay: Float = 0
        var sustain: Float = 1
        var release: Float = 0
        var shape = EnvelopeShape()

        @_noLocks
        init() {}
    }

    /// The level below which a release has ended: −80 dB.
    private static var silence: Float { @_noLocks get { 0.0001 } }
    /// The level of a sustain that is none, and the distance from one at which a decay ends.
    private static var noSustain: Float { @_noLocks get { 0.0032 } }
    private static var nearSustain: Float { @_noLocks get { 0.001 } }
    /// A decay falls by e⁻⁹ in its time: the exponent for a base of 2.
    private static var exponent: Double { @_noLocks get { -9 * 1.4426950408889634 } }

    /// Seconds: 8,000 timecents, the longest of a SoundFont.
    private static var longestRelease: Double { @_noLocks get { 101.6 } }

    private var stage = Stage.delay
    /// The value at the end of the last block.
    private(set) var value: Float = 0
    /// The frames that are left of a stage with a fixed time.
    private var left: Float = 0
    /// The level from which the release falls.
    private var top: Float = 0
    private var settings = Settings()
    /// The frames of the release without a pedal.
    private var ownRelease: Float = 0
    /// The factors of a block.
    private var decayFactor: Float = 0
    private var releaseFactor: Float = 0

    /// An envelope before its start.
    @_noLocks
    init() {}

    /// Whether it has ended.
    var hasEnded: Bool { @_noLocks get { stage == .finished } }
    /// Whether its release has begun.
    var isReleased: Bool { @_noLocks get { stage.rawValue >= Stage.release.rawValue } }

    /// Begins.
    @_noLocks
    mutating func begin(_ settings: Settings, _ conversions: borrowing Conversions) {
        self.settings = settings
        stage = .delay
        left = settings.delay
        value = 0
        decayFactor = Self.factor(settings.decay, conversions)
        self.settings.decay = Self.length(settings.decay, conversions)
        setRelease(settings.release, conversions)
        if left <= 0 { enterAttack() }
    }

    /// Changes the sustain's level.
    @_noLocks
    mutating func setSustain(_ level: Float) { settings.sustain = level }

    /// Changes the time of the release.
    @_noLocks
    mutating func setRelease(_ frames: Float, _ conversions: borrowing Conversions) {
        // None would click: 50 ms as of ARIA's players.
        let frames = frames > 0 ? frames : Float(0.05 * conversions.rate)
        ownRelease = Self.length(frames, conversions)
        settings.release = ownRelease
        releaseFactor = Self.factor(frames, conversions)
    }

    /// Slows the release as far as a sustain pedal is down: at 1 it takes the time of the decay, or
    /// 101 seconds where there is none, as with a SoundFont.
    ///
    /// - Parameters:
    ///   - position: The pedal's position, 0 … 1.
    ///   - conversions: Powers and logarithms.
    @_noLocks
    mutating func slowRelease(to position: Double, _ conversions: borrowing Conversions) {
        guard isReleased, stage != .finished, ownRelease > 0 else { return }
        let hasDecay = settings.sustain < 1 && decayFactor > 0
        let longest = Self.longestRelease * conversions.rate
        let slowest = max(
            Double(ownRelease),
            hasDecay ? min(Double(settings.decay), longest) : longest
        )
        let ratio = slowest / Double(ownRelease)
        let octaves = conversions.decimalLogarithm(ratio) * 3.3219280948873623
        let frames = ownRelease * Float(conversions.powerOfTwo(octaves * position))
        left *= frames / settings.release
        settings.release = frames
        releaseFactor = Self.factor(frames, conversions)
    }

    /// The frames that a decay or a release takes: shorter ones click.
    @_noLocks
    private static func length(_ frames: Float, _ conversions: borrowing Conversions) -> Float {
        max(frames, Float(0.006 * conversions.rate))
    }

    /// The factor of a block; 0 for no time.
    @_noLocks
    private static func factor(_ frames: Float, _ conversions: borrowing Conversions) -> Float {
        guard frames > 0 else { return 0 }
        let frames = length(frames, conversions)
        return Float(conversions.powerOfTwo(exponent * Double(Block.frames) / Double(frames)))
    }

    /// Begins the release.
    @_noLocks
    mutating func release() {
        guard !isReleased else { return }
        if stage == .delay { stage = .finished } else { enterRelease() }
    }

    /// Ends within a number of frames, whatever the stage.
    @_noLocks
    mutating func end(in frames: Float, _ conversions: borrowing Conversions) {
        setRelease(frames, conversions)
        settings.shape.release = nil
        if stage != .finished { enterRelease() }
    }

    @_noLocks
    private mutating func enterAttack() {
        stage = .attack
        left = settings.attack
        value = settings.start
        if left <= 0 { enterHold() }
    }

    @_noLocks
    private mutating func enterHold() {
        stage = .hold
        left = settings.hold
        value = 1
        if left <= 0 { enterDecay() }
    }

    @_noLocks
    private mutating func enterDecay() {
        stage = .decay
        left = settings.decay
        guard decayFactor == 0 else { return }
        value = settings.sustain
        endDecay()
    }

    /// Continues with the sustain; one without a sustain ends by itself.
    @_noLocks
    private mutating func endDecay() {
        if settings.sustain <= Self.noSustain { enterRelease() } else { stage = .sustain }
    }

    @_noLocks
    private mutating func enterRelease() {
        stage = .release
        left = settings.release
        top = value
    }

    /// The part of the way that is done after a part of the time.
    @_noLocks
    private static func way(
        _ position: Float,
        _ shape: Float,
        _ conversions: borrowing Conversions
    ) -> Float {
        let exponent = 1.4426950408889634 * Double(max(-100, min(shape, 100)))
        guard abs(exponent) > 0.001 else { return position }
        let done = conversions.powerOfTwo(exponent * Double(position)) - 1
        return Float(done / (conversions.powerOfTwo(exponent) - 1))
    }

    /// Advances by a block.
    @_noLocks
    mutating func step(_ conversions: borrowing Conversions) {
        var frames = Float(Block.frames)
        while frames > 0 {
            switch stage {
            case .delay:
                let part = min(frames, left)
                left -= part
                frames -= part
                if left <= 0 { enterAttack() }
            case .attack:
                let part = min(frames, left)
                if let shape = settings.shape.attack {
                    let position = 1 - (left - part) / settings.attack
                    value =
                        settings.start
                        + (1 - settings.start) * Self.way(position, shape, conversions)
                } else {
                    value += (1 - value) * part / left
                }
                left -= part
                frames -= part
                if left <= 0 { enterHold() }
            case .hold:
                let part = min(frames, left)
                left -= part
                frames -= part
                if left <= 0 { enterDecay() }
            case .decay:
                if let shape = settings.shape.decay {
                    left = max(0, left - frames)
                    value = 1 - Self.way(1 - left / settings.decay, shape, conversions)
                } else if frames < Float(Block.frames) {
                    // The rest of a block: between a line and the curve there is nothing to hear.
                    value *= 1 - (1 - decayFactor) * frames / Float(Block.frames)
                } else {
                    value *= decayFactor
                }
                if value <= settings.sustain + Self.nearSustain {
                    value = max(value, settings.sustain)
                    endDecay()
                }
                frames = 0
            case .sustain:
                // The little that is left of the decay goes in 50 ms.
                value += (settings.sustain - value) * 0.03
                frames = 0
            case .release:
                if let shape = settings.shape.release {
                    left = max(0, left - frames)
                    value = top * (1 - Self.way(1 - left / settings.release, shape, conversions))
                } else {
                    value *= releaseFactor
                }
                if value <= Self.silence {
                    value = 0
                    stage = .finished
                }
                frames = 0
            case .finished:
                value = 0
                frames = 0
            }
        }
    }
}
