/// A low-frequency oscillator: a triangle between −1 and 1 that begins at 0, upward.
struct Oscillator: BitwiseCopyable {
    /// The value of this block.
    private(set) var value = 0.0
    private var step = 0.0
    /// The frames before it begins.
    var delay = 0

    /// An oscillator at rest.
    @_noLocks
    init() {}

    /// Sets the frequency.
    ///
    /// - Parameters:
    ///   - hertz: The frequency.
    ///   - rate: Frames per second.
    @_noLocks
    mutating func setFrequency(_ hertz: Double, rate: Double) {
        step = 4 * Double(Block.frames) * hertz / rate
    }

    /// Advances by a block, unless the block begins before the delay is over.
    @_noLocks
    mutating func advance(at frame: Int) {
        guard frame >= delay else { return }
        value += step
        if value > 1 {
            step = -step
            value = 2 - value
        } else if value < -1 {
            step = -step
            value = -2 - value
        }
    }
}
