import Glibc

/// The bins of a spectrum for each column of a logarithmic scale.
struct FrequencyColumns: Sendable {
    private enum Source {
        /// The highest of some bins.
        case bins(Range<Int>)
        /// Between a bin and the next one, with the share of the latter.
        case between(Int, Float)
        /// Above half of the rate.
        case none
    }

    private let sources: [Source]

    /// Finds the bins.
    ///
    /// - Parameters:
    ///   - count: The number of columns.
    ///   - bins: The number of bins.
    ///   - binWidth: The distance of two bins in Hz.
    init(_ count: Int, bins: Int, binWidth: Double) {
        sources = (0..<count).map { column in
            let low = FrequencyScale.frequency(at: Double(column) / Double(count)) / binWidth
            let high = FrequencyScale.frequency(at: Double(column + 1) / Double(count)) / binWidth
            let centre = (low * high).squareRoot()
            guard centre < Double(bins - 1) else { return .none }
            let range =
                Int(
                    low.rounded(.up)
                )..<max(
                    Int(low.rounded(.up)),
                    min(Int(high.rounded(.down)) + 1, bins)
                )
            guard range.count < 2 else { return .bins(range) }
            let below = Int(centre)
            return .between(below, Float(centre - Double(below)))
        }
    }

    /// The number of columns.
    var count: Int { sources.count }

    /// The level of each column.
    ///
    /// - Parameter powers: The power of each bin; 1 is a full-scale sine.
    /// - Returns: The levels in dBFS, −200 for none; `nil` for columns above half of the rate.
    func levels(of powers: [Float]) -> [Float?] {
        sources.map { source in
            switch source {
            case .bins(let range): Self.level(powers[range].max() ?? 0)
            case .between(let bin, let share):
                Self.level(powers[bin]) * (1 - share) + Self.level(powers[bin + 1]) * share
            case .none: nil
            }
        }
    }

    /// The level of a power in dBFS; −200 for less.
    static func level(_ power: Float) -> Float {
        power > 1e-20 ? 10 * log10(power) : -200
    }
}
