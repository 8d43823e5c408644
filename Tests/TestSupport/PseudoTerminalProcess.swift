import Foundation
import Glibc
import Platform
import Synchronization

/// A process that leads a session on a ``PseudoTerminal``.
///
/// Dropping the last reference kills all of the session.
public final class PseudoTerminalProcess: Sendable {
    /// The process, also the number of its session and of its first group.
    public let id: Int32

    private let status = Mutex<(ended: ExitStatus?, isStopped: Bool)>((nil, false))

    init(_ command: [String], environment: [String], terminal: String) throws {
        do throws(ChildProcess.StartError) {
            let child = try ChildProcess(
                command,
                environment: environment,
                streams: .terminal(terminal)
            )
            id = child.id
        } catch {
            throw TestSupportError("\(command[0]): \(error)")
        }
    }

    deinit {
        for process in Self.processes(ofSession: id) { kill(process, SIGKILL) }
        if look().ended == nil {
            kill(id, SIGKILL)
            waitpid(id, nil, 0)
        }
    }

    /// Sends it a signal; nothing happens after its end.
    ///
    /// - Parameter signal: The signal's number.
    public func send(signal: Int32) {
        guard look().ended == nil else { return }
        kill(id, signal)
    }

    /// Waits for its end.
    ///
    /// - Returns: How it ended.
    /// - Throws: An error when it goes on for longer than ``PseudoTerminal/patience``.
    public func finished() async throws -> ExitStatus {
        var ended: ExitStatus?
        try await wait(for: "the end") { status in
            ended = status.ended
            return ended != nil
        }
        return ended ?? .timedOut
    }

    /// Whether it has ended.
    public var hasEnded: Bool { look().ended != nil }

    /// Waits until a signal has stopped it.
    ///
    /// - Throws: An error when that does not happen, or it ends instead.
    public func waitUntilStopped() async throws {
        try await wait(for: "a stop") { status in status.isStopped || status.ended != nil }
        guard look().isStopped else { throw TestSupportError("\(id) has ended, not stopped") }
    }

    /// Waits until it goes on after a stop.
    ///
    /// - Throws: An error when that does not happen.
    public func waitUntilContinued() async throws {
        try await wait(for: "it to go on") { status in !status.isStopped }
    }

    private func wait(
        for what: String,
        until isThere: ((ended: ExitStatus?, isStopped: Bool)) -> Bool
    ) async throws {
        let end = ContinuousClock.now + PseudoTerminal.patience
        while !isThere(look()) {
            guard ContinuousClock.now < end else {
                throw TestSupportError("waited in vain for \(what) of process \(id)")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Takes what wait(2) has to say.
    ///
    /// The lock keeps the number from being waited for twice.
    private func look() -> (ended: ExitStatus?, isStopped: Bool) {
        status.withLock { status in
            var word: Int32 = 0
            while status.ended == nil,
                waitpid(id, &word, WNOHANG | WUNTRACED | WCONTINUED) == id
            {
                switch word & 0xFFFF {
                case 0xFFFF: status.isStopped = false
                case let low where low & 0xFF == 0x7F: status.isStopped = true
                default: status = (ExitStatus(waitStatus: word), false)
                }
            }
            return status
        }
    }

    /// The processes of a session, by proc(5): the sixth word, of which the second is in brackets
    /// and may contain anything.
    private static func processes(ofSession session: Int32) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { process in
            let path = "/proc/\(process)/stat"
            guard let text = try? String(contentsOfFile: path, encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { return false }
            let words = text[end...].split(separator: " ")
            return words.count > 4 && words[4] == "\(session)"
        }
    }
}
