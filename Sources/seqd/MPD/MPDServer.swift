import Dispatch
import Glibc
import MPDProtocol
import Platform

/// Takes the connections of clients, and gives each a thread.
final class MPDServer: Sendable {
    private let hub: MPDHub
    private let daemon: MPDDaemonOptions
    private let files: MPDFiles

    /// The pause after a connection that the system could not give, in microseconds.
    private static let pause: UInt32 = 100_000

    init(_ hub: MPDHub, _ daemon: MPDDaemonOptions, _ files: MPDFiles) {
        (self.hub, self.daemon, self.files) = (hub, daemon, files)
    }

    /// Takes connections on a thread of its own until the process ends.
    func accept(at listener: MPDListener) {
        for socket in listener.sockets {
            DispatchQueue(label: "seqd mpd listener").async { [self] in
                while true { takeConnection(at: socket, isLocal: listener.isLocal) }
            }
        }
    }

    private func takeConnection(at listener: CInt, isLocal: Bool) {
        let socket = Glibc.accept(listener, nil, nil)
        guard socket >= 0 else {
            if errno != EINTR, errno != ECONNABORTED { usleep(Self.pause) }
            return
        }
        guard let client = MPDClient(socket, isLocal: isLocal) else {
            usleep(Self.pause)
            return
        }
        // MPD closes the connections beyond its limit too, without a word.
        guard let number = hub.add(client) else { return }
        DispatchQueue(label: "seqd mpd client").async { [self] in
            let commands = MPDPerformer(hub, MPDDaemon(hub, daemon), files, isLocal: isLocal)
            client.run { (name, arguments) throws(MPDFault) in
                try commands.perform(name, arguments)
            }
            hub.remove(number)
        }
    }
}
