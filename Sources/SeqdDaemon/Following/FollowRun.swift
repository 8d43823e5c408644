import Playback
import Sequencer

/// The source of time that playback follows, and what was told of it.
@EventLoop
final class FollowRun {
    /// `nil` while nothing is followed.
    var follower: PieceFollower?
    /// Whether a start comes from the follower.
    var isStarting = false
    private let timer = LoopTimer(every: .nanoseconds(PieceFollower.interval))
    private var reported: (state: SyncFollower.State, at: LoopTime)?

    /// Events with figures come at least this often while the source runs.
    private static let reportInterval = Duration.seconds(1)

    /// Whether playback follows a source.
    var isOn: Bool { follower != nil }

    /// Calls an action regularly while it is wanted.
    func watch(_ isWanted: Bool, _ action: @escaping () -> Void) { timer.run(isWanted, action) }

    func stop() { timer.stop() }

    /// Follows another source, or none.
    func use(_ settings: SyncSettings?) {
        follower = settings.map { PieceFollower($0) }
        reported = nil
    }

    /// Whether the state at a time is to be told: it is another one, or a second has passed.
    func takeReport(of state: SyncFollower.State, at now: LoopTime) -> Bool {
        if let reported, reported.state == state,
            state != .running || now - reported.at < Self.reportInterval
        {
            return false
        }
        reported = (state, now)
        return true
    }
}
