import Foundation

extension Stereo {
    /// The loudness of the loudest 400 ms, LUFS: ITU-R BS.1770-4, K-weighted, at 48 kHz.
    var loudness: Double {
        var power = [Double](repeating: 0, count: left.count)
        for channel in [left, right] {
            // The shelf and the high-pass of the recommendation's tables 1 and 2.
            let shelf = Self.filtered(
                channel.map(Double.init),
                [1.53512485958697, -2.69169618940638, 1.19839281085285],
                [-1.69065929318241, 0.73248077421585]
            )
            let weighted = Self.filtered(shelf, [1, -2, 1], [-1.99004745483398, 0.99007225036621])
            for index in weighted.indices { power[index] += weighted[index] * weighted[index] }
        }
        let window = BankRecorder.rate * 2 / 5
        var (sum, loudest) = (0.0, 0.0)
        for index in power.indices {
            sum += power[index]
            if index >= window { sum -= power[index - window] }
            loudest = max(loudest, sum)
        }
        return -0.691 + 10 * log10(loudest / Double(window))
    }

    private static func filtered(_ values: [Double], _ b: [Double], _ a: [Double]) -> [Double] {
        let (b0, b1, b2, a1, a2) = (b[0], b[1], b[2], a[0], a[1])
        var (s1, s2) = (0.0, 0.0)
        return values.map { x in
            let y = b0 * x + s1
            s1 = b1 * x - a1 * y + s2
            s2 = b2 * x - a2 * y
            return y
        }
    }

    /// The root of the mean square of both channels between two times in seconds, dBFS.
    func level(_ seconds: Range<Double>) -> Double {
        let values = mono(seconds)
        let energy = values.reduce(0) { $0 + $1 * $1 }
        return 10 * log10(energy / Double(max(values.count, 1)) + 1e-30)
    }
}
