import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// The source of time that playback follows, and what was told of it.
@EventLoop
final class FollowRun {
    /// `nil` while nothing is followed.
    private var follower: PieceFollower?
    /// JACK's transport, if that is followed.
    private var transport: JACKTransport?
    /// Whether a start comes from the follower.
    private(set) var isStarting = false
    private let timer = LoopTimer(every: .nanoseconds(PieceFollower.interval))
    private var reported: (state: SyncFollower.State, at: LoopTime)?

    /// Events with figures come at least this often while the source runs.
    private static let reportInterval = Duration.seconds(1)

    /// Whether playback follows a source.
    var isOn: Bool { follower != nil }
    /// The settings of what is followed.
    var settings: SyncSettings? { follower?.settings }
    /// The state of what is followed, for `status`.
    var status: FollowStatus? { follower.map { FollowStatus($0.follower, at: LiveQueue.now) } }

    /// The tempo at which pieces are played: the one that is set, or that which the source needs.
    func tempo(_ tempo: Tempo?) -> Tempo? {
        follower.map { $0.tempo(tempo) } ?? tempo
    }

    /// Refuses a command that sets what the source sets.
    ///
    /// - Parameter source: The source that sets it; `nil` for any.
    /// - Throws: `usage` while a source is followed.
    func checkIsOff(_ source: SyncSettings.Source? = nil) throws(RequestError) {
        guard let followed = settings?.source, source ?? followed == followed else { return }
        throw RequestError(
            .usage,
            "playback follows \(Self.article(of: followed))\(FollowStatus.name(of: followed)); "
                + "'follow off' ends that"
        )
    }

    private static func article(of source: SyncSettings.Source) -> String {
        switch source {
        case .clock: "a "
        case .mtc: ""
        case .jack: "the "
        }
    }

    /// Calls an action regularly while something plays or the source runs.
    func watch(isPlaying: Bool, at now: Int64, _ action: @escaping () -> Void) {
        guard let follower else { return stop() }
        timer.run(isPlaying || follower.isUnderWay(at: now), action)
    }

    func stop() { timer.stop() }

    /// Whether playback leads JACK's transport.
    var leadsJACK = false

    /// Ends following, and waits until the source is closed.
    func end() {
        stop()
        transport?.close()
        transport?.join()
        transport = nil
    }

    /// Refuses a source that cannot be had.
    ///
    /// - Throws: `unavailable` without JACK's library, if its transport is followed.
    func check(_ settings: SyncSettings?) throws(RequestError) {
        guard settings?.source == .jack else { return }
        guard !leadsJACK else {
            throw RequestError(
                .usage,
                "follow: JACK's transport is led (--lead jack), and cannot be followed as well"
            )
        }
        try RequestError.catching { () throws(HostError) in try JACKClient.checkLibrary("jack") }
    }

    /// Follows another source, or none.
    ///
    /// - Parameters:
    ///   - settings: The source.
    ///   - onTransport: Called when JACK's transport was heard of, if that is followed.
    /// - Throws: `unavailable` without JACK's library, if its transport is followed.
    func use(
        _ settings: SyncSettings?,
        onTransport: @escaping @EventLoop () -> Void
    ) throws(RequestError) {
        let opened = settings?.source == .jack ? try openTransport(onTransport) : nil
        transport?.close()
        transport = opened
        follower = settings.map { PieceFollower($0) }
        reported = nil
    }

    private func openTransport(
        _ onTransport: @escaping @EventLoop () -> Void
    ) throws(RequestError) -> JACKTransport {
        try RequestError.catching { () throws(HostError) in
            try JACKTransport { message in
                EventLoop.execute { [weak self] in
                    // The last one of a transport that is not followed any more has no effect.
                    self?.follower?.take(message)
                    onTransport()
                }
            }
        }
    }

    /// Takes messages of the live inputs.
    ///
    /// - Returns: Whether any was one to follow.
    func take(_ messages: [InputMessage]) -> Bool {
        var isMeant = false
        for message in messages where follower?.take(message) ?? false { isMeant = true }
        return isMeant
    }

    /// Leaves playback as it is until the source moves.
    func hold() { follower?.hold() }

    /// Has the source decide on playback again.
    func release() { follower?.release() }

    /// The action that is due; `nil` while nothing is followed.
    func step(of player: PiecePlayer, isPlaying: Bool, at now: Int64) -> PieceFollower.Step? {
        follower?.step(of: player, isPlaying: isPlaying, at: now)
    }

    /// Starts playback where the source is.
    func start(_ start: () throws(RequestError) -> Void) throws(RequestError) {
        isStarting = true
        defer { isStarting = false }
        try start()
    }

    /// The status at a time if it is to be told: the state is another one, or a second has passed.
    func takeReport(at now: Int64) -> FollowStatus? {
        guard let follower else { return nil }
        let (status, time) = (FollowStatus(follower.follower, at: now), LoopTime.now())
        if let reported, reported.state == status.state,
            status.state != .running || time - reported.at < Self.reportInterval
        {
            return nil
        }
        reported = (status.state, time)
        return status
    }
}
