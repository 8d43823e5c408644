package import Platform
package import Realtime

/// Makes the sound of a device with a clock of its own out of the sound of the first device: keeps
/// the distance between the two constant by resampling at the ratio of their clocks, as measured.
///
/// The device is as far behind the first one as when both have been watched for three seconds; until
/// then nothing is corrected but what was learnt before. One thread at a time.
package struct DriftCorrector: ~Copyable {
    private var resampler: VaryingResampler
    private var input: StereoBuffer
    private var inputClock: ClockFilter
    private var outputClock: ClockFilter
    private var loop: DriftLoop
    private let rates: (input: Int, output: Int)
    /// The frames that the device has taken.
    private var outputFrames: Int64 = 0
    /// The distance in frames that is aimed at.
    private let lead: Int
    private var begin: Int64?
    private var lastTime: Int64 = 0
    private var target: Double?
    private var correction = 0.0
    private var lastCorrection = 0.0
    /// The frames by which the device is too far behind, where that is too much to be corrected
    /// slowly; below 0 for one that is too far ahead.
    package private(set) var misalignment = 0

    /// The time in which both devices fill their buffers, and then the time in which their clocks
    /// are watched before the first correction, in nanoseconds.
    private static let (filling, watching): (Int64, Int64) = (500_000_000, 3_000_000_000)

    /// Makes a corrector.
    ///
    /// - Parameters:
    ///   - inputRate: Frames per second of the first device, nominally.
    ///   - outputRate: Frames per second of this one, nominally.
    ///   - lead: The frames of input that wait on average.
    ///   - maximumOutput: The most frames of output at a time.
    package init(inputRate: Int, outputRate: Int, lead: Int, maximumOutput: Int) {
        resampler = VaryingResampler(
            inputRate: inputRate,
            outputRate: outputRate,
            maximumOutput: maximumOutput
        )
        input = StereoBuffer(capacity: 2 * maximumOutput * (1 + inputRate / outputRate) + 1_024)
        inputClock = ClockFilter(rate: Double(inputRate))
        outputClock = ClockFilter(rate: Double(outputRate))
        loop = DriftLoop(rate: inputRate)
        rates = (inputRate, outputRate)
        self.lead = lead
    }

    /// The drift in parts per million, positive for a clock faster than the first device's; `nil`
    /// until it has been measured.
    package var drift: Double? { target == nil && loop.integral == 0 ? nil : loop.drift }

    /// The frames of input that are missing for some output.
    package func missing(for count: Int) -> Int {
        let step = resampler.nominalStep * (1 + max(correction, lastCorrection))
        return resampler.missing(for: count, step: step)
    }

    /// Makes output of what waits in a ring, which has what is missing; else silence replaces it.
    ///
    /// - Parameters:
    ///   - count: The frames of output.
    ///   - ring: Where the input is.
    ///   - sound: Gets the output.
    package mutating func take(
        _ count: Int,
        from ring: borrowing FrameRing,
        into sound: inout StereoBuffer
    ) {
        let missing = missing(for: count)
        let got = ring.read(into: &input, most: missing)
        input.clear(from: got, to: missing)
        resampler.add(input, count: missing)
        resampler.take(
            into: &sound,
            count: count,
            steps: (
                resampler.nominalStep * (1 + lastCorrection),
                resampler.nominalStep * (1 + correction)
            )
        )
        lastCorrection = correction
    }

    /// Throws the oldest frames of a ring away.
    package mutating func skip(_ frames: Int, of ring: borrowing FrameRing) {
        var left = frames
        while left > 0 {
            let got = ring.read(into: &input, most: min(left, 1_024))
            guard got > 0 else { return }
            resampler.skip(got)
            left -= got
        }
    }

    /// Notes that the device has taken output, and works the correction out.
    ///
    /// - Parameters:
    ///   - count: The frames of output.
    ///   - now: The time, in nanoseconds.
    ///   - written: The frames that the first device has taken, and the time at which it had.
    package mutating func wrote(_ count: Int, at now: Int64, _ written: FrameRing.Moment) {
        outputFrames += Int64(count)
        guard let begin else {
            begin = now
            return
        }
        guard now - begin >= Self.filling, misalignment == 0 else { return }
        // After an underrun the first device takes a whole buffer at once.
        let jump =
            inputClock.hasBegun
            ? -inputClock.distance(to: written.frames, at: written.time) : 0
        guard jump.magnitude < Double(lead) else {
            misalignment = Int(jump)
            return
        }
        inputClock.note(written.frames, at: written.time)
        outputClock.note(outputFrames, at: now)
        // Where both were if their clocks had no jitter.
        let position = resampler.position
        let step = resampler.nominalStep * (1 + correction)
        let lag =
            inputClock.distance(to: position.frames, at: now) - position.fraction
            - outputClock.distance(to: outputFrames, at: now) * step
        guard let target else {
            guard now - begin >= Self.filling + Self.watching else { return }
            let isNear = lag > Double(lead) / 2 && lag < Double(2 * lead)
            self.target = isNear ? lag : Double(lead)
            lastTime = now
            return
        }
        let error = lag - target
        guard error.magnitude < Double(lead) / 2 else {
            misalignment = Int(error)
            return
        }
        correction = loop.correction(
            error: error,
            seconds: min(Double(now - lastTime) * 1e-9, 1),
            elapsed: Double(now - begin) * 1e-9
        )
        lastTime = now
    }

    /// Begins anew, with the drift that is known.
    package mutating func restart() {
        (begin, target, misalignment) = (nil, nil, 0)
        correction = loop.integral
        lastCorrection = correction
        inputClock = ClockFilter(rate: Double(rates.input))
        outputClock = ClockFilter(rate: Double(rates.output))
    }

    /// Forgets the sound that has not been given out yet.
    package mutating func forget() { resampler.reset() }
}
