package import Glibc
import NIOCore

/// The process at the other end of a connection, unix(7): Linux's `struct ucred`.
package struct PeerCredentials: BitwiseCopyable, Hashable, Sendable {
    package var process: pid_t = 0
    package var user: uid_t = 0
    package var group: gid_t = 0

    /// The credentials of this process.
    package static var own: PeerCredentials {
        PeerCredentials(process: getpid(), user: getuid(), group: getgid())
    }

    /// The credentials of a channel's peer.
    static func of(_ channel: any Channel) -> EventLoopFuture<PeerCredentials> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        return options.unsafeGetSocketOption(level: .socket, name: .init(rawValue: SO_PEERCRED))
    }
}
