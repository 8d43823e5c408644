import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "A daemon that the service manager starts for its socket",
    .serialized,
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs python3")
)
struct DaemonActivationTests {
    /// Makes sockets as systemd does, and becomes the daemon.
    private static let manager = """
        import os, socket, sys
        sockets = []
        for path in sys.argv[1].split(","):
            kind = socket.SOCK_DGRAM if path == "datagram" else socket.SOCK_STREAM
            sockets.append(socket.socket(socket.AF_UNIX, kind))
            sockets[-1].bind(path)
            if path != "datagram": sockets[-1].listen()
        # Out of the way first: a number may be taken by another of them.
        copies = [os.dup2(one.fileno(), 100 + number) for number, one in enumerate(sockets)]
        for number, copy in enumerate(copies): os.dup2(copy, 3 + number, inheritable=True)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(copies)),
                          LISTEN_FDNAMES=sys.argv[2])
        os.closerange(100, 200)
        os.execv(sys.argv[3], sys.argv[3:])
        """

    private func start(
        _ paths: String,
        _ names: String,
        _ options: String...,
        in place: Workplace
    ) throws -> RunningCommand {
        try RunningCommand(
            "/usr/bin/python3",
            [
                "-c", Self.manager, paths, names, try builtProduct("seqd"), "daemon", "--null",
                "--connect", "none", "--sf2", place.font,
            ] + options,
            environment: ["SEQD_SOCKET": nil, "XDG_RUNTIME_DIR": nil],
            directory: place.folder.path
        )
    }

    @Test("answers there, gives roles by the sockets' names, and leaves the files alone")
    func sockets() async throws {
        let place = try DaemonRun.place()
        let process = try start("main,watch,play", "seqd.socket:observer:transport", in: place)
        let path = place.folder.path("main")
        try await DaemonRun.waitForAnswer(path, process)
        for (name, role) in [("main", "admin"), ("watch", "observer"), ("play", "transport")] {
            let client = try ProtocolClient(place.folder.path(name))
            #expect(try await client.ask("whoami").first == "role: \(role)")
        }
        process.send(signal: SIGTERM)
        let run = await process.finished()
        #expect(run.status == .exited(0), "\(run)")
        #expect(try place.folder.names() == ["main", "other.mid", "play", "song.mid", "watch"])
    }

    @Test("refuses sockets that it cannot serve")
    func faults() async throws {
        for (paths, names, options, text) in [
            ("datagram", "control", [], "not a Unix stream socket"),
            ("a,b", "seqd.socket:control", [], "passes two main sockets"),
            ("a", "observers", [], "FileDescriptorName=observers: expected observer, transport"),
            ("a", "unknown", ["--socket", "other"], "the service manager passes the socket a"),
        ] as [(String, String, [String], String)] {
            let place = try DaemonRun.place()
            let process =
                options.isEmpty
                ? try start(paths, names, in: place)
                : try start(paths, names, options[0], options[1], in: place)
            let run = await process.finished()
            #expect(run.status == .exited(64) && run.errorText.contains(text), "\(run)")
        }
    }

    @Test("exits 0 when nothing has needed it for so long")
    func exitIdle() async throws {
        let daemon = try await DaemonRun("--exit-idle", "0.2")
        let run = await daemon.process.finished()
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.contains("idle for 0.2 s; exiting"), "\(run)")
        #expect(try daemon.place.folder.names() == ["other.mid", "song.mid"])
    }
}
