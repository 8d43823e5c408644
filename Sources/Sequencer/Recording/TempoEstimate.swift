/// A guess of the tempo at which something was played, from the times between its notes.
///
/// Notes within 30 ms are one onset. For each whole tempo from 50 to 200 the distances of onsets
/// that are up to 2.5 s apart are compared with quarter beats and, with less weight, with half and
/// whole ones: a distance that is a multiple counts 1, one in the middle −1. Tempos near 100 are
/// preferred, since half and twice a tempo fit as well. The best one is refined to a tenth. With
/// fewer than four onsets there is no guess.
public struct TempoEstimate: Hashable, Sendable {
    /// Quarter notes per minute.
    public let beatsPerMinute: Double

    /// Guesses a tempo; `nil` if there are too few notes.
    ///
    /// - Parameter times: The times at which notes begin, ascending, in nanoseconds.
    public init?(noteTimes times: [Int64]) {
        var onsets: [Int64] = []
        for time in times where onsets.last.map({ time - $0 > Self.chord }) ?? true {
            onsets.append(time)
        }
        guard onsets.count >= Self.leastOnsets else { return nil }
        let distances = Self.distances(onsets)
        guard !distances.isEmpty else { return nil }
        var best = (tempo: 120.0, score: -Double.infinity)
        for tempo in 50...200 {
            let tempo = Double(tempo)
            let score = Self.score(tempo, distances) - Self.unusualness(tempo)
            if score > best.score { best = (tempo, score) }
        }
        let whole = best.tempo
        for tenth in -9...9 {
            let tempo = whole + Double(tenth) / 10
            let score = Self.score(tempo, distances) - Self.unusualness(tempo)
            if score > best.score { best = (tempo, score) }
        }
        beatsPerMinute = best.tempo
    }

    /// The greatest distance of notes that begin together.
    private static let chord: Int64 = 30_000_000
    private static let leastOnsets = 4
    /// The greatest distance of onsets that is compared.
    private static let reach: Int64 = 2_500_000_000
    /// The most distances that are compared; of more, the last.
    private static let mostDistances = 4_000

    /// The distances of onsets, in seconds.
    private static func distances(_ onsets: [Int64]) -> [Double] {
        var result: [Double] = []
        for (index, onset) in onsets.enumerated() {
            for later in onsets[(index + 1)...] {
                guard later - onset <= reach else { break }
                result.append(Double(later - onset) / 1e9)
            }
        }
        return Array(result.suffix(mostDistances))
    }

    /// The fit of a tempo, −1.35 … 1.35.
    private static func score(_ tempo: Double, _ distances: [Double]) -> Double {
        let beat = 60 / tempo
        let sum = distances.reduce(0) { sum, distance in
            sum + fit(distance, beat / 4) + 0.3 * fit(distance, beat / 2)
                + 0.05 * fit(distance, beat)
        }
        return sum / Double(distances.count)
    }

    /// 1 for a multiple of a step, −1 in the middle between two.
    private static func fit(_ distance: Double, _ step: Double) -> Double {
        let parts = distance / step
        return 1 - 4 * abs(parts - parts.rounded())
    }

    /// The distance from a usual tempo, 1 for twice or half of it.
    private static func unusualness(_ tempo: Double) -> Double {
        max(tempo / 100, 100 / tempo) - 1
    }
}
