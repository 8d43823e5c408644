import Foundation

/// The true peak of a signal, measured apart from the limiter's detector: interpolated to sixteen
/// points a frame by a windowed sinc of 80 taps, and the samples themselves.
///
/// Its cutoff is 0.4375 of the rate with a transition of ± 0.02: it passes what lies below 20 kHz at
/// 48 kHz, and not what a converter removes.
package enum TruePeakMeter {
    private static let points = 16
    private static let reach = 40
    private static let cutoff = 0.4375

    /// For each point between two frames, the taps from `reach − 1` frames before it on.
    private static let phases: [Double] = (0..<points).flatMap { point in
        let taps = (1 - reach...reach).map { frame -> Double in
            let distance = Double(frame) - Double(point) / Double(points)
            let angle = 2 * cutoff * .pi * distance
            let sinc = distance == 0 ? 1 : sin(angle) / angle
            let part = distance / Double(reach)
            return sinc * bessel(5 * max(0, 1 - part * part).squareRoot())
        }
        let sum = taps.reduce(0, +)
        return taps.map { $0 / sum }
    }

    /// The modified Bessel function of the first kind of order 0, which Kaiser's window is made of.
    private static func bessel(_ x: Double) -> Double {
        var sum = 1.0
        var term = 1.0
        for k in 1..<40 {
            term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
            sum += term
        }
        return sum
    }

    /// A signal without what the meter does not see.
    package static func limitedBand(_ samples: [Float]) -> [Float] {
        let padding = [Float](repeating: 0, count: reach)
        let padded = padding + samples + padding
        return samples.indices.map { frame in
            var sum = 0.0
            for tap in 0..<2 * reach { sum += phases[tap] * Double(padded[frame + 1 + tap]) }
            return Float(sum)
        }
    }

    /// The level of the highest point, dBFS.
    package static func level(_ samples: [Float]) -> Double {
        let padding = [Double](repeating: 0, count: reach)
        let padded = padding + samples.map(Double.init) + padding
        var highest = 0.0
        padded.withUnsafeBufferPointer { sound in
            phases.withUnsafeBufferPointer { taps in
                var frame = reach - 1
                while frame < sound.count - reach {
                    highest = max(highest, abs(sound[frame]))
                    var tap = 0
                    while tap < taps.count {
                        var sum = 0.0
                        var index = frame - reach + 1
                        let end = tap + 2 * reach
                        while tap < end {
                            sum += taps[tap] * sound[index]
                            tap += 1
                            index += 1
                        }
                        highest = max(highest, abs(sum))
                    }
                    frame += 1
                }
            }
        }
        return 20 * log10(highest)
    }
}
