import CommandSupport
import ControlProtocol
import Foundation
import Glibc
import TestSupport
import Testing

@testable import seqd

@Suite("seqd ctl", .serialized)
struct CtlTests {
    @Test("prints the answer's lines and exits with the number of an error")
    func words() async throws {
        let daemon = try await DaemonRun()
        let ping = try await daemon.ctl("ping")
        #expect(ping.status == .exited(0) && ping.output.isEmpty, "\(ping)")
        #expect(ping.errorOutput.isEmpty, "\(ping)")
        let status = try await daemon.ctl("status")
        #expect(
            status.outputText.contains("\nstate: stopped\n")
                || status.outputText.hasPrefix("state: stopped\n")
        )
        let unknown = try await daemon.ctl("nonsense")
        #expect(unknown.status == .exited(64) && unknown.output.isEmpty, "\(unknown)")
        #expect(unknown.errorText.hasPrefix("seqd: unknown command"), "\(unknown)")
        let missing = try await daemon.ctl("play", "/no/such.mid")
        #expect(missing.status == .exited(66) && missing.output.isEmpty, "\(missing)")
    }

    @Test(
        "gives up after a time, with a status of its own",
        arguments: ["ping", "--json ping"]
    )
    func timeout(_ arguments: String) async throws {
        let place = try Workplace()
        let socket = UnixAddress.socket()
        defer { close(socket) }
        // It takes connections, and never answers.
        try #require(UnixAddress.bind(socket, to: place.folder.path("s")) == 0)
        try #require(listen(socket, 4) == 0)
        let run = try await place.shell(
            "\"$seqd\" ctl --socket s --timeout 0.2 \(arguments)"
        )
        #expect(run.status == .exited(124), "\(run)")
        #expect(run.errorText == "seqd: the daemon does not answer within 0.2 s\n", "\(run)")
    }

    @Test("takes file names of its own folder, numbers with a minus, and blanks")
    func arguments() async throws {
        let daemon = try await DaemonRun()
        try daemon.place.add(PlayedSong.tone(), "my \"own\" song.mid")
        #expect(try await daemon.ctl("play", "my \"own\" song.mid").status == .exited(0))
        #expect(try await daemon.ctl("enqueue", "song.mid").outputText == "entry: 2\n")
        #expect(try await daemon.ctl("gain", "-6").status == .exited(0))
        let status = try await daemon.ctl("status").outputText
        #expect(status.contains("gain: -6\n"))
        // Not the status: the song is short, and the next may have begun.
        let queue = try await daemon.ctl("queue").outputText
        #expect(queue.contains(" \(daemon.place.folder.path("my \"own\" song.mid"))\n"))
        try daemon.place.folder.write(daemon.place.font, to: "note")
        let font = try await daemon.place.shell(
            "cp \"$font\" a.sf2 && \"$seqd\" ctl --socket s load-font a.sf2+128"
        )
        #expect(font.status == .exited(0), "\(font)")
    }

    @Test("prints a result as one JSON object with --json, before or behind the command")
    func json() async throws {
        let daemon = try await DaemonRun()
        let version = try await daemon.ctl("--json", "version")
        let document = try Document(version.output)
        #expect(document["schema"] == 1)
        #expect(document["protocol"] == 1)
        let status = try Document(try await daemon.ctl("status", "--json").output)
        #expect(status["state"] == "stopped")
        #expect(
            try await daemon.ctl("--json", "midi", "90", "3C", "00", "input=1").status == .exited(0)
        )
        #expect(try await daemon.ctl("--json", "mute", "song").status == .exited(64))
        let failure = try await daemon.ctl("--json", "play", "no.mid")
        #expect(failure.status == .exited(66) && failure.output.isEmpty, "\(failure)")
    }

    @Test("says the lines of standard input with -, goes on after errors, exits with the first")
    func input() async throws {
        let daemon = try await DaemonRun()
        let run = try await daemon.ctl(
            "-",
            input: "play song.mid\nplay no.mid\nnonsense\n"
                + "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n"
                + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\nversion"
        )
        #expect(run.status == .exited(66), "\(run)")
        #expect(run.errorText.split(separator: "\n").count == 2, "\(run)")
        #expect(run.outputText.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\nversion: "))
    }

    @Test("alone says in three lines what plays, where it is, and how it sounds")
    func summary() async throws {
        let daemon = try await DaemonRun()
        var run = try await daemon.ctl()
        #expect(
            run.outputText == """
                no file: the queue is empty
                [stopped]
                gain 0 dB  speed 1  device none running

                """,
            "\(run)"
        )
        #expect(try await daemon.ctl("play", "song.mid").status == .exited(0))
        #expect(try await daemon.ctl("pause").status == .exited(0))
        #expect(try await daemon.ctl("seek", "1h30m").status == .exited(0))
        #expect(try await daemon.ctl("gain", "-3").status == .exited(0))
        #expect(try await daemon.ctl("transpose", "2").status == .exited(0))
        run = try await daemon.ctl()
        let lines = run.outputText.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasSuffix("/song.mid"), "\(run)")
        #expect(lines[1].hasPrefix("[paused]  1/1  "), "\(run)")
        #expect(lines[1].hasSuffix("  1h30m00.0s / 3h00m00.0s  50%"), "\(run)")
        #expect(lines[2].hasPrefix("gain -3 dB  speed 1  transpose 2  device none "), "\(run)")
        #expect(try Document(try await daemon.ctl("--json").output)["state"] == "paused")
    }

    @Test("says on stderr why nothing can be heard")
    func warning() async throws {
        let daemon = try await DaemonRun()
        #expect(try await daemon.ctl("play", "song.mid").errorOutput.isEmpty)
        #expect(try await daemon.ctl("pause").status == .exited(0))
        #expect(try await daemon.ctl("mute", "all").status == .exited(0))
        let muted = try await daemon.ctl("continue")
        #expect(muted.status == .exited(0) && muted.output.isEmpty, "\(muted)")
        #expect(muted.errorText == "seqd: warning: everything is muted\n", "\(muted)")
        #expect(try await daemon.ctl("pause").status == .exited(0))
        let json = try await daemon.ctl("--json", "continue")
        #expect(try Document(json.output)["warning"] == "everything is muted", "\(json)")
        #expect(json.errorText == "seqd: warning: everything is muted\n", "\(json)")
        // A click is heard.
        #expect(try await daemon.ctl("pause").status == .exited(0))
        #expect(try await daemon.ctl("metronome", "on").status == .exited(0))
        #expect(try await daemon.ctl("continue").errorOutput.isEmpty)
        var empty = SMFBuilder(format: 0, ticksPerQuarter: 480)
        empty.track { $0.endTick = 480 }
        try daemon.place.add(empty, "empty.mid")
        #expect(try await daemon.ctl("metronome", "off").status == .exited(0))
        let silent = try await daemon.ctl("play", "empty.mid")
        #expect(silent.errorText == "seqd: warning: the file has no notes\n", "\(silent)")
    }

    @Test("prints events until it is interrupted or the daemon ends")
    func subscription() async throws {
        let daemon = try await DaemonRun()
        let words = try RunningCommand(
            builtProduct("seqd"),
            ["ctl", "--socket", daemon.socket, "subscribe", "transport"]
        )
        let json = try RunningCommand(
            builtProduct("seqd"),
            ["ctl", "--socket", daemon.socket, "--json", "subscribe", "transport"]
        )
        while !(try await daemon.client().ask("status").contains("clients: 3")) {}
        try await Task.sleep(for: .milliseconds(200))
        #expect(try await daemon.ctl("play", "song.mid").status == .exited(0))
        while words.output.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        words.send(signal: SIGINT)
        #expect(await words.finished().status == .signalled(SIGINT))
        #expect(await daemon.end().status == .exited(0))
        let run = await json.finished()
        #expect(run.status == .exited(69), "\(run)")
        let lines = run.outputText.split(separator: "\n")
        #expect(lines.count >= 2)
        #expect(try Document(Array((lines.last ?? "").utf8))["type"] == "transport")
    }

    @Test(
        "exits with 69 and names the sockets when there is no daemon"
    )
    func nobody() async throws {
        let place = try Workplace()
        let run = try await seqd(
            ["ctl", "ping"],
            environment: ["XDG_RUNTIME_DIR": place.folder.path]
        )
        #expect(run.status == .exited(69), "\(run)")
        #expect(run.errorText.contains(place.folder.path("seqd/control.sock")), "\(run)")
        // The system's daemon has the default name alone.
        #expect(run.errorText.contains(" or /run/seqd/control.sock ("), "\(run)")
        let summary = try await seqd(
            ["ctl"],
            environment: ["XDG_RUNTIME_DIR": place.folder.path]
        )
        #expect(summary.status == .exited(69) && summary.errorText == run.errorText, "\(summary)")
    }

    @Test("explains the commands without a daemon")
    func help() async throws {
        let nowhere = ["XDG_RUNTIME_DIR": "/nowhere"]
        let list = try await seqd(["ctl", "help"], environment: nowhere)
        #expect(list.status == .exited(0) && list.errorOutput.isEmpty, "\(list)")
        for command in CommandTable.commands {
            #expect(
                list.outputText.contains("\n  \(command.name) ") || command.name == "play"
            )
        }
        #expect(list.outputText.contains("metronome on|off  "), "\(list)")
        #expect(list.outputText.contains("watch on|off [now|bar]  "), "\(list)")
        #expect(list.outputText.split(separator: "\n").allSatisfy { $0.count < 80 })
        let one = try await seqd(["ctl", "help", "cancel"], environment: nowhere)
        #expect(one.outputText.hasPrefix("cancel [ACTION]\n\n"), "\(one)")
        #expect(!one.outputText.contains("9223372036854775807"), "\(one)")
        let json = try await seqd(["ctl", "--json", "help", "solo"], environment: nowhere)
        let usage = try Document(json.output)["usage"]
        #expect(usage == "solo SELECTORS…|off [at=POSITION]")
        let unknown = try await seqd(["ctl", "help", "volume"], environment: nowhere)
        #expect(unknown.status == .exited(64) && unknown.output.isEmpty, "\(unknown)")
        #expect(unknown.errorText == "seqd: unknown command 'volume'; did you mean 'gain'?\n")
    }

    @Test(
        "does not send a request in JSON whose arguments do not fit",
        arguments: [
            ("quit now", "too many arguments: \"now\"; usage: quit"),
            ("gain 1 2", "too many arguments: \"2\"; usage: gain"),
            ("volume 3", "unknown command 'volume'; did you mean 'gain'?"),
        ]
    )
    func surplus(_ line: String, _ message: String) throws {
        let request = CtlRequest(arguments: line.split(separator: " ").map(String.init))
        let failure = #expect(throws: CommandFailure.self) { try request.check(isJSON: true) }
        #expect(failure?.status == .usage)
        #expect(failure?.message?.hasPrefix(message) == true, "\(failure?.message ?? "")")
        // In words the daemon says so.
        #expect(throws: Never.self) { try request.check(isJSON: false) }
    }

    @Test("asks whether a large speed is a percentage, as the options do")
    func percentage() throws {
        for speed in ["80", "12.5"] {
            let request = CtlRequest(arguments: ["speed", speed])
            let failure = #expect(throws: CommandFailure.self) {
                try request.check(isJSON: false)
            }
            #expect(
                failure?.message == "speed: expected \(speed)% for percent, or \(speed)x for "
                    + "\(speed) times as much, not \(speed)"
            )
        }
        for speed in ["80%", "80x", "9", "3/2"] {
            let request = CtlRequest(arguments: ["speed", speed])
            #expect(throws: Never.self) { try request.check(isJSON: false) }
        }
    }

    @Test("finds the daemon by $SEQD_SOCKET, as the daemon itself does, after --socket and --name")
    func environment() async throws {
        let place = try DaemonRun.place()
        let socket = place.folder.path("from env")
        let process = try RunningCommand(
            builtProduct("seqd"),
            ["daemon", "--null", "--connect", "none", "--sf2", place.font],
            environment: ["SEQD_SOCKET": socket, "XDG_RUNTIME_DIR": nil],
            directory: place.folder.path
        )
        defer { process.send(signal: SIGTERM) }
        try await DaemonRun.waitForAnswer(socket, process)
        func ping(_ options: String..., variable: String = socket) async throws -> CommandRun {
            try await seqd(
                ["ctl"] + options + ["ping"],
                environment: ["SEQD_SOCKET": variable, "XDG_RUNTIME_DIR": place.folder.path]
            )
        }
        #expect(try await ping().status == .exited(0))
        #expect(try await ping("--socket", socket, variable: "/nowhere").status == .exited(0))
        #expect(try await ping("--socket", "/nowhere").status == .exited(69))
        let named = try await ping("--name", "other")
        #expect(named.status == .exited(69), "\(named)")
        #expect(named.errorText.contains("/other/control.sock"), "\(named)")
        #expect(!named.errorText.contains("/run/seqd/"), "\(named)")
        // An empty variable is none.
        let empty = try await ping(variable: "")
        #expect(empty.errorText.contains(place.folder.path("seqd/control.sock")), "\(empty)")
        let long = try await ping(variable: "/" + String(repeating: "x", count: 200))
        #expect(long.status == .exited(64) && long.errorText.contains("$SEQD_SOCKET"), "\(long)")
    }
}
