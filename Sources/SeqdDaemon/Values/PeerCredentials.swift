package import Glibc

/// The process at the other end of a connection, unix(7): Linux's `struct ucred`.
package struct PeerCredentials: BitwiseCopyable, Hashable, Sendable {
    package var process: pid_t = 0
    package var user: uid_t = 0
    package var group: gid_t = 0

    /// The credentials of this process.
    package static var own: PeerCredentials {
        var own = PeerCredentials()
        (own.process, own.user, own.group) = (getpid(), getuid(), getgid())
        return own
    }

    /// Nobody's credentials.
    init() {}

    /// The credentials of the peer at a connected socket.
    init(ofPeerAt descriptor: CInt) {
        var length = socklen_t(MemoryLayout<Self>.size)
        let isKnown = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &self, &length) == 0
        // Nobody's, whom private sockets refuse.
        if !isKnown { user = .max }
    }
}
