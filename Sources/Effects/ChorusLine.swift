import Realtime

/// A chorus' delay line: its input, and the same at a quarter, a half and three quarters of the way from
/// each sample to the next.
///
/// They are computed once for all voices, which are read on straight lines between two of them. Voices
/// lose up to 0.2 dB below 14 kHz and 0.8 dB at 16 kHz, at 44.1 kHz and on the mean of all delays.
///
/// The frames of a voice are computed for whole groups, those of which the input is not known yet too.
@safe
struct ChorusLine: ~Copyable {
    /// The frames that quarters are behind the input: the taps behind a sample.
    private static var lag: Int {
        @_noLocks get { 3 }
    }
    /// The quarters that a voice may move along the line between two of them.
    private static var farthest: Float {
        @_noLocks get { 0.45 }
    }

    private let memory: SampleMemory
    /// The weights of the interpolation; see ``interpolate(from:to:)``.
    private let weights = SampleMemory(count: 9)
    /// The size of the line in frames.
    let size: Int
    /// The samples from one row, of the input or of a quarter, to the next.
    ///
    /// Behind each are copies of its first two blocks. The input stands ``lag`` samples further on,
    /// beside the quarters behind it.
    private let stride: Int
    /// The next index to be written, at the start of the block.
    private var position = 0

    /// Makes a silent line.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter longest: The longest delay in frames.
    init(longest: Int) {
        let blocks = (longest + Block.frames - 1) / Block.frames + 3
        size = blocks * Block.frames
        stride = size + 2 * Block.frames + Block.group
        memory = SampleMemory(count: 4 * stride)
        // Smoother weights would lose more together with the straight lines.
        let half = Interpolation.weights(at: 0.5, beta: 3)
        let quarter = Interpolation.weights(at: 0.25, beta: 3)
        let weights = unsafe weights.samples(from: 0, count: 9)
        for tap in 0..<3 {
            unsafe weights[tap] = Float(half[tap])
            unsafe weights[3 + tap] = Float((quarter[tap] + quarter[5 - tap]) / 2)
            unsafe weights[6 + tap] = Float((quarter[tap] - quarter[5 - tap]) / 2)
        }
    }

    /// Silences it.
    @_noLocks
    mutating func clear() {
        memory.clear()
        position = 0
    }

    /// Moves on to the next block.
    @_noLocks
    mutating func endBlock() {
        position += Block.frames
        guard position == size else { return }
        position = 0
        let row = unsafe memory.samples(from: 0, count: stride)
        for index in 0..<Self.lag { unsafe row[index] = row[size + index] }
    }

    /// The block of input.
    @_noLocks
    @unsafe
    func block() -> UnsafeMutablePointer<Float> {
        unsafe memory.samples(from: position + Self.lag, count: Block.frames)
    }

    /// Takes frames that were written to ``block()``: computes what lies between them.
    ///
    /// - Parameters:
    ///   - start: The first frame's position in the block, as ``Block/group``s are.
    ///   - end: The position behind the last one, of the same kind.
    @_noLocks
    func take(from start: Int, to end: Int) {
        let isAtStart = position <= Block.frames
        if isAtStart {
            // Behind the end, for what is read across it.
            copyToEnd(0, start + Self.lag, end + Self.lag)
        }
        interpolate(from: start, to: end)
        if isAtStart { for quarter in 1..<4 { copyToEnd(quarter, start, end) } }
    }

    @_noLocks
    private func copyToEnd(_ row: Int, _ start: Int, _ end: Int) {
        let samples = unsafe memory.samples(
            from: row &* stride &+ position &+ start,
            count: size &+ end &- start
        )
        for index in 0..<(end - start) { unsafe samples[size + index] = samples[index] }
    }

    /// Computes the quarters behind some frames.
    ///
    /// The half is symmetric, three quarters mirror a quarter: sums and differences of samples on both
    /// sides are used for all of them.
    @_noLocks
    private func interpolate(from start: Int, to end: Int) {
        let count = end &- start
        let x = unsafe samples(4 &* (start &- 2), count: count &+ 5)
        let first = unsafe memory.samples(
            from: stride &+ position &+ start,
            count: 2 &* stride &+ count
        )
        let (second, third) = unsafe (first + stride, first + 2 * stride)
        let w = unsafe weights.samples(from: 0, count: 9)
        let (a0, a1, a2) = unsafe (
            Octet(repeating: w[0]), Octet(repeating: w[1]), Octet(repeating: w[2])
        )
        let (b0, b1, b2) = unsafe (
            Octet(repeating: w[3]), Octet(repeating: w[4]), Octet(repeating: w[5])
        )
        let (c0, c1, c2) = unsafe (
            Octet(repeating: w[6]), Octet(repeating: w[7]), Octet(repeating: w[8])
        )
        var index = 0
        while index < count {
            let (x0, x5) = unsafe (x.octet(index), x.octet(index &+ 5))
            let (x1, x4) = unsafe (x.octet(index &+ 1), x.octet(index &+ 4))
            let (x2, x3) = unsafe (x.octet(index &+ 2), x.octet(index &+ 3))
            let (s0, s1, s2) = (x0 + x5, x1 + x4, x2 + x3)
            let (d0, d1, d2) = (x0 - x5, x1 - x4, x2 - x3)
            unsafe second.setOctet(index, a0 * s0 + a1 * s1 + a2 * s2)
            let even = b0 * s0 + b1 * s1 + b2 * s2
            let odd = c0 * d0 + c1 * d1 + c2 * d2
            unsafe first.setOctet(index, even + odd)
            unsafe third.setOctet(index, even - odd)
            index &+= Block.group
        }
    }

    /// The samples a number of quarters behind the frame that is ``lag`` before the start of the
    /// block, and those that follow, frame by frame.
    @_noLocks
    @unsafe
    @inline(__always)
    private func samples(_ quarters: Int, count: Int) -> UnsafeMutablePointer<Float> {
        var index = position &+ (quarters &>> 2)
        if index < 0 { index &+= size }
        return unsafe memory.samples(from: (quarters & 3) &* stride &+ index, count: count)
    }

    /// Plays a voice over whole groups of frames.
    ///
    /// - Parameters:
    ///   - first: Its delay at the start of the block, in frames: 2.0625 at the least.
    ///   - slope: The change of its delay per frame.
    ///   - start: The first frame's position in the block, as ``Block/group``s are.
    ///   - end: The position behind the last one, of the same kind.
    ///   - output: A block that it is added to, or that begins with it.
    ///   - adds: Whether it is added.
    @_noLocks
    @unsafe
    func play(
        delay first: Float,
        slope: Float,
        from start: Int,
        to end: Int,
        into output: UnsafeMutablePointer<Float>,
        adds: Bool
    ) {
        let motion = abs(slope) * 4
        guard motion * Float(Block.group) <= Self.farthest else {
            for frame in start..<end {
                let value = single(first + slope * Float(frame), frame)
                unsafe output[frame] = adds ? output[frame] + value : value
            }
            return
        }
        let length = motion * Float(Block.half) <= Self.farthest ? Block.half : Block.group
        var frame = start
        while frame < end {
            let begin = frame & ~(length &- 1)
            let last = min(begin &+ length, end)
            let delay = first + slope * Float(begin)
            if adds {
                unsafe play(delay, slope, begin, length, frame, last, output, adds: true)
            } else {
                unsafe play(delay, slope, begin, length, frame, last, output, adds: false)
            }
            frame = last
        }
    }

    /// Plays a voice over frames in which it moves along one line between two quarters, or a little
    /// beyond its ends.
    @_noLocks
    @unsafe
    @inline(__always)
    private func play(
        _ delay: Float,
        _ slope: Float,
        _ begin: Int,
        _ length: Int,
        _ first: Int,
        _ last: Int,
        _ output: UnsafeMutablePointer<Float>,
        adds: Bool
    ) {
        let middle = 4 * (delay + slope * Float(length &>> 1)) + 0.5
        let part = Elementary.rounded(middle) - 4 * delay
        let step = -4 * slope
        let count = last &- first
        let quarters = 4 &* (first &+ Self.lag) &- Elementary.nearest(middle)
        let a = unsafe samples(quarters, count: count)
        let b = unsafe samples(quarters &+ 1, count: count)
        let sums = unsafe output + first
        let start = Octet(repeating: part) + step * Octet(0, 1, 2, 3, 4, 5, 6, 7)
        let change = Octet(repeating: step * Float(Block.group))
        var group = Octet(repeating: Float((first &- begin) / Block.group))
        var index = 0
        while index < count {
            let (near, far) = unsafe (a.octet(index), b.octet(index))
            let weight = start + change * group
            let value = near + weight * (far - near)
            unsafe sums.setOctet(index, adds ? sums.octet(index) + value : value)
            group += Octet(repeating: 1)
            index &+= Block.group
        }
    }

    /// The sample that lies a delay before a frame of the block.
    @_noLocks
    @inline(__always)
    func single(_ delay: Float, _ frame: Int) -> Float {
        let place = 4 * delay
        let whole = Elementary.nearest(place + 0.5)
        let quarters = 4 &* (frame &+ Self.lag) &- whole
        let a = unsafe samples(quarters, count: 1)[0]
        let b = unsafe samples(quarters &+ 1, count: 1)[0]
        return a + (Float(whole) - place) * (b - a)
    }
}
