import Realtime

/// A strip of the mixer: the sum of its inputs, with a gain for each side and each effect.
///
/// It belongs to the engine and outlives the samplers that it is connected to. The controlling
/// thread makes it; it is the audio thread's as soon as a rack that is connected to it comes there.
struct Strip: ~Copyable {
    /// The sum of its inputs in the current period; with the gains, where the span has ended.
    private(set) var sound: StereoBuffer
    /// The sums of its inputs' sends.
    private var sends: SendBuffer
    private var left: GainRamp
    private var right: GainRamp
    private var reverb: GainRamp
    private var chorus: GainRamp
    /// The mixer's effects bus that its sends go to.
    var bus = 0
    /// Frames from the period's first that may hold something.
    private var filled = 0
    /// The tuning of the samplers that are connected to it, in cents.
    private(set) var tuning: Float
    private var meter: LevelMeter
    /// What the meter shows.
    let figures = SequenceLock(MeterFigures())

    /// A gain moves within this many frames, four of FluidSynth's blocks.
    static var rampFrames: Int { @_noLocks get { 256 } }

    /// Makes a silent strip.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - levels: Its gains.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames of a period.
    init(_ levels: StripLevels = StripLevels(), rate: Int, maximumPeriod: Int) {
        sound = StereoBuffer(capacity: maximumPeriod)
        sends = SendBuffer(capacity: maximumPeriod)
        left = GainRamp(levels.left)
        right = GainRamp(levels.right)
        reverb = GainRamp(levels.reverb)
        chorus = GainRamp(levels.chorus)
        tuning = levels.tuning
        meter = LevelMeter(rate: rate)
    }

    /// Sets the gains.
    ///
    /// - Parameters:
    ///   - levels: The gains.
    ///   - isHeard: Whether they move there, from the next frame on; otherwise they are there at
    ///     once.
    @_noLocks
    mutating func set(_ levels: StripLevels, isHeard: Bool) {
        tuning = levels.tuning
        guard isHeard else {
            left = GainRamp(levels.left)
            right = GainRamp(levels.right)
            reverb = GainRamp(levels.reverb)
            chorus = GainRamp(levels.chorus)
            return
        }
        left.move(to: levels.left, frames: Self.rampFrames)
        right.move(to: levels.right, frames: Self.rampFrames)
        reverb.move(to: levels.reverb, frames: Self.rampFrames)
        chorus.move(to: levels.chorus, frames: Self.rampFrames)
    }

    /// Begins a period with silence.
    @_noLocks
    mutating func begin() {
        sound.clear(from: 0, to: filled)
        sends.clear(from: 0, to: filled)
        filled = 0
    }

    /// Adds an input's sound and sends along its own gain, which moves on.
    @_noLocks
    mutating func add(
        _ input: borrowing StereoBuffer,
        _ inputSends: borrowing SendBuffer,
        gain: inout GainRamp,
        from start: Int,
        to end: Int
    ) {
        sends.add(inputSends, reverb: gain, chorus: gain, from: start, to: end)
        sound.add(input, gain: &gain, from: start, to: end)
        filled = max(filled, end)
    }

    /// Applies the gains to a span, and adds it to a mix and to the effects.
    @_noLocks
    mutating func endSpan(
        from start: Int,
        to end: Int,
        _ output: inout StereoBuffer,
        _ effects: inout EffectsBus
    ) {
        guard filled > 0 else {
            advance(by: end &- start)
            return
        }
        effects.add(sends, reverb: reverb, chorus: chorus, from: start, to: end)
        reverb.advance(by: end &- start)
        chorus.advance(by: end &- start)
        sound.left.scale(along: &left, from: start, to: end)
        sound.right.scale(along: &right, from: start, to: end)
        var unity = GainRamp(1)
        output.add(sound, gain: &unity, from: start, to: end)
    }

    @_noLocks
    private mutating func advance(by frames: Int) {
        left.advance(by: frames)
        right.advance(by: frames)
        reverb.advance(by: frames)
        chorus.advance(by: frames)
    }

    /// Ends a period: shows its level.
    @_noLocks
    mutating func endPeriod(_ frames: Int) {
        // Where nothing was added there is silence, which need not be looked at.
        meter.add(sound, frames: frames, isSilent: filled == 0)
        figures.store(meter.figures)
    }
}

/// The factors of a strip, and the tuning of its samplers.
struct StripLevels: BitwiseCopyable, Hashable {
    var left: Float = 1
    var right: Float = 1
    var reverb: Float = 1
    var chorus: Float = 1
    /// The tuning in cents.
    var tuning: Float = 0

    @_noLocks
    init() {}
}

/// The connection of a sampler of a rack to a strip.
struct StripInput: BitwiseCopyable {
    /// The strip's index in the mixer.
    var strip: Int
    /// The master volume that SysEx messages to the sampler set.
    var gain = GainRamp(1)

    @_noLocks
    init(strip: Int) { self.strip = strip }
}

/// A change of an input's gain within a span.
struct GainChange: BitwiseCopyable {
    var input: Int
    /// Frames from the period's first.
    var offset: Int32
    var target: Float

    @_noLocks
    init(input: Int, offset: Int32, target: Float) {
        self.input = input
        self.offset = offset
        self.target = target
    }
}
