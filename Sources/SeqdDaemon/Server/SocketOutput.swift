import Glibc
import NIOCore

/// The output of a connection: text that is collected and then sent at once.
///
/// It is sent by one system call, without NIO's queue of writes, which takes longer than answering
/// most requests. NIO gets what the client does not take at once, and with it what fails: it closes
/// the channel then. Confined to the event loop.
final class SocketOutput {
    /// The size in bytes up to which memory is kept for the next text.
    private static let keptCapacity = 4_096

    private var bytes = ByteBuffer()
    /// The socket; `nil` before the channel is active and after it is closed.
    private var descriptor: CInt?
    /// The number of writes that NIO has not completed; text must not overtake them.
    private var pendingWrites = 0

    /// The number of bytes that are collected.
    var count: Int { bytes.readableBytes }

    /// Begins to send to the socket of a channel that is active.
    func open(_ context: ChannelHandlerContext) {
        descriptor = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: CInt.self
        ) { $0 }
    }

    /// Ends sending, since the channel has closed the socket.
    func close() {
        descriptor = nil
    }

    /// Adds text.
    func append(_ text: String) {
        bytes.writeString(text)
    }

    /// Sends what is collected, or has NIO send it.
    func flush(to context: ChannelHandlerContext) {
        guard count > 0 else { return }
        send()
        // Taken out first: writing may make room, where further text may come.
        var rest = bytes
        bytes = ByteBuffer()
        if rest.readableBytes > 0 {
            pendingWrites += 1
            let written = context.eventLoop.makePromise(of: Void.self)
            written.futureResult.assumeIsolated().whenComplete { [self] _ in pendingWrites -= 1 }
            context.writeAndFlush(NIOAny(rest), promise: written)
        } else if rest.capacity <= Self.keptCapacity {
            rest.clear()
            bytes = rest
        }
    }

    /// Sends as much as the client takes at once.
    private func send() {
        guard let descriptor, pendingWrites == 0 else { return }
        let sent = unsafe bytes.withUnsafeReadableBytes { bytes in
            let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
            return unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
        }
        if sent > 0 { bytes.moveReaderIndex(forwardBy: sent) }
    }
}
