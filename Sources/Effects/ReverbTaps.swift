import Realtime

/// Reads a reverb's delay lines: where they are modulated between samples, and while their lengths
/// change at two places at once.
@safe
struct ReverbTaps: ~Copyable {
    /// The frames of a line: a block, with the last ones of the block before in front.
    private static var size: Int {
        @_noLocks get { ReverbLines.front + Block.frames }
    }

    private let interpolation = Interpolation()
    /// The frames that leave each line, and those that leave one with its new length.
    private let memory = SampleMemory(count: (ReverbLines.count + 1) * Self.size)

    /// Resets them.
    @_noLocks
    func clear() { memory.clear() }

    /// Puts the last frames of the block before in front of those of the next.
    @_noLocks
    func beginBlock() {
        for line in 0..<ReverbLines.count {
            let front = unsafe block(of: line) - ReverbLines.front
            unsafe front.setQuad(0, front.quad(Block.frames))
            unsafe front.setQuad(4, front.quad(Block.frames + 4))
        }
    }

    /// Begins a fade to other lengths: keeps the frames before it that were read directly from lines.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - lengths: Their lengths.
    @_noLocks
    func beginFade(_ lines: borrowing ReverbLines, lengths: SIMD8<Int32>) {
        for line in 0..<ReverbLines.count where ReverbModulation.index(of: line) < 0 {
            let source = unsafe lines.samplesWithFront(line, at: -Int(lengths[line]), count: 0)
            let front = unsafe block(of: line)
            unsafe front.setQuad(-8, source.quad(-8))
            unsafe front.setQuad(-4, source.quad(-4))
        }
    }

    /// Reads some frames of the lines that are modulated.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - lengths: Their lengths.
    ///   - modulation: The modulation.
    ///   - start: The first frame's position in the block, as ``Block/group``s are.
    ///   - end: The position behind the last one, of the same kind.
    @_noLocks
    func read(
        _ lines: borrowing ReverbLines,
        lengths: SIMD8<Int32>,
        _ modulation: borrowing ReverbModulation,
        from start: Int,
        to end: Int
    ) {
        for number in 0..<ReverbModulation.count {
            let line = ReverbModulation.line(number)
            let output = unsafe block(of: line)
            unsafe interpolate(
                lines,
                line,
                lengths[line],
                modulation,
                number,
                start,
                end,
                to: output
            )
        }
    }

    /// Reads some frames of all lines on the way from one length to another: a fade between both.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - lengths: Their lengths so far.
    ///   - newLengths: Their new lengths.
    ///   - passed: Frames of the fade before the block.
    ///   - modulation: The modulation.
    ///   - start: The first frame's position in the block, as ``Block/group``s are.
    ///   - end: The position behind the last one, of the same kind.
    @_noLocks
    func readFading(
        _ lines: borrowing ReverbLines,
        from lengths: SIMD8<Int32>,
        to newLengths: SIMD8<Int32>,
        passed: Int,
        _ modulation: borrowing ReverbModulation,
        from start: Int,
        to end: Int
    ) {
        let other = unsafe block(of: ReverbLines.count)
        let step = 1 / Float(Block.fade * Block.frames)
        for line in 0..<ReverbLines.count {
            let result = unsafe block(of: line)
            unsafe read(lines, line, lengths[line], modulation, start, end, to: result)
            unsafe read(lines, line, newLengths[line], modulation, start, end, to: other)
            for index in start..<end {
                let part = Float(passed + index + 1) * step
                unsafe result[index] += part * (other[index] - result[index])
            }
        }
    }

    /// The frames that leave a line, where ``read(_:lengths:_:from:to:)`` has been before.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - lines: The lines.
    ///   - length: Its length.
    ///   - isFading: Whether ``readFading(_:from:to:passed:_:from:to:)`` has been there instead.
    ///   - frame: The first frame's position in the block.
    ///   - count: The number of frames.
    /// - Returns: The first frame; some more are before it.
    @_noLocks
    @unsafe
    @inline(__always)
    func output(
        _ line: Int,
        of lines: borrowing ReverbLines,
        length: Int32,
        isFading: Bool,
        from frame: Int,
        count: Int
    ) -> UnsafePointer<Float> {
        if isFading || ReverbModulation.index(of: line) >= 0 {
            unsafe UnsafePointer(block(of: line) + frame)
        } else {
            unsafe UnsafePointer(
                lines.samplesWithFront(line, at: frame &- Int(length), count: count)
            )
        }
    }

    /// The memory for a line's frames.
    @_noLocks
    @unsafe
    @inline(__always)
    private func block(of line: Int) -> UnsafeMutablePointer<Float> {
        unsafe memory.samples(from: line &* Self.size, count: Self.size) + ReverbLines.front
    }

    /// Reads a line, modulated or not.
    @_noLocks
    @unsafe
    private func read(
        _ lines: borrowing ReverbLines,
        _ line: Int,
        _ length: Int32,
        _ modulation: borrowing ReverbModulation,
        _ start: Int,
        _ end: Int,
        to output: UnsafeMutablePointer<Float>
    ) {
        let number = ReverbModulation.index(of: line)
        guard number < 0 else {
            unsafe interpolate(lines, line, length, modulation, number, start, end, to: output)
            return
        }
        let source = unsafe lines.samples(line, at: start - Int(length), count: end - start)
        for index in start..<end { unsafe output[index] = source[index - start] }
    }

    /// Reads a modulated line between its samples.
    @_noLocks
    @unsafe
    private func interpolate(
        _ lines: borrowing ReverbLines,
        _ line: Int,
        _ length: Int32,
        _ modulation: borrowing ReverbModulation,
        _ number: Int,
        _ start: Int,
        _ end: Int,
        to output: UnsafeMutablePointer<Float>
    ) {
        var first = start
        while first < end {
            let isFirstHalf = first < Block.half
            let last = isFirstHalf ? min(end, Block.half) : end
            let moved = isFirstHalf ? modulation.delays.0[number] : modulation.delays.1[number]
            let place = Int(length) &* Interpolation.phases &+ Int(moved)
            let whole = (place &+ Interpolation.phases &- 1) &>> Interpolation.phaseBits
            let row = unsafe interpolation.row(whole &* Interpolation.phases &- place)
            let count = last &- first
            let s = unsafe lines.samples(line, at: first &- whole &- 2, count: count &+ 5)
            let (h0, h1) = unsafe (Octet(repeating: row[0]), Octet(repeating: row[1]))
            let (h2, h3) = unsafe (Octet(repeating: row[2]), Octet(repeating: row[3]))
            let (h4, h5) = unsafe (Octet(repeating: row[4]), Octet(repeating: row[5]))
            let result = unsafe output + first
            var index = 0
            while index < count {
                let early = unsafe h0 * s.octet(index) + h1 * s.octet(index &+ 1)
                let middle = unsafe h2 * s.octet(index &+ 2) + h3 * s.octet(index &+ 3)
                let late = unsafe h4 * s.octet(index &+ 4) + h5 * s.octet(index &+ 5)
                unsafe result.setOctet(index, early + middle + late)
                index &+= Block.group
            }
            first = last
        }
    }
}
