import SMF

/// Division and tempo of XMI music.
///
/// XMI plays at 120 intervals per second, whatever its tempo events say; MIDIFORM moved all events
/// to that grid. The first tempo event still says how long a quarter note was, and so where the bars
/// are. This chooses a division in which both an interval and that quarter note are whole numbers
/// of ticks.
struct XMIClock {
    /// The tempo of one sequence.
    struct Pace: Equatable {
        /// Microseconds per quarter note, 1 … 0xFFFFFF.
        var tempo: UInt32
        /// Ticks of the file per interval.
        var ticksPerInterval: Int64
    }

    /// Ticks per quarter note, 1 … 32767.
    let division: UInt16
    /// The paces of the sequences.
    let paces: [Pace]

    /// The tempo of a file without tempo events: 120 beats per minute.
    static let usualTempo: UInt32 = 500_000

    /// A quarter note of T µs has 3 T / 25,000 intervals.
    private static let intervals = (dividend: 3, divisor: 25_000)
    /// Ticks per interval to choose from; all divide 25,000, which keeps tempos whole numbers.
    private static let choices = [1, 2, 4, 5, 8, 10, 20, 25, 40, 50, 100]
    private static let largestDivision = 32_767
    private static let largestTempo = 0xFF_FFFF
    /// The most ticks per interval of a further sequence; more make bars no more precise.
    private static let mostTicks = 1000

    /// Chooses for the first tempos of the sequences; the tempo of the first one is exact, or
    /// within 125 µs, and an interval always.
    ///
    /// Further sequences of other tempos share the division. Their intervals are exact within
    /// 0.5 µs per quarter note.
    init(tempos: [UInt32]) {
        let first = Int(tempos.first ?? Self.usualTempo)
        var (division, ticks) = Self.exact(first) ?? Self.nearest(first)
        let tempo = division * Self.intervals.divisor / (Self.intervals.dividend * ticks)
        if tempos.contains(where: { $0 != tempos[0] }) {
            let factor = Self.largestDivision / division
            (division, ticks) = (division * factor, ticks * factor)
        }
        self.division = UInt16(division)
        paces = tempos.map { other in
            guard other != tempos[0] else {
                return Pace(tempo: UInt32(tempo), ticksPerInterval: Int64(ticks))
            }
            return Self.pace(for: Int(other), division: division)
        }
    }

    /// The smallest division in which a quarter note is exact; `nil` if there is none.
    private static func exact(_ tempo: Int) -> (division: Int, ticks: Int)? {
        for ticks in choices {
            let (division, rest) = (intervals.dividend * tempo * ticks)
                .quotientAndRemainder(dividingBy: intervals.divisor)
            guard rest == 0, (1...largestDivision).contains(division) else { continue }
            return (division, ticks)
        }
        return nil
    }

    /// The division in which a quarter note is nearest to its length.
    private static func nearest(_ tempo: Int) -> (division: Int, ticks: Int) {
        for ticks in choices.reversed() {
            let divisor = intervals.divisor / ticks
            // What is rounded up may not be a tempo any more.
            let third = min(max((tempo + divisor / 2) / divisor, 1), largestTempo / divisor)
            guard third * intervals.dividend <= largestDivision else { continue }
            return (third * intervals.dividend, ticks)
        }
        return (60, 1)
    }

    private static func pace(for tempo: Int, division: Int) -> Pace {
        func quotient(_ divisor: Int) -> Int {
            let divisor = intervals.dividend * divisor
            return (division * intervals.divisor + divisor / 2) / divisor
        }
        let ticks = min(max(quotient(tempo), 1), mostTicks)
        return Pace(
            tempo: UInt32(min(max(quotient(ticks), 1), largestTempo)),
            ticksPerInterval: Int64(ticks)
        )
    }
}
