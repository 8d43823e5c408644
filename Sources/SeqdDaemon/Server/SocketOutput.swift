import Glibc

/// The output of a connection: text that is collected and then sent at once.
struct SocketOutput {
    /// The size in bytes up to which memory is retained for the next text.
    private static let keptCapacity = 4_096

    /// How sending has ended.
    enum Outcome {
        /// All of it is sent.
        case complete
        /// The client takes no more at present.
        case blocked
        /// The client has disconnected.
        case failed
    }

    private var bytes = ByteBuffer()

    /// The number of bytes that are to be sent.
    var count: Int { bytes.count }

    /// Adds text.
    mutating func append(_ text: String) {
        bytes.append(text)
    }

    /// Sends as much as the client takes at once.
    ///
    /// - Parameter descriptor: The connected socket.
    /// - Returns: How it has ended.
    mutating func send(to descriptor: CInt) -> Outcome {
        while count > 0 {
            let sent = unsafe bytes.withBytes { bytes in
                let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
                return unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
            }
            if sent > 0 {
                bytes.skip(sent)
            } else if errno == EAGAIN {
                return .blocked
            } else if errno != EINTR {
                return .failed
            }
        }
        if bytes.capacity <= Self.keptCapacity { bytes.clear() } else { bytes = ByteBuffer() }
        return .complete
    }
}
