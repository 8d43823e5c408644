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
    private var master: GainRamp
    /// The master gain that was set; ``master`` differs from it during a fade or a pause.
    private var masterGain: Float
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
    ///   - settings: The engine's settings: effects, rate, maximum period and master gain.
    ///   - fadeFrames: How long a fade of the master, or of a strip, lasts.
    init(strips: Int, _ settings: EngineSettings, fadeFrames: Int) {
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
        master = GainRamp(gain)
        masterGain = gain
        self.fadeFrames = fadeFrames
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

    /// Gives a strip the gain of another.
    @_noLocks
    mutating func copyGain(from old: Int, to new: Int) {
        strips[new].gain = strips[old].gain
    }

    /// Whether the span takes one more change of a gain.
    var hasRoom: Bool { @_noLocks get { changes.room > 0 } }

    /// Moves a strip's gain from an offset of the period on.
    ///
    /// - Returns: `false` when the span takes no more changes.
    @_noLocks
    mutating func changeGain(of strip: Int, to target: Float, at offset: Int32) -> Bool {
        changes.append(GainChange(strip: strip, offset: offset, target: target))
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
        for bus in 0..<buses.count { buses[bus].render(to: &output, from: start, to: end) }
        changes.removeAll()
    }

    // MARK: Master

    /// Whether the master is fading.
    var isFading: Bool { @_noLocks get { master.isMoving } }

    /// Fades the master out.
    @_noLocks
    mutating func fadeOut() { master.move(to: 0, frames: fadeFrames) }

    /// Fades the master in.
    @_noLocks
    mutating func fadeIn() { master.move(to: masterGain, frames: fadeFrames) }

    /// Sets the master gain.
    ///
    /// - Parameters:
    ///   - gain: The factor.
    ///   - isHeard: Whether the master moves to it now; otherwise with the next fade in.
    @_noLocks
    mutating func setGain(_ gain: Float, isHeard: Bool) {
        masterGain = gain
        if isHeard { fadeIn() }
    }

    /// Applies the master gain, which stands still, to a period.
    ///
    /// - Returns: The highest magnitude.
    @_noLocks
    mutating func applySteadyMaster(_ frames: Int) -> Float {
        let peak = output.scale(by: master.gain, count: frames)
        if peak < TailPolicy.threshold {
            quietFrames &+= Int64(frames)
        } else {
            var last = frames &- 1
            while last >= 0, output.magnitude(of: last) < TailPolicy.threshold { last &-= 1 }
            quietFrames = Int64(frames &- 1 &- last)
        }
        return peak
    }

    /// Applies the master gain to one frame.
    ///
    /// - Parameters:
    ///   - frame: The frame, from the period's first.
    ///   - countsQuiet: Whether its silence is the music's, not that of a fade to a pause.
    /// - Returns: Its magnitude.
    @_noLocks
    mutating func applyMaster(to frame: Int, countsQuiet: Bool) -> Float {
        let gain = master.next()
        output.left[frame] *= gain
        output.right[frame] *= gain
        let level = output.magnitude(of: frame)
        if countsQuiet { quietFrames = level < TailPolicy.threshold ? quietFrames &+ 1 : 0 }
        return level
    }

    /// Forgets for how long it has been quiet.
    @_noLocks
    mutating func resetQuiet() { quietFrames = 0 }
}
