package import ControlProtocol
import Platform

/// The transport as far as sessions need it: its events, and its state.
@EventLoop
package protocol EventSource: AnyObject {
    /// The types of events that any client subscribes to; others need not be published.
    var wanted: Set<EventType> { get set }
    /// Called with each event.
    var events: (DaemonEvent) -> Void { get set }

    /// Called with the number of events of a type that were left out.
    var drops: (Int, EventType) -> Void { get set }

    /// The state, without the number of clients.
    func status() -> DaemonStatus
    /// Publishes the values that have changed since the last call.
    func reportChanges()
    /// The levels, with the peaks since the last call; `nil` while the engine sleeps.
    func takeLevels() -> LevelSnapshot?
    /// The playback position with the time at which it is heard; `nil` if nothing is loaded.
    func positionEvent() -> DaemonEvent?
}

/// The sessions of the daemon: their subscriptions, and the events that each is sent.
///
/// It does not know who carries the sessions.
@EventLoop
package final class SessionHub {
    /// The handler of the requests; without one they are refused.
    package var handler: (any RequestHandler)?
    /// Called when the state that all can see may have changed.
    var onChange: () -> Void = {}
    private let source: any EventSource
    private var sessions: [ObjectIdentifier: Session] = [:]
    /// The counts up to now; of events, only those of sessions that have ended.
    private var done = DaemonStatistics()
    private let start = LoopTime.now()
    private var isPlaying = false
    private let positionTimer = DueTimer()
    private let levelsTimer = DueTimer()
    /// The last status, its answers by their levels, and the end of its validity.
    private var lastStatus: (status: DaemonStatus, answers: [StatusLevels: AnswerText])?
    private var statusEnd = LoopTime.now()
    /// The levels of the second that began then, and of the second before.
    private var recentLevels = (
        start: LoopTime.now(), now: StatusLevels(), before: StatusLevels()
    )
    /// The engine's figures change once per period, which is longer than this.
    private static let statusAge = Duration.milliseconds(2)

    /// Makes a hub without sessions that publishes the events of a source.
    ///
    /// - Parameter source: The transport.
    package init(_ source: any EventSource) {
        self.source = source
        source.wanted = []
        source.events = { [weak self] event in self?.publish(event) }
        source.drops = { [weak self] count, type in
            guard let self else { return }
            for session in sessions.values { session.drop(count, of: type) }
        }
    }

    /// The number of sessions.
    package var count: Int { sessions.count }

    /// Adds a session, which is sent events from now on.
    package func add(_ session: Session) {
        forgetStatus()
        done.connections += 1
        sessions[ObjectIdentifier(session)] = session
    }

    /// Removes a session whose client has disconnected.
    package func remove(_ session: Session) {
        forgetStatus()
        guard sessions.removeValue(forKey: ObjectIdentifier(session)) != nil else { return }
        done.add(session.subscription)
        guard !session.subscription.types.isEmpty else { return }
        subscriptionsChanged()
    }

    /// The counts of the daemon and what it uses.
    func statistics() -> DaemonStatistics {
        var statistics = done
        for session in sessions.values { statistics.add(session.subscription) }
        statistics.uptime = (LoopTime.now() - start) / .seconds(1)
        statistics.clients = count
        renewStatus(.now())
        statistics.xruns = lastStatus?.status.xruns ?? 0
        statistics.memory = ProcessUse.memory
        statistics.descriptors = ProcessUse.descriptors
        return statistics
    }

    /// Stops sending positions and levels.
    package func stop() {
        positionTimer.stop()
        levelsTimer.stop()
    }
}

// MARK: - Requests

extension SessionHub: RequestHandler {
    /// Has the handler carry out a request.
    package func perform(
        _ request: Request,
        for session: Session
    ) throws(RequestError) -> Outcome {
        guard let handler else { throw .internal("nothing handles requests") }
        done.requests += 1
        guard !request.command.details.isReadOnly else {
            return try handler.perform(request, for: session)
        }
        forgetStatus()
        let outcome = try handler.perform(request, for: session)
        source.reportChanges()
        onChange()
        if case .pending(let reply) = outcome {
            reply.whenSettled { [self] _ in
                forgetStatus()
                source.reportChanges()
                onChange()
            }
        }
        return outcome
    }

    package func subscriptionsChanged() {
        source.wanted = sessions.values.reduce(into: []) { $0.formUnion($1.subscription.types) }
        schedulePosition()
        scheduleLevels()
    }

    /// The status, with the levels since this client's status before.
    ///
    /// It is the same for all requests within two milliseconds in which nothing changed.
    package func status(for session: Session) -> AnswerText {
        renewStatus(.now())
        var history = session.statusLevels ?? StatusLevelHistory(secondsLevels)
        let levels = history.tell()
        session.statusLevels = history
        if let answer = lastStatus?.answers[levels] { return answer }
        var status = lastStatus?.status ?? DaemonStatus()
        levels.set(in: &status)
        let answer = status.text.prepared()
        lastStatus?.answers[levels] = answer
        return answer
    }

    /// Makes the status anew if it is too old.
    private func renewStatus(_ now: LoopTime) {
        guard lastStatus == nil || now >= statusEnd else { return }
        var status = source.status()
        status.clients = count
        lastStatus = (status, [:])
        statusEnd = now + Self.statusAge
        add(StatusLevels(status), at: now)
    }

    private func add(_ levels: StatusLevels, at now: LoopTime) {
        let age = now - recentLevels.start
        if age >= .seconds(1) {
            // What is added has begun before, if nobody has asked for so long.
            let before = age < .seconds(2) ? recentLevels.now : StatusLevels()
            recentLevels = (now, StatusLevels(), before)
        }
        recentLevels.now.add(levels)
        for session in sessions.values { session.statusLevels?.add(levels) }
    }

    /// The levels of the last second or two, or since anybody asked.
    private var secondsLevels: StatusLevels {
        var levels = recentLevels.before
        levels.add(recentLevels.now)
        return levels
    }

    /// Makes the next status anew, since something was done or has happened.
    private func forgetStatus() {
        lastStatus = nil
    }
}

// MARK: - Events

extension SessionHub {
    private func publish(_ event: DaemonEvent) {
        forgetStatus()
        var line = EventLine(event)
        for session in sessions.values { session.publish(&line) }
        if case .transport(let change) = event {
            isPlaying = change.state == .playing
            schedulePosition()
            onChange()
        }
        // The engine may have woken up.
        if case .output = event { scheduleLevels() }
        // Pieces come with settings of their own, and commands may have waited for a position.
        if event.type == .transport || event.type == .action { source.reportChanges() }
    }

    /// Sets the timer for the next `position` event of any client; there is none while nothing plays
    /// or no client subscribes.
    private func schedulePosition() {
        guard isPlaying else { return positionTimer.stop() }
        let due = sessions.values.filter { $0.subscription.types.contains(.position) }
            .map(\.subscription.positionDue).min()
        positionTimer.run(at: due) { [weak self] in self?.publishPosition() }
    }

    private func publishPosition() {
        guard let event = source.positionEvent() else { return }
        let now = LoopTime.now()
        var line = EventLine(event)
        for session in sessions.values { session.publishPosition(&line, now) }
        schedulePosition()
    }

    /// Sets the timer for the next `levels` event of any client; there is none if no client
    /// subscribes.
    private func scheduleLevels() {
        let due = sessions.values.filter { $0.subscription.types.contains(.levels) }
            .map(\.subscription.levelsDue).min()
        levelsTimer.run(at: due) { [weak self] in self?.publishLevels() }
    }

    /// Sends levels; while the engine sleeps there are none, until an event of the output.
    private func publishLevels() {
        guard let snapshot = source.takeLevels() else { return }
        let now = LoopTime.now()
        for session in sessions.values { session.publishLevels(snapshot, now) }
        scheduleLevels()
    }
}

extension DaemonStatistics {
    /// Counts the events of a session.
    fileprivate mutating func add(_ subscription: Subscription) {
        events += Int(subscription.sequence) - subscription.allDropped
        droppedEvents += subscription.allDropped
    }
}
