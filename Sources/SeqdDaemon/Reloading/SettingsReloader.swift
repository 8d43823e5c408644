import ControlProtocol
import Logging

/// Reads the daemon's settings again, and applies what has changed: all of it, or nothing.
///
/// Files are read on the loader's thread.
@EventLoop
final class SettingsReloader {
    /// Reads the settings, on any thread.
    typealias Read = @Sendable () throws -> TransportSettings

    private let transport: Transport
    private let notifier: ServiceNotifier
    private let logger: Logger
    private let read: Read
    private var isReloading = false
    /// The next reload, which was asked for while one runs: the files may have changed since it began.
    private var next: Pending<[String]>?

    /// Makes a reloader.
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
    /// - Returns: The names of the settings that have changed.
    /// - Throws: A fault in the configuration, or that a setting needs a restart; then nothing has
    ///   changed.
    func reload() async throws -> [String] {
        guard !isReloading else {
            let next = next ?? Pending()
            self.next = next
            return try await next.value
        }
        isReloading = true
        notifier.reloading()
        defer { beginNext() }
        do {
            let changed = try await transport.apply(transport.queue.loader.run(read))
            notifier.ready()
            let text = changed.isEmpty ? "nothing has changed" : changed.joined(separator: ", ")
            logger.notice("configuration reloaded: \(text)")
            return changed
        } catch {
            notifier.ready()
            let text = RequestError(completing: error)
            logger.error("configuration not reloaded, nothing has changed: \(text)")
            throw error
        }
    }

    /// Begins the reload that was asked for meanwhile.
    private func beginNext() {
        isReloading = false
        guard let next else { return }
        self.next = nil
        EventLoop.begin { [self] in
            do {
                next.succeed(try await reload())
            } catch {
                next.fail(error)
            }
        }
    }
}
