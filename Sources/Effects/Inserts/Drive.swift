import Realtime

/// An overdrive at eight times the rate.
///
/// Each sample is the mean of the curve between two points of the input (Parker, Zavalishin and Le
/// Bivic, "Reducing the aliasing of nonlinear waveshaping using continuous-time convolution", 2016),
/// so that harmonics which would fold back are weak even where the curve has corners.
struct Drive: ~Copyable {
    /// A channel's rates, and what its curve and filters keep.
    fileprivate struct Channel: ~Copyable {
        var first = RateDoubler(half: 17, capacity: Block.frames)
        var second = RateDoubler(half: 6, capacity: 2 * Block.frames)
        var third = RateDoubler(half: 5, capacity: 4 * Block.frames)
        /// The sample before, with the gain.
        var before: Float = 0
        /// The last two samples, which make the delay a whole number of frames.
        var late = SIMD2<Float>()
        var smoothed: Float = 0
        /// The mean that the high-pass takes away.
        var mean: Float = 0
    }

    /// The numbers that its parameters stand for.
    struct Coefficients: BitwiseCopyable {
        fileprivate let gain: Float
        fileprivate let level: Float
        fileprivate let tone: Float

        /// Works out the coefficients of numbers: the mix, the curve and
        /// ``DriveParameters/parameters``.
        @_noLocks
        init(_ numbers: borrowing FixedArray<Double>, rate: Int) {
            let (drive, tone, level) = (numbers[2], numbers[3], numbers[4])
            gain = Dynamics.exactFactor(drive)
            self.level = Dynamics.exactFactor(level)
            self.tone = Drive.remainder(tone, rate: rate)
        }
    }

    private enum Shape: UInt8 { case soft, hard }

    private let left = Box(Channel())
    private let right = Box(Channel())
    private let shape: Shape
    private var gain: GainRamp
    /// The distance from the middle of the curve, and the curve's value there.
    private let offset: Float
    private let center: Float
    private var level: GainRamp
    /// The part of the difference that the low-pass leaves.
    private var tone: Float
    /// The same of the high-pass at 8 Hz.
    private let blocking: Float
    private var quietFrames = Drive.rest
    /// Frames at twice, four times and eight times the rate.
    private let doubled = SampleMemory(count: 2 * Block.frames)
    private let quadrupled = SampleMemory(count: 4 * Block.frames)
    private let eightfold = SampleMemory(count: 8 * Block.frames)

    /// The frames by which it delays: 66, 22 and 18 of twice, four times and eight times the rate,
    /// and 2 of the last.
    static let latency = 66 / 2 + (22 * 2 + 18 + 2) / 8
    /// The frames after which nothing is left: as long as the high-pass takes.
    private static var rest: Int { @_noLocks get { 48_000 } }

    /// Makes a silent overdrive.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - curve: Its curve.
    ///   - numbers: Its numbers.
    ///   - rate: Frames per second.
    init(_ curve: DriveParameters.Curve, _ numbers: borrowing FixedArray<Double>, rate: Int) {
        shape = curve == .hard ? .hard : .soft
        let coefficients = Coefficients(numbers, rate: rate)
        gain = GainRamp(coefficients.gain)
        offset = curve == .tube ? 0.6 : 0
        center = Self.softMean(offset, offset)
        level = GainRamp(coefficients.level)
        tone = coefficients.tone
        blocking = Self.remainder(8, rate: rate)
    }

    /// The part of a difference that a low-pass of the first order leaves after a frame.
    @_noLocks
    fileprivate static func remainder(_ hertz: Double, rate: Int) -> Float {
        let turns = min(hertz / Double(rate), 0.45)
        return Float(Elementary.exp2(-2 * .pi * turns * 1.442_695_040_888_963_4))
    }

    /// Moves to other coefficients; without frames they are there at once.
    @_noLocks
    mutating func move(to next: Coefficients, frames: Int) {
        gain.move(to: next.gain, frames: max(1, frames))
        level.move(to: next.level, frames: max(1, frames))
        tone = next.tone
    }

    /// Forgets the sound that is in it.
    @_noLocks
    mutating func reset() {
        left.value.reset()
        right.value.reset()
        quietFrames = Self.rest
    }

    /// Ends a block; see ``Insert/endBlock()``.
    @_noLocks
    mutating func endBlock() -> Bool {
        guard quietFrames >= Self.rest else { return false }
        // Of what is left nothing could be heard.
        reset()
        return true
    }

    /// Overdrives both sides.
    @_noLocks
    mutating func process(_ pair: InsertPair) {
        quietFrames = pair.isQuiet ? quietFrames &+ pair.count : 0
        unsafe process(pair.left, count: pair.count, &left.value)
        unsafe process(pair.right, count: pair.count, &right.value)
        gain.advance(by: pair.count)
        level.advance(by: pair.count)
    }

    @_noLocks
    private func process(
        _ samples: UnsafeMutablePointer<Float>,
        count: Int,
        _ channel: inout Channel
    ) {
        let doubled = unsafe doubled.samples(from: 0, count: 2 * count)
        let quadrupled = unsafe quadrupled.samples(from: 0, count: 4 * count)
        let eightfold = unsafe eightfold.samples(from: 0, count: 8 * count)
        unsafe channel.first.rise(samples, count: count, to: doubled)
        unsafe channel.second.rise(doubled, count: 2 * count, to: quadrupled)
        unsafe channel.third.rise(quadrupled, count: 4 * count, to: eightfold)
        unsafe bend(eightfold, count: 8 * count, &channel)
        unsafe channel.third.fall(eightfold, count: 4 * count, to: quadrupled)
        unsafe channel.second.fall(quadrupled, count: 2 * count, to: doubled)
        unsafe channel.first.fall(doubled, count: count, to: samples)
        var level = level
        for index in 0..<count {
            let sample = unsafe samples[index]
            channel.mean = sample + (channel.mean - sample) * blocking
            let centred = sample - channel.mean
            channel.smoothed = centred + (channel.smoothed - centred) * tone
            unsafe samples[index] = channel.smoothed * level.next()
        }
    }

    /// Puts the curve's means in the place of samples, two samples later.
    @_noLocks
    private func bend(
        _ samples: UnsafeMutablePointer<Float>,
        count: Int,
        _ channel: inout Channel
    ) {
        let isHard: Bool
        switch shape {
        case .hard: isHard = true
        case .soft: isHard = false
        }
        var ramp = gain
        var gain = ramp.gain
        for index in 0..<count {
            // Eight samples are a frame.
            if ramp.isMoving, index & 7 == 0 { gain = ramp.next() }
            let next = unsafe samples[index] * gain
            let value =
                isHard
                ? Self.hardMean(channel.before, next)
                : Self.softMean(channel.before + offset, next + offset) - center
            channel.before = next
            unsafe samples[index] = channel.late.x
            channel.late = SIMD2(channel.late.y, value)
        }
    }

    /// The mean of x / √(1 + x²) between two points.
    @inline(__always)
    @_noLocks
    private static func softMean(_ one: Float, _ other: Float) -> Float {
        // (√(1 + b²) − √(1 + a²)) / (b − a), without a difference.
        (one + other)
            / (Elementary.fastRoot(1 + one * one) + Elementary.fastRoot(1 + other * other))
    }

    /// The mean of 1.5 x − 0.5 x³ between two points, which is −1 and 1 outside of them.
    @inline(__always)
    @_noLocks
    private static func hardMean(_ one: Float, _ other: Float) -> Float {
        let a = max(-1, min(one, 1))
        let b = max(-1, min(other, 1))
        let inside = (a + b) * (0.75 - 0.125 * (a * a + b * b))
        let difference = other - one
        guard difference != 0 else { return inside }
        let above = max(other, 1) - max(one, 1)
        let below = min(other, -1) - min(one, -1)
        return (inside * (b - a) + above - below) / difference
    }
}

extension Drive.Channel {
    @_noLocks
    fileprivate mutating func reset() {
        first.reset()
        second.reset()
        third.reset()
        before = 0
        late = SIMD2()
        smoothed = 0
        mean = 0
    }
}
