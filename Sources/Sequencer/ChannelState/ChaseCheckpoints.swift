import Synchronization

/// The states of a chase at positions along a schedule, so that locating does not read it all.
///
/// They are some thousand events apart, and further where much is stored: they take at most a
/// quarter of the schedule's own memory, and usually a few hundredths.
///
/// One thread builds them; each can be used as soon as it is ready. The lock is held only while
/// one is added or looked up.
final class ChaseCheckpoints: Sendable {
    /// The fewest events between two.
    ///
    /// Going through as many takes some 0.04 ms.
    static let spacing = 8_192

    private struct State {
        /// Whether a thread has begun to build them.
        var isBegun = false
        var checkpoints: [ChaseCheckpoint] = []
    }

    private let state = Mutex(State())

    /// Builds all checkpoints, some ten million events in a second.
    ///
    /// Does nothing if another call has begun to, even if that has not finished yet.
    ///
    /// - Parameters:
    ///   - schedule: The schedule, the same one each time.
    ///   - onCheckpoint: Called after each checkpoint with the number of those that are ready.
    func build(from schedule: Schedule, onCheckpoint: (Int) -> Void = { _ in }) {
        let isFirst = state.withLock { state in
            defer { state.isBegun = true }
            return !state.isBegun
        }
        guard isFirst else { return }
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
            let count = state.withLock { state in
                state.checkpoints.append(checkpoint)
                return state.checkpoints.count
            }
            onCheckpoint(count)
        }
    }

    /// The last checkpoint that is ready and not after an event; `nil` if there is none.
    func last(before index: Int) -> ChaseCheckpoint? {
        state.withLock { state in
            let end = state.checkpoints.partitioningIndex { $0.index > index }
            return end > 0 ? state.checkpoints[end - 1] : nil
        }
    }

    /// The size in bytes of those that are ready.
    var size: Int {
        state.withLock { $0.checkpoints.reduce(0) { $0 + $1.size } }
    }
}
