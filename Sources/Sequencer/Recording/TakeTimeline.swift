/// The positions of a take's messages.
struct TakeTimeline {
    /// A time in which playback continued without a jump.
    struct Run {
        /// The number of the pass.
        var pass: Int
        /// Times and the positions heard then, in nanoseconds; never empty.
        var points: [(time: Int64, position: Int64)]
        /// The time of its end; `nil` for the end of the take.
        var end: Int64?
    }

    let runs: [Run]
    private let tempoMap: TempoMap
    /// Nanoseconds of a tick at the first tempo, as a fraction: for positions before the start.
    private let firstTick: (numerator: Int64, denominator: Int64)

    init(_ take: Take) {
        let map = take.plan.tempoMap
        tempoMap = map
        firstTick = (
            1_000 * Int64(map.microsecondsPerQuarter(atTick: 0)), Int64(take.plan.ticksPerQuarter)
        )
        switch take.plan.timing {
        case .free(let origin):
            runs = [Run(pass: 0, points: [(origin, 0)], end: nil)]
        case .firstNote:
            let first = take.events.first(where: \.isNoteOn) ?? take.events.first
            runs = [Run(pass: 0, points: [(first?.time ?? take.endTime, 0)], end: nil)]
        case .transport:
            var runs: [Run] = []
            for mark in take.marks {
                switch mark.state {
                case .started(let position, let pass):
                    Self.end(&runs, at: mark.time)
                    runs.append(Run(pass: pass, points: [(mark.time, position)], end: nil))
                case .running(let position):
                    guard let last = runs.indices.last, runs[last].end == nil else { continue }
                    runs[last].points.append((mark.time, position))
                case .stopped:
                    Self.end(&runs, at: mark.time)
                }
            }
            self.runs = runs
        }
    }

    private static func end(_ runs: inout [Run], at time: Int64) {
        guard let last = runs.indices.last, runs[last].end == nil else { return }
        runs[last].end = time
    }

    /// The index of the run at a time, starting the search from an earlier one.
    ///
    /// - Returns: The index; `nil` while nothing played. The time before the first run is in it.
    func run(at time: Int64, from index: Int) -> Int? {
        var index = index
        while index < runs.count {
            if let end = runs[index].end, time >= end {
                index += 1
                continue
            }
            return index == 0 || time >= runs[index].points[0].time ? index : nil
        }
        return nil
    }

    /// The tick of a time in a run; below 0 before the start of the sequence.
    func tick(at time: Int64, in run: Int) -> Int64 {
        let position = position(at: time, in: runs[run])
        guard position >= 0 else {
            let ticks = Int128(-position) * Int128(firstTick.denominator)
            let half = Int128(firstTick.numerator / 2)
            return Int64(clamping: -((ticks + half) / Int128(firstTick.numerator)))
        }
        // Between two ticks, the nearer one.
        let next = tempoMap.tick(notBeforeNanoseconds: position)
        guard next > 0 else { return 0 }
        let above = tempoMap.nanoseconds(atTick: next) - position
        let below = position - tempoMap.nanoseconds(atTick: next - 1)
        return below < above ? next - 1 : next
    }

    /// The first tick of a run.
    func startTick(of run: Int) -> Int64 { tick(at: runs[run].points[0].time, in: run) }

    private func position(at time: Int64, in run: Run) -> Int64 {
        let next = run.points.partitioningIndex { $0.time > time }
        // Before the first point and after the last it continues at the pace between the nearest
        // two.
        let low = min(max(next - 1, 0), max(run.points.count - 2, 0))
        let first = run.points[low]
        guard low + 1 < run.points.count else { return first.position + (time - first.time) }
        let second = run.points[low + 1]
        let span = Int128(max(second.time - first.time, 1))
        let moved = Int128(time - first.time) * Int128(second.position - first.position) / span
        return Int64(clamping: Int128(first.position) + moved)
    }
}
