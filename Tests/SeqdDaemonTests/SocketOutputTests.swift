import Glibc
import NIOCore
import NIOPosix
import Testing

@testable import SeqdDaemon

@Suite("The output of a connection")
struct SocketOutputTests {
    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
    }

    @Test("does not overtake what the client has not taken before")
    func order() async throws {
        var ends: [CInt] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (own, client) = (ends[0], ends[1])
        defer { close(client) }
        let length = 1 << 20
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler())
                }
            }
            .withConnectedSocket(own).get()
        // On the event loop, so that it sends nothing between the two.
        let taken = try await channel.eventLoop.submit {
            let context = try channel.pipeline.syncOperations.context(handlerType: Handler.self)
            let output = SocketOutput()
            output.open(context)
            output.append(String(repeating: "a", count: length))
            output.flush(to: context)
            let taken = Self.receive(from: client, flags: CInt(MSG_DONTWAIT))
            output.append("b")
            output.flush(to: context)
            #expect(output.count == 0)
            output.close()
            return taken
        }.get()
        #expect((1..<length).contains(taken.count))
        var received = taken
        while received.count < length + 1 {
            let bytes = Self.receive(from: client)
            guard !bytes.isEmpty else { break }
            received += bytes
        }
        #expect(received.count == length + 1)
        #expect(received.firstIndex(of: UInt8(ascii: "b")) == length)
        try await channel.close().get()
    }

    /// The bytes of one call of recv(2); none after an error.
    private static func receive(from socket: CInt, flags: CInt = 0) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { bytes, count in
            count = max(0, unsafe recv(socket, bytes.baseAddress, bytes.count, flags))
        }
    }
}
