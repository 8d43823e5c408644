/// Finds when an effect has nothing to do: no input, and nothing left in its lines that could be
/// heard.
///
/// It is decided for whole blocks, so that the division of frames into calls does not matter.
struct SilenceWatch: BitwiseCopyable {
    /// Magnitudes below this, −126 dBFS, count as silent.
    static var threshold: Float {
        @_noLocks get { 5e-7 }
    }

    /// Whether the current block has had input.
    private var hasInput = false
    private var quietBlocks = 0

    @_noLocks
    init() {}

    /// Notes that a part of the block had input.
    @_noLocks
    mutating func noteInput() { hasInput = true }

    /// Whether what the block has written must be looked at.
    var mayBeQuiet: Bool { @_noLocks get { !hasInput } }

    /// Ends a block.
    ///
    /// - Parameters:
    ///   - isQuiet: Whether all that it wrote is below the threshold.
    ///   - longest: The blocks after which the lines hold nothing older.
    /// - Returns: Whether the lines hold nothing that could be heard.
    @_noLocks
    mutating func endBlock(isQuiet: Bool, longest: Int) -> Bool {
        quietBlocks = isQuiet && !hasInput ? quietBlocks &+ 1 : 0
        hasInput = false
        return quietBlocks >= longest
    }

    /// Whether some samples are not all zero.
    @_noLocks
    static func isAudible(_ samples: UnsafePointer<Float>, count: Int) -> Bool {
        var bits: UInt32 = 0
        for index in 0..<count { bits |= unsafe samples[index].bitPattern }
        return bits & 0x7FFF_FFFF != 0
    }

    /// Whether some samples are all below the threshold.
    @_noLocks
    static func isQuiet(_ samples: UnsafePointer<Float>, count: Int) -> Bool {
        // Magnitudes order as their bits do, and integers have a vector maximum.
        var peak: Int32 = 0
        for index in 0..<count {
            peak = unsafe max(peak, Int32(bitPattern: samples[index].bitPattern & 0x7FFF_FFFF))
        }
        return peak < Int32(bitPattern: threshold.bitPattern)
    }
}
