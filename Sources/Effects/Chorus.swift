import Realtime

/// A chorus of modulated delays that share one line: mono in, stereo out, and a mono send to a reverb.
///
/// It sounds like FluidSynth's by level, spectrum and modulation. Every output frame depends on the
/// frames before it alone, and not on how they were divided into calls. Once its line is silent it is
/// as new, and costs next to nothing until there is input.
///
/// All its loops are in this file: debug builds compile file by file.
///
/// The audio thread's.
@safe
public struct Chorus: ~Copyable {
    /// The frames that a delay may change while the weights of its interpolation move in a straight
    /// line.
    private static var farthest: Float {
        @_noLocks get { 0.24 }
    }
    /// The change of a fade per frame.
    private static var fadeStep: Float {
        @_noLocks get { 1 / 2_048 }
    }
    /// The longest delay and modulation, in seconds.
    private static var longest: Double {
        @_noLocks get { 0.356 }
    }

    private let memory: SampleMemory
    private let interpolation = Interpolation()
    private let rate: Int
    /// The line's size in frames.
    private let size: Int
    /// The indices in `memory` of the sums of even voices, of odd ones and of one on both sides, a
    /// block each, and of zeros.
    private let sums: Int
    private let zeros: Int
    private var position = 0
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
        let longest = Int(Self.longest * Double(rate)) + 3 * Block.frames
        size = (longest + Block.frames - 1) / Block.frames * Block.frames
        sums = size + 2 * Block.frames
        zeros = sums + 3 * Block.frames
        memory = SampleMemory(count: zeros + Block.frames)
        activity = EffectActivity(isOn: parameters != nil)
        target = parameters.map { ChorusTaps($0, rate: rate) } ?? ChorusTaps.off()
        taps = target
        newTaps = target
    }

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
        unsafe write(memory.samples(from: zeros, count: Block.frames), passed)
        _ = activity.advance(by: passed)
    }

    /// Resets it.
    @_noLocks
    private mutating func sleep() {
        activity.sleep()
        memory.clear()
        position = 0
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
        let written = unsafe memory.samples(from: position, count: Block.frames)
        let isQuiet =
            unsafe activity.silence.mayBeQuiet && SilenceWatch.isQuiet(written, count: Block.frames)
        let hasEnded = activity.silence.endBlock(isQuiet: isQuiet, longest: size / Block.frames)
        position += Block.frames
        if position == size { position = 0 }
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

    /// Writes input, and what is fed back, into the line.
    @_noLocks
    @unsafe
    private mutating func write(_ input: UnsafePointer<Float>, _ count: Int) {
        let isAtStart = position <= Block.frames
        let line = unsafe memory.samples(
            from: position + activity.offset,
            count: (isAtStart ? size : 0) + count
        )
        if inputSlope > 0 {
            for index in 0..<count {
                let gain = inputGain + inputSlope * Float(activity.offset + index)
                unsafe line[index] = input[index] * gain
            }
        } else {
            for index in 0..<count { unsafe line[index] = input[index] }
        }
        if taps.feedback > 0 || (fadesLeft > 0 && newTaps.feedback > 0) {
            unsafe feedBack(to: line, count)
        }
        if isAtStart {
            // Behind the line's end, for a block that is read across it.
            for index in 0..<count { unsafe line[size + index] = line[index] }
        }
    }

    /// Adds the first voice to the line, a block later at the least.
    @_noLocks
    @unsafe
    private mutating func feedBack(to line: UnsafeMutablePointer<Float>, _ count: Int) {
        let offset = activity.offset
        var feedback = taps.feedback
        var slope: Float = 0
        if fadesLeft > 0 {
            slope = (newTaps.feedback - taps.feedback) * Self.fadeStep
            feedback += slope * Float((Block.fade - fadesLeft) * Block.frames)
        }
        let fade = fade()
        let (delays, newDelays) = (taps.delays(from: 0), newTaps.delays(from: 0))
        let (first, last) = (max(67, delays.start.x), max(67, delays.end.x))
        let (newFirst, newLast) = (max(67, newDelays.start.x), max(67, newDelays.end.x))
        for index in 0..<count {
            let frame = offset + index
            let part = Float(frame) * (1 / 64)
            var value = single(first + (last - first) * part, frame)
            if fadesLeft > 0 {
                let other = single(newFirst + (newLast - newFirst) * part, frame)
                value += (fade + Self.fadeStep * Float(index)) * (other - value)
            }
            // A decay would end in denormal numbers, which are slow.
            if abs(value) < 1e-15 { continue }
            unsafe line[index] += (feedback + slope * Float(frame)) * value
        }
    }

    /// The part of the new taps in the next frame; each one after it has ``fadeStep`` more.
    @_noLocks
    private func fade() -> Float {
        Float((Block.fade - fadesLeft) * Block.frames + activity.offset + 1) * Self.fadeStep
    }

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
        for side in taps.voices..<max(taps.voices, taps.sides) {
            memory.clear(from: sum(of: side), to: sum(of: side) + count)
        }
        for first in stride(from: 0, to: taps.voices, by: 4) {
            let delays = taps.delays(from: first)
            for voice in first..<min(first + 4, taps.voices) {
                let number = voice - first
                add(voice, of: taps, delays.start[number], delays.end[number], count)
            }
        }
        guard taps.sides > 2 else { return }
        let even = unsafe memory.samples(from: sum(of: 0), count: count)
        let odd = unsafe memory.samples(from: sum(of: 1), count: count)
        let both = unsafe memory.samples(from: sum(of: 2), count: count)
        for index in 0..<count {
            unsafe even[index] += both[index]
            unsafe odd[index] += both[index]
        }
    }

    /// The index in `memory` of a sum, at the next frame.
    @_noLocks
    @inline(__always)
    private func sum(of side: Int) -> Int { sums + side * Block.frames + activity.offset }

    /// Adds a voice to its sum, or begins the sum with it.
    @_noLocks
    private mutating func add(
        _ voice: Int,
        of taps: ChorusTaps,
        _ first: Float,
        _ last: Float,
        _ count: Int
    ) {
        let slope = (last - first) / 64
        let side = taps.side(of: voice)
        let sums = unsafe memory.samples(from: sum(of: side), count: count)
        let isFirst = voice < 2 || side == 2
        // The interpolation weights may move in a straight line as long as they move little.
        let isSteep = abs(slope) > Self.farthest / 32
        let length = abs(slope) > Self.farthest / 64 ? Block.half : Block.frames
        var done = 0
        while done < count {
            let frame = activity.offset + done
            let start = frame < length ? 0 : length
            let part = min(start + length - frame, count - done)
            let delay = first + slope * Float(start)
            if isSteep {
                for index in 0..<part {
                    let value = single(delay + slope * Float(frame - start + index), frame + index)
                    unsafe sums[done + index] = isFirst ? value : sums[done + index] + value
                }
            } else {
                let ramp = ramp(from: delay, to: delay + slope * Float(length), over: length)
                if isFirst {
                    unsafe play(ramp, frame, start, part, sums + done, adds: false)
                } else {
                    unsafe play(ramp, frame, start, part, sums + done, adds: true)
                }
            }
            done += part
        }
    }

    /// The interpolation weights of a part of a block, which move in straight lines.
    private struct Ramp {
        /// The whole frames of the delay.
        let whole: Int
        /// The weights at the start, and their change per frame.
        let low: Quad
        let high: Quad
        let lowStep: Quad
        let highStep: Quad
    }

    @_noLocks
    @inline(__always)
    private func ramp(from delay: Float, to end: Float, over frames: Int) -> Ramp {
        let whole = Elementary.nearest(delay + 0.5)
        let (l0, h0) = weights(Float(whole) - delay)
        let (l1, h1) = weights(Float(whole) - end)
        let share = 1 / Float(frames)
        return Ramp(
            whole: whole,
            low: l0,
            high: h0,
            lowStep: (l1 - l0) * share,
            highStep: (h1 - h0) * share
        )
    }

    /// Plays the line along a ramp.
    @_noLocks
    @unsafe
    @inline(__always)
    private func play(
        _ ramp: Ramp,
        _ frame: Int,
        _ start: Int,
        _ count: Int,
        _ sums: UnsafeMutablePointer<Float>,
        adds: Bool
    ) {
        let (l, dl, h, dh) = (ramp.low, ramp.lowStep, ramp.high, ramp.highStep)
        let (l0, l1, l2, l3, h0, h1) = (l.x, l.y, l.z, l.w, h.x, h.y)
        let (d0, d1, d2, d3, d4, d5) = (dl.x, dl.y, dl.z, dl.w, dh.x, dh.y)
        var index = position &+ frame &- ramp.whole &- 2
        if index < 0 { index &+= size }
        let source = unsafe memory.samples(from: index, count: count &+ 5)
        let (s1, s2, s3) = unsafe (source + 1, source + 2, source + 3)
        let (s4, s5) = unsafe (source + 4, source + 5)
        let first = Int32(truncatingIfNeeded: frame &- start)
        for index in 0..<Int32(truncatingIfNeeded: count) {
            let time = Float(first &+ index)
            let frame = Int(index)
            let early =
                unsafe (l0 + d0 * time) * source[frame] + (l1 + d1 * time) * s1[frame]
            let middle = unsafe (l2 + d2 * time) * s2[frame] + (l3 + d3 * time) * s3[frame]
            let late = unsafe (h0 + d4 * time) * s4[frame] + (h1 + d5 * time) * s5[frame]
            let value = early + middle + late
            unsafe sums[frame] = adds ? sums[frame] + value : value
        }
    }

    /// The line, a delay before a frame of the block: for delays that change fast.
    @_noLocks
    private mutating func single(_ delay: Float, _ frame: Int) -> Float {
        let whole = Elementary.nearest(delay + 0.5)
        let (l, h) = weights(Float(whole) - delay)
        var index = position + frame - whole - 2
        if index < 0 { index += size }
        let source = unsafe memory.samples(from: index, count: 6)
        let products = unsafe l * source.quad(0)
        return unsafe products.x + products.y + products.z + products.w
            + h.x * source[4] + h.y * source[5]
    }

    /// The weights of the six taps for a fraction, between those of two phases of the table, which
    /// has 128 for each sample and 32 before the first.
    @_noLocks
    @inline(__always)
    private func weights(_ fraction: Float) -> (Quad, Quad) {
        let place = fraction * 128 + 32
        let phase = Elementary.nearest(place - 0.5)
        let part = place - Float(phase)
        let row = unsafe interpolation.row(phase - 32)
        let next = unsafe row + 8
        let low = unsafe row.quad(0)
        let high = unsafe row.quad(4)
        return unsafe (low + part * (next.quad(0) - low), high + part * (next.quad(4) - high))
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
        let even = unsafe memory.samples(from: sum(of: 0), count: count)
        let odd = unsafe memory.samples(from: sum(of: 1), count: count)
        if slope == 0 {
            for index in 0..<count {
                let (own, other) = unsafe (even[index], odd[index])
                unsafe left[index] += near * own + far * other
                unsafe right[index] += near * other + far * own
            }
        } else {
            for index in 0..<count {
                let gain = gain + slope * Float(index)
                let (own, other) = unsafe (even[index], odd[index])
                unsafe left[index] += gain * (near * own + far * other)
                unsafe right[index] += gain * (near * other + far * own)
            }
        }
        guard taps.send > 0 else { return }
        for index in 0..<count {
            let gain = gain + slope * Float(index)
            unsafe reverb[index] += gain * taps.send * (even[index] + odd[index])
        }
    }
}
