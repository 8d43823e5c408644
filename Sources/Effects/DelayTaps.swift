/// The delays and gains of a ``Delay``, computed from ``ReverbParameters`` for a sample rate.
struct DelayTaps: BitwiseCopyable, Sendable {
    /// The frames until the first echo, and from one echo to the next.
    let gap: Int
    /// The frames until the left side's first echo and the right side's.
    let left: Int
    let right: Int
    /// The frames after which echoes are fed back.
    let loop: Int
    /// The gain of what is fed back.
    let feedback: Float
    /// The part of the way to the next sample that the low-pass in front goes; 1 for no low-pass.
    let lowPass: Float
    /// The gain of the output.
    var level: Float

    /// The longest ``loop`` at a rate.
    static func longest(rate: Int) -> Int { 2 * frames(ReverbParameters.longestDelay, rate: rate) }

    /// The frames of a number of milliseconds.
    @_noLocks
    private static func frames(_ milliseconds: Double, rate: Int) -> Int {
        Int(milliseconds * Double(rate) / 1_000 + 0.5)
    }

    @_noLocks
    init(_ parameters: ReverbParameters, rate: Int) {
        let delay = min(ReverbParameters.longestDelay, max(0, parameters.delay))
        // A line is read up to the block before the one that is written.
        gap = max(Block.frames, Self.frames(delay, rate: rate))
        left = gap
        right = parameters.algorithm.isPanning ? 2 * gap : gap
        loop = right
        feedback = Float(parameters.feedback)
        level = Float(parameters.level)
        guard parameters.damping > 0 else {
            lowPass = 1
            return
        }
        let frequency = 8_000 * Elementary.power(25, -parameters.damping)
        let exponent = -2 * Double.pi * frequency / Double(rate)
        lowPass = Float(1 - Elementary.exp2(exponent * 1.442_695_040_888_963_4))
    }

    /// Whether others sound the same.
    @_noLocks
    func equals(_ other: DelayTaps) -> Bool {
        left == other.left && right == other.right && loop == other.loop
            && feedback == other.feedback && lowPass == other.lowPass && level == other.level
    }

    /// The blocks of silence after which no echo follows.
    var longestBlocks: Int { @_noLocks get { (loop + Block.frames - 1) / Block.frames } }
}
