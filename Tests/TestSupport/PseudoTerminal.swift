import Foundation
import Glibc
import Platform
import Synchronization

/// A terminal for programs under test: what they show can be read from its screen, and keys typed.
///
/// A thread of its own takes the output. Dropping the last reference hangs up the line, and kills
/// what was started on it and still runs.
public final class PseudoTerminal: Sendable {
    /// The longest that anything is waited for.
    ///
    /// No test measures time by it.
    public static let patience: Duration = .seconds(60)

    private let line: Line

    /// Opens a terminal.
    ///
    /// - Parameters:
    ///   - columns: Its width.
    ///   - rows: Its height.
    ///   - isReflowing: Whether a new width wraps long lines anew.
    /// - Throws: An error where the system has none.
    public init(columns: Int = 80, rows: Int = 24, isReflowing: Bool = true) throws {
        line = try Line(
            PseudoTerminalScreen(columns: columns, rows: rows, isReflowing: isReflowing)
        )
        line.setSize()
        let thread = Thread { [line] in line.takeOutput() }
        thread.start()
    }

    deinit {
        line.hangUp()
    }

    /// The path of the programs' side: `/dev/pts/7`.
    public var path: String { line.path }

    /// The screen now.
    public var screen: PseudoTerminalScreen { line.state.withLock { $0.screen } }

    /// All that was ever written to it.
    public var output: [UInt8] { line.state.withLock { $0.output } }

    /// Starts a program as the leader of a session whose controlling terminal this is.
    ///
    /// - Parameters:
    ///   - executable: A path, or a name that is looked up in `$PATH`.
    ///   - arguments: The arguments, without the executable's name.
    ///   - environment: Variables to set, or with `nil` to remove, in this process's environment.
    ///   - directory: The working directory; this process's if `nil`.
    /// - Returns: The process.
    /// - Throws: An error if it cannot be started.
    public func start(
        _ executable: String,
        _ arguments: [String] = [],
        environment: [String: String?] = [:],
        directory: String? = nil
    ) throws -> PseudoTerminalProcess {
        var variables = ProcessInfo.processInfo.environment
        for (name, value) in environment { variables[name] = value }
        var command = [executable] + arguments
        if let directory { command = ["/usr/bin/env", "-C", directory] + command }
        return try PseudoTerminalProcess(
            command,
            environment: variables.map { "\($0)=\($1)" },
            terminal: path
        )
    }

    /// Types keys, as bytes: `"\u{1B}[C"` is the right arrow, `"\u{3}"` Ctrl-C.
    ///
    /// - Parameter keys: What the keys send.
    public func type(_ keys: String) {
        line.write(Array(keys.utf8))
    }

    /// Changes the size; programs in the foreground get SIGWINCH.
    ///
    /// - Parameters:
    ///   - columns: The new width.
    ///   - rows: The new height.
    public func resize(columns: Int, rows: Int) {
        line.state.withLock { $0.screen.resize(columns: columns, rows: rows) }
        line.setSize()
    }

    /// Takes no output any more, as after Ctrl-S: a program that writes to it waits.
    public func stopOutput() {
        tcflow(line.programs, TCOOFF)
    }

    /// Ends the line, as closing the window does: the session's leader gets SIGHUP.
    public func hangUp() {
        line.hangUp()
    }

    /// Waits until the screen is as it should be, looking every 5 ms.
    ///
    /// - Parameters:
    ///   - what: What is waited for, for the error.
    ///   - isThere: Whether it is there.
    /// - Returns: The screen that has it.
    /// - Throws: An error with all of the screen when it has not come.
    @discardableResult
    public func wait(
        for what: String,
        until isThere: (PseudoTerminalScreen) -> Bool
    ) async throws -> PseudoTerminalScreen {
        let end = ContinuousClock.now + Self.patience
        while true {
            let screen = screen
            if isThere(screen) { return screen }
            guard ContinuousClock.now < end else {
                throw TestSupportError("waited in vain for \(what) on:\n\(screen.text)")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Waits until the screen shows a text.
    ///
    /// - Parameter text: The text, within one line.
    /// - Returns: The screen that has it.
    /// - Throws: An error with all of the screen when it has not come.
    @discardableResult
    public func wait(for text: String) async throws -> PseudoTerminalScreen {
        try await wait(for: "\"\(text)\"") { $0.lines.contains { $0.contains(text) } }
    }

    /// The terminal's mode.
    public var mode: PseudoTerminalMode { PseudoTerminalMode(of: line.programs) }

    /// The process group that is in the foreground; 0 without one.
    public var foreground: Int32 { max(tcgetpgrp(line.tester), 0) }
}

/// The two ends.
private final class Line: Sendable {
    struct State {
        var screen: PseudoTerminalScreen
        var output: [UInt8] = []
        var isOpen = true
    }

    let path: String
    /// The end that shows and types.
    let tester: Int32
    /// The programs' end, kept open so that the mode outlives them.
    let programs: Int32
    let state: Mutex<State>

    /// ioctl_tty(2): TIOCSPTLCK and TIOCGPTN, which Swift does not import.
    private static let unlock: UInt = 0x4004_5431
    private static let number: UInt = 0x8004_5430

    init(_ screen: PseudoTerminalScreen) throws {
        tester = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        var locked: Int32 = 0
        var number: Int32 = -1
        guard tester >= 0, ioctl(tester, Self.unlock, &locked) == 0,
            ioctl(tester, Self.number, &number) == 0
        else {
            throw TestSupportError("/dev/ptmx: \(SystemError.text())")
        }
        path = "/dev/pts/\(number)"
        programs = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard programs >= 0 else {
            throw TestSupportError("\(path): \(SystemError.text())")
        }
        state = Mutex(State(screen: screen))
    }

    deinit {
        close(programs)
    }

    func setSize() {
        state.withLock { state in
            guard state.isOpen else { return }
            var size = winsize()
            size.ws_col = UInt16(state.screen.columns)
            size.ws_row = UInt16(state.screen.rows)
            _ = ioctl(tester, UInt(TIOCSWINSZ), &size)
        }
    }

    func write(_ bytes: [UInt8]) {
        state.withLock { state in
            guard state.isOpen else { return }
            _ = bytes.withUnsafeBytes { Glibc.write(tester, $0.baseAddress, $0.count) }
        }
    }

    func hangUp() {
        state.withLock { state in
            guard state.isOpen else { return }
            state.isOpen = false
            close(tester)
        }
    }

    /// Takes output until the line is closed.
    ///
    /// The descriptor is used under the lock only, since its number belongs to somebody else from
    /// then on.
    func takeOutput() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = state.withLock { state -> Int? in
                guard state.isOpen else { return nil }
                let count = read(tester, &buffer, buffer.count)
                guard count > 0 else { return 0 }
                state.output += buffer.prefix(count)
                state.screen.take(buffer.prefix(count))
                return count
            }
            guard let count else { return }
            if count == 0 { usleep(2_000) }
        }
    }
}
