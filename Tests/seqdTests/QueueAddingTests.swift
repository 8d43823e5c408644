import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Several files for the daemon", .serialized)
struct QueueAddingTests {
    /// The names of the queue's files.
    private func queue(_ client: some DaemonClient) async throws -> [String] {
        try await client.ask("queue").filter { $0.hasPrefix("entry: ") }
            .map { String($0.split(separator: "/").last ?? "") }
    }

    @Test("are played, and added, in their order")
    func several() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        let (song, other) = (daemon.song, daemon.place.folder.path("other.mid"))
        #expect(
            try await client.ask(#"play "\#(song)" "\#(other)" count-in=1"#) == ["added: 2", "OK"]
        )
        #expect(try await client.ask("status").contains("state: playing"))
        #expect(try await client.ask("enqueue \(other) \(song)") == ["entry: 3", "added: 2", "OK"])
        #expect(try await client.ask("enqueue \(other)") == ["entry: 5", "OK"])
        #expect(
            try await queue(client)
                == ["song.mid", "other.mid", "other.mid", "song.mid", "other.mid"]
        )
        let answer = try await client.askJSON(
            #"{"jsonrpc":"2.0","id":1,"method":"enqueue","params":{"paths":["\#(other)","\#(song)"]}}"#
        )
        #expect(answer.contains(#""result":{"entry":6,"added":2}"#), "\(answer)")
    }

    @Test("are refused together if one of them cannot be read")
    func allOrNone() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        try daemon.place.folder.write("no song", to: "text.mid")
        for (bad, number) in [("none.mid", 66), ("text.mid", 65), ("none.m3u", 66)] {
            let path = daemon.place.folder.path(bad)
            for command in ["play", "enqueue"] {
                let answer = try await client.ask(#"\#(command) "\#(daemon.song)" "\#(path)""#)
                #expect(
                    answer.count == 1 && answer[0].hasPrefix("ERR \(number) \(path): "),
                    "\(answer)"
                )
            }
        }
        #expect(try await queue(client) == ["song.mid"])
        #expect(try await client.ask("status").contains("state: playing"))
    }

    @Test("are those of folders and playlists; those that cannot be read are reported")
    func folders() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        let folder = daemon.place.folder
        for name in ["album/2.mid", "album/10.mid", "album/sub/3.kar"] {
            try daemon.place.add(PlayedSong.tone(), name)
        }
        try folder.write("no song", to: "album/1.mid")
        try folder.write("no song", to: "album/notes.txt")
        try folder.write("other.mid\ngone.mid\nalbum/sub\n", to: "list.m3u")
        let played = try await client.ask("play \(folder.path("album"))")
        #expect(played.first == "added: 3" && played.last == "OK", "\(played)")
        #expect(
            played.count == 3 && played[1].hasPrefix("skipped: \(folder.path("album/1.mid")): ")
        )
        #expect(try await queue(client) == ["2.mid", "10.mid", "3.kar"])
        let listed = try await client.ask("enqueue \(folder.path("list.m3u"))")
        #expect(listed.prefix(2) == ["entry: 4", "added: 2"], "\(listed)")
        #expect(listed[2].hasPrefix("skipped: \(folder.path("gone.mid")): no such file"))
        #expect(try await queue(client).suffix(2) == ["other.mid", "3.kar"])
        // Nothing is left of it, so it is an error.
        try folder.write("gone.mid\n", to: "bad.m3u")
        let bad = try await client.ask("enqueue \(folder.path("bad.m3u"))")
        #expect(bad.count == 1 && bad[0].hasPrefix("ERR 66 \(folder.path("gone.mid")): "), "\(bad)")
        // What would be waited for is not opened.
        try #require(mkfifo(folder.path("pipe.m3u"), 0o600) == 0)
        let pipe = try await client.ask("enqueue \(folder.path("pipe.m3u"))")
        #expect(pipe.count == 1 && pipe[0].hasPrefix("ERR 66 "), "\(pipe)")
    }

    @Test("do not keep others waiting, however many there are")
    func interleaving() async throws {
        let daemon = try await SessionRun()
        let (client, other) = (daemon.client(), daemon.client())
        for index in 0..<1_000 { try daemon.place.add(PlayedSong.tone(), "many/\(index).mid") }
        let many = daemon.place.folder.path("many")
        try await client.send("enqueue \(many)")
        // Two connections have no order: once this is answered, the request before it has begun.
        #expect(try await other.ask("ping") == ["OK"])
        // A few jobs of the loader's, between those for the folder.
        #expect(try await other.ask("play \(daemon.song)") == ["OK"])
        #expect(try await other.ask("status").contains("entries: 1"))
        #expect(try await client.answer() == ["entry: 2", "added: 1000", "OK"])
        // The later request is played, though the folder takes longer.
        try await client.send("play \(many)")
        #expect(try await other.ask("ping") == ["OK"])
        #expect(try await other.ask("play \(daemon.song)") == ["OK"])
        let late = try await client.answer()
        #expect(late.count == 1 && late[0].hasPrefix("ERR 75 superseded by a later"), "\(late)")
        #expect(try await queue(client) == ["song.mid"])
    }

    @Test("are played with the SoundFonts that have been loaded while they were read")
    func fontsMeanwhile() async throws {
        let daemon = try await SessionRun()
        let (client, other) = (daemon.client(), daemon.client())
        var first = SMFBuilder(format: 0, ticksPerQuarter: 480)
        first.track {
            $0.program(at: 0, channel: 0, 5, bank: 9 << 7)
            $0.note(at: 0, length: 480 * 1_000, channel: 0, key: 60)
        }
        try daemon.place.add(first, "many/0.mid")
        for index in 1..<800 { try daemon.place.add(PlayedSong.tone(), "many/\(index).mid") }
        try await client.send("play \(daemon.place.folder.path("many"))")
        for _ in 0..<10 { #expect(try await other.status("state") == "stopped") }
        // By then the first of them has been read.
        #expect(try await other.ask("enqueue \(daemon.song)").last == "OK")
        // Its presets, at the bank that the first file asks for.
        #expect(try await other.ask("load-font \(daemon.place.font)+9").last == "OK")
        #expect(try await client.answer() == ["added: 800", "OK"])
        let status = try await client.ask("status")
        #expect(!status.contains { $0.hasPrefix("substitution: 9:5 ") }, "\(status)")
    }

    @Test("of seqd ctl have any name, and options before or behind them")
    func ctl() async throws {
        let daemon = try await DaemonRun()
        try daemon.place.add(PlayedSong.endless, "-odd.mid")
        try daemon.place.add(PlayedSong.tone(), "my song.mid")
        #expect(try await daemon.ctl("play", "--", "-odd.mid").status == .exited(0))
        let added = try await daemon.ctl("enqueue", "my song.mid", "other.mid", "./song.mid")
        #expect(added.outputText == "entry: 2\nadded: 3\n", "\(added)")
        #expect(
            try await queue(daemon.client()) == [
                "-odd.mid", "my song.mid", "other.mid", "song.mid",
            ]
        )
        for arguments in [["play", "song.mid", "count-in=2"], ["play", "count-in=2", "song.mid"]] {
            let run = try await seqd(
                ["ctl", "--socket", daemon.socket] + arguments,
                directory: daemon.place.folder.path
            )
            #expect(run.status == .exited(0) && run.output.isEmpty, "\(run)")
        }
        #expect(try await daemon.ctl("play", "").status == .exited(64))
    }
}
