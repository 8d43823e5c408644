import Glibc
import Testing

@testable import SeqdDaemon

@Suite("The output of a connection")
struct SocketOutputTests {
    @Test("does not overtake what the client has not taken before")
    func order() throws {
        var ends: [CInt] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (own, client) = (ends[0], ends[1])
        defer { for end in [own, client] { close(end) } }
        let length = 1 << 20
        var output = SocketOutput()
        output.append(String(repeating: "a", count: length))
        #expect(output.send(to: own) == .blocked)
        #expect((1..<length).contains(output.count))
        output.append("b")
        var received: [UInt8] = []
        while output.count > 0 {
            received += Self.receive(from: client)
            _ = output.send(to: own)
        }
        while received.count < length + 1 { received += Self.receive(from: client) }
        #expect(received.count == length + 1)
        #expect(received.firstIndex(of: UInt8(ascii: "b")) == length)
    }

    @Test("fails when the client has gone")
    func gone() throws {
        var ends: [CInt] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { close(ends[0]) }
        close(ends[1])
        var output = SocketOutput()
        output.append("a")
        #expect(output.send(to: ends[0]) == .failed)
    }

    /// The bytes of one call of recv(2); none after an error.
    private static func receive(from socket: CInt) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { bytes, count in
            count = max(0, unsafe recv(socket, bytes.baseAddress, bytes.count, 0))
        }
    }
}
