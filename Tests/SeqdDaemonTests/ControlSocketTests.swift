import Foundation
import Glibc
import Testing

@testable import SeqdDaemon

/// The claim to the daemon's socket.
@Suite struct ControlSocketTests {
    private let folder: String

    init() throws {
        var template = Array("\(NSTemporaryDirectory())/seqd-XXXXXX".utf8CString)
        folder = String(cString: try #require(mkdtemp(&template)))
    }

    @Test func aDaemonThatIsEndingIsWaitedFor() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/control.sock"
        let ending = try ControlSocket(path: path, name: "test")
        #expect(throws: (any Error).self) { try ControlSocket(path: path, name: "test") }
        ending.remove()
        let end = Thread {
            usleep(50_000)
            ending.release()
        }
        end.start()
        let next = try ControlSocket(path: path, name: "test")
        next.remove()
        next.release()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        for socket in [ending, next] { close(socket.descriptor) }
    }
}
