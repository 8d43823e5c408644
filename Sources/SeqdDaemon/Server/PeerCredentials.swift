import Glibc
import NIOCore

/// The process at the other end of a connection, unix(7): Linux's `struct ucred`.
struct PeerCredentials: BitwiseCopyable, Sendable {
    var process: pid_t = 0
    var user: uid_t = 0
    var group: gid_t = 0

    /// The credentials of a channel's peer.
    static func of(_ channel: any Channel) -> EventLoopFuture<PeerCredentials> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        return options.unsafeGetSocketOption(level: .socket, name: .init(rawValue: SO_PEERCRED))
    }
}
