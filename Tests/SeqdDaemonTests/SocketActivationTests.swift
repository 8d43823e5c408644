import ControlProtocol
import Foundation
import Glibc
import TestSupport
import Testing

@testable import SeqdDaemon

/// Sockets that the service manager passes.
@Suite struct SocketActivationTests {
    private func names(_ variables: [String: String]) throws -> [String] {
        try SocketActivation.descriptors(of: 7) { variables[$0] }.map {
            "\($0.descriptor) \($0.name)"
        }
    }

    @Test func theVariablesNameDescriptorsFromThreeOn() throws {
        let all = ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "seqd.socket:observer"]
        #expect(try names(all) == ["3 seqd.socket", "4 observer"])
        #expect(try names(["LISTEN_PID": "7", "LISTEN_FDS": "1"]) == ["3 "])
        #expect(try names(["LISTEN_PID": "7", "LISTEN_FDS": "0"]) == [])
        #expect(try names([:]) == [])
        // Meant for the process that has started this one.
        #expect(try names(["LISTEN_PID": "8", "LISTEN_FDS": "2"]) == [])
        for (pid, count) in [("7", "x"), ("x", "1"), ("7", "-1"), ("7", "99999999999")] {
            #expect(throws: RequestError.self) {
                try names(["LISTEN_PID": pid, "LISTEN_FDS": count])
            }
        }
    }

    @Test func onlyAListeningStreamSocketIsTaken() throws {
        let folder = try TemporaryDirectory()
        let listening = try ControlSocket(SocketSettings(path: folder.path("a")))
        let copy = dup(listening.descriptor)
        let passed = try ControlSocket(passed: copy, named: "x", role: .transport)
        #expect(passed.path == folder.path("a"))
        #expect(passed.role == .transport && !passed.isPrivate && passed.isPassed)
        // It is the service manager's, and stays.
        passed.discard()
        #expect(try folder.names() == ["a", "a.lock"])
        listening.discard()
        let datagrams = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
        let idle = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        let network = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        listen(network, 1)
        let file = open("/dev/null", O_RDONLY)
        for descriptor in [datagrams, idle, network, file] {
            let error = #expect(throws: RequestError.self) {
                try ControlSocket(passed: descriptor, named: "x", role: nil)
            }
            #expect(error?.code == .usage)
            close(descriptor)
        }
    }

    @Test func theMainSocketIsNotClaimedElsewhere() throws {
        let folder = try TemporaryDirectory()
        let made = try ControlSocket(SocketSettings(path: folder.path("a")))
        defer { made.discard() }
        func passed(_ role: Permission?) throws -> ControlSocket {
            try ControlSocket(passed: dup(made.descriptor), named: "x", role: role)
        }
        let same = try ControlSocket.all(
            path: folder.path("a"),
            name: "test",
            further: [],
            passed: [passed(nil)]
        )
        #expect(same.count == 1 && same[0].isPrivate && same[0].role == .admin)
        same[0].discard()
        let other = try passed(nil)
        let error = #expect(throws: RequestError.self) {
            try ControlSocket.all(
                path: folder.path("b"),
                name: "test",
                further: [],
                passed: [other]
            )
        }
        #expect(error?.code == .usage && error?.message.contains(folder.path("a")) ?? false)
        other.discard()
        // One with a role is a further one: the main socket is made as ever.
        let both = try ControlSocket.all(
            path: folder.path("b"),
            name: "test",
            further: [],
            passed: [passed(.observer)]
        )
        #expect(both.map(\.path) == [folder.path("b"), folder.path("a")])
        #expect(both.map(\.role) == [.admin, .observer])
        for socket in both { socket.discard() }
        #expect(try folder.names() == ["a", "a.lock"])
    }
}
