import ControlProtocol
import Logging
import NIOCore
import Playback
import SamplerHost
import SeqdDaemon
import Sequencer

/// Commands that wait for a place of the file that plays.
extension Transport {
    /// A command that waits.
    struct Action: Hashable, Sendable {
        /// Counted from 1.
        var number: Int
        var command: String
        var timing: Timing
        /// Whether it changes the loop.
        var changesLoop: Bool
        /// The nominal frame that it waits for.
        var frame: Int64
        /// The nominal frame at which playing was when it was accepted; `nil` once it has been looked
        /// whether its turn has come.
        var acceptedPlace: Int64?
    }

    /// Carries a command out.
    typealias Performance = () throws(RequestError) -> Outcome

    private static var actionInterval: TimeAmount { .milliseconds(2) }
    /// So many commands may wait at once.
    private static let actionCapacity = 1_000

    /// Has a command wait for a place.
    ///
    /// - Returns: What waits.
    /// - Throws: Status 66 when nothing is loaded, 64 for a place that there is not or that does not
    ///   come any more, 75 when too many wait.
    func schedule(
        _ request: Request,
        _ timing: Timing,
        at position: Position,
        _ perform: @escaping Performance
    ) throws(CommandFailure) -> Action {
        let song = try loadedSong()
        let frame = try self.frame(of: position, in: song)
        // Read once: it goes on meanwhile.
        let place = place
        guard frame >= place || playback.loopedFrames(of: song)?.contains(frame) ?? false else {
            throw CommandFailure(.usage, "\(position) has already been passed")
        }
        guard actions.count < Self.actionCapacity else {
            throw CommandFailure(.busy, "too many scheduled commands: \(Self.actionCapacity)")
        }
        lastAction += 1
        let action = Action(
            number: lastAction,
            command: request.name.rawValue,
            timing: timing,
            changesLoop: request.changesLoop,
            frame: frame,
            acceptedPlace: place
        )
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
            events(.action(action, .cancelled))
        }
        watchActions()
        return cancelled.count
    }

    /// Has what waits look from a place on to which playing has gone.
    func restartActions(at frame: Int64) {
        actionPlace = frame - 1
        for index in actions.indices { actions[index].acceptedPlace = nil }
    }

    /// Keeps what waits at its beat when another version of the music plays.
    func moveActions(from before: LoadedPiece?) {
        guard let before, let song, song !== before else { return }
        for index in actions.indices {
            actions[index].frame = song.sameFrame(actions[index].frame, of: before, rate: rate)
            actions[index].acceptedPlace = actions[index].acceptedPlace.map {
                song.sameFrame($0, of: before, rate: rate)
            }
        }
        actionPlace = song.sameFrame(actionPlace, of: before, rate: rate)
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
    ///
    /// - Parameter end: The nominal frame at which the song has ended, where it has.
    func performActions(to end: Int64? = nil) {
        guard let entry = song?.entry, !actions.isEmpty else { return }
        guard end != nil || playback.isUnderWay else { return }
        let span = ActionSpan(
            from: actionPlace,
            to: end ?? place,
            loop: end == nil ? song.flatMap(playback.loopedFrames) : nil,
            lead: playback.lookahead,
            reach: playback.renderAhead
        )
        actionPlace = span.end
        var due: [(action: Action, timing: ActionSpan.Turn)] = []
        for action in actions {
            if let turn = span.turn(of: action) { due.append((action, turn)) }
        }
        for index in actions.indices { actions[index].acceptedPlace = nil }
        due.sort { ($0.action.frame, $0.action.number) < ($1.action.frame, $1.action.number) }
        for (old, turn) in due {
            // What was done before may have moved it to another frame, or cancelled it.
            guard song?.entry == entry,
                let action = actions.first(where: { $0.number == old.number })
            else { continue }
            switch turn {
            case .reached:
                perform(action, on: nil, at: nil, place)
            case .ahead(let isAtLoopEnd):
                guard let song else { continue }
                // Playing comes round at the end of a loop: what is there takes over just before.
                let loop = isAtLoopEnd ? playback.loopedFrames(of: song) : nil
                let frame =
                    loop.map { song.frame(before: $0.upperBound, rate: rate) } ?? action.frame
                // Others on later frames wait until the engine has done the first.
                if let awaited = playback.pendingExchangeFrame, awaited != frame { continue }
                perform(action, on: action.frame, at: frame, place)
            }
        }
        watchActions()
    }

    /// Does what waited.
    ///
    /// - Parameters:
    ///   - action: What it is.
    ///   - frame: The frame on which it is done, where that is still ahead.
    ///   - exactPlace: Where the engine begins with it then.
    ///   - now: Where playing is.
    private func perform(
        _ action: Action,
        on frame: Int64?,
        at exactPlace: Int64?,
        _ now: Int64
    ) {
        actions.removeAll { $0.number == action.number }
        do throws(RequestError) {
            playback.exactFrame = frame
            playback.exactPosition = exactPlace
            defer {
                playback.exactFrame = nil
                playback.exactPosition = nil
            }
            guard let perform = performances.removeValue(forKey: action.number) else { return }
            switch try perform() {
            case .done, .written:
                events(.action(action, .done(frame: frame ?? now)))
            case .later(let future):
                future.whenComplete { result in
                    switch result {
                    case .success: self.events(.action(action, .done(frame: frame ?? now)))
                    case .failure(let error):
                        self.fail(action, error as? RequestError ?? .internal("\(error)"))
                    }
                }
            }
        } catch {
            fail(action, error)
        }
    }

    private func fail(_ action: Action, _ failure: RequestError) {
        let place = song.map { position(atFrame: action.frame, in: $0.sequence).text }
        let file = currentPath.map { "\($0): " } ?? ""
        logger.warning("\(file)\(action.command) at \(place ?? "its position"): \(failure.message)")
        events(.action(action, .failed(failure)))
    }
}

extension Request {
    /// Whether it changes the part that is repeated.
    fileprivate var changesLoop: Bool {
        if case .loop = self { true } else { false }
    }
}
