/// The envelope of a patch: six points, three before the note-off and three after it, each with a
/// level and the rate at which it is approached.
///
/// Times and levels follow TiMidity: bits 0 to 5 of a rate are its value and bits 6 and 7 its
/// shift, 8,192 / 44,100 seconds pass for each level at the rate 1, and levels from 1 to 255 span
/// 36 dB.
struct GUSEnvelope {
    let rates: [UInt8]
    let offsets: [UInt8]

    /// The decibels from full scale to silence in a SoundFont's voice.
    static let whole = 96.0
    /// The decibels between two levels that follow each other.
    private static let step = 36.123_599_479_677_74 / 255

    /// Levels per second on the way to a point.
    private func speed(_ point: Int) -> Double {
        let rate = Int(rates[point] & 63) << (3 * (3 - Int(rates[point] >> 6)))
        return Double(rate) * 44_100 / 8_192
    }

    /// The seconds from one level to a point; infinite at the rate 0.
    private func time(from level: Int, to point: Int) -> Double {
        let distance = abs(Int(offsets[point]) - level)
        guard distance > 0 else { return 0 }
        return speed(point) > 0 ? Double(distance) / speed(point) : .infinity
    }

    /// Whether TiMidity ignores it: all rates are 63, or the last level is 100 or more.
    var isIgnored: Bool { rates.allSatisfy { $0 == 63 } || offsets[5] >= 100 }

    /// The highest level that it reaches before the note-off.
    private var peak: Int { Int(offsets[0..<3].max() ?? 0) }

    /// The decibels below full scale at its highest level, from 0.
    var attenuation: Double { Double(255 - peak) * Self.step }

    /// The seconds until it is at its highest level.
    var attack: Double {
        var (level, time) = (0, 0.0)
        for point in 0..<3 where level < peak {
            time += self.time(from: level, to: point)
            level = Int(offsets[point])
        }
        return time
    }

    /// The decibels that it falls before the note-off.
    var sustain: Double {
        offsets[2] == 0 ? Self.whole : Double(peak - Int(offsets[2])) * Self.step
    }

    /// The seconds of a fall by ``whole`` at its speed before the note-off.
    var decay: Double {
        fall(from: peak, after: (0..<3).first { Int(offsets[$0]) == peak } ?? 2, to: 2)
    }

    /// The seconds of a fall by ``whole`` at its speed after the note-off.
    var release: Double { fall(from: Int(offsets[2]), after: 2, to: 5) }

    /// The seconds of a fall by ``whole`` at the speed at which it goes from one point to another.
    private func fall(from level: Int, after first: Int, to last: Int) -> Double {
        var (current, time) = (level, 0.0)
        for point in first + 1..<max(last + 1, first + 1) {
            time += self.time(from: current, to: point)
            current = Int(offsets[point])
        }
        guard current < level else { return 0 }
        return time * Self.whole / (Double(level - current) * Self.step)
    }
}
