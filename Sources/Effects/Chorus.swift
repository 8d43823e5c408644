import Realtime

/// A chorus of modulated delays that share one line: mono in, stereo out, and a mono send to a reverb.
///
/// It sounds like FluidSynth's by level, spectrum and modulation. Every output frame depends on the
/// frames before it alone, and not on how they were divided into calls. Once its line is silent it is
/// as new, and costs next to nothing until there is input.
///
/// The audio thread's.
@safe
public struct Chorus: ~Copyable {
    /// The change of a fade per frame.
    private static var fadeStep: Float {
        @_noLocks get { 1 / 2_048 }
    }
    /// The longest delay and modulation, in seconds.
    private static var longest: Double {
        @_noLocks get { 0.356 }
    }

    private var line: ChorusLine
    /// The sums of even voices, of odd ones and of one on both sides, a block each.
    private let sums = SampleMemory(count: 3 * Block.frames)
    private let rate: Int
    private var activity: EffectActivity
    private var taps: ChorusTaps
    /// The taps that it fades to, and the blocks until it has.
    private var newTaps: ChorusTaps
    private var fadesLeft = 0
    /// The parameters that it has or fades to.
    private var target: ChorusTaps
    private var hasNewTarget = false
    /// The input's gain at the start of the block, and its change per frame.
    private var inputGain: Float = 1
    private var inputSlope: Float = 0

    /// Makes a silent chorus.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - parameters: The parameters; `nil` for one that is off.
    ///   - rate: Frames per second, 8,000 … 96,000.
    public init(_ parameters: ChorusParameters?, rate: Int) {
        self.rate = rate
        line = ChorusLine(longest: Int(Self.longest * Double(rate)))
        activity = EffectActivity(isOn: parameters != nil)
        target = parameters.map { ChorusTaps($0, rate: rate) } ?? ChorusTaps.off()
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
    /// - Parameter parameters: The parameters; `nil` switches it off.
    @_noLocks
    public mutating func set(_ parameters: ChorusParameters?) {
        hasNewTarget = true
        guard let parameters else {
            activity.set(isOn: false)
            target = ChorusTaps.off()
            return
        }
        activity.set(isOn: true)
        target = ChorusTaps(parameters, rate: rate)
    }

    /// Takes it that the input has not begun yet: its beginning needs no fade.
    @_noLocks
    package mutating func expectInput() { activity.expectInput() }

    /// Adds the chorus of some frames to two buffers, and its send to a third.
    ///
    /// - Parameters:
    ///   - input: The frames of the send.
    ///   - left: Gets the left side added.
    ///   - right: Gets the right side added.
    ///   - reverb: Gets the reverb's part added; the input of a reverb.
    ///   - count: The number of frames.
    @_noLocks
    @unsafe
    public mutating func process(
        _ input: UnsafePointer<Float>,
        left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>,
        reverb: UnsafeMutablePointer<Float>,
        count: Int
    ) {
        var done = 0
        while done < count {
            let part = min(Block.frames - activity.offset, count - done)
            if unsafe activity.note(input + done, count: part) { wake() }
            if activity.isAwake {
                if activity.offset == 0 { beginBlock() }
                unsafe write(input + done, part)
                unsafe add(left + done, right + done, reverb + done, part)
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
        fadesLeft = 0
        hasNewTarget = false
        inputGain = activity.fadesInputIn ? 0 : 1
        inputSlope = 0
        let passed = activity.wake()
        guard passed > 0 else { return }
        beginBlock()
        sums.clear()
        unsafe write(sums.samples(from: 0, count: Block.frames), passed)
        _ = activity.advance(by: passed)
    }

    /// Resets it.
    @_noLocks
    private mutating func sleep() {
        activity.sleep()
        line.clear()
    }

    // MARK: Blocks

    @_noLocks
    private mutating func beginBlock() {
        if hasNewTarget && fadesLeft == 0 {
            hasNewTarget = false
            newTaps = target
            newTaps.phase = taps.phase
            fadesLeft = Block.fade
        }
        inputSlope = inputGain < 1 ? 1 / Float(Block.fade * Block.frames) : 0
    }

    @_noLocks
    private mutating func endBlock() {
        let isQuiet =
            unsafe activity.silence.mayBeQuiet
            && SilenceWatch.isQuiet(line.block(), count: Block.frames)
        let hasEnded = activity.silence.endBlock(
            isQuiet: isQuiet,
            longest: line.size / Block.frames
        )
        line.endBlock()
        inputGain = min(1, inputGain + inputSlope * 64)
        taps.advance()
        if fadesLeft > 0 {
            newTaps.advance()
            fadesLeft -= 1
            if fadesLeft == 0 { taps = newTaps }
        }
        if hasEnded || (!activity.isOn && fadesLeft == 0 && !hasNewTarget) { sleep() }
    }

    // MARK: Loops

    // They are mutating, though some change nothing but memory: a function that is not gets a copy
    // of the whole chorus where it is not inlined.

    /// The first position in the block of a group that the next frames are in.
    private var groupStart: Int {
        @_noLocks get { activity.offset & ~(Block.group - 1) }
    }

    /// The position behind the groups that some frames are in.
    @_noLocks
    private func groupEnd(_ count: Int) -> Int {
        (activity.offset + count + Block.group - 1) & ~(Block.group - 1)
    }

    /// Writes input, and what is fed back, into the line.
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
        if taps.feedback > 0 || (fadesLeft > 0 && newTaps.feedback > 0) {
            unsafe feedBack(to: block, count)
        }
        line.take(from: groupStart, to: groupEnd(count))
    }

    /// Adds the first voice to the line, a block later at the least.
    @_noLocks
    @unsafe
    private mutating func feedBack(to block: UnsafeMutablePointer<Float>, _ count: Int) {
        let offset = activity.offset
        var feedback = taps.feedback
        var slope: Float = 0
        if fadesLeft > 0 {
            slope = (newTaps.feedback - taps.feedback) * Self.fadeStep
            feedback += slope * Float((Block.fade - fadesLeft) * Block.frames)
        }
        let fade = fade()
        let (delays, newDelays) = (taps.delays(from: 0), newTaps.delays(from: 0))
        // None that is not complete: a group is computed with the frames before it.
        let least = Float(Block.frames + Block.group)
        let (first, last) = (max(least, delays.start.x), max(least, delays.end.x))
        let (newFirst, newLast) = (max(least, newDelays.start.x), max(least, newDelays.end.x))
        for index in 0..<count {
            let frame = offset + index
            let part = Float(frame) * (1 / 64)
            var value = line.single(first + (last - first) * part, frame)
            if fadesLeft > 0 {
                let other = line.single(newFirst + (newLast - newFirst) * part, frame)
                value += (fade + Self.fadeStep * Float(index)) * (other - value)
            }
            // A decay would end in denormal numbers, which are slow.
            if abs(value) < 1e-15 { continue }
            unsafe block[index] += (feedback + slope * Float(frame)) * value
        }
    }

    /// The part of the new taps in the next frame; each one after it has ``fadeStep`` more.
    @_noLocks
    private func fade() -> Float {
        Float((Block.fade - fadesLeft) * Block.frames + activity.offset + 1) * Self.fadeStep
    }

    /// Adds the next frames to the output.
    @_noLocks
    @unsafe
    private mutating func add(
        _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>,
        _ reverb: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        sum(taps, count)
        guard fadesLeft > 0 else {
            unsafe mix(taps, left, right, reverb, count)
            return
        }
        let (fade, step) = (fade(), Self.fadeStep)
        unsafe mix(taps, left, right, reverb, count, gain: 1 - fade, slope: -step)
        sum(newTaps, count)
        unsafe mix(newTaps, left, right, reverb, count, gain: fade, slope: step)
    }

    /// Adds up even voices, and odd ones; the last of an odd number is on both sides.
    @_noLocks
    private mutating func sum(_ taps: ChorusTaps, _ count: Int) {
        let (start, end) = (groupStart, groupEnd(count))
        for side in 0..<3 where !taps.hasVoice(on: side) {
            sums.clear(from: side * Block.frames, to: (side + 1) * Block.frames)
        }
        for first in stride(from: 0, to: taps.voices, by: 4) {
            let delays = taps.delays(from: first)
            let slopes = (delays.end - delays.start) * (1 / 64)
            for voice in first..<min(first + 4, taps.voices) {
                let side = taps.side(of: voice)
                unsafe line.play(
                    delay: delays.start[voice - first],
                    slope: slopes[voice - first],
                    from: start,
                    to: end,
                    into: sums.samples(from: side * Block.frames, count: Block.frames),
                    adds: voice >= 2 && side < 2
                )
            }
        }
    }

    /// Adds the sums to the output, at a gain and its change per frame.
    @_noLocks
    @unsafe
    private mutating func mix(
        _ taps: ChorusTaps,
        _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>,
        _ reverb: UnsafeMutablePointer<Float>,
        _ count: Int,
        gain: Float = 1,
        slope: Float = 0
    ) {
        let (near, far) = (taps.near, taps.far)
        let even = unsafe sums.samples(from: activity.offset, count: count)
        let odd = unsafe even + Block.frames
        let both = unsafe odd + Block.frames
        if slope == 0 {
            for index in 0..<count {
                let own = unsafe even[index] + both[index]
                let other = unsafe odd[index] + both[index]
                unsafe left[index] += near * own + far * other
                unsafe right[index] += near * other + far * own
            }
        } else {
            for index in 0..<count {
                let gain = gain + slope * Float(index)
                let own = unsafe even[index] + both[index]
                let other = unsafe odd[index] + both[index]
                unsafe left[index] += gain * (near * own + far * other)
                unsafe right[index] += gain * (near * other + far * own)
            }
        }
        guard taps.send > 0 else { return }
        for index in 0..<count {
            let gain = gain + slope * Float(index)
            let voices = unsafe even[index] + odd[index] + 2 * both[index]
            unsafe reverb[index] += gain * taps.send * voices
        }
    }
}
