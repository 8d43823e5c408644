import Foundation
import Glibc
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("A daemon whose clients may only name files below a folder", .serialized)
struct AllowedPathTests {
    @Test("plays and loads what is below it, and refuses the rest with 77")
    func files() async throws {
        let place = try DaemonRun.place()
        let folder = place.folder
        try folder.write(PlayedSong.tone(beats: 2).bytes, to: "in/a.mid")
        try folder.write(MeasuringFont().bytes, to: "in/font.sf2")
        symlink("../song.mid", folder.path("in/link.mid"))
        symlink(place.font, folder.path("in/link.sf2"))
        // The daemon's own --sf2 is outside.
        let run = try await SessionRun("--allow-path", folder.path("in"), in: place)
        let client = run.client()
        #expect(try await client.ask("play \(folder.path("in/a.mid"))") == ["OK"])
        #expect(
            try await client.ask("enqueue \(folder.path("in"))")
                == ["entry: 2", "skipped: \(refusal(folder.path("in/link.mid"), folder))", "OK"]
        )
        #expect(try await client.ask("load-font \(folder.path("in/font.sf2"))").last == "OK")
        for (command, path) in [
            ("play", run.song), ("enqueue", folder.path("in/link.mid")), ("enqueue", folder.path),
            ("load-font", folder.path("in/link.sf2")),
            ("play", "/no/such/file.mid"),
        ] {
            let answer = try await client.ask("\(command) \(path)")
            #expect(answer == ["ERR 77 \(refusal(path, folder))"], "\(command)")
        }
        // As `route` takes it too.
        #expect(try await client.ask("load-font \(place.font)").last == "OK")
        #expect(try await client.ask("route ch:10=\(place.font)").last == "OK")
        let answer = try await client.ask("load-rack \(place.font)")
        #expect(answer[0].hasPrefix("ERR 65 "), "\(answer)")
        #expect(
            try await client.ask("play \(folder.path("in/no.mid"))").first?.hasPrefix("ERR 66 ")
                ?? false
        )
        try await run.end()
    }

    @Test("loads its own playlists, and compares the files in them")
    func playlists() async throws {
        let place = try DaemonRun.place()
        let folder = place.folder
        try folder.write(PlayedSong.tone(beats: 2).bytes, to: "in/a.mid")
        let run = try await SessionRun("--allow-path", folder.path("in"), in: place)
        let client = run.client()
        #expect(try await client.ask("enqueue \(folder.path("in/a.mid"))").last == "OK")
        #expect(try await client.ask("save evening") == ["OK"])
        #expect(try await client.ask("load evening") == ["entry: 2", "OK"])
        try run.playlists.write(
            Array("\(folder.path("in/a.mid"))\n\(run.song)\n".utf8),
            to: "other.m3u"
        )
        #expect(
            try await client.ask("load other")
                == ["entry: 3", "skipped: \(refusal(run.song, folder))", "OK"]
        )
        try await run.end()
    }

    @Test("compares a file again whenever it is read again")
    func later() async throws {
        let place = try DaemonRun.place()
        let folder = place.folder
        let song = try folder.write(PlayedSong.tone(beats: 2).bytes, to: "in/a.mid")
        let next = try folder.write(PlayedSong.tone(beats: 2).bytes, to: "in/b.mid")
        let font = try folder.write(MeasuringFont().bytes, to: "in/font.sf2")
        let run = try await SessionRun("--allow-path", folder.path("in"), in: place)
        let client = run.client()
        #expect(try await client.ask("load-font \(font)").last == "OK")
        #expect(try await client.ask("play \(song)") == ["OK"])
        #expect(try await client.ask("stop") == ["OK"])
        #expect(try await client.ask("watch on") == ["OK"])
        try await client.ask("subscribe error")
        unlink(song)
        symlink("../song.mid", song)
        let event = try await client.event("error")
        #expect(event.contains("outside the folders"), "\(event)")
        unlink(font)
        symlink(place.font, font)
        let answer = try await client.ask("play \(next)")
        #expect(answer == ["ERR 77 \(refusal(font, folder))"])
        try await run.end()
    }

    private func refusal(_ path: String, _ folder: TemporaryDirectory) -> String {
        "\(path): outside the folders that clients may use: \(folder.path("in"))"
    }
}
