import Realtime

/// A reverb of eight delay lines that feed back through a Hadamard matrix, four of them modulated:
/// mono in, stereo out.
///
/// It sounds like FluidSynth 2.4's by the measures that matter (decay in octaves, spectrum, level,
/// correlation of the sides), not sample for sample. Every output frame depends on the frames before
/// it alone, and not on how they were divided into calls. Once nothing of it can be heard it is as
/// new, and costs next to nothing until there is input.
///
/// All loops are in this file: debug builds compile file by file, and would call them one by one.
///
/// The audio thread's.
@safe
public struct Reverb: ~Copyable {
    private static var block: Int {
        @_noLocks get { 64 }
    }
    private static var half: Int {
        @_noLocks get { 32 }
    }
    private static var lineCount: Int {
        @_noLocks get { 8 }
    }
    /// Samples in front of a delay line, a copy of its last ones.
    private static var front: Int {
        @_noLocks get { 8 }
    }
    /// Frames of a line's taps, with those of the block before in front.
    private static var tapsSize: Int {
        @_noLocks get { 72 }
    }
    /// Blocks over which the coefficients, and the delays, move to new ones: 43 ms at 48 kHz.
    private static var rampBlocks: Int {
        @_noLocks get { 32 }
    }

    private let memory: SampleMemory
    private let interpolation = Interpolation()
    private let rate: Int
    /// For each line the index of its first sample in `memory`, and its size in frames.
    private let starts: SIMD8<Int32>
    private let sizes: SIMD8<Int32>
    /// The blocks after which no line holds anything older.
    private let longestBlocks: Int
    /// The indices in `memory` of what stands behind the lines: their filters' outputs of a block,
    /// their taps where they are modulated or move, and the taps that they move to.
    private let scratch: Int
    private let taps: Int
    private let newTaps: Int
    /// The next index to be written in each line, a multiple of the block plus `offset`.
    private var positions = SIMD8<Int32>(repeating: 0)
    /// Frames of the current block that are done.
    private var offset = 0
    /// The last four outputs of each line's filter.
    private var filters = (
        Quad(repeating: 0), Quad(repeating: 0), Quad(repeating: 0), Quad(repeating: 0),
        Quad(repeating: 0), Quad(repeating: 0), Quad(repeating: 0), Quad(repeating: 0)
    )
    private var lastInput: Float = 0
    /// The modulators' phases in turns of 2³², and their change in half a block.
    private var phases: SIMD4<UInt32>
    private let phaseSteps: SIMD4<UInt32>
    /// What modulation adds to delays in the halves of the current block.
    private var modulation = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))

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
    private var isOn: Bool
    private var isAwake = false
    /// Whether it begins in the middle of its input, which then has to be faded in.
    private var fadesInputIn = false
    private var silence = SilenceWatch()

    /// Makes a silent reverb.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - parameters: The parameters; `nil` for one that is off.
    ///   - rate: Frames per second, 8,000 … 96,000.
    public init(_ parameters: ReverbParameters?, rate: Int) {
        self.rate = rate
        let longest = ReverbCoefficients.lengths(scale: 1, rate: rate)
        var starts = SIMD8<Int32>(repeating: 0)
        var sizes = SIMD8<Int32>(repeating: 0)
        var index = 0
        // The modulation, and the taps behind a sample.
        let margin = Int32((32 * Double(rate) / 44_100).rounded(.up))
        for line in 0..<8 {
            let size = ((longest[line] + margin + 63) / 64) * 64 + 64
            index += Self.front
            starts[line] = Int32(index)
            sizes[line] = size
            index += Int(size) + Self.block
        }
        self.starts = starts
        self.sizes = sizes
        longestBlocks = Int(sizes.max()) / Self.block
        scratch = index
        taps = scratch + Self.lineCount * Self.block
        newTaps = taps + Self.lineCount * Self.tapsSize
        memory = SampleMemory(count: newTaps + Self.block)
        target = ReverbCoefficients(parameters ?? ReverbParameters(), rate: rate)
        current = target
        next = target
        newLengths = target.lengths
        isOn = parameters != nil
        var steps = SIMD4<UInt32>(repeating: 0)
        for (line, frequency) in [0.87, 1.13, 0.93, 1.07].enumerated() {
            steps[line] = UInt32(frequency * Double(Self.half) / Double(rate) * 0x1p32)
        }
        phaseSteps = steps
        phases = Self.firstPhases
    }

    /// Quarters of a turn.
    private static var firstPhases: SIMD4<UInt32> {
        @_noLocks get { SIMD4(0, 1 << 30, 2 << 30, 3 << 30) }
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
            isOn = false
            target.direct = 0
            target.crossed = 0
            return
        }
        if !isOn { fadesInputIn = !isAwake }
        isOn = true
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
            let part = min(Self.block - offset, count - done)
            let hasInput = unsafe SilenceWatch.isAudible(input + done, count: part)
            if hasInput && isOn && !isAwake { wake() }
            if isAwake {
                if offset == 0 { beginBlock() }
                if hasInput { silence.noteInput() }
                filter(part)
                unsafe mix(input + done, left + done, right + done, part)
            }
            done += part
            offset += part
            if offset == Self.block {
                offset = 0
                if isAwake { endBlock() } else { fadesInputIn = false }
            }
        }
    }

    // MARK: Waking and sleeping

    /// Begins from silence, as if the frames of the block so far had been processed.
    @_noLocks
    private mutating func wake() {
        isAwake = true
        current = target
        rampsLeft = 0
        fadesLeft = 0
        hasNewParameters = false
        if fadesInputIn {
            current.input = 0
            current.inputBefore = 0
            rampsLeft = Self.rampBlocks
            fadesInputIn = false
        }
        next = current
        newLengths = current.lengths
        let passed = offset
        guard passed > 0 else { return }
        offset = 0
        beginBlock()
        // Nothing has been read from the lines: their taps of silence are zeros, and so is the output.
        let zeros = unsafe memory.samples(from: newTaps, count: Self.block)
        filter(passed)
        let output = unsafe memory.samples(from: taps, count: 2 * Self.tapsSize)
        unsafe mix(zeros, output, output + Self.tapsSize, passed)
        memory.clear(from: taps, to: taps + 2 * Self.tapsSize)
        offset = passed
    }

    /// Becomes as new.
    @_noLocks
    private mutating func sleep() {
        isAwake = false
        memory.clear()
        let zero = Quad(repeating: 0)
        filters = (zero, zero, zero, zero, zero, zero, zero, zero)
        lastInput = 0
        positions = SIMD8(repeating: 0)
        phases = Self.firstPhases
        silence = SilenceWatch()
        rampsLeft = 0
    }

    // MARK: Blocks

    /// Moves the coefficients and the modulation to the next block.
    @_noLocks
    private mutating func beginBlock() {
        if hasNewParameters {
            hasNewParameters = false
            rampsLeft = Self.rampBlocks
        }
        if rampsLeft > 0 { next.move(to: target, part: 1 / Float(rampsLeft)) }
        if fadesLeft == 0 && current.lengths != target.lengths {
            newLengths = target.lengths
            fadesLeft = Self.rampBlocks
            for line in 0..<Self.lineCount where Self.modulator(of: line) < 0 { keepTaps(line) }
        }
        for line in 0..<Self.lineCount where fadesLeft > 0 || Self.modulator(of: line) >= 0 {
            let taps = unsafe memory.samples(
                from: taps + line * Self.tapsSize,
                count: Self.tapsSize
            )
            unsafe taps.setQuad(0, taps.quad(Self.block))
            unsafe taps.setQuad(4, taps.quad(Self.block + 4))
        }
        modulation.0 = current.depth * Self.sines(phases)
        phases = phases &+ phaseSteps
        modulation.1 = current.depth * Self.sines(phases)
        phases = phases &+ phaseSteps
    }

    /// Puts the last frames that were read from a line where its taps of the block before are.
    @_noLocks
    private func keepTaps(_ line: Int) {
        let read = unsafe directTaps(line, length: current.lengths[line], count: 0)
        let taps = unsafe memory.samples(from: taps + line * Self.tapsSize, count: Self.tapsSize)
        unsafe taps.setQuad(Self.block, read.quad(-8))
        unsafe taps.setQuad(Self.block + 4, read.quad(-4))
    }

    /// The sines of phases, by their series up to the ninth power: within 4 · 10⁻⁶.
    @_noLocks
    private static func sines(_ phases: SIMD4<UInt32>) -> SIMD4<Float> {
        var result = SIMD4<Float>(repeating: 0)
        for index in 0..<4 {
            let turn = Float(Int32(bitPattern: phases[index])) * 0x1p-32
            let folded = turn > 0.25 ? 0.5 - turn : turn < -0.25 ? -0.5 - turn : turn
            let x = folded * (2 * .pi)
            let y = x * x
            result[index] =
                x * (1 + y * (-1 / 6 + y * (1 / 120 + y * (-1 / 5_040 + y * (1 / 362_880)))))
        }
        return result
    }

    /// Copies what is read across the ends of the lines, and moves on.
    @_noLocks
    private mutating func endBlock() {
        var isQuiet = silence.mayBeQuiet
        for line in 0..<Self.lineCount {
            let size = Int(sizes[line])
            let position = Int(positions[line])
            let samples =
                unsafe memory.samples(
                    from: Int(starts[line]) - Self.front,
                    count: Self.front + size + Self.block
                ) + Self.front
            if isQuiet {
                isQuiet = unsafe SilenceWatch.isQuiet(samples + position, count: Self.block)
            }
            if position == 0 {
                for index in stride(from: 0, to: Self.block, by: 4) {
                    unsafe samples.setQuad(size + index, samples.quad(index))
                }
            }
            if position == size - Self.block {
                unsafe samples.setQuad(-8, samples.quad(size - 8))
                unsafe samples.setQuad(-4, samples.quad(size - 4))
                positions[line] = 0
            } else {
                positions[line] = Int32(position + Self.block)
            }
        }
        let hasEnded = silence.endBlock(isQuiet: isQuiet, longest: longestBlocks)
        if fadesLeft > 0 {
            fadesLeft -= 1
            if fadesLeft == 0 { next.lengths = newLengths }
        }
        if rampsLeft > 0 { rampsLeft -= 1 }
        current = next
        if hasEnded || (!isOn && rampsLeft == 0 && !hasNewParameters) { sleep() }
    }

    // MARK: Loops

    /// The modulator of a line; −1 for none.
    @_noLocks
    @inline(__always)
    private static func modulator(of line: Int) -> Int {
        switch line {
        case 1: 0
        case 2: 1
        case 5: 2
        case 6: 3
        default: -1
        }
    }

    /// Runs the lines' outputs through their filters, into the scratch memory.
    @_noLocks
    private mutating func filter(_ count: Int) {
        if fadesLeft > 0 || rampsLeft > 0 {
            for line in 0..<Self.lineCount {
                unsafe movingFilter(line, count, changingTaps(line, count))
            }
            return
        }
        for line in 0..<Self.lineCount where Self.modulator(of: line) >= 0 {
            unsafe interpolate(line, length: current.lengths[line], count, to: tapMemory(line))
        }
        // Four at a time: each waits for its own last result.
        unsafe steadyFilter(
            0,
            3,
            4,
            7,
            count,
            directTaps(0, length: current.lengths[0], count: count),
            directTaps(3, length: current.lengths[3], count: count),
            directTaps(4, length: current.lengths[4], count: count),
            directTaps(7, length: current.lengths[7], count: count)
        )
        unsafe steadyFilter(
            1,
            2,
            5,
            6,
            count,
            tapMemory(1),
            tapMemory(2),
            tapMemory(5),
            tapMemory(6)
        )
    }

    /// The frames that have left a line, while anything moves.
    @_noLocks
    @unsafe
    private func changingTaps(_ line: Int, _ count: Int) -> UnsafeMutablePointer<Float> {
        let length = current.lengths[line]
        if fadesLeft > 0 { return unsafe movingTaps(line, count) }
        if Self.modulator(of: line) < 0 {
            return unsafe directTaps(line, length: length, count: count)
        }
        let taps = unsafe tapMemory(line)
        unsafe interpolate(line, length: length, count, to: taps)
        return unsafe taps
    }

    /// A low-pass of one pole, s[n] = b x[n] + a s[n−1], with four frames at a time: s[n] is
    /// b (t[n] + a² t[n−2]) + a⁴ s[n−4], where t[n] is x[n] + a x[n−1].
    private struct Filter {
        let a1: Quad
        let a2: Quad
        let a4: Quad
        let b: Quad
        var before: Quad
        var last: Quad

        @_noLocks
        @inline(__always)
        init(_ a: Float, _ b: Float, _ last: Quad, _ delayed: UnsafeMutablePointer<Float>) {
            a1 = Quad(repeating: a)
            a2 = Quad(repeating: a * a)
            a4 = Quad(repeating: a * a * (a * a))
            self.b = Quad(repeating: b)
            self.last = last
            before = unsafe Quad(
                0,
                0,
                delayed[-2] + a * delayed[-3],
                delayed[-1] + a * delayed[-2]
            )
        }

        @_noLocks
        @unsafe
        @inline(__always)
        mutating func run(
            _ delayed: UnsafeMutablePointer<Float>,
            _ output: UnsafeMutablePointer<Float>,
            _ index: Int
        ) {
            let t = unsafe delayed.quad(index) + a1 * delayed.quad(index &- 1)
            let t2 = Quad(lowHalf: before.highHalf, highHalf: t.lowHalf)
            before = t
            last = b * (t + a2 * t2) + a4 * last
            unsafe output.setQuad(index, last)
        }

        /// The same for one frame.
        @_noLocks
        @unsafe
        @inline(__always)
        mutating func step(
            _ delayed: UnsafeMutablePointer<Float>,
            _ output: UnsafeMutablePointer<Float>,
            _ index: Int
        ) {
            let t = unsafe delayed[index] + a1.x * delayed[index - 1]
            let t2 = unsafe delayed[index - 2] + a1.x * delayed[index - 3]
            let next = b.x * (t + a2.x * t2) + a4.x * last.x
            last = Quad(last.y, last.z, last.w, next)
            unsafe output[index] = next
        }
    }

    /// Four lines' filters with steady coefficients.
    @_noLocks
    @unsafe
    @inline(__always)
    private mutating func steadyFilter(
        _ k0: Int,
        _ k1: Int,
        _ k2: Int,
        _ k3: Int,
        _ count: Int,
        _ d0: UnsafeMutablePointer<Float>,
        _ d1: UnsafeMutablePointer<Float>,
        _ d2: UnsafeMutablePointer<Float>,
        _ d3: UnsafeMutablePointer<Float>
    ) {
        var f0 = unsafe Filter(current.feedback[k0], current.gain[k0], last(k0), d0)
        var f1 = unsafe Filter(current.feedback[k1], current.gain[k1], last(k1), d1)
        var f2 = unsafe Filter(current.feedback[k2], current.gain[k2], last(k2), d2)
        var f3 = unsafe Filter(current.feedback[k3], current.gain[k3], last(k3), d3)
        let output = unsafe memory.samples(from: scratch, count: Self.lineCount * Self.block)
        let o0 = unsafe output + (k0 * Self.block + offset)
        let o1 = unsafe output + (k1 * Self.block + offset)
        let o2 = unsafe output + (k2 * Self.block + offset)
        let o3 = unsafe output + (k3 * Self.block + offset)
        var index = 0
        while index &+ 4 <= count {
            unsafe f0.run(d0, o0, index)
            unsafe f1.run(d1, o1, index)
            unsafe f2.run(d2, o2, index)
            unsafe f3.run(d3, o3, index)
            index &+= 4
        }
        while index < count {
            unsafe f0.step(d0, o0, index)
            unsafe f1.step(d1, o1, index)
            unsafe f2.step(d2, o2, index)
            unsafe f3.step(d3, o3, index)
            index &+= 1
        }
        setLast(k0, f0.last)
        setLast(k1, f1.last)
        setLast(k2, f2.last)
        setLast(k3, f3.last)
    }

    /// A line's filter with coefficients that move in straight lines.
    @_noLocks
    @unsafe
    private mutating func movingFilter(
        _ line: Int,
        _ count: Int,
        _ delayed: UnsafeMutablePointer<Float>
    ) {
        let output = unsafe memory.samples(from: scratch + line * Self.block, count: Self.block)
        let a0 = current.feedback[line]
        let b0 = current.gain[line]
        let da = (next.feedback[line] - a0) * (1 / 64)
        let db = (next.gain[line] - b0) * (1 / 64)
        var last = self.last(line)
        for index in 0..<count {
            let frame = Float(offset + index)
            let (a, b) = (a0 + da * frame, b0 + db * frame)
            let a2 = a * a
            let t = unsafe delayed[index] + a * delayed[index - 1]
            let before = unsafe delayed[index - 2] + a * delayed[index - 3]
            let next = b * (t + a2 * before) + a2 * a2 * last.x
            last = Quad(last.y, last.z, last.w, next)
            unsafe output[offset + index] = next
        }
        setLast(line, last)
    }

    /// Where the next frames' taps of a line are put; those before them stand in front.
    @_noLocks
    @unsafe
    @inline(__always)
    private func tapMemory(_ line: Int) -> UnsafeMutablePointer<Float> {
        unsafe memory.samples(from: taps + line * Self.tapsSize, count: Self.tapsSize)
            + Self.front + offset
    }

    /// The frames that left a line with a delay, and eight before them.
    @_noLocks
    @unsafe
    @inline(__always)
    private func directTaps(_ line: Int, length: Int32, count: Int) -> UnsafeMutablePointer<Float> {
        var index = Int(positions[line]) + offset - Int(length)
        if index < 0 { index += Int(sizes[line]) }
        return unsafe memory.samples(
            from: Int(starts[line]) + index - Self.front,
            count: Self.front + count
        ) + Self.front
    }

    /// The taps of a line on the way from one length to another: a fade between both.
    @_noLocks
    @unsafe
    private func movingTaps(_ line: Int, _ count: Int) -> UnsafeMutablePointer<Float> {
        let result = unsafe tapMemory(line)
        let other = unsafe memory.samples(from: newTaps, count: Self.block)
        unsafe read(line, length: current.lengths[line], count, to: result)
        unsafe read(line, length: newLengths[line], count, to: other)
        let passed = (Self.rampBlocks - fadesLeft) * Self.block + offset
        let step = 1 / Float(Self.rampBlocks * Self.block)
        for index in 0..<count {
            let part = Float(passed + index + 1) * step
            unsafe result[index] += part * (other[index] - result[index])
        }
        // They are zeros while it sleeps.
        for index in 0..<count { unsafe other[index] = 0 }
        return unsafe result
    }

    @_noLocks
    @unsafe
    private func read(
        _ line: Int,
        length: Int32,
        _ count: Int,
        to output: UnsafeMutablePointer<Float>
    ) {
        guard Self.modulator(of: line) < 0 else {
            unsafe interpolate(line, length: length, count, to: output)
            return
        }
        let source = unsafe directTaps(line, length: length, count: count)
        for index in 0..<count { unsafe output[index] = source[index] }
    }

    /// Reads a modulated line between its samples.
    @_noLocks
    @unsafe
    @inline(__always)
    private func interpolate(
        _ line: Int,
        length: Int32,
        _ count: Int,
        to output: UnsafeMutablePointer<Float>
    ) {
        let modulator = Self.modulator(of: line)
        var done = 0
        while done < count {
            let first = offset + done
            let isFirstHalf = first < Self.half
            let part = min(isFirstHalf ? Self.half - first : Self.block - first, count - done)
            let delay =
                Float(length) + (isFirstHalf ? modulation.0[modulator] : modulation.1[modulator])
            let whole = Int(delay) + 1
            // The table has 128 phases for each sample.
            let row = unsafe interpolation.row(Int((Float(whole) - delay) * 128 + 0.5))
            var index = Int(positions[line]) + first - whole - 2
            if index < 0 { index += Int(sizes[line]) }
            let source = unsafe memory.samples(from: Int(starts[line]) + index, count: part + 5)
            let result = unsafe output + done
            let (h0, h1, h2) = unsafe (row[0], row[1], row[2])
            let (h3, h4, h5) = unsafe (row[3], row[4], row[5])
            var frame = 0
            while frame + 4 <= part {
                let early = unsafe h0 * source.quad(frame) + h1 * source.quad(frame + 1)
                let middle = unsafe h2 * source.quad(frame + 2) + h3 * source.quad(frame + 3)
                let late = unsafe h4 * source.quad(frame + 4) + h5 * source.quad(frame + 5)
                unsafe result.setQuad(frame, early + middle + late)
                frame += 4
            }
            while frame < part {
                let early = unsafe h0 * source[frame] + h1 * source[frame + 1]
                let middle = unsafe h2 * source[frame + 2] + h3 * source[frame + 3]
                let late = unsafe h4 * source[frame + 4] + h5 * source[frame + 5]
                unsafe result[frame] = early + middle + late
                frame += 1
            }
            done += part
        }
    }

    /// Mixes the lines, writes them back with the input, and adds two of them to the output.
    @_noLocks
    @unsafe
    private mutating func mix(
        _ input: UnsafePointer<Float>,
        _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        let s = unsafe memory.samples(from: scratch + offset, count: 7 * Self.block + count)
        let b = Self.block
        let w0 = unsafe line(0), w1 = unsafe line(1), w2 = unsafe line(2), w3 = unsafe line(3)
        let w4 = unsafe line(4), w5 = unsafe line(5), w6 = unsafe line(6), w7 = unsafe line(7)
        let now = current
        let dInput = (next.input - now.input) * (1 / 64)
        let dBefore = (next.inputBefore - now.inputBefore) * (1 / 64)
        let dDirect = (next.direct - now.direct) * (1 / 64)
        let dCrossed = (next.crossed - now.crossed) * (1 / 64)
        var previous = lastInput
        var index = 0
        while index + 4 <= count {
            let frame = Quad(0, 1, 2, 3) + Float(offset + index)
            // So small an addition keeps numbers from becoming denormal, which are slow.
            let x = unsafe input.quad(index) + 1e-15
            let x1 = Quad(previous, x.x, x.y, x.z)
            previous = x.w
            let e = x * (now.input + dInput * frame) - x1 * (now.inputBefore + dBefore * frame)
            let v = unsafe Self.hadamard(
                s.quad(index),
                s.quad(b + index),
                s.quad(2 * b + index),
                s.quad(3 * b + index),
                s.quad(4 * b + index),
                s.quad(5 * b + index),
                s.quad(6 * b + index),
                s.quad(7 * b + index)
            )
            unsafe w0.setQuad(index, v.0 + e)
            unsafe w1.setQuad(index, v.1 + e)
            unsafe w2.setQuad(index, v.2 + e)
            unsafe w3.setQuad(index, v.3 + e)
            unsafe w4.setQuad(index, v.4 + e)
            unsafe w5.setQuad(index, v.5 + e)
            unsafe w6.setQuad(index, v.6 + e)
            unsafe w7.setQuad(index, v.7 + e)
            let direct = now.direct + dDirect * frame
            let crossed = now.crossed + dCrossed * frame
            // Both are read before one is written: writes a page apart would hold reads up.
            let l = unsafe left.quad(index) + (direct * v.1 + crossed * v.2)
            let r = unsafe right.quad(index) + (direct * v.2 + crossed * v.1)
            unsafe left.setQuad(index, l)
            unsafe right.setQuad(index, r)
            index += 4
        }
        while index < count {
            let frame = Float(offset + index)
            let x = unsafe input[index] + 1e-15
            let e =
                x * (now.input + dInput * frame)
                - previous * (now.inputBefore + dBefore * frame)
            previous = x
            let v = unsafe Self.hadamard(
                s[index],
                s[b + index],
                s[2 * b + index],
                s[3 * b + index],
                s[4 * b + index],
                s[5 * b + index],
                s[6 * b + index],
                s[7 * b + index]
            )
            unsafe w0[index] = v.0 + e
            unsafe w1[index] = v.1 + e
            unsafe w2[index] = v.2 + e
            unsafe w3[index] = v.3 + e
            unsafe w4[index] = v.4 + e
            unsafe w5[index] = v.5 + e
            unsafe w6[index] = v.6 + e
            unsafe w7[index] = v.7 + e
            let direct = now.direct + dDirect * frame
            let crossed = now.crossed + dCrossed * frame
            unsafe left[index] += direct * v.1 + crossed * v.2
            unsafe right[index] += direct * v.2 + crossed * v.1
            index += 1
        }
        lastInput = previous
    }

    /// The memory of a line where the next frames are written.
    @_noLocks
    @unsafe
    @inline(__always)
    private func line(_ line: Int) -> UnsafeMutablePointer<Float> {
        unsafe memory.samples(
            from: Int(starts[line]) + Int(positions[line]) + offset,
            count: Self.block - offset
        )
    }

    @_noLocks
    @inline(__always)
    private static func hadamard(
        _ s0: Quad,
        _ s1: Quad,
        _ s2: Quad,
        _ s3: Quad,
        _ s4: Quad,
        _ s5: Quad,
        _ s6: Quad,
        _ s7: Quad
    ) -> (Quad, Quad, Quad, Quad, Quad, Quad, Quad, Quad) {
        let (a0, a1, a2, a3) = (s0 + s4, s1 + s5, s2 + s6, s3 + s7)
        let (a4, a5, a6, a7) = (s0 - s4, s1 - s5, s2 - s6, s3 - s7)
        let (b0, b1, b2, b3) = (a0 + a2, a1 + a3, a0 - a2, a1 - a3)
        let (b4, b5, b6, b7) = (a4 + a6, a5 + a7, a4 - a6, a5 - a7)
        return (b0 + b1, b0 - b1, b2 + b3, b2 - b3, b4 + b5, b4 - b5, b6 + b7, b6 - b7)
    }

    @_noLocks
    @inline(__always)
    private static func hadamard(
        _ s0: Float,
        _ s1: Float,
        _ s2: Float,
        _ s3: Float,
        _ s4: Float,
        _ s5: Float,
        _ s6: Float,
        _ s7: Float
    ) -> (Float, Float, Float, Float, Float, Float, Float, Float) {
        let (a0, a1, a2, a3) = (s0 + s4, s1 + s5, s2 + s6, s3 + s7)
        let (a4, a5, a6, a7) = (s0 - s4, s1 - s5, s2 - s6, s3 - s7)
        let (b0, b1, b2, b3) = (a0 + a2, a1 + a3, a0 - a2, a1 - a3)
        let (b4, b5, b6, b7) = (a4 + a6, a5 + a7, a4 - a6, a5 - a7)
        return (b0 + b1, b0 - b1, b2 + b3, b2 - b3, b4 + b5, b4 - b5, b6 + b7, b6 - b7)
    }

    @_noLocks
    @inline(__always)
    private func last(_ line: Int) -> Quad {
        switch line {
        case 0: filters.0
        case 1: filters.1
        case 2: filters.2
        case 3: filters.3
        case 4: filters.4
        case 5: filters.5
        case 6: filters.6
        default: filters.7
        }
    }

    @_noLocks
    @inline(__always)
    private mutating func setLast(_ line: Int, _ quad: Quad) {
        switch line {
        case 0: filters.0 = quad
        case 1: filters.1 = quad
        case 2: filters.2 = quad
        case 3: filters.3 = quad
        case 4: filters.4 = quad
        case 5: filters.5 = quad
        case 6: filters.6 = quad
        default: filters.7 = quad
        }
    }
}
