import Realtime

/// A delay with feedback in the place of a reverb: mono in, stereo out.
///
/// Echoes come on both sides at once, or on the left side and on the right in turn. Every output frame
/// depends on the frames before it alone, and not on how they were divided into calls. Once nothing of
/// it can be heard it is as new, and costs next to nothing until there is input.
///
/// The audio thread's.
@safe
public struct Delay: ~Copyable {
    /// The change of a fade per frame.
    private static var fadeStep: Float {
        @_noLocks get { 1 / 2_048 }
    }

    private let rate: Int
    private var activity: EffectActivity
    private var line: DelayLine
    private var taps: DelayTaps
    /// The taps that it fades to, and the blocks until it has.
    private var newTaps: DelayTaps
    private var fadesLeft = 0
    /// The taps that it has or fades to.
    private var target: DelayTaps
    private var hasNewTarget = false
    /// The input's gain at the start of the block, and its change per frame.
    private var inputGain: Float = 1
    private var inputSlope: Float = 0
    /// The last output of the low-pass in front.
    private var filtered: Float = 0

    /// Makes a silent delay.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - parameters: The parameters; `nil`, or those of a room, for one that is off.
    ///   - rate: Frames per second, 8,000 … 96,000.
    public init(_ parameters: ReverbParameters?, rate: Int) {
        self.rate = rate
        line = DelayLine(longest: DelayTaps.longest(rate: rate))
        let isOn = !(parameters?.algorithm.isRoom ?? true)
        activity = EffectActivity(isOn: isOn)
        target = DelayTaps(parameters ?? ReverbParameters(), rate: rate)
        taps = target
        newTaps = target
    }

    /// Whether there may be sound in it without input.
    var isAwake: Bool { @_noLocks get { activity.isAwake } }

    /// Changes the parameters: what is heard is faded to the new ones in 2,048 frames.
    ///
    /// They are taken at the start of the next block of 64 frames, counted from the first, or at the
    /// end of a fade.
    ///
    /// - Parameter parameters: The parameters; `nil`, or those of a room, switch it off.
    @_noLocks
    public mutating func set(_ parameters: ReverbParameters?) {
        var taps = target
        if let parameters, !parameters.algorithm.isRoom {
            activity.set(isOn: true)
            taps = DelayTaps(parameters, rate: rate)
        } else {
            activity.set(isOn: false)
            taps.level = 0
        }
        if !taps.equals(target) { hasNewTarget = true }
        target = taps
    }

    /// Takes it that the input has not begun yet: its beginning needs no fade.
    @_noLocks
    package mutating func expectInput() { activity.expectInput() }

    /// The frames of silence that an echo may follow; 0 while it is off.
    public var longestGap: Int {
        @_noLocks get { activity.isOn ? target.gap : 0 }
    }

    /// Adds the echoes of some frames to two buffers.
    ///
    /// - Parameters:
    ///   - input: The frames of the send.
    ///   - left: Gets the left side added.
    ///   - right: Gets the right side added.
    ///   - count: The number of frames.
    @_noLocks
    @unsafe
    public mutating func process(
        _ input: UnsafePointer<Float>,
        left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>,
        count: Int
    ) {
        var done = 0
        while done < count {
            let part = min(Block.frames - activity.offset, count - done)
            if unsafe activity.note(input + done, count: part) { wake() }
            if activity.isAwake {
                if activity.offset == 0 { beginBlock() }
                unsafe write(input + done, part)
                unsafe play(left + done, right + done, part)
            }
            done += part
            if activity.advance(by: part) { endBlock() }
        }
    }

    // MARK: Waking and sleeping

    /// Begins from silence, as if the frames of the block so far had been processed.
    @_noLocks
    private mutating func wake() {
        taps = target
        newTaps = target
        fadesLeft = 0
        hasNewTarget = false
        inputGain = activity.fadesInputIn ? 0 : 1
        let passed = activity.wake()
        guard passed > 0 else { return }
        beginBlock()
        _ = activity.advance(by: passed)
    }

    /// Resets it.
    @_noLocks
    private mutating func sleep() {
        activity.sleep()
        line.clear()
        filtered = 0
    }

    // MARK: Blocks

    @_noLocks
    private mutating func beginBlock() {
        if hasNewTarget && fadesLeft == 0 {
            hasNewTarget = false
            newTaps = target
            fadesLeft = Block.fade
        }
        inputSlope = inputGain < 1 ? Self.fadeStep : 0
    }

    @_noLocks
    private mutating func endBlock() {
        let isQuiet =
            unsafe activity.silence.mayBeQuiet && fadesLeft == 0
            && SilenceWatch.isQuiet(line.block(), count: Block.frames)
        let hasEnded = activity.silence.endBlock(isQuiet: isQuiet, longest: taps.longestBlocks)
        line.endBlock()
        inputGain = min(1, inputGain + inputSlope * Float(Block.frames))
        // A decay would end in denormal numbers, which are slow.
        if abs(filtered) < 1e-15 { filtered = 0 }
        if fadesLeft > 0 {
            fadesLeft -= 1
            if fadesLeft == 0 { taps = newTaps }
        }
        if hasEnded || (!activity.isOn && fadesLeft == 0 && !hasNewTarget) { sleep() }
    }

    // MARK: Loops

    // They are mutating, though some change nothing but memory: a function that is not gets a copy
    // of the whole delay where it is not inlined.

    /// The part of the new taps in the next frame; each one after it has ``fadeStep`` more.
    @_noLocks
    private func fade() -> Float {
        Float((Block.fade - fadesLeft) * Block.frames + activity.offset + 1) * Self.fadeStep
    }

    /// Writes input into the line.
    @_noLocks
    @unsafe
    private mutating func write(_ input: UnsafePointer<Float>, _ count: Int) {
        let block = unsafe line.block() + activity.offset
        if inputSlope > 0 {
            for index in 0..<count {
                let gain = inputGain + inputSlope * Float(activity.offset + index)
                unsafe block[index] = input[index] * gain
            }
        } else {
            for index in 0..<count { unsafe block[index] = input[index] }
        }
        unsafe filter(block, count)
    }

    /// Takes high frequencies from input in the line.
    @_noLocks
    @unsafe
    private mutating func filter(_ block: UnsafeMutablePointer<Float>, _ count: Int) {
        let start = taps.lowPass
        let change = fadesLeft > 0 ? newTaps.lowPass - start : 0
        guard start < 1 || change != 0 else {
            unsafe filtered = block[count - 1]
            return
        }
        let fade = fade()
        var value = filtered
        for index in 0..<count {
            let part = fade + Self.fadeStep * Float(index)
            unsafe value += (start + change * part) * (block[index] - value)
            unsafe block[index] = value
        }
        filtered = value
    }

    /// Feeds the next frames back, and adds them to the output.
    @_noLocks
    @unsafe
    private mutating func play(
        _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        guard fadesLeft > 0 else {
            unsafe play(taps, left, right, count, from: 1, slope: 0)
            return
        }
        let (fade, step) = (fade(), Self.fadeStep)
        unsafe play(taps, left, right, count, from: 1 - fade, slope: -step)
        unsafe play(newTaps, left, right, count, from: fade, slope: step)
    }

    /// Plays some taps along a gain and its change per frame.
    @_noLocks
    @unsafe
    private mutating func play(
        _ taps: DelayTaps,
        _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>,
        _ count: Int,
        from gain: Float,
        slope: Float
    ) {
        let offset = activity.offset
        unsafe add(taps.loop, taps.feedback, to: line.block() + offset, count, gain, slope)
        unsafe add(taps.left, taps.level, to: left, count, gain, slope)
        unsafe add(taps.right, taps.level, to: right, count, gain, slope)
    }

    /// Adds what was written some frames before.
    @_noLocks
    @unsafe
    private mutating func add(
        _ delay: Int,
        _ level: Float,
        to target: UnsafeMutablePointer<Float>,
        _ count: Int,
        _ gain: Float,
        _ slope: Float
    ) {
        let source = unsafe line.samples(delay: delay, from: activity.offset, count: count)
        if slope == 0 {
            for index in 0..<count { unsafe target[index] += source[index] * level }
        } else {
            for index in 0..<count {
                let gain = gain + slope * Float(index)
                unsafe target[index] += source[index] * (gain * level)
            }
        }
    }
}
