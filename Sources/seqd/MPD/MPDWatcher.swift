import ControlProtocol
import Glibc
import MPDProtocol
import SeqdClient

/// Follows the daemon's events, and connects again when the daemon is back.
final class MPDWatcher: Sendable {
    private let hub: MPDHub
    private let options: MPDDaemonOptions

    /// The pause between two attempts to connect, in microseconds.
    private static let pause: UInt32 = 250_000

    init(_ hub: MPDHub, _ options: MPDDaemonOptions) {
        (self.hub, self.options) = (hub, options)
    }

    /// Connects and subscribes.
    ///
    /// - Throws: As `DaemonConnection.init` and `ask`.
    func connect() throws(RequestError) -> DaemonConnection {
        let connection = try options.connect()
        _ = try connection.ask(Command.Subscribe([.transport, .setting, .queue, .output]))
        return connection
    }

    /// Follows the events until the process ends.
    func run(_ first: DaemonConnection) -> Never {
        var connection = first
        while true {
            while let line = (try? connection.receive()) ?? nil { take(line) }
            connection.close()
            hub.noteLoss()
            hub.notify(Self.everything)
            connection = reconnect()
            hub.notify(Self.everything)
        }
    }

    private static let everything: Set<MPDSubsystem> =
        [.playlist, .player, .mixer, .output, .options, .storedPlaylist]

    private func reconnect() -> DaemonConnection {
        while true {
            if let connection = try? connect() { return connection }
            usleep(Self.pause)
        }
    }

    private func take(_ line: String) {
        guard EventMessage.isEvent(line), let message = try? EventMessage(json: line) else {
            return
        }
        if case .setting(let change) = message.event, change.name == "tempo" { hub.forgetQueue() }
        let changes = Self.changes(with: message.event)
        if !changes.isEmpty { hub.notify(changes) }
    }

    /// The subsystems that an event is about.
    private static func changes(with event: DaemonEvent) -> Set<MPDSubsystem> {
        switch event {
        case .transport(let change): change.change == .changed ? [] : [.player]
        case .queue: [.playlist]
        case .output: [.output]
        case .setting(let change):
            switch change.name {
            case "gain": change.strip == nil && change.bus == nil ? [.mixer] : []
            case "repeat", "single", "random", "consume", "crossfade": [.options]
            case "tempo": [.player, .playlist]
            default: []
            }
        // Which events were dropped is not known.
        case .lagged: everything
        default: []
        }
    }
}
