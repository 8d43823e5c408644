package import ControlProtocol
import Logging
import Playback
import SMF
import SamplerHost

/// The reports of playback: events for clients, messages for the log, the state for the service
/// manager.
@EventLoop
final class Reporter {
    let logger: Logger
    /// Called with each event.
    var onEvent: (DaemonEvent) -> Void = { _ in }
    /// Called with the number of events of a type that were left out.
    var onDrop: (Int, EventType) -> Void = { _, _ in }
    /// The types of events that any client subscribes to; others need not be made.
    var wanted: Set<EventType> = []
    /// Called with the state in a few words for the service manager, each time that it changes.
    var onStatusChange: (String) -> Void = { _ in }
    /// The values that clients change, as they were reported last.
    private var changes = ChangeWatch()
    private var lastStatus: ServiceStatus?
    /// The queue's entry whose missing presets were reported.
    private var entryWithPresets: Int?

    /// The lowest level that is logged.
    private(set) var logLevel: Logger.Level

    init(_ logger: Logger, _ logLevel: Logger.Level = .info) {
        self.logger = logger
        self.logLevel = logLevel
    }

    /// Sets the lowest level that is logged, by all parts of the daemon.
    func setLogLevel(_ level: Logger.Level) {
        logLevel = level
        // The daemon's loggers share their level.
        var logger = logger
        logger.logLevel = level
    }

    /// Reports that events of a type were left out.
    func drop(_ count: Int, of type: EventType) {
        onDrop(count, type)
    }

    /// Publishes an event.
    func publish(_ event: DaemonEvent) {
        onEvent(event)
    }

    /// Reports the state to the service manager, if it has changed.
    func update(_ status: ServiceStatus) {
        guard status != lastStatus else { return }
        lastStatus = status
        onStatusChange(status.text)
    }

    /// Reports the values that have changed since the last call, to the clients that subscribe to
    /// them.
    func reportChanges(
        settings: @autoclosure () -> [ChangeWatch.Setting],
        _ queue: @autoclosure () -> ChangeWatch.Queue,
        rack: @autoclosure () -> [ChangeWatch.Part]
    ) {
        let events =
            changes.update(settings: wanted.contains(.setting) ? settings() : nil)
            + changes.update(queue: wanted.contains(.queue) ? queue() : nil)
            + changes.update(rack: wanted.contains(.rack) ? rack() : nil)
        for event in events { publish(event) }
    }

    // MARK: Faults

    /// Logs and publishes a failure that no answer reports.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - file: The path of its file.
    ///   - level: The level in the log.
    ///   - consequence: The text behind the message in the log.
    func report(
        _ failure: RequestError,
        file: String?,
        _ level: Logger.Level = .error,
        consequence: String = ""
    ) {
        log(level, failure, file: file, consequence)
        publish(.error(failure, file: file))
    }

    /// Logs a failure with its file, unless the message names it.
    ///
    /// - Parameters:
    ///   - level: The level.
    ///   - failure: The failure.
    ///   - file: The path of its file.
    ///   - consequence: The text behind the message.
    func log(
        _ level: Logger.Level,
        _ failure: RequestError,
        file: String?,
        _ consequence: String = ""
    ) {
        logger.log(level: level, "\(Self.message(failure, file: file))\(consequence)")
    }

    /// A failure's message, after its file if it does not name that.
    nonisolated static func message(_ failure: RequestError, file: String?) -> String {
        let message = failure.message
        guard let file else { return message }
        return message.contains(file) ? message : "\(file): \(message)"
    }

    /// Logs where music of a file was lost or guessed, and the SoundFont that it carries and that is
    /// not played.
    func logFindings(of file: PieceFile) {
        if file.soundBank == .soundFont, !file.isSoundBankWanted {
            logger.info("\(file.name): contains a SoundFont; embedded-font=on plays it")
        }
        let errors = file.diagnostics.filter { $0.severity == .error }
        for finding in errors.prefix(PieceFile.reportLimit) {
            logger.warning("\(file.name): \(finding)")
        }
    }

    // MARK: Restoring

    /// Logs that a part of the state cannot be restored.
    func warn(_ part: String, _ error: RequestError) {
        logger.warning("cannot restore \(part): \(error)")
    }

    /// Restores a part of the state; a failure is logged.
    func attempt(_ part: String, _ work: () throws(RequestError) -> Void) {
        do throws(RequestError) {
            try work()
        } catch {
            warn(part, error)
        }
    }

    /// Restores a part of the state; a failure is logged.
    func attempt(_ part: String, _ work: @EventLoop () async throws -> Void) async {
        do {
            try await work()
        } catch {
            warn(part, RequestError(completing: error))
        }
    }

    // MARK: Missing presets

    /// Logs and publishes presets that the SoundFonts lack, and their substitutes.
    ///
    /// - Parameters:
    ///   - substitutions: The presets.
    ///   - file: The path of the file that selects them; `nil` for live inputs and the metronome.
    func report(_ substitutions: [PresetSubstitution], file: String? = nil) {
        for substitution in substitutions {
            logger.warning("\(file.map { "\($0): " } ?? "")\(substitution)")
            publish(.substitution(substitution, file: file))
        }
    }

    /// Whether the missing presets of the current entry are to be reported.
    ///
    /// - Parameters:
    ///   - entry: The entry's number.
    ///   - fontsChanged: Whether the SoundFonts have changed since the last report.
    /// - Returns: `false` if those of this entry were reported last.
    func shouldReportPresets(of entry: Int, fontsChanged: Bool) -> Bool {
        guard fontsChanged || entry != entryWithPresets else { return false }
        entryWithPresets = entry
        return true
    }
}

/// The state of playback, as `systemctl status` shows it.
package struct ServiceStatus: Hashable {
    var state: DaemonStatus.State
    /// The path of the file that is loaded.
    var file: String?
    /// The reason why the device is lost; `nil` if it is not.
    var loss: String?

    package init(state: DaemonStatus.State, file: String? = nil, loss: String? = nil) {
        self.state = state
        self.file = file
        self.loss = loss
    }

    /// The state in a few words: `playing song.mid`, `device lost: …`.
    package var text: String {
        if let loss { return "device lost: \(loss)" }
        let name = file.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? ""
        return switch state {
        case .playing: "playing \(name)"
        case .paused: "paused: \(name)"
        case .stopped: "idle"
        }
    }
}
