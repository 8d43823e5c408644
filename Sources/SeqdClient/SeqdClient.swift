public import ControlProtocol
public import Sequencer
import Synchronization

/// A client of a daemon, for Swift concurrency.
///
/// Requests are answered in the order in which they are sent, and events come between.
///
/// ```swift
/// let client = try SeqdClient()
/// try await client.ask(Command.Play(FileRequest(paths: ["/music/band.mid"])))
/// for await message in try await client.events([.transport, .bar]) {
///     print(message.event)
/// }
/// ```
///
/// A connection that was lost, since the daemon was restarted, is made anew by
/// ``reconnect(within:)``.
public final class SeqdClient: Sendable {
    private let paths: [String]
    private let timeout: Duration?
    private let state: Mutex<State>

    /// The maximum number of events that wait in a stream of ``events(_:positionRate:levelsRate:)``.
    public static let eventLimit = 4_096

    private struct State {
        var link: DaemonLink
    }

    /// Connects to a daemon.
    ///
    /// - Parameters:
    ///   - socket: The socket's path; by default the one that `$SEQD_SOCKET` sets, else the one in
    ///     the folder of the daemon's name, else that of the system's daemon.
    ///   - name: The daemon's name.
    ///   - timeout: The longest time to wait for the connection and for an answer; `nil` for any.
    /// - Throws: 69 with the paths if no daemon listens, 77 if it does not let this user in, 124 if
    ///   it does not take the connection in time.
    public init(
        socket: String? = nil,
        name: String = DaemonName.default,
        timeout: Duration? = .seconds(30)
    ) throws(RequestError) {
        paths = try SocketPath.candidates(path: socket, name: name)
        self.timeout = timeout
        state = Mutex(State(link: try DaemonLink(paths, timeout: timeout)))
    }

    deinit {
        close()
    }

    private var link: DaemonLink { state.withLock { $0.link } }

    /// Sends a command, and waits for its answer.
    ///
    /// - Parameter command: The command.
    /// - Returns: The answer.
    /// - Throws: The error that the daemon answers, 69 if the connection is lost, or 124 if the
    ///   daemon does not answer in time; the connection is closed then.
    @discardableResult
    public func ask<Asked: ControlCommand>(
        _ command: Asked
    ) async throws(RequestError) -> Asked.Answer {
        try Asked.answer(fromLine: try await line(answering: Request(command)))
    }

    /// Sends a command that waits for a position, and waits for its answer, which comes at once.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - position: The position in the current file at which it is done.
    /// - Returns: The number under which the command waits.
    /// - Throws: As ``ask(_:)``.
    @discardableResult
    public func ask(
        _ command: some ControlCommand,
        at position: Position
    ) async throws(RequestError) -> ScheduledAction {
        try ScheduledAction(fromLine: try await line(answering: Request(command, at: position)))
    }

    private func line(answering request: Request) async throws(RequestError) -> String {
        let limit = AnswerLimit.limit(for: request.command, timeout)
        return try await link.exchange(request.json(id: 1), .json, within: limit).first ?? ""
    }

    /// Sends a line in either dialect, and waits for its answer.
    ///
    /// - Parameter line: The line without its end; in JSON, not a notification, which gets no answer.
    /// - Returns: The lines of the answer; in words the last is `OK` or `ERR` with a number and a
    ///   message.
    /// - Throws: 69 if the connection is lost, 124 if the daemon does not answer in time; the
    ///   connection is closed then.
    public func send(_ line: String) async throws(RequestError) -> [String] {
        let first = line.utf8.first { $0 != 0x20 && $0 != 0x09 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        return try await link.exchange(line, isJSON ? .json : .words, within: timeout)
    }

    /// Subscribes to events, and follows them.
    ///
    /// Events of types of later versions are left out. If the program does not keep up, events are
    /// dropped, and `DaemonEvent.lagged` with their number comes before the next one: the daemon
    /// drops events that the connection does not take, the client those beyond ``eventLimit``.
    ///
    /// - Parameters:
    ///   - types: The types.
    ///   - positionRate: The rate of `position` events in Hz, 0.1 to 100.
    ///   - levelsRate: The rate of `levels` events in Hz, 0.1 to 50.
    /// - Returns: The events of these types from now on, until the connection ends.
    /// - Throws: As ``ask(_:)``.
    public func events(
        _ types: Set<EventType>,
        positionRate: Double? = nil,
        levelsRate: Double? = nil
    ) async throws(RequestError) -> AsyncStream<EventMessage> {
        let stream = link.follow(types)
        try await ask(
            Command.Subscribe(types, positionRate: positionRate, levelsRate: levelsRate)
        )
        return stream
    }

    /// Connects anew if the connection was lost; subscriptions have to be made again.
    ///
    /// - Parameter limit: The time for which a daemon is waited for.
    /// - Throws: 69 if no daemon listens within that time.
    public func reconnect(within limit: Duration = .seconds(10)) async throws(RequestError) {
        let end = ContinuousClock.now + limit
        while !link.isOpen {
            do throws(RequestError) {
                let new = try DaemonLink(paths, timeout: timeout)
                let unused = state.withLock { state -> DaemonLink? in
                    // Another task was faster.
                    guard !state.link.isOpen else { return new }
                    state.link = new
                    return nil
                }
                unused?.close()
            } catch {
                guard .now < end, (try? await Task.sleep(for: .milliseconds(50))) != nil else {
                    throw error
                }
            }
        }
    }

    /// Whether the connection is open, as far as is known.
    public var isConnected: Bool { link.isOpen }

    /// Closes the connection; streams of events end.
    public func close() {
        link.close()
    }
}
