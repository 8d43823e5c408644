import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Further sockets of the daemon", .serialized)
struct DaemonRoleTests {
    @Test("give their clients a role, and go with the daemon")
    func roles() async throws {
        let daemon = try await DaemonRun(
            "--listen",
            "watch,mode=0660",
            "--listen",
            "play,role=transport",
            "--log-level",
            "debug"
        )
        let folder = daemon.place.folder
        let observer = try ProtocolClient(folder.path("watch"), of: daemon)
        let identity = ["user: \(getuid())", "pid: \(getpid())", "OK"]
        #expect(try await observer.ask("whoami") == ["role: observer"] + identity)
        #expect(
            try await observer.ask("play \(daemon.song)")
                == ["ERR 77 play: needs the role transport, and this client has the role observer"]
        )
        let transport = try ProtocolClient(folder.path("play"), of: daemon)
        #expect(try await transport.ask("play \(daemon.song)") == ["OK"])
        #expect(try await transport.ask("quit").first?.hasPrefix("ERR 77 quit: ") ?? false)
        #expect(try await observer.ask("status").first == "state: playing")
        #expect(try await daemon.client().ask("whoami") == ["role: admin"] + identity)
        let run = await daemon.end()
        #expect(run.status == .exited(0))
        #expect(run.errorText.contains("user \(getuid()), process \(getpid()), role observer"))
        #expect(try folder.names() == ["other.mid", "song.mid"])
    }

    @Test("that cannot be made keep the daemon from starting, and leave nothing behind")
    func faults() async throws {
        let place = try DaemonRun.place()
        for (value, status, text) in [
            ("a,role=king", 64, "expected observer, transport, admin"),
            ("a,mode=999", 64, "octal"),
            ("a,group=no-such-group", 64, "no-such-group: no such group"),
            ("no/folder", 73, "no/folder"),
        ] as [(String, Int32, String)] {
            let run = try await place.run(
                ["daemon", "--null", "--socket", "s", "--listen", "b", "--listen", value]
            )
            #expect(run.status == .exited(status) && run.errorText.contains(text), "\(run)")
        }
        #expect(try place.folder.names() == ["other.mid", "song.mid"])
    }

    @Test(
        "are refused a group that the daemon is not a member of",
        .enabled(if: getuid() == 0, "only root can be another")
    )
    func group() async throws {
        let place = try DaemonRun.place()
        chmod(place.folder.path, 0o777)
        let run = try await place.shell(
            "cp \"$seqd\" seqd && chmod 755 seqd && HOME=$PWD setpriv --reuid 65534 --regid 65534 "
                + "--clear-groups ./seqd daemon --null --socket s --listen a,group=daemon"
        )
        #expect(run.status == .exited(77), "\(run)")
        #expect(run.errorText.contains("a: cannot use group daemon: "), "\(run)")
        #expect(try place.folder.names() == ["other.mid", "seqd", "song.mid"])
    }

    @Test(
        "are of no use where the folder keeps others out",
        .enabled(if: getuid() == 0, "only root can be another")
    )
    func folder() async throws {
        let place = try DaemonRun.place()
        let process = try place.start(
            "daemon",
            "--null",
            "--connect",
            "none",
            "--name",
            "box",
            "--listen",
            place.folder.path("box/all,mode=0666"),
            environment: ["XDG_RUNTIME_DIR": place.folder.path]
        )
        defer { process.send(signal: SIGTERM) }
        let main = place.folder.path("box/control.sock")
        try await DaemonRun.waitForAnswer(main, process)
        chmod(place.folder.path, 0o755)
        chmod(main, 0o666)
        for name in ["control.sock", "all"] {
            let run = try await place.shell(
                "test -e ctl || { cp \"$seqd\" ctl && chmod 755 ctl; }; HOME=/ setpriv --reuid 65534 "
                    + "--regid 65534 --clear-groups ./ctl ctl --socket $PWD/box/\(name) whoami"
            )
            #expect(run.status == .exited(77) && run.output.isEmpty, "\(run)")
            #expect(run.errorText.contains("permission denied"), "\(run)")
        }
        process.send(signal: SIGTERM)
        #expect(await process.finished().status == .exited(0))
    }

    /// As packaging/system/seqd.service has it: neither the daemon nor its clients are root.
    @Test(
        "let members of a group control a daemon with a user of its own",
        .enabled(if: getuid() == 0, "only root can be another")
    )
    func ownUser() async throws {
        let place = try DaemonRun.place()
        let folder = place.folder
        let group = try #require(getgrnam("audio")?.pointee.gr_gid)
        try folder.write(MeasuringFont().bytes, to: "font.sf2")
        _ = try await place.shell("cp \"$seqd\" seqd && chmod 755 seqd && mkdir run")
        chmod(folder.path, 0o755)
        chown(folder.path("run"), 65_534, 65_534)
        chmod(folder.path("run"), 0o755)
        let process = try RunningCommand(
            "/usr/bin/setpriv",
            [
                "--reuid", "65534", "--regid", "65534", "--groups", "\(group)", folder.path("seqd"),
                "daemon", "--null", "--connect", "none", "--sf2", folder.path("font.sf2"),
                "--socket", folder.path("run/admin.sock"),
                "--listen", folder.path("run/control.sock,role=transport,group=audio"),
            ],
            environment: ["HOME": "/", "XDG_CONFIG_HOME": nil],
            directory: "/"
        )
        defer { process.send(signal: SIGTERM) }
        // Root may connect to each.
        try await DaemonRun.waitForAnswer(folder.path("run/admin.sock"), process)
        func ctl(_ socket: String, _ groups: String, _ command: String) async throws -> CommandRun {
            try await place.shell(
                "cd /; HOME=/ setpriv --reuid 65533 --regid 65533 \(groups) "
                    + "\(folder.path("seqd")) ctl --socket \(folder.path("run/\(socket)")) \(command)"
            )
        }
        let member = try await ctl("control.sock", "--groups \(group)", "whoami")
        #expect(member.outputText.hasPrefix("role: transport\nuser: 65533\n"), "\(member)")
        for (socket, groups, command) in [
            ("control.sock", "--groups \(group)", "quit"),
            ("control.sock", "--clear-groups", "ping"),
            ("admin.sock", "--groups \(group)", "ping"),
        ] {
            let run = try await ctl(socket, groups, command)
            #expect(run.status == .exited(77), "\(socket) \(groups): \(run)")
        }
        process.send(signal: SIGTERM)
        #expect(await process.finished().status == .exited(0))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("run")).isEmpty)
    }

    @Test(
        "let in users that their mode and group let in, and refuse others",
        .enabled(if: getuid() == 0, "only root can be another")
    )
    func otherUsers() async throws {
        let daemon = try await DaemonRun(
            "--listen",
            "all,mode=0666",
            "--listen",
            "team,group=daemon",
            "--listen",
            "own"
        )
        chmod(daemon.place.folder.path, 0o755)
        let group = try #require(getgrnam("daemon")?.pointee.gr_gid)
        func ctl(_ socket: String, _ groups: String) async throws -> CommandRun {
            try await daemon.place.shell(
                "test -e ctl || { cp \"$seqd\" ctl && chmod 755 ctl; }; HOME=/ "
                    + "setpriv --reuid 65534 --regid 65534 \(groups) "
                    + "./ctl ctl --socket $PWD/\(socket) whoami"
            )
        }
        let all = try await ctl("all", "--clear-groups")
        #expect(all.outputText.hasPrefix("role: observer\nuser: 65534\n"), "\(all)")
        let member = try await ctl("team", "--groups \(group)")
        #expect(member.outputText.hasPrefix("role: observer\n"), "\(member)")
        for (socket, groups) in [
            ("team", "--clear-groups"), ("own", "--clear-groups"), ("own", "--groups \(group)"),
            ("s", "--clear-groups"),
        ] {
            let run = try await ctl(socket, groups)
            #expect(run.status == .exited(77), "\(socket): \(run)")
            #expect(run.output.isEmpty)
        }
    }
}
