/// What a chase has found at places along a schedule, so that locating does not read it all.
///
/// They are some thousand events apart, and further where much is kept: they take at most a
/// quarter of the schedule's own memory, and usually a few hundredths.
final class ChaseCheckpoints: Sendable {
    /// The fewest events between two.
    ///
    /// Going through as many takes some 0.04 ms.
    static let spacing = 8_192

    private let checkpoints: [ChaseCheckpoint]

    /// Goes through a schedule: some ten million events in a second.
    init(of schedule: Schedule) {
        var checkpoints: [ChaseCheckpoint] = []
        var chase = Chase(of: schedule)
        var sounding = SoundingHistory(of: schedule)
        var next = Self.spacing
        let events = schedule.events
        while next < events.count {
            for index in chase.index..<next {
                sounding.note(events[index], index: index)
            }
            chase.advance(to: next)
            let checkpoint = ChaseCheckpoint(chase, sounding: sounding.snapshot)
            next += max(Self.spacing, checkpoint.size / 4)
            checkpoints.append(checkpoint)
        }
        self.checkpoints = checkpoints
    }

    /// The last one that is not after an event; `nil` where there is none.
    func last(before index: Int) -> ChaseCheckpoint? {
        let place = checkpoints.partitioningIndex { $0.index > index }
        return place > 0 ? checkpoints[place - 1] : nil
    }

    /// How many bytes all of them take.
    var size: Int { checkpoints.reduce(0) { $0 + $1.size } }
}
