import Realtime

/// A ring of samples that is written in blocks and read at whole frames.
@safe
struct DelayLine: ~Copyable {
    private let memory: SampleMemory
    /// The size of the ring in frames; a copy of its first block is behind it.
    private let size: Int
    /// The next index to be written, at the start of the block.
    private var position = 0

    /// Makes a silent line.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter longest: The longest delay in frames.
    init(longest: Int) {
        size = (longest + Block.frames - 1) / Block.frames * Block.frames + Block.frames
        memory = SampleMemory(count: size + Block.frames)
    }

    /// Silences it.
    @_noLocks
    mutating func clear() {
        memory.clear()
        position = 0
    }

    /// The samples of the current block.
    @_noLocks
    @unsafe
    func block() -> UnsafeMutablePointer<Float> {
        unsafe memory.samples(from: position, count: Block.frames)
    }

    /// Samples that were written some time before those of the current block.
    ///
    /// - Parameters:
    ///   - delay: The frames between them, at least those of a block.
    ///   - offset: The position in the block of the first frame.
    ///   - count: The number of frames.
    /// - Returns: The sample of the first frame.
    @_noLocks
    @unsafe
    func samples(delay: Int, from offset: Int, count: Int) -> UnsafePointer<Float> {
        var index = position &+ offset &- delay
        if index < 0 { index &+= size }
        return unsafe UnsafePointer(memory.samples(from: index, count: count))
    }

    /// Moves on to the next block.
    @_noLocks
    mutating func endBlock() {
        if position == 0 {
            let first = unsafe memory.samples(from: 0, count: memory.count)
            for index in 0..<Block.frames { unsafe first[size + index] = first[index] }
        }
        position += Block.frames
        if position == size { position = 0 }
    }
}
