import CLinux
import CommandSupport
import Glibc
import Platform

/// The signals that end or stop the program, taken by the main thread when it is ready for them.
enum Signals {
    /// Keeps signals from now on until ``next(milliseconds:orReading:)`` takes them.
    ///
    /// Call it before any thread is started. Signals that were ignored when the program started stay
    /// ignored: SIGHUP under nohup(1), SIGINT behind the `&` of a script.
    static func watch() throws(CommandFailure) {
        let status = seqd_watch_signals()
        guard status == 0 else {
            throw CommandFailure(.internal, "signals: \(SystemError.text(status))")
        }
    }

    /// The next signal; 0 if none came in time, after ``wake()``, and when the descriptor is readable.
    ///
    /// - Parameters:
    ///   - milliseconds: The longest time to wait; below 0 for ever.
    ///   - descriptor: A descriptor that ends the wait when it is readable; below 0 for none.
    /// - Returns: The signal's number or 0.
    static func next(milliseconds: Int32, orReading descriptor: Int32 = -1) -> Int32 {
        let signal = seqd_wait_for_signal(milliseconds, descriptor)
        // A blocked signal is held for the descriptor even if it is to be ignored.
        return isIgnored(signal) ? 0 : signal
    }

    /// Whether a signal was ignored when the program started.
    static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard signal > 0, unsafe sigaction(signal, nil, &action) == 0 else { return false }
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
            == unsafeBitCast(SIG_IGN, to: UInt.self)
    }

    /// Ends the wait in ``next(milliseconds:)``, from any thread.
    static func wake() {
        seqd_wake()
    }

    /// Stops the program as Ctrl-Z does by default; returns when it is continued.
    static func stopProcess() {
        seqd_stop_process()
    }

    /// The exit status after a signal: 128 and its number, as in shells.
    static func status(of signal: Int32) -> ExitStatus {
        switch signal {
        case SIGTERM: .terminated
        case SIGHUP: .hungUp
        default: .interrupted
        }
    }
}
