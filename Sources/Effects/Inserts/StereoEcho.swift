import Realtime

/// A delay of both sides with feedback.
struct StereoEcho: ~Copyable {
    private let line: SampleMemory
    private let length: Int
    private let feedback: Float
    /// The part of the difference that the low-pass leaves.
    private let smoothing: Float
    private let isPingPong: Bool
    private var place = 0
    /// Whether anything has been written since it was empty.
    private var hasLeft = false
    private var filtered = SIMD2<Float>()
    /// The frames since something was written that could be heard.
    private var quietFrames: Int

    /// Makes a silent delay.
    init(_ parameters: EchoParameters, rate: Int) {
        length = Self.length(parameters, rate: rate)
        line = SampleMemory(count: 2 * length)
        quietFrames = length
        feedback = Float(parameters.feedback)
        isPingPong = parameters.isPingPong
        let turns = min(parameters.highCut / Double(rate), 0.45)
        smoothing = Float(Elementary.exp2(-2 * .pi * turns * 1.442_695_040_888_963_4))
    }

    /// Forgets the sound that is in it.
    @_noLocks
    mutating func reset() {
        line.clear()
        filtered = SIMD2()
        quietFrames = length
    }

    /// Ends a block; see ``Insert/endBlock()``.
    @_noLocks
    mutating func endBlock() -> Bool {
        guard quietFrames >= length else { return false }
        // Of what is left nothing could be heard.
        if filtered.x != 0 || filtered.y != 0 || hasLeft { reset() }
        hasLeft = false
        return true
    }

    /// The frames from one echo to the next.
    static func length(_ parameters: EchoParameters, rate: Int) -> Int {
        max(1, Int((parameters.time * Double(rate) / 1_000).rounded()))
    }

    /// Puts the echoes in the place of what comes in.
    @_noLocks
    mutating func process(_ pair: InsertPair) {
        let samples = unsafe line.samples(from: 0, count: line.count)
        for frame in 0..<pair.count {
            let input = unsafe SIMD2(pair.left[frame], pair.right[frame])
            let echo = unsafe SIMD2(samples[2 &* place], samples[2 &* place &+ 1])
            filtered = echo + (filtered - echo) * smoothing
            if filtered.x.magnitude < 1e-15 { filtered.x = 0 }
            if filtered.y.magnitude < 1e-15 { filtered.y = 0 }
            var next = input + filtered * feedback
            if isPingPong {
                // Both sides begin on the left; each echo comes back on the other side.
                next = SIMD2((input.x + input.y) * 0.5, 0)
                next += SIMD2(filtered.y, filtered.x) * feedback
            }
            let highest = max(next.x.magnitude, next.y.magnitude)
            quietFrames = highest < SilenceWatch.threshold ? quietFrames &+ 1 : 0
            if highest > 0 { hasLeft = true }
            unsafe samples[2 &* place] = next.x
            unsafe samples[2 &* place &+ 1] = next.y
            place = place &+ 1 == length ? 0 : place &+ 1
            unsafe pair.left[frame] = filtered.x
            unsafe pair.right[frame] = filtered.y
        }
    }
}
