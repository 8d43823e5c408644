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
    private var filters = ReverbFilters()
    private var matrix = ReverbMatrix()
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

    /// Makes a silent reverb.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - parameters: The parameters; `nil` for one that is off.
    ///   - rate: Frames per second, 8,000 … 96,000.
    public init(_ parameters: ReverbParameters?, rate: Int) {
        self.rate = rate
        activity = EffectActivity(isOn: parameters != nil)
        lines = ReverbLines(rate: rate)
        modulation = ReverbModulation(rate: rate)
        target = ReverbCoefficients(parameters ?? ReverbParameters(), rate: rate)
        current = target
        next = target
        newLengths = target.lengths
    }

    /// Changes the parameters: what is heard moves to the new ones in 2,048 frames.
    ///
    /// They are taken at the start of the next block of 64 frames, counted from the first.
    ///
    /// - Parameter parameters: The parameters; `nil` switches it off.
    @_noLocks
    public mutating func set(_ parameters: ReverbParameters?) {
        hasNewParameters = true
        guard let parameters else {
            activity.set(isOn: false)
            target.direct = 0
            target.crossed = 0
            return
        }
        activity.set(isOn: true)
        target = ReverbCoefficients(parameters, rate: rate)
    }

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
                filter(part)
                unsafe mix(input + done, left + done, right + done, part)
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
        filter(passed)
        // The lines are silent: zeros are added to the zeros of the output.
        let zeros = unsafe taps.silence()
        unsafe mix(zeros, zeros, zeros, passed)
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
        if rampsLeft > 0 { next.move(to: target, part: 1 / Float(rampsLeft)) }
        if fadesLeft == 0 && current.lengths != target.lengths {
            newLengths = target.lengths
            fadesLeft = Block.fade
            taps.keep(lines, lengths: current.lengths)
        }
        taps.beginBlock(isFading: fadesLeft > 0)
        filters.beginBlock()
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

    /// Runs the lines' outputs through their filters.
    @_noLocks
    private mutating func filter(_ count: Int) {
        let offset = activity.offset
        guard fadesLeft == 0 && rampsLeft == 0 else {
            for line in 0..<ReverbLines.count {
                unsafe filters.runMoving(
                    line,
                    fadesLeft > 0 ? readFading(line, count) : read(line, count),
                    from: current,
                    to: next,
                    from: offset,
                    count: count
                )
            }
            return
        }
        for line in 0..<ReverbLines.count {
            unsafe filters.runForward(
                line,
                read(line, count),
                feedback: current.feedback[line],
                gain: current.gain[line],
                from: offset,
                count: count
            )
        }
        filters.feedBack(current.feedback, from: offset, count: count)
    }

    // Both are mutating, though they change nothing: otherwise the whole reverb is copied for a call.

    /// The frames that leave a line.
    @_noLocks
    @unsafe
    private mutating func read(_ line: Int, _ count: Int) -> UnsafeMutablePointer<Float> {
        unsafe taps.read(
            line,
            of: lines,
            length: current.lengths[line],
            modulation,
            from: activity.offset,
            count: count
        )
    }

    /// The same while the lines' lengths change.
    @_noLocks
    @unsafe
    private mutating func readFading(_ line: Int, _ count: Int) -> UnsafeMutablePointer<Float> {
        unsafe taps.readFading(
            line,
            of: lines,
            from: current.lengths[line],
            to: newLengths[line],
            passed: (Block.fade - fadesLeft) * Block.frames + activity.offset,
            modulation,
            from: activity.offset,
            count: count
        )
    }

    /// Feeds the lines with input and what their filters give, and adds two of them to the output.
    @_noLocks
    @unsafe
    private mutating func mix(
        _ input: UnsafePointer<Float>,
        _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        let offset = activity.offset
        unsafe matrix.mix(
            filters.output(from: offset, count: count),
            input,
            to: lines,
            left,
            right,
            from: current,
            to: next,
            from: offset,
            count: count
        )
    }
}
