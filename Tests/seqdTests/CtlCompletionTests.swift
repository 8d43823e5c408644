import ArgumentParser
import ControlProtocol
import Foundation
import Glibc
import TestSupport
import Testing

@testable import seqd

@Suite("Completion of seqd ctl")
struct CtlCompletionTests {
    /// What is offered behind `seqd ctl`, where there is no daemon.
    private func offered(_ words: String..., shell: CompletionShell = .fish) -> [String] {
        let line = ["seqd", "ctl", "--socket", "/nowhere/s"] + words
        return CtlCompletion(line, line.count - 1, shell).candidates().map(\.word)
    }

    @Test("offers what a command takes, at its place")
    func types() {
        #expect(offered("").count == CommandTable.commands.count)
        #expect(offered("metronome", "") == ["on", "off"])
        #expect(offered("metronome", "on", "") == [])
        #expect(offered("watch", "on", "") == ["now", "bar"])
        #expect(offered("loop", "") == ["on", "off", "file"])
        #expect(offered("subscribe", "bar", "").prefix(2) == ["all", "transport"])
        #expect(offered("subscribe", "position=2", "").first == "all")
        #expect(offered("mute", "") == ["all"] + (1...16).map { "\($0)" })
        #expect(offered("solo", "").prefix(2) == ["off", "all"])
        #expect(offered("mute", "1,2,").prefix(2) == ["1,2,all", "1,2,1"])
        #expect(offered("mute", "1", "at=") == ["at=next-bar", "at=next-beat"])
        #expect(offered("help", "").contains("seek-lyric"))
        #expect(offered("gain", "") == [])
        #expect(offered("nonsense", "") == [])
    }

    @Test("offers folders and files of the right kind, whatever their names")
    func files() throws {
        let folder = try TemporaryDirectory()
        for name in ["a.mid", "b.KAR", "c.txt", ".hidden.mid", "d e.mid", "x.sf3", "list.m3u8"] {
            try folder.write("", to: name)
        }
        try FileManager.default.createDirectory(
            atPath: folder.path("more"),
            withIntermediateDirectories: false
        )
        func names(_ words: String...) -> [String] {
            let line = ["seqd", "ctl"] + words
            return CtlCompletion(line, line.count - 1, .fish).candidates().map { candidate in
                String(candidate.word.dropFirst(folder.path.count + 1))
            }
        }
        #expect(
            names("play", folder.path("")) == ["a.mid", "b.KAR", "d e.mid", "list.m3u8", "more/"]
        )
        #expect(names("enqueue", folder.path("d\\ ")) == ["d e.mid"])
        #expect(names("play", "'\(folder.path("d "))") == ["d e.mid"])
        #expect(names("play", folder.path(".h")) == [".hidden.mid"])
        #expect(names("load-font", folder.path("")) == ["more/", "x.sf3"])
        #expect(names("play", folder.path("none/")) == [])
    }

    @Test("puts the words together that bash breaks, and completes their last part")
    func broken() {
        let line = [
            "seqd", "ctl", "--socket", "/nowhere/s", "mute", "2", "at", "=", "next", ":", "x",
        ]
        let words = ShellCompletion.joined(line).map { $0.joined() }
        #expect(words.suffix(3) == ["mute", "2", "at=next:x"])
        #expect(ShellCompletion.kept(of: ["track", ":", "Ba"]) == "track:")
        #expect(ShellCompletion.kept(of: ["track", ":"]) == "track:")
        #expect(ShellCompletion.kept(of: ["1\\,track\\:Ba"]) == "")
        // The sign of a marker belongs to what is completed.
        #expect(ShellCompletion.joined(["seek", "@", "Wa"]) == [["seek"], ["@", "Wa"]])
        #expect(ShellCompletion.kept(of: ["@", "Wa"]) == "")
        #expect(ShellCompletion.kept(of: ["at", "=@", "Wa"]) == "at=")
    }

    @Test("writes each candidate as its shell reads it")
    func written() {
        let evil = CtlCompletion.Candidate(word: "track:$(reboot)'s", help: "track 2")
        func text(_ shell: CompletionShell?, kept: String = "") -> String? {
            ShellCompletion(shell: shell, kept: kept).text(of: evil)
        }
        #expect(text(.bash) == "'track:$(reboot)'\\''s'")
        #expect(text(.bash, kept: "track:") == "'$(reboot)'\\''s'")
        #expect(text(.bash, kept: "ch:") == nil)
        #expect(text(.zsh) == "track\\:$(reboot)'s:track 2")
        #expect(text(.fish) == "track:$(reboot)'s\ttrack 2")
        #expect(text(nil) == "track:$(reboot)'s")
    }

    @Test("leaves files to zsh itself")
    func zsh() throws {
        let script = Seqd.completionScript(for: .zsh)
        let finished = ShellCompletion.finished(script)
        #expect(finished.contains("{__seqd_ctl_complete ---completion ctl -- positional@0 "))
        #expect(ShellCompletion.finished("#!/bin/bash\n") == "#!/bin/bash\n")
    }

    /// What the process prints that a shell asks.
    private func asked(_ socket: String, _ words: String...) async throws -> CommandRun {
        let line = ["seqd", "ctl", "--socket", socket] + words
        return try await seqd(
            ["---completion", "ctl", "--", "positional@0", "\(line.count - 1)", "0"] + line,
            environment: ["SAP_SHELL": "fish"]
        )
    }

    @Test("offers channels, tracks and markers of the file that the daemon plays")
    func loaded() async throws {
        let place = try DaemonRun.place()
        var song = SMFBuilder(format: 1, ticksPerQuarter: 96)
        song.track("Tempo") { $0.marker(at: 96, "Second verse") }
        for (channel, name) in ["Bass", "a,b", "Lead Guitar"].enumerated() {
            song.track(name) {
                $0.note(at: 0, length: 96 * 40, channel: UInt8(2 * channel), key: 60)
            }
        }
        try place.add(song, "named.mid")
        let daemon = try await DaemonRun(in: place)
        #expect(try await daemon.ctl("play", "named.mid").status == .exited(0))
        let selectors = try await asked(daemon.socket, "mute", "")
        #expect(selectors.status == .exited(0), "\(selectors)")
        #expect(
            selectors.outputText.split(separator: "\n") == [
                "all", "1", "3", "5", "track:Bass\ttrack 2", "track:3\ttrack 3",
                "track:Lead Guitar\ttrack 4",
            ]
        )
        let positions = try await asked(daemon.socket, "seek", "")
        #expect(positions.outputText.contains("\n@Second verse\t"), "\(positions)")
    }

    @Test("offers the names and numbers of what the daemon has")
    func names() async throws {
        let place = try DaemonRun.place()
        let daemon = try await DaemonRun(in: place)
        let client = try daemon.client()
        for command in [
            "play \(place.folder.path("song.mid"))", "enqueue \(place.folder.path("song.mid"))",
            "save evening", "route socket=\(place.font),name=lead",
            "tap master \(place.folder.path("take.wav"))", "gain -3 at=100:1",
        ] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        func words(_ line: String...) async throws -> [String] {
            let run = try await seqd(
                [
                    "---completion", "ctl", "--", "positional@0", "\(line.count + 3)", "0", "seqd",
                    "ctl", "--socket", daemon.socket,
                ] + line,
                environment: ["SAP_SHELL": "fish"]
            )
            return run.outputText.split(separator: "\n").map {
                String($0.prefix { $0 != "\t" })
            }
        }
        #expect(try await words("jump", "") == ["1", "2"])
        #expect(try await words("load", "") == ["evening"])
        #expect(try await words("strip", "").contains("lead"))
        #expect(try await words("tap", "").first == "master")
        #expect(
            try await words("strip", "lead", "") == ["mute=on", "mute=off", "solo=on", "solo=off"]
        )
        #expect(
            try await words("strip", "lead", "mute=on", "") == ["solo=on", "solo=off"]
        )
        #expect(try await words("effect", "") == ["main"])
        #expect(try await words("presets", "").contains("lead"))
        #expect(try await words("program", "1", "").first == "0:0")
        #expect(try await words("unroute", "") == ["socket=\(place.font),name=lead"])
        #expect(try await words("untap", "") == ["1"])
        #expect(try await words("cancel", "") == ["1"])
        #expect(try await words("cancel-job", "") == [])
    }

    @Test("is silent and goes on where a daemon does not answer")
    func stuck() async throws {
        let folder = try TemporaryDirectory()
        let socket = UnixAddress.socket()
        defer { close(socket) }
        try #require(UnixAddress.bind(socket, to: folder.path("s")) == 0)
        try #require(listen(socket, 4) == 0)
        let run = try await asked(folder.path("s"), "mute", "")
        #expect(run.status == .exited(0) && run.errorOutput.isEmpty, "\(run)")
        #expect(run.outputText.split(separator: "\n").count == 17, "\(run)")
    }
}
