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
    private static var halfFrames: Float {
        @_noLocks get { 32 }
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
    /// The indices in `memory` of the sums of even and of odd voices, and of zeros.
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
        sums = size + Block.frames
        zeros = sums + 2 * Block.frames
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
        let line = unsafe memory.samples(
            from: position + activity.offset,
            count: (position == 0 ? size : 0) + count
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
        if position == 0 {
            // Behind the line's end, for taps that are read across it.
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
        let first = max(67, taps.delay(at: taps.phase(of: 0, next: false)))
        let last = max(67, taps.delay(at: taps.phase(of: 0, next: true)))
        let newFirst = max(67, newTaps.delay(at: newTaps.phase(of: 0, next: false)))
        let newLast = max(67, newTaps.delay(at: newTaps.phase(of: 0, next: true)))
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

    /// Adds up even and odd voices.
    @_noLocks
    private mutating func sum(_ taps: ChorusTaps, _ count: Int) {
        let even = unsafe memory.samples(from: sums + activity.offset, count: Block.frames + count)
        let odd = unsafe even + Block.frames
        for index in 0..<count {
            unsafe even[index] = 0
            unsafe odd[index] = 0
        }
        for voice in 0..<taps.voices { add(voice, of: taps, count) }
    }

    /// Adds a voice to the sums of even and odd voices.
    @_noLocks
    private mutating func add(_ voice: Int, of taps: ChorusTaps, _ count: Int) {
        let first = taps.delay(at: taps.phase(of: voice, next: false))
        let last = taps.delay(at: taps.phase(of: voice, next: true))
        let slope = (last - first) / 64
        let isBoth = voice == taps.voices - 1 && taps.voices > 2 && voice & 1 == 0
        let sums = unsafe memory.samples(
            from: self.sums + (isBoth ? 0 : (voice & 1) * Block.frames) + activity.offset,
            count: count
        )
        let block = Block.frames
        var done = 0
        while done < count {
            let frame = activity.offset + done
            let start = frame < Block.half ? 0 : Block.half
            let part = min(start + Block.half - frame, count - done)
            let delay = first + slope * Float(start)
            if abs(slope) <= 0.24 / Self.halfFrames {
                unsafe ramp(delay, slope, frame, start, part, isBoth, sums + done)
            } else {
                for index in 0..<part {
                    let value = single(delay + slope * Float(frame - start + index), frame + index)
                    unsafe sums[done + index] += value
                    if isBoth { unsafe sums[block + done + index] += value }
                }
            }
            done += part
        }
    }

    /// The frames of a half block, whose interpolation weights move in straight lines.
    @_noLocks
    @unsafe
    @inline(__always)
    private func ramp(
        _ delay: Float,
        _ slope: Float,
        _ frame: Int,
        _ start: Int,
        _ count: Int,
        _ isBoth: Bool,
        _ sums: UnsafeMutablePointer<Float>
    ) {
        let whole = Int(delay) + 1
        let (l0, h0) = weights(Float(whole) - delay)
        let (l1, h1) = weights(Float(whole) - delay - slope * Self.halfFrames)
        let (dl, dh) = ((l1 - l0) * (1 / Self.halfFrames), (h1 - h0) * (1 / Self.halfFrames))
        var index = position + frame - whole - 2
        if index < 0 { index += size }
        let source = unsafe memory.samples(from: index, count: count + 5)
        let block = Block.frames
        var done = 0
        while done + 4 <= count {
            let time = Quad(0, 1, 2, 3) + Float(frame - start + done)
            let early =
                unsafe (l0.x + dl.x * time) * source.quad(done)
                + (l0.y + dl.y * time) * source.quad(done + 1)
            let middle =
                unsafe (l0.z + dl.z * time) * source.quad(done + 2)
                + (l0.w + dl.w * time) * source.quad(done + 3)
            let late =
                unsafe (h0.x + dh.x * time) * source.quad(done + 4)
                + (h0.y + dh.y * time) * source.quad(done + 5)
            let value = early + middle + late
            unsafe sums.setQuad(done, sums.quad(done) + value)
            if isBoth {
                unsafe sums.setQuad(block + done, sums.quad(block + done) + value)
            }
            done += 4
        }
        while done < count {
            let time = Float(frame - start + done)
            let early =
                unsafe (l0.x + dl.x * time) * source[done]
                + (l0.y + dl.y * time) * source[done + 1]
            let middle =
                unsafe (l0.z + dl.z * time) * source[done + 2]
                + (l0.w + dl.w * time) * source[done + 3]
            let late =
                unsafe (h0.x + dh.x * time) * source[done + 4]
                + (h0.y + dh.y * time) * source[done + 5]
            let value = early + middle + late
            unsafe sums[done] += value
            if isBoth { unsafe sums[block + done] += value }
            done += 1
        }
    }

    /// The line, a delay before a frame of the block: for delays that change fast.
    @_noLocks
    private mutating func single(_ delay: Float, _ frame: Int) -> Float {
        let whole = Int(delay) + 1
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
        let phase = Int(place)
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
        let even = unsafe memory.samples(from: sums + activity.offset, count: Block.frames + count)
        let odd = unsafe even + Block.frames
        for index in 0..<count {
            let gain = gain + slope * Float(index)
            unsafe left[index] += gain * (taps.near * even[index] + taps.far * odd[index])
            unsafe right[index] += gain * (taps.near * odd[index] + taps.far * even[index])
        }
        guard taps.send > 0 else { return }
        for index in 0..<count {
            let gain = gain + slope * Float(index)
            unsafe reverb[index] += gain * taps.send * (even[index] + odd[index])
        }
    }
}
