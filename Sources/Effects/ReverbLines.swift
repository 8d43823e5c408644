import Realtime

/// The eight delay lines of a reverb: rings of one size, which are written at the same position.
@safe
struct ReverbLines: ~Copyable {
    /// The number of lines.
    static var count: Int {
        @_noLocks get { 8 }
    }
    /// The samples in front of a frame that can be read with it.
    static var front: Int {
        @_noLocks get { 8 }
    }
    /// The samples behind a line, a copy of its first ones.
    private static var copied: Int {
        @_noLocks get { 2 * Block.frames }
    }
    /// Samples between lines, so that the same positions of two lines are not in the same place of the
    /// processor's cache.
    private static var gap: Int {
        @_noLocks get { 16 }
    }

    private let memory: SampleMemory
    /// The size of a line in frames.
    private let size: Int
    /// The samples from a line's first to that of the next.
    let stride: Int
    /// The next index to be written in each line, at the start of the block.
    private var position = 0

    /// Makes silent lines.
    ///
    /// Allocates: not for the audio thread.
    init(rate: Int) {
        let longest = Int(ReverbCoefficients.lengths(scale: 1, rate: rate).max())
        // The modulation, and the taps behind a sample.
        let margin = Int((32 * Double(rate) / 44_100).rounded(.up))
        size = (longest + margin + Block.frames - 1) / Block.frames * Block.frames + Block.frames
        stride = size + Self.copied + Self.gap
        memory = SampleMemory(count: Self.count * stride)
    }

    /// The blocks after which no line holds anything older.
    var longestBlocks: Int {
        @_noLocks get { size / Block.frames }
    }

    /// Silences all lines.
    @_noLocks
    mutating func clear() {
        memory.clear()
        position = 0
    }

    /// The samples of a line from a frame on.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - frame: The frame, counted from the start of the block; what left the line earlier is
    ///     negative.
    ///   - count: The number of frames.
    /// - Returns: The sample of the frame.
    @_noLocks
    @unsafe
    @inline(__always)
    func samples(_ line: Int, at frame: Int, count: Int) -> UnsafeMutablePointer<Float> {
        var index = position &+ frame
        if index < 0 { index &+= size }
        return unsafe memory.samples(from: line &* stride &+ index, count: count)
    }

    /// The samples of a line from a frame on, with ``front`` samples before them.
    @_noLocks
    @unsafe
    @inline(__always)
    func samplesWithFront(
        _ line: Int,
        at frame: Int,
        count: Int
    ) -> UnsafeMutablePointer<Float> {
        unsafe samples(line, at: frame &- Self.front, count: Self.front &+ count) + Self.front
    }

    /// Copies what is read across the ends of the lines, and moves on.
    ///
    /// - Parameter mayBeQuiet: Whether it is of interest what the block has written.
    /// - Returns: Whether all of it is below the threshold of silence.
    @_noLocks
    mutating func endBlock(mayBeQuiet: Bool) -> Bool {
        var isQuiet = mayBeQuiet
        var line = 0
        while isQuiet && line < Self.count {
            isQuiet = unsafe SilenceWatch.isQuiet(
                samples(line, at: 0, count: Block.frames),
                count: Block.frames
            )
            line += 1
        }
        if position < Self.copied {
            for line in 0..<Self.count {
                let source = unsafe memory.samples(
                    from: line * stride + position,
                    count: size + Block.frames
                )
                for index in Swift.stride(from: 0, to: Block.frames, by: 4) {
                    unsafe source.setQuad(size + index, source.quad(index))
                }
            }
        }
        position += Block.frames
        if position == size { position = 0 }
        return isQuiet
    }
}
