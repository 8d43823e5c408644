/// An envelope of six stages, in blocks: delay, attack, hold, decay, sustain, release.
struct Envelope: BitwiseCopyable {
    /// A part of the envelope.
    private enum Stage: UInt8, BitwiseCopyable {
        case delay, attack, hold, decay, sustain, release, finished
    }

    /// The part that it is in.
    private var stage = Stage.delay
    /// The value, 0 … 1; a volume envelope's is even in decibels but for the attack.
    private(set) var value = 0.0
    /// The blocks spent in the stage.
    private var count = 0
    /// The blocks of each stage.
    var delay = 0
    var hold = 0
    private var attack = 1
    private var decay = 0
    private var release = 1
    /// The changes per block.
    private var rise = 1.0
    private var fall = 0.0
    private var releaseFall = 1.0
    /// The value to which it decays.
    var sustain = 1.0

    /// An envelope before its delay.
    @_noLocks
    init() {}

    /// Whether it waits for its attack.
    var isWaiting: Bool { @_noLocks get { stage == .delay } }
    /// Whether it is in its attack.
    var isRising: Bool { @_noLocks get { stage == .attack } }
    /// Whether it stays at its top.
    var isHolding: Bool { @_noLocks get { stage == .hold } }
    /// Whether it is in its release, or has ended.
    var isReleased: Bool { @_noLocks get { stage.rawValue >= Stage.release.rawValue } }
    /// Whether it has ended.
    var hasEnded: Bool { @_noLocks get { stage == .finished } }

    /// The change per block of a stage that takes a number of blocks from 0 to 1.
    ///
    /// In single precision, as FluidSynth has it: an attack of many blocks ends a block earlier or
    /// later by that.
    @_noLocks
    private static func step(_ blocks: Int) -> Double {
        blocks > 0 ? Double(1 / Float(blocks)) : 0
    }

    /// Sets the blocks of the attack.
    @_noLocks
    mutating func setAttack(_ blocks: Int) {
        attack = blocks
        rise = Self.step(blocks)
    }

    /// Sets the blocks in which it would decay from 1 to 0.
    @_noLocks
    mutating func setDecay(_ blocks: Int) {
        decay = blocks
        fall = Self.step(blocks)
    }

    /// Sets the blocks in which it would fall from 1 to 0 after the release.
    ///
    /// - Parameters:
    ///   - blocks: Their number.
    ///   - keepsCount: Whether a release that has begun ends after that many blocks from its start, as
    ///     in FluidSynth. Otherwise it continues from its value.
    @_noLocks
    mutating func setRelease(_ blocks: Int, keepsCount: Bool = false) {
        if !keepsCount, stage == .release, blocks != release {
            count = min(count, max(0, Int((1 - value) * Double(blocks))))
        }
        release = blocks
        releaseFall = Self.step(blocks)
    }

    /// Begins the release from a value.
    @_noLocks
    mutating func beginRelease(from value: Double) {
        self.value = value
        stage = .release
        count = 0
    }

    /// Advances by a block.
    ///
    /// - Parameter isVolume: Whether a decay that is over ends at the sustain's value.
    @_noLocks
    mutating func step(isVolume: Bool) {
        if stage == .sustain { return }
        while count >= blocks {
            if isVolume, stage == .decay { value = sustain }
            // An attack of no blocks.
            if stage == .attack, attack == 0 { value = 1 }
            advance()
        }
        let (next, low, high) =
            switch stage {
            case .delay, .finished: (0.0, -1.0, 1.0)
            case .attack: (value + rise, -1.0, 1.0)
            case .hold, .sustain: (value, -1.0, 2.0)
            case .decay: (value - fall, sustain, 2.0)
            case .release: (value - releaseFall, 0.0, 2.0)
            }
        if next < low {
            value = low
            advance()
        } else if next > high {
            value = high
            advance()
        } else {
            value = next
            count &+= 1
        }
    }

    @_noLocks
    private mutating func advance() {
        stage =
            switch stage {
            case .delay: .attack
            case .attack: .hold
            case .hold: .decay
            case .decay: .sustain
            case .sustain: .release
            case .release, .finished: .finished
            }
        count = 0
    }

    private var blocks: Int {
        @_noLocks get {
            switch stage {
            case .delay: delay
            case .attack: attack
            case .hold: hold
            case .decay: decay
            case .release: release
            case .sustain, .finished: .max
            }
        }
    }
}
