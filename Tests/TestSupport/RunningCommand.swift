import Foundation
import Glibc
import Synchronization

/// A process that runs beside the test, to be sent signals and asked for what it wrote so far.
///
/// A thread of its own feeds and drains the pipes and waits for the end, so that neither the
/// pool of Swift's concurrency nor a shared dispatch queue is blocked. The process has a process
/// group of its own and default signal handlers. Dropping the last reference does not end it; its
/// time-out does.
public final class RunningCommand: Sendable {
    /// The process, also the number of its group; not to be used after the end.
    public let processID: Int32

    private let state = Mutex(State())
    /// The folder in which it keeps its state, unless the environment names another: never that of
    /// the user who runs the tests.
    private let stateFolder: TemporaryDirectory?

    private struct State {
        var output: [UInt8] = []
        var errorOutput: [UInt8] = []
        var finished: CommandRun?
        var waiters: [CheckedContinuation<CommandRun, Never>] = []
    }

    /// Starts an executable; the parameters are those of
    /// ``CommandRun/run(_:_:environment:directory:input:timeout:)``.
    public init(
        _ executable: String,
        _ arguments: [String] = [],
        environment: [String: String?] = [:],
        directory: String? = nil,
        input: [UInt8] = [],
        timeout: Duration = .seconds(180)
    ) throws {
        let hasStateFolder = environment.keys.contains("XDG_STATE_HOME")
        stateFolder = hasStateFolder ? nil : try TemporaryDirectory()
        var variables = ProcessInfo.processInfo.environment
        variables["XDG_STATE_HOME"] = stateFolder?.path
        for (name, value) in environment { variables[name] = value }
        let process = try SpawnedProcess(
            executable: executable,
            arguments: arguments,
            environment: variables.map { "\($0)=\($1)" },
            directory: directory
        )
        processID = process.id
        let thread = Thread { [self] in
            let status = process.communicate(
                input: input,
                deadline: .now + timeout,
                onOutput: { bytes in self.state.withLock { $0.output += bytes } },
                onErrorOutput: { bytes in self.state.withLock { $0.errorOutput += bytes } }
            )
            finish(status, duration: .now - process.start)
        }
        thread.start()
    }

    /// What it wrote to stdout so far.
    public var output: [UInt8] { state.withLock { $0.output } }

    /// What it wrote to stderr so far, as text.
    public var errorText: String {
        String(decoding: state.withLock { $0.errorOutput }, as: UTF8.self)
    }

    /// Whether it has ended.
    public var isFinished: Bool { state.withLock { $0.finished != nil } }

    /// Sends it a signal, such as `SIGINT`; nothing happens after its end.
    public func send(signal: Int32) {
        state.withLock { state in
            guard state.finished == nil else { return }
            kill(processID, signal)
        }
    }

    /// Waits for its end.
    public func finished() async -> CommandRun {
        await withCheckedContinuation { waiter in
            let run = state.withLock { state in
                if state.finished == nil { state.waiters.append(waiter) }
                return state.finished
            }
            if let run { waiter.resume(returning: run) }
        }
    }

    /// Waits until stderr contains a text, looking every 5 ms; at most until the time-out.
    ///
    /// - Throws: An error with all of stderr when it has ended without that.
    public func waitForErrorText(_ text: String) async throws {
        while true {
            let ended = isFinished
            if errorText.contains(text) { return }
            guard !ended else {
                throw TestSupportError("ended without \"\(text)\" on stderr: \(errorText)")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func finish(_ status: ExitStatus, duration: Duration) {
        let (run, waiters) = state.withLock { state in
            let run = CommandRun(
                status: status,
                output: state.output,
                errorOutput: state.errorOutput,
                duration: duration
            )
            state.finished = run
            defer { state.waiters = [] }
            return (run, state.waiters)
        }
        for waiter in waiters { waiter.resume(returning: run) }
    }
}
