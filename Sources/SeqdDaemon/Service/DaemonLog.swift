package import ControlProtocol
import Glibc
package import Logging
import Platform
import Synchronization
import Wording

/// The daemon's log: one line on stderr for each message.
///
/// `seqd: info: …`, or with systemd's journal at the other end its prefix instead, sd-daemon(3).
package struct DaemonLog: LogHandler {
    /// The lowest level that is logged, which all copies share.
    package var logLevel: Logger.Level {
        get { level.value.withLock { $0 } }
        nonmutating set { level.value.withLock { $0 = newValue } }
    }
    package var metadata: Logger.Metadata = [:]
    private let isJournal = Self.isJournal
    private let level: Level

    private final class Level: Sendable {
        let value: Mutex<Logger.Level>

        init(_ value: Logger.Level) { self.value = Mutex(value) }
    }

    init(_ level: Logger.Level) {
        self.level = Level(level)
    }

    /// A logger of a level.
    package static func logger(_ level: Logger.Level) -> Logger {
        Logger(label: "seqd") { _ in DaemonLog(level) }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let prefix = isJournal ? "<\(Self.priority(event.level))>" : "seqd: \(event.level): "
        let line = Array("\(prefix)\("\(event.message)\(details)".printable)\n".utf8)
        // One call for a line, so that lines of several threads do not mix. A stderr that accepts
        // nothing is not a reason to fail.
        _ = unsafe write(STDERR_FILENO, line, line.count)
    }

    /// The levels of syslog(3).
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    /// Whether stderr is the journal: `$JOURNAL_STREAM` names its device and inode, and what
    /// redirects stderr inherits the variable.
    private static let isJournal: Bool = {
        var status = stat()
        guard let stream = Environment["JOURNAL_STREAM"], unsafe fstat(STDERR_FILENO, &status) == 0
        else {
            return false
        }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }()
}

extension LogLevel {
    /// The level that the protocol has for a logger's.
    init(_ level: Logger.Level) {
        self =
            switch level {
            case .trace, .debug: .debug
            case .info, .notice: .info
            case .warning: .warning
            case .error, .critical: .error
            }
    }
}

extension Logger.Level {
    /// The level of a name.
    package init(_ level: LogLevel) {
        self =
            switch level {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
    }
}
