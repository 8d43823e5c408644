import Realtime

/// A reverb of eight delay lines that feed back through a Hadamard matrix, four of them modulated:
/// mono in, stereo out.
///
/// It sounds like FluidSynth 2.4's by the measures that matter (decay in octaves, spectrum, level,
/// correlation of the sides), not sample for sample. Every output frame depends on the frames before
/// it alone, and not on how they were divided into calls. Once nothing of it can be heard it is as
/// new, and costs next to nothing until there is input.
///
/// Debug builds compile file by file: each loop over frames is in one file with all that it calls,
/// apart from what `Realtime` has.
///
/// The audio thread's.
@safe
public struct Reverb: ~Copyable {
    private let rate: Int
    private var activity: EffectActivity
    private var lines: ReverbLines
    private let taps = ReverbTaps()
    private let filters = ReverbFilters()
    private let matrix = ReverbMatrix()
    private var modulation: ReverbModulation

    /// The coefficients at the start of the block, and at its end.
    private var current: ReverbCoefficients
    private var next: ReverbCoefficients
    private var target: ReverbCoefficients
    private var rampsLeft = 0
    /// The lengths that lines move to, and the blocks until they have them; 0 when they stand.
    private var newLengths: SIMD8<Int32>
    private var fadesLeft = 0
    /// Whether parameters were set since the last block began.
    private var hasNewParameters = false
    /// The sides of a block, for groups of frames that two calls share.
    private let sides = SampleMemory(count: 2 * Block.frames)

    /// Makes a silent reverb.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - parameters: The parameters; `nil`, or those of a delay, for one that is off.
    ///   - rate: Frames per second, 8,000 … 96,000.
    public init(_ parameters: ReverbParameters?, rate: Int) {
        self.rate = rate
        activity = EffectActivity(isOn: parameters?.algorithm.isRoom ?? false)
        lines = ReverbLines(rate: rate)
        modulation = ReverbModulation(rate: rate)
        target = ReverbCoefficients(parameters ?? ReverbParameters(), rate: rate)
        current = target
        next = target
        newLengths = target.lengths
    }

    /// Whether there may be sound in it without input.
    var isAwake: Bool { @_noLocks get { activity.isAwake } }

    /// Changes the parameters: what is heard moves to the new ones in 2,048 frames.
    ///
    /// They are taken at the start of the next block of 64 frames, counted from the first.
    ///
    /// - Parameter parameters: The parameters; `nil`, or those of a delay, switch it off.
    @_noLocks
    public mutating func set(_ parameters: ReverbParameters?) {
        hasNewParameters = true
        guard let parameters, parameters.algorithm.isRoom else {
            activity.set(isOn: false)
            target.direct = 0
            target.crossed = 0
            return
        }
        activity.set(isOn: true)
        target = ReverbCoefficients(parameters, rate: rate)
    }

    /// Takes it that the input has not begun yet: its beginning needs no fade.
    @_noLocks
    package mutating func expectInput() { activity.expectInput() }

    /// Adds the reverberation of some frames to two buffers.
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
                unsafe matrix.take(input + done, from: activity.offset, count: part)
                unsafe add(left + done, right + done, part)
            }
            done += part
            if activity.advance(by: part) { endBlock() }
        }
    }

    // MARK: Waking and sleeping

    /// Begins from silence, as if the frames of the block so far had been processed.
    @_noLocks
    private mutating func wake() {
        current = target
        rampsLeft = 0
        fadesLeft = 0
        hasNewParameters = false
        if activity.fadesInputIn {
            current.input = 0
            current.inputBefore = 0
            rampsLeft = Block.fade
        }
        next = current
        newLengths = current.lengths
        let passed = activity.wake()
        guard passed > 0 else { return }
        beginBlock()
        sides.clear()
        let zeros = unsafe sides.samples(from: 0, count: Block.frames)
        unsafe matrix.take(zeros, from: 0, count: passed)
        addShared(passed)
        _ = activity.advance(by: passed)
    }

    /// Resets it.
    @_noLocks
    private mutating func sleep() {
        activity.sleep()
        lines.clear()
        taps.clear()
        filters.clear()
        matrix.clear()
        modulation.reset()
        rampsLeft = 0
    }

    // MARK: Blocks

    /// Moves the coefficients and the modulation to the next block.
    @_noLocks
    private mutating func beginBlock() {
        if hasNewParameters {
            hasNewParameters = false
            rampsLeft = Block.fade
        }
        var startsFade = false
        if rampsLeft > 0 { next.move(to: target, part: 1 / Float(rampsLeft)) }
        if fadesLeft == 0 && current.lengths != target.lengths {
            newLengths = target.lengths
            fadesLeft = Block.fade
            startsFade = true
        }
        taps.beginBlock()
        if startsFade { taps.beginFade(lines, lengths: current.lengths) }
        filters.beginBlock()
        matrix.beginBlock()
        modulation.beginBlock(depth: current.depth)
    }

    @_noLocks
    private mutating func endBlock() {
        let isQuiet = lines.endBlock(mayBeQuiet: activity.silence.mayBeQuiet)
        let hasEnded = activity.silence.endBlock(isQuiet: isQuiet, longest: lines.longestBlocks)
        if fadesLeft > 0 {
            fadesLeft -= 1
            if fadesLeft == 0 { next.lengths = newLengths }
        }
        if rampsLeft > 0 { rampsLeft -= 1 }
        current = next
        if hasEnded || (!activity.isOn && rampsLeft == 0 && !hasNewParameters) { sleep() }
    }

    // MARK: Frames

    // All are mutating, though some change nothing: otherwise the whole reverb is copied for a call.

    /// Adds the next frames to the output.
    @_noLocks
    @unsafe
    private mutating func add(
        _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        let offset = activity.offset
        if (offset | count) & (Block.group - 1) == 0 {
            unsafe run(from: offset, to: offset + count, left, right)
            return
        }
        let ownLeft = unsafe sides.samples(from: offset, count: count)
        let ownRight = unsafe sides.samples(from: Block.frames + offset, count: count)
        for index in 0..<count {
            unsafe ownLeft[index] = left[index]
            unsafe ownRight[index] = right[index]
        }
        addShared(count)
        for index in 0..<count {
            unsafe left[index] = ownLeft[index]
            unsafe right[index] = ownRight[index]
        }
    }

    /// Adds the groups that the next frames are in to ``sides``.
    @_noLocks
    private mutating func addShared(_ count: Int) {
        let start = activity.offset & ~(Block.group - 1)
        let end = (activity.offset + count + Block.group - 1) & ~(Block.group - 1)
        let left = unsafe sides.samples(from: start, count: end - start)
        let right = unsafe sides.samples(from: Block.frames + start, count: end - start)
        unsafe run(from: start, to: end, left, right)
    }

    /// Runs the loops for whole groups of frames.
    @_noLocks
    @unsafe
    private mutating func run(
        from start: Int,
        to end: Int,
        _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>
    ) {
        if fadesLeft > 0 {
            taps.readFading(
                lines,
                from: current.lengths,
                to: newLengths,
                passed: (Block.fade - fadesLeft) * Block.frames,
                modulation,
                from: start,
                to: end
            )
        } else {
            taps.read(lines, lengths: current.lengths, modulation, from: start, to: end)
        }
        if rampsLeft > 0 {
            filterMoving(start, end)
            unsafe mix(left, right, start, end, moves: true)
        } else {
            filters.set(feedback: current.feedback, gain: current.gain)
            filter(start, end)
            unsafe mix(left, right, start, end, moves: false)
        }
    }

    /// Filters what leaves the lines with coefficients that move from group to group.
    @_noLocks
    private mutating func filterMoving(_ start: Int, _ end: Int) {
        for first in stride(from: start, to: end, by: Block.group) {
            let part = Float(first) * (1 / 64)
            filters.set(
                feedback: current.feedback + (next.feedback - current.feedback) * part,
                gain: current.gain + (next.gain - current.gain) * part
            )
            filter(first, first + Block.group)
        }
    }

    /// Filters what leaves the lines.
    @_noLocks
    private mutating func filter(_ start: Int, _ end: Int) {
        // One by one, as constants: the compiler would copy all lengths to take one by its number.
        filter(0, start, end)
        filter(1, start, end)
        filter(2, start, end)
        filter(3, start, end)
        filter(4, start, end)
        filter(5, start, end)
        filter(6, start, end)
        filter(7, start, end)
        filters.feedBack(from: start, to: end)
    }

    @_noLocks
    @inline(__always)
    private mutating func filter(_ line: Int, _ start: Int, _ end: Int) {
        unsafe filters.run(line, output(line, start, end), from: start, to: end)
    }

    /// Feeds the lines, and adds to the output.
    @_noLocks
    @unsafe
    @inline(__always)
    private mutating func mix(
        _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>,
        _ start: Int,
        _ end: Int,
        moves: Bool
    ) {
        unsafe matrix.mix(
            filters.output(from: start, count: end &- start),
            to: lines,
            left,
            right,
            from: current,
            to: next,
            from: start,
            to: end,
            moves: moves
        )
    }

    /// The output of a line.
    @_noLocks
    @unsafe
    @inline(__always)
    private mutating func output(_ line: Int, _ start: Int, _ end: Int) -> UnsafePointer<Float> {
        unsafe taps.output(
            line,
            of: lines,
            length: current.lengths[line],
            isFading: fadesLeft > 0,
            from: start,
            count: end &- start
        )
    }
}
