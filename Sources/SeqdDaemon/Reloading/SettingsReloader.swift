import ControlProtocol
import Logging
import NIOCore

/// Reads the daemon's settings again, and applies what has changed: all of it, or nothing.
///
/// Confined to its event loop; files are read on the loader's thread.
final class SettingsReloader {
    /// Reads the settings, on any thread.
    typealias Read = @Sendable () throws -> TransportSettings

    private let transport: Transport
    private let notifier: ServiceNotifier
    private let logger: Logger
    private let read: Read
    private var isReloading = false
    /// The next reload, which was asked for while one runs: the files may have changed since it began.
    private var next: EventLoopPromise<[String]>?

    /// Makes a reloader.
    ///
    /// - Parameters:
    ///   - transport: The transport, which applies the settings.
    ///   - notifier: The service manager, which is told.
    ///   - logger: The log.
    ///   - read: Reads the settings.
    init(
        of transport: Transport,
        notifier: ServiceNotifier,
        logger: Logger,
        read: @escaping Read
    ) {
        self.transport = transport
        self.notifier = notifier
        self.logger = logger
        self.read = read
    }

    /// Reads the settings, and applies them.
    ///
    /// - Returns: Completes with the names of the settings that have changed; fails if the
    ///   configuration has a fault or a setting needs a restart, and then nothing has changed.
    func reload() -> EventLoopFuture<[String]> {
        guard !isReloading else {
            let next = next ?? transport.eventLoop.makePromise()
            self.next = next
            return next.futureResult
        }
        isReloading = true
        notifier.reloading()
        let (read, transport) = (read, transport)
        let applied = transport.loader.run { try read() }.assumeIsolated().flatMap { settings in
            transport.apply(settings)
        }
        applied.whenComplete { result in
            self.isReloading = false
            self.notifier.ready()
            switch result {
            case .success(let changed) where changed.isEmpty:
                self.logger.notice("configuration reloaded: nothing has changed")
            case .success(let changed):
                self.logger.notice("configuration reloaded: \(changed.joined(separator: ", "))")
            case .failure(let error):
                let text = RequestError(completing: error)
                self.logger.error("configuration not reloaded, nothing has changed: \(text)")
            }
            guard let next = self.next else { return }
            self.next = nil
            next.completeWith(self.reload())
        }
        return applied.nonisolated()
    }
}
