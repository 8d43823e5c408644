import Effects
import Realtime

/// The mixer: strips that samplers are connected to, and the master that they are mixed to.
///
/// It belongs to the engine and outlives every rack. A rack takes a strip for each of its samplers
/// when it comes and returns them when it leaves. The audio thread's.
struct Mixer: ~Copyable {
    /// The mix of the current period.
    private(set) var output: StereoBuffer
    private var strips: FixedArray<Strip>
    private var freeStrips: FixedList<Int>
    /// The changes of strips' gains in the current span.
    private var changes: FixedList<GainChange>
    private var buses: FixedArray<EffectsBus>
    /// The changes of effects in the current span.
    private var effectsChanges: FixedList<EffectsChange>
    /// The master gain that the user sets.
    private var gain: GainRamp
    private var limiter: Limiter
    /// The gain of the transport's fades, behind the limiter.
    private var fade = GainRamp(1)
    private let fadeFrames: Int
    /// Frames since the mix was last above the tail's threshold.
    private(set) var quietFrames: Int64 = 0

    /// Changes of strips' gains that fit into one span.
    static let changeCapacity = 1_024
    /// A strip's gain moves within this many frames, four of FluidSynth's blocks.
    private static var rampFrames: Int { @_noLocks get { 256 } }

    /// Makes a mixer.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - strips: How many strips it has.
    ///   - settings: The engine's settings: effects, rate, maximum period, master gain, limiter.
    init(strips: Int, _ settings: EngineSettings) {
        let gain = Float(settings.gain)
        let maximumPeriod = settings.maximumPeriod
        buses = FixedArray(count: settings.effectsBuses) { _ in
            EffectsBus(settings.effects, rate: settings.rate, maximumPeriod: maximumPeriod)
        }
        output = StereoBuffer(capacity: maximumPeriod)
        self.strips = FixedArray(repeating: Strip(), count: strips)
        freeStrips = FixedList(capacity: strips)
        for strip in (0..<strips).reversed() { freeStrips.append(strip) }
        changes = FixedList(capacity: Self.changeCapacity)
        effectsChanges = FixedList(capacity: Self.changeCapacity)
        self.gain = GainRamp(gain)
        limiter = Limiter(
            rate: settings.rate,
            maximumFrames: maximumPeriod,
            isOn: settings.limiter
        )
        // 10 ms: short enough for "at once", long enough not to click.
        fadeFrames = max(1, settings.rate / 100)
    }

    /// Begins a period: silence, to which strips are added.
    @_noLocks
    mutating func begin(_ frames: Int) {
        output.clear(from: 0, to: frames)
        for bus in 0..<buses.count { buses[bus].begin(frames) }
    }

    // MARK: Strips

    /// Takes a strip that is not in use, at 0 dB.
    @_noLocks
    mutating func takeStrip() -> Int {
        guard let strip = freeStrips.removeLast() else {
            preconditionFailure("more samplers than strips")
        }
        strips[strip] = Strip()
        return strip
    }

    /// Returns a strip that is not used any more.
    @_noLocks
    mutating func returnStrip(_ strip: Int) {
        freeStrips.append(strip)
    }

    /// Gives a strip the gain of another, and has it stand for what messages to that one's sampler
    /// have set.
    @_noLocks
    mutating func copyState(from old: Int, to new: Int) {
        strips[new].gain = strips[old].gain
        for bus in 0..<buses.count { buses[bus].replace(old, with: new) }
    }

    /// Whether the span takes one more change of a gain, and one of effects.
    var hasRoom: Bool {
        @_noLocks get { changes.room > 0 && effectsChanges.room > 0 }
    }

    /// Moves a strip's gain from an offset of the period on.
    ///
    /// - Returns: `false` when the span takes no more changes.
    @_noLocks
    mutating func changeGain(of strip: Int, to target: Float, at offset: Int32) -> Bool {
        changes.append(GainChange(strip: strip, offset: offset, target: target))
    }

    // MARK: Effects

    /// Changes the effects of a bus.
    ///
    /// - Returns: `false` when the span takes no more changes.
    @_noLocks
    mutating func changeEffects(_ change: EffectsChange) -> Bool {
        effectsChanges.append(change)
    }

    /// Undoes what messages to a strip's sampler have set, on all buses; where the span takes no
    /// more changes, from its first frame on.
    @_noLocks
    mutating func restoreEffects(of strip: Int, at offset: Int32) {
        for bus in 0..<buses.count where buses[bus].isSet(by: strip) {
            let change = EffectsChange(.restore(strip: strip), bus: bus, offset: offset)
            if !changeEffects(change) { buses[bus].apply(change) }
        }
    }

    /// Fades a strip out.
    @_noLocks
    mutating func fadeOut(_ strip: Int) {
        strips[strip].gain.move(to: 0, frames: fadeFrames)
    }

    /// Whether a strip's gain is moving.
    @_noLocks
    func isMoving(_ strip: Int) -> Bool { strips[strip].gain.isMoving }

    /// Adds one of a strip's inputs to the mix, and its sends to an effects bus, with the gain changes
    /// at their offsets.
    ///
    /// - Returns: The strip's gain at the end: the same for all inputs of the strip, to be given to
    ///   ``endSpan(of:at:)`` after the last.
    @_noLocks
    mutating func add(
        _ input: borrowing StereoBuffer,
        _ sends: borrowing SendBuffer,
        to strip: Int,
        bus: Int,
        from start: Int,
        to end: Int
    ) -> GainRamp {
        var gain = strips[strip].gain
        var position = start
        for index in 0..<changes.count where changes[index].strip == strip {
            let offset = Int(changes[index].offset)
            if position < offset {
                buses[bus].add(sends, gain: gain, from: position, to: offset)
                output.add(input, gain: &gain, from: position, to: offset)
                position = offset
            }
            gain.move(to: changes[index].target, frames: Self.rampFrames)
        }
        if position < end {
            buses[bus].add(sends, gain: gain, from: position, to: end)
            output.add(input, gain: &gain, from: position, to: end)
        }
        return gain
    }

    /// Ends a span of a strip, whose inputs have been added.
    @_noLocks
    mutating func endSpan(of strip: Int, at gain: GainRamp) {
        strips[strip].gain = gain
    }

    /// Ends a span, all of whose strips have been added: adds the effects.
    @_noLocks
    mutating func endSpan(from start: Int, to end: Int) {
        for bus in 0..<buses.count {
            var position = start
            for index in 0..<effectsChanges.count where effectsChanges[index].bus == bus {
                let offset = min(Int(effectsChanges[index].offset), end)
                if position < offset {
                    buses[bus].render(to: &output, from: position, to: offset)
                    position = offset
                }
                buses[bus].apply(effectsChanges[index])
            }
            if position < end { buses[bus].render(to: &output, from: position, to: end) }
        }
        effectsChanges.removeAll()
        changes.removeAll()
    }

    // MARK: Master

    /// Whether the master's gain moves, or the transport fades.
    var isFading: Bool { @_noLocks get { fade.isMoving || gain.isMoving } }

    /// Whether the transport fades.
    var isTransportFading: Bool { @_noLocks get { fade.isMoving } }

    /// Fades the output out.
    @_noLocks
    mutating func fadeOut() { fade.move(to: 0, frames: fadeFrames) }

    /// Fades the output in.
    @_noLocks
    mutating func fadeIn() { fade.move(to: 1, frames: fadeFrames) }

    /// Sets the master gain.
    ///
    /// - Parameters:
    ///   - factor: The factor.
    ///   - isHeard: Whether the gain moves to it; otherwise it is there at once.
    @_noLocks
    mutating func setGain(_ factor: Float, isHeard: Bool) {
        if isHeard {
            gain.move(to: factor, frames: fadeFrames)
        } else {
            gain = GainRamp(factor)
        }
    }

    /// Whether the master's gain is moving.
    var isGainMoving: Bool { @_noLocks get { gain.isMoving } }

    /// Applies the master gain, which stands still, to the mix of a period.
    @_noLocks
    mutating func applySteadyGain(_ frames: Int) {
        let peak = output.scale(by: gain.gain, count: frames)
        if peak < TailPolicy.threshold {
            quietFrames &+= Int64(frames)
        } else {
            var last = frames &- 1
            while last >= 0, output.magnitude(of: last) < TailPolicy.threshold { last &-= 1 }
            quietFrames = Int64(frames &- 1 &- last)
        }
    }

    /// Applies the master gain to one frame of the mix.
    ///
    /// - Parameter frame: The frame, from the period's first.
    @_noLocks
    mutating func applyGain(to frame: Int) {
        let factor = gain.next()
        output.left[frame] *= factor
        output.right[frame] *= factor
        let level = output.magnitude(of: frame)
        quietFrames = level < TailPolicy.threshold ? quietFrames &+ 1 : 0
    }

    /// Silences the mix from a frame on.
    @_noLocks
    mutating func silence(from start: Int, to end: Int) {
        output.clear(from: start, to: end)
    }

    /// The frames by which the output is behind the mix.
    var latency: Int { @_noLocks get { limiter.latency } }

    /// Limits the mix: from here on ``output`` has the frames that are due, ``latency`` frames
    /// older.
    @_noLocks
    mutating func limit(_ frames: Int) {
        limiter.process(&output, frames: frames)
    }

    /// Puts silence in the place of the frames that were mixed and are not due yet.
    @_noLocks
    mutating func forgetDelayedFrames() { limiter.forget() }

    /// The lowest factor of the limiter since the last call; 1 where nothing was reduced.
    @_noLocks
    mutating func takeLowestGain() -> Float { limiter.takeLowestGain() }

    /// Applies the transport's fade to the output.
    ///
    /// - Parameters:
    ///   - frames: How many frames are due.
    ///   - endsWithIt: Whether nothing is due after a fade.
    /// - Returns: How many frames are due then.
    @_noLocks
    mutating func applyFade(_ frames: Int, endsWithIt: Bool) -> Int {
        if !fade.isMoving && fade.gain == 1 && !endsWithIt { return frames }
        var count = 0
        while count < frames, fade.isMoving || !endsWithIt {
            let factor = fade.next()
            output.left[count] *= factor
            output.right[count] *= factor
            count &+= 1
        }
        return count
    }

    /// The highest magnitude of the first frames of the output.
    @_noLocks
    func peak(_ frames: Int) -> Float {
        let left = output.left.peak(from: 0, to: frames)
        let right = output.right.peak(from: 0, to: frames)
        // By their bits: what is not a number stays the highest.
        return left.bitPattern > right.bitPattern ? left : right
    }

    /// Forgets for how long it has been quiet.
    @_noLocks
    mutating func resetQuiet() { quietFrames = 0 }
}
