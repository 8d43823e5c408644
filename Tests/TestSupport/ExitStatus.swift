import Platform

/// How a process ended.
public enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    /// It exited with this code.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Int32)
    /// It was killed because its time was up.
    case timedOut

    /// Whether it exited with code 0.
    public var isSuccess: Bool { self == .exited(0) }

    /// For the messages of failed tests.
    public var description: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .signalled(let signal): "signal \(signal)"
        case .timedOut: "killed: time was up"
        }
    }

    /// Reads the status word of wait(2).
    init(waitStatus: Int32) {
        switch ChildProcess.End(waitStatus: waitStatus) {
        case .exited(let code): self = .exited(code)
        case .signalled(let signal): self = .signalled(signal)
        }
    }
}
