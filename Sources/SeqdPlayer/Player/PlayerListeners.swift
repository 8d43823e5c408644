import Synchronization

/// The listeners to a player's events.
///
/// Any thread.
final class PlayerListeners: Sendable {
    /// The events that a listener gets.
    struct Interest: Sendable {
        var notes = false
        var music = false
        var changes = false
        /// The nominal frames between two positions; `nil` for no positions.
        var positions: Int64?
    }

    private struct Listener: Sendable {
        let interest: Interest
        /// The nominal frame of the last position that it got.
        var lastFrame: Int64?
        let send: @Sendable (Timed<PlayerEvent>) -> Void
        let finish: @Sendable () -> Void
    }

    private struct State: Sendable {
        var listeners: [Int: Listener] = [:]
        var next = 0
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// The number of elements of a stream that nobody has taken yet; of more, the oldest are lost.
    private static let capacity = 10_000

    /// Adds a listener, as a stream of the values that it takes from the events.
    ///
    /// - Parameters:
    ///   - interest: The events that it gets.
    ///   - value: The value of an event; `nil` for one that is of no interest.
    /// - Returns: The stream; it ends with the player.
    func stream<Value: Sendable>(
        _ interest: Interest,
        _ value: @escaping @Sendable (PlayerEvent) -> Value?
    ) -> AsyncStream<Timed<Value>> {
        let (stream, continuation) = AsyncStream<Timed<Value>>.makeStream(
            bufferingPolicy: .bufferingNewest(interest.positions == nil ? Self.capacity : 1)
        )
        let listener = Listener(interest: interest) { event in
            guard let taken = value(event.value) else { return }
            continuation.yield(Timed(value: taken, seconds: event.seconds, beats: event.beats))
        } finish: {
            continuation.finish()
        }
        let number = state.withLock { state -> Int? in
            guard !state.hasEnded else { return nil }
            state.next += 1
            state.listeners[state.next] = listener
            return state.next
        }
        if let number {
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
            }
        } else {
            continuation.finish()
        }
        return stream
    }

    /// Gives an event to those that want it.
    func send(_ event: Timed<PlayerEvent>) {
        for listener in state.withLock({ Array($0.listeners.values) })
        where listener.interest.wants(event.value) {
            listener.send(event)
        }
    }

    /// Gives a position to those for which it is far enough from the one before.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - frame: Its nominal frame.
    func send(_ event: Timed<PlayerEvent>, at frame: Int64) {
        let due = state.withLock { state in
            var due: [Listener] = []
            for (number, listener) in state.listeners {
                guard let distance = listener.interest.positions else { continue }
                if let last = listener.lastFrame, frame >= last, frame - last < max(distance, 1) {
                    continue
                }
                state.listeners[number]?.lastFrame = frame
                due.append(listener)
            }
            return due
        }
        for listener in due { listener.send(event) }
    }

    /// Ends all streams.
    func finish() {
        let listeners = state.withLock { state in
            state.hasEnded = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}

extension PlayerListeners.Interest {
    fileprivate func wants(_ event: PlayerEvent) -> Bool {
        switch event {
        case .note: notes
        case .music: music
        case .started, .paused, .stopped, .ended: changes
        case .position: false
        }
    }
}
