import SamplerHost

/// Actions that wait for positions of the piece that plays.
///
/// It has no clock of its own: the owner says where playing is, and gets what is due there. What is
/// done then is the owner's affair, and the payload tells it.
public final class ActionScheduler<Payload> {
    /// An action that waits.
    public struct Action {
        /// Its number, counted from 1.
        public let number: Int
        /// What is to be done.
        public let payload: Payload
        /// How exactly it is done.
        public let timing: ActionTiming
        /// Whether it changes the part that is repeated.
        public let changesLoop: Bool
        /// The nominal frame for which it waits.
        public fileprivate(set) var frame: Int64
        /// The nominal frame at which playing was when it was accepted; `nil` after the next look.
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

    /// The most actions that may wait at once.
    public static var capacity: Int { 1_000 }

    /// The actions that wait, in the order in which they were accepted.
    public private(set) var waiting: [Action] = []
    private var lastNumber = 0
    /// The nominal frame at which playing was at the last look.
    private var lastFrame: Int64 = 0

    /// Makes a scheduler in which nothing waits.
    public init() {}

    /// Whether nothing waits.
    public var isEmpty: Bool { waiting.isEmpty }

    /// The action that waits under a number; `nil` where it was done or cancelled.
    public subscript(number: Int) -> Action? { waiting.first { $0.number == number } }

    /// Lets an action wait for a position.
    ///
    /// - Parameters:
    ///   - payload: What is to be done.
    ///   - frame: The nominal frame for which it waits.
    ///   - timing: How exactly it is done.
    ///   - changesLoop: Whether it changes the part that is repeated.
    ///   - position: Where playing is.
    ///   - positionText: The frame as messages name it.
    /// - Returns: The action.
    /// - Throws: `usage` for a position that does not come any more, `busy` where too many wait.
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
    /// - Returns: The actions that will not be done.
    public func cancel(_ number: Int? = nil) -> [Action] {
        let cancelled = waiting.filter { number == nil || $0.number == number }
        waiting.removeAll { number == nil || $0.number == number }
        return cancelled
    }

    /// Takes an action out, since it is done now.
    ///
    /// - Returns: The action; `nil` where it was done or cancelled.
    public func take(_ number: Int) -> Action? {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
        return waiting.remove(at: index)
    }

    /// Looks from a position on to which playing has gone.
    public func restart(at frame: Int64) {
        lastFrame = frame - 1
        for index in waiting.indices { waiting[index].acceptedFrame = nil }
    }

    /// Moves all positions, since another version of the music plays.
    ///
    /// - Parameter frame: Gets a nominal frame of the version before; returns the version's own.
    public func move(_ frame: (Int64) -> Int64) {
        for index in waiting.indices {
            waiting[index].frame = frame(waiting[index].frame)
            waiting[index].acceptedFrame = waiting[index].acceptedFrame.map(frame)
        }
        lastFrame = frame(lastFrame)
    }

    /// Looks which actions are due.
    ///
    /// They wait until they are taken: what is done for one may cancel or move another.
    ///
    /// - Parameter position: Where playing is.
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
