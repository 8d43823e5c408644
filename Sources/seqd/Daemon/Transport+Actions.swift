import Logging
import NIOCore
import SamplerHost
import Sequencer

/// Commands that wait for a place of the file that plays.
extension Transport {
    /// A command that waits.
    struct Action: Hashable, Sendable {
        /// Counted from 1.
        var number: Int
        var command: String
        var timing: Command.Timing
        /// The nominal frame that it waits for.
        var frame: Int64
    }

    /// Carries a command out.
    typealias Performance = () throws(RequestFailure) -> Command.Reply

    private static var actionInterval: TimeAmount { .milliseconds(2) }
    /// So many commands may wait at once.
    private static let actionCapacity = 1_000
    /// How early the engine is told what it is to do on a frame, in parts of a second.
    private static let leadParts: Int64 = 20

    /// Has a command wait for a place.
    ///
    /// - Returns: What waits.
    /// - Throws: Status 66 when nothing is loaded, 64 for a place that there is not or that does not
    ///   come any more, 75 when too many wait.
    func schedule(
        _ command: String,
        _ timing: Command.Timing,
        at position: Position,
        _ perform: @escaping Performance
    ) throws(CommandFailure) -> Action {
        let song = try loadedSong()
        let frame = try self.frame(of: position, in: song)
        guard frame >= place || playback.loopedFrames(of: song)?.contains(frame) ?? false else {
            throw CommandFailure(.usage, "\(position) has been passed already")
        }
        guard actions.count < Self.actionCapacity else {
            throw CommandFailure(.busy, "\(Self.actionCapacity) commands wait, which is the most")
        }
        lastAction += 1
        let action = Action(
            number: lastAction,
            command: command,
            timing: timing,
            frame: frame
        )
        if actions.isEmpty { actionPlace = place - 1 }
        actions.append(action)
        performances[action.number] = perform
        watchActions()
        return action
    }

    /// Cancels one command that waits, or all.
    ///
    /// - Returns: How many there were.
    @discardableResult
    func cancelActions(_ number: Int? = nil) -> Int {
        let cancelled = actions.filter { number == nil || $0.number == number }
        actions.removeAll { number == nil || $0.number == number }
        for action in cancelled {
            performances[action.number] = nil
            events(.action(action, "cancelled"))
        }
        watchActions()
        return cancelled.count
    }

    /// Keeps what waits at its beat when another version of the music plays.
    func moveActions(from before: Song?) {
        guard let before, let song, song !== before else { return }
        for index in actions.indices {
            actions[index].frame = song.frame(actions[index].frame, of: before, rate: rate)
        }
        actionPlace = song.frame(actionPlace, of: before, rate: rate)
    }

    /// Watches while something plays and something waits.
    func watchActions() {
        let isWanted = state == .playing && !actions.isEmpty
        if isWanted, actionTimer == nil {
            actionTimer = eventLoop.scheduleRepeatedTask(
                initialDelay: .zero,
                delay: Self.actionInterval
            ) { [weak self] _ in self?.performActions() }
        } else if !isWanted, let actionTimer {
            actionTimer.cancel()
            self.actionTimer = nil
        }
    }

    /// Does what has come to its turn.
    private func performActions() {
        guard let song, playback.isUnderWay else { return }
        let now = place
        let before = actionPlace
        let loop = playback.loopedFrames(of: song)
        actionPlace = now
        func isReached(_ frame: Int64) -> Bool {
            if now >= before { return frame > before && frame <= now }
            // A loop has come round.
            guard let loop else { return frame == now }
            return frame > before && frame < loop.upperBound
                || frame >= loop.lowerBound && frame <= now
        }
        // What the engine does on a frame it is told a little before, one at a time.
        let lead = Int64(rate) / Self.leadParts * max(1, Int64(playback.speed.factor.rounded(.up)))
        func isNear(_ action: Action) -> Bool {
            guard action.timing == .exact, action.frame > now, action.frame <= now + lead else {
                return false
            }
            // Not behind the end of a loop, which comes round before.
            return !(loop.map { $0.contains(now) && action.frame >= $0.upperBound } ?? false)
        }
        let due = actions.filter { isReached($0.frame) || isNear($0) }
            .sorted { ($0.frame, $0.number) < ($1.frame, $1.number) }
        var exact: Int64?
        for action in due {
            let isExact = !isReached(action.frame)
            // Others on later frames wait until the engine has done the first.
            if isExact, let exact, exact != action.frame { continue }
            if isExact { exact = action.frame }
            actions.removeAll { $0.number == action.number }
            perform(action, on: isExact ? action.frame : nil, now)
            if self.song !== song, self.song?.entry != song.entry { break }
        }
        watchActions()
    }

    private func perform(_ action: Action, on frame: Int64?, _ now: Int64) {
        do throws(RequestFailure) {
            playback.exactFrame = frame
            defer { playback.exactFrame = nil }
            guard let perform = performances.removeValue(forKey: action.number) else { return }
            switch try perform() {
            case .now:
                events(.action(action, "done", frame: frame ?? now))
            case .later(let future):
                future.whenComplete { result in
                    switch result {
                    case .success: self.events(.action(action, "done", frame: frame ?? now))
                    case .failure(let error as CommandFailure):
                        self.fail(action, RequestFailure(error))
                    case .failure(let error): self.fail(action, .internal("\(error)"))
                    }
                }
            }
        } catch {
            fail(action, error)
        }
    }

    private func fail(_ action: Action, _ failure: RequestFailure) {
        logger.warning("\(action.command) at frame \(action.frame): \(failure.message)")
        events(.action(action, "failed", failure: failure))
    }
}
