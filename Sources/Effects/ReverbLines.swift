import Realtime

/// The eight delay lines of a reverb.
@safe
struct ReverbLines: ~Copyable {
    /// The number of lines.
    static var count: Int {
        @_noLocks get { 8 }
    }
    /// Samples in front of a line, a copy of its last ones.
    static var front: Int {
        @_noLocks get { 8 }
    }

    private let memory: SampleMemory
    /// For each line the index of its first sample in `memory`, and its size in frames.
    private let starts: SIMD8<Int32>
    private let sizes: SIMD8<Int32>
    /// The next index to be written in each line, at the start of the block.
    private var positions = SIMD8<Int32>(repeating: 0)
    /// The blocks after which no line holds anything older.
    let longestBlocks: Int

    /// Makes silent lines.
    ///
    /// Allocates: not for the audio thread.
    init(rate: Int) {
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
            index += Int(size) + Block.frames
        }
        self.starts = starts
        self.sizes = sizes
        longestBlocks = Int(sizes.max()) / Block.frames
        memory = SampleMemory(count: index)
    }

    /// Silences all lines.
    @_noLocks
    mutating func clear() {
        memory.clear()
        positions = SIMD8(repeating: 0)
    }

    /// The samples of a line from a frame on, with some in front.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - frame: The frame, counted from the start of the block; what left the line earlier is
    ///     negative.
    ///   - front: The number of samples before it that may be read, ``front`` at most.
    ///   - count: The number of frames.
    /// - Returns: The sample of the frame.
    @_noLocks
    @unsafe
    func samples(
        _ line: Int,
        at frame: Int,
        front: Int = 0,
        count: Int
    ) -> UnsafeMutablePointer<Float> {
        var index = Int(positions[line]) + frame
        if index < 0 { index += Int(sizes[line]) }
        return unsafe memory.samples(
            from: Int(starts[line]) + index - front,
            count: front + count
        ) + front
    }

    /// Copies what is read across the ends of the lines, and moves on.
    ///
    /// - Parameter mayBeQuiet: Whether it is of interest what the block has written.
    /// - Returns: Whether all of it is below the threshold of silence.
    @_noLocks
    mutating func endBlock(mayBeQuiet: Bool) -> Bool {
        var isQuiet = mayBeQuiet
        for line in 0..<Self.count {
            let size = Int(sizes[line])
            let position = Int(positions[line])
            let samples =
                unsafe memory.samples(
                    from: Int(starts[line]) - Self.front,
                    count: Self.front + size + Block.frames
                ) + Self.front
            if isQuiet {
                isQuiet = unsafe SilenceWatch.isQuiet(samples + position, count: Block.frames)
            }
            if position == 0 {
                for index in stride(from: 0, to: Block.frames, by: 4) {
                    unsafe samples.setQuad(size + index, samples.quad(index))
                }
            }
            if position == size - Block.frames {
                unsafe samples.setQuad(-8, samples.quad(size - 8))
                unsafe samples.setQuad(-4, samples.quad(size - 4))
                positions[line] = 0
            } else {
                positions[line] = Int32(position + Block.frames)
            }
        }
        return isQuiet
    }
}
