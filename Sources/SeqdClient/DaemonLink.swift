import ControlProtocol
import Dispatch
import Synchronization

/// A connection whose lines are read by a thread of its own.
final class DaemonLink: Sendable {
    private let connection: DaemonConnection
    private let state = Mutex(State())
    /// Held while a line is sent, so that answers come in the order of the requests that wait.
    ///
    /// The reading thread does not need it, and reads on while the daemon takes no lines.
    private let sending = Mutex(())

    /// A dialect in which an answer is expected.
    enum Dialect {
        case words
        case json
    }

    typealias Answer = Result<[String], RequestError>

    private struct State {
        var isOpen = true
        /// The time in which the daemon has not answered.
        var overdue: Duration?
        /// The requests without an answer yet, in the order in which they were sent.
        var waiting: [Waiting] = []
        var followers: [Int: Follower] = [:]
        var lastNumber = 0

        mutating func makeNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private struct Waiting {
        var number: Int
        var dialect: Dialect
        var lines: [String] = []
        var continuation: CheckedContinuation<Answer, Never>
    }

    private struct Follower {
        var types: Set<EventType>
        var continuation: AsyncStream<EventMessage>.Continuation
        /// The number of events dropped since the last that was taken.
        var dropped = 0

        /// Hands out an event, or drops it while too many wait.
        mutating func yield(_ message: EventMessage) {
            if dropped > 0 {
                let lag = EventMessage(
                    sequence: message.sequence - 1,
                    event: .lagged(count: dropped)
                )
                guard isTaken(lag) else {
                    dropped += 1
                    return
                }
                dropped = 0
            }
            if !isTaken(message) { dropped = 1 }
        }

        private func isTaken(_ message: EventMessage) -> Bool {
            if case .dropped = continuation.yield(message) { false } else { true }
        }
    }

    init(_ paths: [String], timeout: Duration?) throws(RequestError) {
        connection = try DaemonConnection(paths: paths, timeout: timeout)
        // A thread of its own, which ends with the connection.
        DispatchQueue(label: "seqd client").async { [self] in read() }
    }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    func close() {
        connection.close()
    }

    /// Sends a line, and waits for the lines of its answer.
    ///
    /// A daemon that does not answer in time will not answer the requests after it either: the
    /// connection is closed then.
    func exchange(
        _ line: String,
        _ dialect: Dialect,
        within limit: Duration?
    ) async throws(RequestError) -> [String] {
        let watch = limit.map { limit in
            Task {
                try await Task.sleep(for: limit)
                state.withLock { $0.overdue = $0.overdue ?? limit }
                connection.close()
            }
        }
        defer { watch?.cancel() }
        let answer = await withCheckedContinuation { continuation in
            let failure = sending.withLock { _ -> RequestError? in
                guard let number = wait(continuation, dialect) else { return closed }
                do throws(RequestError) {
                    try connection.send(line)
                } catch {
                    // Unless the connection was closed meanwhile, which has answered it.
                    return withdraw(number) ? error : nil
                }
                return nil
            }
            if let failure { continuation.resume(returning: .failure(failure)) }
        }
        return try answer.get()
    }

    /// Adds a request that waits for its answer.
    ///
    /// - Returns: Its number; `nil` if the connection is closed.
    private func wait(
        _ continuation: CheckedContinuation<Answer, Never>,
        _ dialect: Dialect
    ) -> Int? {
        state.withLock { state in
            guard state.isOpen else { return nil }
            let number = state.makeNumber()
            state.waiting.append(
                Waiting(number: number, dialect: dialect, continuation: continuation)
            )
            return number
        }
    }

    /// Removes a request that could not be sent.
    ///
    /// - Returns: `false` if it does not wait any more.
    private func withdraw(_ number: Int) -> Bool {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
                return false
            }
            state.waiting.remove(at: index)
            return true
        }
    }

    /// The events of some types from now on.
    func follow(_ types: Set<EventType>) -> AsyncStream<EventMessage> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: EventMessage.self,
            bufferingPolicy: .bufferingOldest(SeqdClient.eventLimit)
        )
        let number = state.withLock { state -> Int? in
            guard state.isOpen else { return nil }
            let number = state.makeNumber()
            state.followers[number] = Follower(types: types, continuation: continuation)
            return number
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in state.followers[number] = nil }
        }
        return stream
    }

    /// The reason why a connection that is closed answers nothing.
    private var closed: RequestError {
        state.withLock { $0.overdue }.map(AnswerLimit.error)
            ?? RequestError(.unavailable, "the daemon closed the connection")
    }

    // MARK: - The reading thread

    private func read() {
        while let line = (try? connection.receive()) ?? nil {
            if EventMessage.isEvent(line) {
                publish(line)
            } else {
                answer(with: line)
            }
        }
        let (waiting, followers) = state.withLock { state in
            state.isOpen = false
            defer {
                state.waiting = []
                state.followers = [:]
            }
            return (state.waiting, state.followers)
        }
        let reason = closed
        for request in waiting { request.continuation.resume(returning: .failure(reason)) }
        for follower in followers.values { follower.continuation.finish() }
    }

    private func publish(_ line: String) {
        guard let message = try? EventMessage(json: line) else { return }
        let type = message.event.type
        // Yielding does not wait: the limit of the stream drops events.
        state.withLock { state in
            for (number, follower) in state.followers
            where type.map(follower.types.contains) ?? true {
                state.followers[number]?.yield(message)
            }
        }
    }

    private func answer(with line: String) {
        let done = state.withLock { state -> Waiting? in
            guard !state.waiting.isEmpty else { return nil }
            state.waiting[0].lines.append(line)
            guard state.waiting[0].dialect == .json || DaemonAnswer.isEnd(ofWords: line) else {
                return nil
            }
            return state.waiting.removeFirst()
        }
        if let done { done.continuation.resume(returning: .success(done.lines)) }
    }
}
