import Foundation
import Glibc
import TestSupport
import Testing

@testable import seqd

@Suite("Playlists of the daemon", .serialized)
struct PlaylistTests {
    private func queue(_ client: some DaemonClient) async throws -> [String] {
        try await client.ask("queue").filter { $0.hasPrefix("entry: ") }
            .map { String($0.split(separator: "/").last ?? "") }
    }

    @Test("are saved, listed, added to the queue and deleted")
    func life() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let other = run.place.folder.path("other.mid")
        #expect(try await client.ask("playlists") == ["OK"])
        #expect(try await client.ask(#"play "\#(run.song)" "\#(other)""#) == ["added: 2", "OK"])
        #expect(try await client.ask(#"save "my songs""#) == ["OK"])
        #expect(
            try run.playlists.read("my songs.m3u") == Array("\(run.song)\n\(other)\n".utf8)
        )
        #expect(try await client.ask("remove 2") == ["OK"])
        #expect(try await client.ask("save 10") == ["OK"])
        #expect(try await client.ask("save 9") == ["OK"])
        #expect(
            try await client.ask("playlists")
                == ["playlist: 1 9", "playlist: 1 10", "playlist: 2 my songs", "OK"]
        )
        #expect(try await client.ask(#"load "my songs""#) == ["entry: 2", "added: 2", "OK"])
        #expect(try await queue(client) == ["song.mid", "song.mid", "other.mid"])
        #expect(try await client.ask("delete-playlist 9") == ["OK"])
        #expect(try run.playlists.names() == ["10.m3u", "my songs.m3u"])
        #expect(try await queue(client).count == 3)
        try await run.end()
    }

    @Test("are replaced only if that is asked for")
    func replacing() async throws {
        let run = try await SessionRun()
        let client = run.client()
        #expect(try await client.ask("play \(run.song)") == ["OK"])
        #expect(try await client.ask("save list") == ["OK"])
        #expect(try await client.ask("enqueue \(run.song)").last == "OK")
        let path = run.playlists.path("list.m3u")
        for command in ["save list", "save list replace=off"] {
            #expect(
                try await client.ask(command) == ["ERR 73 \(path): exists; replace=on replaces it"]
            )
        }
        #expect(try await client.ask("playlists") == ["playlist: 1 list", "OK"])
        #expect(try await client.ask("save list replace=on") == ["OK"])
        #expect(try await client.ask("playlists") == ["playlist: 2 list", "OK"])
        #expect(try run.playlists.names() == ["list.m3u"])
        try await run.end()
    }

    @Test("have names that stay in their folder", arguments: ["../x", "/x", ".x", "", "a/b"])
    func names(_ name: String) async throws {
        let run = try await SessionRun()
        let client = run.client()
        #expect(try await client.ask("play \(run.song)") == ["OK"])
        for command in ["save", "load", "delete-playlist"] {
            let answer = try await client.ask(#"\#(command) "\#(name)""#)
            #expect(
                answer.count == 1 && answer[0].hasPrefix("ERR -32602 \(command): "),
                "\(answer)"
            )
        }
        #expect(try run.playlists.names() == [])
        try await run.end()
    }

    @Test("may be lists of other players; files that are missing are reported")
    func others() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let gone = run.place.folder.path("gone.mid")
        try run.playlists.write("#EXTM3U\n\(gone)\n\(run.song)\n", to: "list.m3u")
        try run.playlists.write("x", to: "notes.txt")
        try #require(mkfifo(run.playlists.path("pipe.m3u"), 0o600) == 0)
        #expect(try await client.ask("playlists") == ["playlist: 2 list", "OK"])
        let answer = try await client.ask("load list")
        #expect(answer.count == 3 && answer[0] == "entry: 1" && answer[2] == "OK", "\(answer)")
        #expect(answer[1].hasPrefix("skipped: \(gone): "), "\(answer)")
        try await run.end()
    }

    @Test("are in the user's folder, and completed by the shell")
    func ctl() async throws {
        let state = try TemporaryDirectory()
        let daemon = try await DaemonRun(environment: ["XDG_STATE_HOME": state.path])
        #expect(try await daemon.ctl("enqueue", "song.mid").status == .exited(0))
        #expect(try await daemon.ctl("save", "my songs").status == .exited(0))
        #expect(try state.names(in: "seqd/playlists") == ["my songs.m3u"])
        let listed = try await daemon.ctl("playlists")
        #expect(listed.outputText == "playlist: 1 my songs\n", "\(listed)")
        let offered = try await seqd(
            [
                "---completion", "ctl", "--", "positional@0", "5", "0", "seqd", "ctl", "--socket",
                daemon.socket, "load", "",
            ],
            environment: ["SAP_SHELL": "fish"]
        )
        #expect(offered.outputText == "my songs\t1 file\n", "\(offered)")
        #expect(await daemon.end().status == .exited(0))
    }
}
