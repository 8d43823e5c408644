import SamplerHost

/// Actions that wait for positions of the piece that plays.
///
/// It has no clock: its owner reports the position, gets the actions that are due, and carries them
/// out. The payload is the owner's.
public final class ActionScheduler<Payload> {
    /// An action that waits.
    public struct Action {
        /// Its number, counted from 1.
        public let number: Int
        /// The content of the action.
        public let payload: Payload
        /// The exactness with which it is done.
        public let timing: ActionTiming
        /// Whether it changes the part that is repeated.
        public let changesLoop: Bool
        /// The nominal frame for which it waits.
        public fileprivate(set) var frame: Int64
        /// The position at which it was accepted; `nil` after the next query.
        fileprivate(set) var acceptedFrame: Int64?

        init(
            number: Int,
            payload: Payload,
            timing: ActionTiming,
            changesLoop: Bool,
            frame: Int64,
            acceptedFrame: Int64?
        ) {
            self.number = number
            self.payload = payload
            self.timing = timing
            self.changesLoop = changesLoop
            self.frame = frame
            self.acceptedFrame = acceptedFrame
        }
    }

    /// The largest number of actions that can wait.
    public static var capacity: Int { 1_000 }

    /// The actions that wait, in the order in which they were accepted.
    public private(set) var waiting: [Action] = []
    private var lastNumber = 0
    /// The position at the last query, a nominal frame.
    private var lastFrame: Int64 = 0

    /// Makes a scheduler in which nothing waits.
    public init() {}

    /// Whether nothing waits.
    public var isEmpty: Bool { waiting.isEmpty }

    /// The waiting action with a number; `nil` if it was done or cancelled.
    public subscript(number: Int) -> Action? { waiting.first { $0.number == number } }

    /// Schedules an action for a position.
    ///
    /// - Parameters:
    ///   - payload: The content of the action.
    ///   - frame: The nominal frame for which it waits.
    ///   - timing: The exactness with which it is done.
    ///   - changesLoop: Whether it changes the part that is repeated.
    ///   - position: The current position.
    ///   - positionText: The frame in messages.
    /// - Returns: The action.
    /// - Throws: `usage` for a position that was passed, `busy` if too many actions wait.
    public func schedule(
        _ payload: Payload,
        at frame: Int64,
        _ timing: ActionTiming,
        changesLoop: Bool = false,
        from position: PlayPosition,
        positionText: @autoclosure () -> String
    ) throws(PlaybackError) -> Action {
        guard frame >= position.frame || position.loop?.contains(frame) ?? false else {
            throw PlaybackError(.usage, "\(positionText()) has already been passed")
        }
        guard waiting.count < Self.capacity else {
            throw PlaybackError(.busy, "too many scheduled commands: \(Self.capacity)")
        }
        lastNumber += 1
        let action = Action(
            number: lastNumber,
            payload: payload,
            timing: timing,
            changesLoop: changesLoop,
            frame: frame,
            acceptedFrame: position.frame
        )
        waiting.append(action)
        return action
    }

    /// Cancels an action, or all.
    ///
    /// - Parameter number: The action's number; `nil` for all.
    /// - Returns: The cancelled actions.
    public func cancel(_ number: Int? = nil) -> [Action] {
        let cancelled = waiting.filter { number == nil || $0.number == number }
        waiting.removeAll { number == nil || $0.number == number }
        return cancelled
    }

    /// Removes an action that is done now.
    ///
    /// - Returns: The action; `nil` if it was done or cancelled.
    public func take(_ number: Int) -> Action? {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
        return waiting.remove(at: index)
    }

    /// Continues from a position to which playing has moved.
    public func restart(at frame: Int64) {
        lastFrame = frame - 1
        for index in waiting.indices { waiting[index].acceptedFrame = nil }
    }

    /// Moves all positions, since another version of the music plays.
    ///
    /// - Parameter frame: Maps a nominal frame of the version before to one of this version.
    public func move(_ frame: (Int64) -> Int64) {
        for index in waiting.indices {
            waiting[index].frame = frame(waiting[index].frame)
            waiting[index].acceptedFrame = waiting[index].acceptedFrame.map(frame)
        }
        lastFrame = frame(lastFrame)
    }

    /// The actions that are due.
    ///
    /// They wait until they are taken: one may cancel or move another.
    ///
    /// - Parameter position: The current position.
    /// - Returns: Their numbers in the order in which they are to be done.
    public func due(at position: PlayPosition) -> [(number: Int, reason: DueReason)] {
        let span = ActionSpan(from: lastFrame, to: position)
        lastFrame = position.frame
        let due = waiting.compactMap { action in
            span.reason(for: action).map { (action: action, reason: $0) }
        }
        for index in waiting.indices { waiting[index].acceptedFrame = nil }
        return due.sorted {
            ($0.action.frame, $0.action.number) < ($1.action.frame, $1.action.number)
        }.map { ($0.action.number, $0.reason) }
    }
}

extension ActionScheduler.Action: Sendable where Payload: Sendable {}
