import Realtime

/// Reads a reverb's delay lines: where they are modulated between samples, and while their lengths
/// change at two places at once.
@safe
struct ReverbTaps: ~Copyable {
    /// Frames of a line's taps, with those of the block before in front.
    private static var size: Int {
        @_noLocks get { 72 }
    }

    private let interpolation = Interpolation()
    /// The taps of each line, and behind them those of a line's new length.
    private let memory = SampleMemory(count: ReverbLines.count * Self.size + Block.frames)

    /// The frames that leave a line in a part of a block, and some before them.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - lines: The lines.
    ///   - length: Its length.
    ///   - modulation: The modulation.
    ///   - offset: The first frame's position in the block.
    ///   - count: The number of frames.
    /// - Returns: The first frame.
    @_noLocks
    @unsafe
    func read(
        _ line: Int,
        of lines: borrowing ReverbLines,
        length: Int32,
        _ modulation: borrowing ReverbModulation,
        from offset: Int,
        count: Int
    ) -> UnsafeMutablePointer<Float> {
        guard ReverbModulation.index(of: line) >= 0 else {
            return unsafe lines.samples(
                line,
                at: offset - Int(length),
                front: ReverbLines.front,
                count: count
            )
        }
        let result = unsafe taps(line, from: offset)
        unsafe interpolate(line, lines, length, modulation, offset, count, to: result)
        return unsafe result
    }

    /// The same on the way from one length to another: a fade between both.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - lines: The lines.
    ///   - length: Its length so far.
    ///   - newLength: Its new length.
    ///   - passed: Frames of the fade before the first.
    ///   - modulation: The modulation.
    ///   - offset: The first frame's position in the block.
    ///   - count: The number of frames.
    /// - Returns: The first frame.
    @_noLocks
    @unsafe
    func readFading(
        _ line: Int,
        of lines: borrowing ReverbLines,
        from length: Int32,
        to newLength: Int32,
        passed: Int,
        _ modulation: borrowing ReverbModulation,
        from offset: Int,
        count: Int
    ) -> UnsafeMutablePointer<Float> {
        let result = unsafe taps(line, from: offset)
        let other = unsafe silence()
        unsafe copy(line, lines, length, modulation, offset, count, to: result)
        unsafe copy(line, lines, newLength, modulation, offset, count, to: other)
        let step = 1 / Float(Block.fade * Block.frames)
        for index in 0..<count {
            let part = Float(passed + index + 1) * step
            unsafe result[index] += part * (other[index] - result[index])
        }
        for index in 0..<count { unsafe other[index] = 0 }
        return unsafe result
    }

    /// Zeros, a block of them.
    @_noLocks
    @unsafe
    func silence() -> UnsafeMutablePointer<Float> {
        unsafe memory.samples(from: ReverbLines.count * Self.size, count: Block.frames)
    }

    /// Puts the last taps of the block before in front of those of the next.
    ///
    /// - Parameter isFading: Whether lengths change, so that all lines have taps.
    @_noLocks
    func beginBlock(isFading: Bool) {
        for line in 0..<ReverbLines.count
        where isFading || ReverbModulation.index(of: line) >= 0 {
            let taps = unsafe taps(line, from: 0) - ReverbLines.front
            unsafe taps.setQuad(0, taps.quad(Block.frames))
            unsafe taps.setQuad(4, taps.quad(Block.frames + 4))
        }
    }

    /// Keeps the last frames that were read directly from lines as the taps of the block before.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - lengths: Their lengths.
    @_noLocks
    func keep(_ lines: borrowing ReverbLines, lengths: SIMD8<Int32>) {
        for line in 0..<ReverbLines.count where ReverbModulation.index(of: line) < 0 {
            let read = unsafe lines.samples(
                line,
                at: -Int(lengths[line]),
                front: ReverbLines.front,
                count: 0
            )
            let taps = unsafe taps(line, from: 0)
            unsafe taps.setQuad(Block.frames - 8, read.quad(-8))
            unsafe taps.setQuad(Block.frames - 4, read.quad(-4))
        }
    }

    /// Resets them.
    @_noLocks
    func clear() { memory.clear() }

    /// The memory of a line's taps.
    @_noLocks
    @unsafe
    private func taps(_ line: Int, from offset: Int) -> UnsafeMutablePointer<Float> {
        unsafe memory.samples(from: line * Self.size, count: Self.size) + ReverbLines.front
            + offset
    }

    @_noLocks
    @unsafe
    private func copy(
        _ line: Int,
        _ lines: borrowing ReverbLines,
        _ length: Int32,
        _ modulation: borrowing ReverbModulation,
        _ offset: Int,
        _ count: Int,
        to output: UnsafeMutablePointer<Float>
    ) {
        guard ReverbModulation.index(of: line) < 0 else {
            unsafe interpolate(line, lines, length, modulation, offset, count, to: output)
            return
        }
        let source = unsafe lines.samples(line, at: offset - Int(length), count: count)
        for index in 0..<count { unsafe output[index] = source[index] }
    }

    /// Reads a modulated line between its samples.
    @_noLocks
    @unsafe
    private func interpolate(
        _ line: Int,
        _ lines: borrowing ReverbLines,
        _ length: Int32,
        _ modulation: borrowing ReverbModulation,
        _ offset: Int,
        _ count: Int,
        to output: UnsafeMutablePointer<Float>
    ) {
        let number = ReverbModulation.index(of: line)
        let half = Block.half
        var done = 0
        while done < count {
            let first = offset + done
            let isFirstHalf = first < half
            let part = min(isFirstHalf ? half - first : 2 * half - first, count - done)
            let delay =
                Float(length)
                + (isFirstHalf ? modulation.delays.0[number] : modulation.delays.1[number])
            let whole = Elementary.nearest(delay + 0.5)
            // The table has 128 phases for each sample.
            let row = unsafe interpolation.row(Elementary.nearest((Float(whole) - delay) * 128))
            let source = unsafe lines.samples(line, at: first - whole - 2, count: part + 5)
            let result = unsafe output + done
            let (h0, h1, h2) = unsafe (row[0], row[1], row[2])
            let (h3, h4, h5) = unsafe (row[3], row[4], row[5])
            let (s1, s2, s3) = unsafe (source + 1, source + 2, source + 3)
            let (s4, s5) = unsafe (source + 4, source + 5)
            for frame in 0..<part {
                let early = unsafe h0 * source[frame] + h1 * s1[frame]
                let middle = unsafe h2 * s2[frame] + h3 * s3[frame]
                let late = unsafe h4 * s4[frame] + h5 * s5[frame]
                unsafe result[frame] = early + middle + late
            }
            done += part
        }
    }
}
