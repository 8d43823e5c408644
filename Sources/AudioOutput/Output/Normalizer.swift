import Effects
public import Platform
import Racks
import Realtime

/// Writes a sound that was rendered into a spool at another level: gain, limiter, conversion.
///
/// The loudness does not follow the gain exactly, since the limiter lowers it, and parts rise above
/// the gate or fall below it. The gain is therefore corrected until the loudness is right.
public struct Normalizer {
    /// The result.
    public struct Outcome: Hashable, Sendable {
        /// The gain in dB; `nil` where the sound has no level that could be changed.
        public var gain: Double?
        /// The measurement of what was written, before it was converted.
        public var reading: LoudnessMeter.Reading
        /// Samples that were clamped to full scale.
        public var clippedSamples = 0
        /// Frames that the limiter has reduced.
        public var limitedFrames: Int64 = 0
        /// The most by which the limiter has reduced the level, in dB.
        public var gainReduction = 0.0
    }

    private let spool: SoundSpool
    private let target: Normalization
    private let hasLimiter: Bool
    private let rate: Int

    /// The error of the loudness that is left as it is, in LU.
    package static let tolerance = 0.05
    /// The most corrections of the gain: each brings the loudness nearer, unless the limiter takes
    /// all of it.
    private static let corrections = 8

    /// Makes a normalizer.
    ///
    /// - Parameters:
    ///   - spool: The sound.
    ///   - target: The level.
    ///   - limiter: Whether the limiter may be used, where the target has one.
    ///   - rate: Frames per second.
    public init(_ spool: SoundSpool, to target: Normalization, limiter: Bool, rate: Int) {
        self.spool = spool
        self.target = target
        self.rate = rate
        hasLimiter = limiter && target.usesLimiter
    }

    /// Writes the sound.
    ///
    /// - Parameters:
    ///   - sink: Where it goes; it is finished, or on an error abandoned, here.
    ///   - reading: The measurement of the sound in the spool.
    ///   - isCancelled: Whether to stop, asked after each period.
    /// - Returns: The result.
    /// - Throws: What the sink throws, and `cancelled`.
    public func write(
        to sink: any PeriodSink,
        measured reading: LoudnessMeter.Reading,
        isCancelled: () -> Bool
    ) throws(HostError) -> Outcome {
        do throws(HostError) {
            let gain = target.gain(for: reading)
            var factor = Decibels.factor(gain ?? 0)
            if case .loudness(let level) = target, gain != nil {
                for _ in 0..<Self.corrections {
                    let outcome = try pass(factor, to: nil, isCancelled)
                    guard let loudness = outcome.reading.loudness else { break }
                    let error = level - loudness
                    if abs(error) <= Self.tolerance { break }
                    factor *= Decibels.factor(error)
                }
            }
            var outcome = try pass(factor, to: sink, isCancelled)
            outcome.gain = gain.map { _ in Decibels.level(factor) }
            try sink.finish()
            return outcome
        } catch {
            sink.abandon()
            throw error
        }
    }

    /// Takes the sound through gain and limiter once, and measures it.
    private func pass(
        _ factor: Double,
        to sink: (any PeriodSink)?,
        _ isCancelled: () -> Bool
    ) throws(HostError) -> Outcome {
        let period = sink?.periodFrames ?? spool.periodFrames
        var limiter = Limiter(rate: rate, maximumFrames: period, isOn: hasLimiter)
        var sound = StereoBuffer(capacity: period)
        let meter = try LoudnessMeter(rate: rate)
        let map = sink?.map ?? .stereo
        var converter = SampleConverter(layout: sink?.layout ?? .float32, map: map)
        var output = InterleavedBuffer(
            layout: sink?.layout ?? .float32,
            channels: map.count,
            capacity: period
        )
        var (read, written): (Int64, Int64) = (0, 0)
        // The limiter's output is behind its input.
        var delay = limiter.latency
        while written < spool.frames {
            if isCancelled() { throw HostError(.cancelled, "rendering", "cancelled") }
            var count = min(period, delay > 0 ? delay : period)
            let got = try spool.read(into: &sound, from: read, count: count)
            read += Int64(got)
            sound.clear(from: got, to: count)
            _ = sound.scale(by: Float(factor), count: got)
            limiter.process(&sound, frames: count)
            if delay > 0 {
                delay -= count
                continue
            }
            count = Int(min(Int64(count), spool.frames - written))
            meter.add(sound, frames: count)
            if let sink {
                converter.convert(sound, count: count, frame: written, to: &output)
                _ = try sink.write(output.samples(frames: count), frames: count)
            }
            written += Int64(count)
        }
        return Outcome(
            gain: nil,
            reading: meter.finish(),
            clippedSamples: converter.clipped,
            limitedFrames: limiter.reducedFrames,
            gainReduction: Decibels.reduction(limiter.takeLowestGain())
        )
    }
}
