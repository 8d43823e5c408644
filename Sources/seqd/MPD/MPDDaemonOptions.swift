import ControlProtocol
import SeqdClient

/// The daemon that clients control.
struct MPDDaemonOptions: Sendable {
    var socket: String?
    var name: String

    /// The time within which the daemon answers; adding large folders takes time.
    private static let timeout = Duration.seconds(300)

    /// Connects to the daemon.
    ///
    /// - Throws: As `DaemonConnection.init`.
    func connect() throws(RequestError) -> DaemonConnection {
        try DaemonConnection(socket: socket, name: name, timeout: Self.timeout)
    }
}
