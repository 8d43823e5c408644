import ControlProtocol
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

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    @Test func aFurtherSocketHasItsModeAndGroup() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var settings = SocketSettings(path: "\(folder)/a", role: .transport, group: "\(getgid())")
        let group = try ControlSocket(settings)
        #expect(mode("\(folder)/a") == S_IFSOCK | 0o660)
        #expect(group.role == .transport && !group.isPrivate)
        settings = try SocketSettings(parsing: "\(folder)/b,mode=0622")
        let open = try ControlSocket(settings)
        #expect(mode("\(folder)/b") == S_IFSOCK | 0o622)
        let alone = try ControlSocket(SocketSettings(path: "\(folder)/c"))
        #expect(mode("\(folder)/c") == S_IFSOCK | 0o600)
        for socket in [group, open, alone] { socket.discard() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test(.enabled(if: getuid() == 0, "only root may use every group"))
    func theGroupOwnsTheSocket() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let socket = try ControlSocket(SocketSettings(path: "\(folder)/a", group: "daemon"))
        var status = stat()
        #expect(lstat("\(folder)/a", &status) == 0)
        #expect(status.st_gid == getgrnam("daemon")?.pointee.gr_gid)
        socket.discard()
    }

    @Test func nothingIsLeftOfSocketsIfOneFails() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = "\(folder)/control.sock"
        let good = SocketSettings(path: "\(folder)/a")
        for (bad, code) in [
            (SocketSettings(path: "\(folder)/b", group: "no such group"), RequestError.Code.usage),
            (SocketSettings(path: "\(folder)/no/folder"), .cannotCreate),
            (SocketSettings(path: "\(folder)/a"), .usage),
            (
                SocketSettings(path: "\(folder)/../\(folder.split(separator: "/").last ?? "")/a"),
                .usage
            ),
            (SocketSettings(path: first), .usage),
        ] {
            let error = #expect(throws: RequestError.self) {
                try ControlSocket.all(path: first, name: "test", further: [good, bad])
            }
            #expect(error?.code == code, "\(String(describing: error))")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test func aSocketThatAnEarlierDaemonLeftIsReplacedAndAFileIsNot() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let settings = SocketSettings(path: "\(folder)/a")
        let first = try ControlSocket(settings)
        // As if it had been killed.
        close(first.descriptor)
        first.release()
        let second = try ControlSocket(settings)
        second.discard()
        try Data("music".utf8).write(to: URL(fileURLWithPath: "\(folder)/a"))
        #expect(throws: RequestError(.cannotCreate, "\(folder)/a: exists and is not a socket")) {
            try ControlSocket(settings)
        }
        #expect(try String(contentsOfFile: "\(folder)/a", encoding: .utf8) == "music")
    }
}
