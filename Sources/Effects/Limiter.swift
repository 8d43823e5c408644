package import Realtime

/// The master's limiter: it turns peaks above the ceiling down before they are due, and leaves
/// everything else as it is, bit for bit.
///
/// It looks ahead by ``latency`` frames: its output is the input of that many frames ago. The
/// reduction that each true peak needs is held over the look-ahead, so that it begins before the
/// peak, and released with a time constant of 80 ms; the mean over the look-ahead turns steps into
/// slopes. All of that is counted in integers of 2^−30, which do not drift: where nothing is to be
/// reduced the factor is exactly 1.
///
/// A function of the frames: their distribution over calls changes nothing. The audio thread's.
package struct Limiter: ~Copyable {
    /// The last frames that arrived, of which ``latency`` have not been given yet.
    private var line: StereoBuffer
    private var detector: TruePeakDetector
    private var needs: SlidingMaximum
    /// The reductions that the mean is taken of, as a ring.
    private var reductions: FixedArray<Int64>
    private var nextReduction = 0
    /// The sum of ``reductions``.
    private var sum: Int64 = 0
    /// The last of ``reductions``.
    private var reduction: Int64 = 0
    /// The part of a reduction that goes with each frame, in 2^−32.
    private let release: Int64
    /// The gain that one step of ``reductions`` stands for.
    private let share: Double
    private var gains: SampleBuffer
    /// Whether ``gains`` are those of the last block; otherwise it was not reduced.
    private var hasGains = false
    /// Whether it does anything.
    package let isOn: Bool
    /// The frames by which the output is behind the input; 0 where it is off.
    package let latency: Int
    /// The lowest factor since ``takeLowestGain()``.
    private var lowestGain: Float = 1
    /// The frames that were reduced.
    package private(set) var reducedFrames: Int64 = 0

    /// The highest true peak of the output, −1 dBFS.
    package static var ceiling: Double { @_noLocks get { 0.891250938 } }
    /// The true peak up to which nothing is reduced, −1.1 dBFS: below the ceiling by the detector's
    /// tolerance.
    package static var threshold: Float { @_noLocks get { 0.881048873 } }
    /// The level that reductions aim at, −1.35 dBFS: slopes of the gain may add to a peak.
    package static var target: Float { @_noLocks get { 0.856051 } }
    /// Frames before and behind a true peak on which its reduction is complete.
    private static let margin = 3
    /// The reduction that leaves nothing.
    private static var whole: Int64 { @_noLocks get { 1 << 30 } }
    /// The frames of FluidSynth's blocks.
    private static let block = 64
    /// The time constant of the master's release in seconds.
    package static let releaseSeconds = 0.08

    /// The frames by which a limiter's output is behind its input: no more than 2 ms.
    ///
    /// If that leaves room for it, a multiple of FluidSynth's blocks, so that the blocks of a
    /// period that is one stay whole.
    package static func latency(rate: Int) -> Int {
        let frames = rate / 500
        return frames < block ? frames : frames / block * block
    }

    /// The frames by which a limiter that is on delays.
    static func lookahead(rate: Int) -> Int {
        max(latency(rate: rate), 2 * TruePeakDetector.reach)
    }

    /// Makes a limiter, whose input was silence so far.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - rate: Frames per second, at least 8,000.
    ///   - maximumFrames: The most frames per call.
    ///   - isOn: Whether it does anything; otherwise frames pass unchanged.
    ///   - releaseSeconds: The time constant of the release in seconds.
    package init(
        rate: Int,
        maximumFrames: Int,
        isOn: Bool = true,
        releaseSeconds: Double = Limiter.releaseSeconds
    ) {
        let lookahead = Self.lookahead(rate: rate)
        let length = lookahead - TruePeakDetector.reach - Self.margin + 1
        self.isOn = isOn
        latency = isOn ? lookahead : 0
        line = StereoBuffer(capacity: isOn ? lookahead + maximumFrames : 0)
        detector = TruePeakDetector()
        needs = SlidingMaximum(length: length + 2 * Self.margin + 1)
        reductions = FixedArray(repeating: 0, count: length)
        release = Int64(0x1p32 / (releaseSeconds * Double(rate)))
        share = 0x1p-30 / Double(length)
        gains = SampleBuffer(capacity: TruePeakDetector.blockFrames)
    }

    /// Replaces frames by those that came ``latency`` frames before, limited.
    ///
    /// - Parameters:
    ///   - sound: The frames, from the buffer's first.
    ///   - frames: How many.
    @_noLocks
    package mutating func process(_ sound: inout StereoBuffer, frames: Int) {
        guard isOn else { return }
        line.copy(sound, from: 0, count: frames, to: latency)
        line.silenceWhatIsNotFinite(from: latency, to: latency &+ frames)
        var done = 0
        while done < frames {
            let count = min(frames &- done, TruePeakDetector.blockFrames)
            processBlock(&sound, from: done, count: count)
            done &+= count
        }
        line.moveToFront(from: frames, count: latency)
    }

    @_noLocks
    private mutating func processBlock(_ sound: inout StereoBuffer, from start: Int, count: Int) {
        let hasPeak = detector.find(
            in: line,
            from: start &+ latency &- TruePeakDetector.reach,
            count: count,
            above: Self.threshold
        )
        sound.copy(line, from: start, count: count, to: start)
        hasGains = hasPeak || isReducing
        guard hasGains else { return }
        for index in 0..<count {
            gains[index] = nextGain(peak: hasPeak ? detector.peaks[index] : 0)
        }
        sound.multiply(by: gains, from: start, count: count)
    }

    /// The factor of a frame of the last block.
    @_noLocks
    func lastGain(_ index: Int) -> Float { hasGains ? gains[index] : 1 }

    /// Whether a frame to come may be reduced.
    package var isReducing: Bool {
        @_noLocks get { sum > 0 || reduction > 0 || !needs.isZero }
    }

    /// Takes the true peak of a frame, and works out the factor of the one that is due.
    @_noLocks
    private mutating func nextGain(peak: Float) -> Float {
        var need: Int64 = 0
        if peak > Self.threshold {
            // Rounded up, so that what is left never exceeds the target.
            need = Int64((1 - Self.target / peak) * 0x1p30) &+ 128
        }
        let held = needs.add(min(need, Self.whole))
        let released = reduction &- ((reduction &* release) &>> 32) &- 1
        reduction = max(held, max(released, 0))
        sum &+= reduction &- reductions[nextReduction]
        reductions[nextReduction] = reduction
        nextReduction = nextReduction &+ 1 < reductions.count ? nextReduction &+ 1 : 0
        guard sum > 0 else { return 1 }
        let gain = Float(1 - Double(sum) * share)
        if gain < lowestGain { lowestGain = gain }
        if gain < 1 { reducedFrames &+= 1 }
        return gain
    }

    /// The lowest factor since the last call; 1 where nothing was reduced.
    @_noLocks
    package mutating func takeLowestGain() -> Float {
        let lowest = lowestGain
        lowestGain = 1
        return lowest
    }

    /// Forgets the frames that have not been given yet: silence replaces them.
    @_noLocks
    package mutating func forget() {
        guard isOn else { return }
        line.clear(from: 0, to: latency)
        needs.clear()
        for index in 0..<reductions.count { reductions[index] = 0 }
        sum = 0
        reduction = 0
    }
}
