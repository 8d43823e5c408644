import ControlProtocol
import Dispatch
import Synchronization

/// A connection whose lines a thread of its own reads, for those who wait for them.
final class DaemonLink: Sendable {
    private let connection: DaemonConnection
    private let state = Mutex(State())

    /// A dialect in which an answer is expected.
    enum Dialect {
        case words
        case json
    }

    typealias Answer = Result<[String], RequestError>

    private struct State {
        var isOpen = true
        /// The requests without an answer yet, in the order in which they were sent.
        var waiting: [Waiting] = []
        var followers: [Int: Follower] = [:]
        var lastFollower = 0
    }

    private struct Waiting {
        var dialect: Dialect
        var lines: [String] = []
        var continuation: CheckedContinuation<Answer, Never>
    }

    private struct Follower {
        var types: Set<EventType>
        var continuation: AsyncStream<EventMessage>.Continuation
    }

    init(_ paths: [String]) throws(RequestError) {
        connection = try DaemonConnection(paths: paths)
        // A thread of its own, which ends with the connection.
        DispatchQueue(label: "seqd client").async { [self] in read() }
    }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    func close() {
        connection.close()
    }

    /// Sends a line, and waits for the lines of its answer.
    func exchange(_ line: String, _ dialect: Dialect) async throws(RequestError) -> [String] {
        let answer = await withCheckedContinuation { continuation in
            // Sent under the lock, so that answers come in the order of those who wait.
            let refused = state.withLock { state -> Answer? in
                guard state.isOpen else { return .failure(Self.closed) }
                do throws(RequestError) {
                    try connection.send(line)
                } catch {
                    return .failure(error)
                }
                state.waiting.append(Waiting(dialect: dialect, continuation: continuation))
                return nil
            }
            if let refused { continuation.resume(returning: refused) }
        }
        return try answer.get()
    }

    /// The events of some types from now on.
    func follow(_ types: Set<EventType>) -> AsyncStream<EventMessage> {
        let (stream, continuation) = AsyncStream.makeStream(of: EventMessage.self)
        let number = state.withLock { state -> Int? in
            guard state.isOpen else { return nil }
            state.lastFollower += 1
            state.followers[state.lastFollower] = Follower(
                types: types,
                continuation: continuation
            )
            return state.lastFollower
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

    private static var closed: RequestError {
        RequestError(.unavailable, "the daemon closed the connection")
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
        for request in waiting { request.continuation.resume(returning: .failure(Self.closed)) }
        for follower in followers.values { follower.continuation.finish() }
    }

    private func publish(_ line: String) {
        guard let message = try? EventMessage(json: line) else { return }
        let followers = state.withLock { $0.followers }
        for follower in followers.values
        where message.event.type.map(follower.types.contains) ?? true {
            follower.continuation.yield(message)
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
