import Glibc
import Playback
import SamplerHost
import TestSupport
import Testing

@Suite("A playlist file")
struct PlaylistFileTests {
    @Test("sorts names as people do")
    func naturalOrder() {
        let names = ["b10.mid", "B9.mid", "a.mid", "b009.mid", "1.mid", "02.mid", "ä.mid"]
        let sorted = names.sorted { NaturalOrder.isBefore($0, $1) }
        #expect(sorted == ["1.mid", "02.mid", "a.mid", "B9.mid", "b009.mid", "b10.mid", "ä.mid"])
    }

    @Test("reads .m3u files: comments, blanks, CRLF, URLs, Latin 1, paths relative to its own")
    func files() {
        func paths(_ text: String, at path: String = "lists/x.m3u") -> [String] {
            PlaylistFile(Array(text.utf8), at: path).paths
        }
        #expect(
            paths("\u{FEFF}#EXTM3U\r\n\r\n  a b.mid \r\n#EXTINF:3,x\n/c.mid\n")
                == ["lists/a b.mid", "/c.mid"]
        )
        #expect(paths("a.mid", at: "x.m3u") == ["a.mid"])
        #expect(
            paths("file:///m/%C3%A4%20b.mid\nfile://localhost/c.mid\nfile:/d%2.mid")
                == ["/m/ä b.mid", "/c.mid", "/d%2.mid"]
        )
        #expect(PlaylistFile([0xE4, 0x2E, 0x6D], at: "x.m3u").paths == ["ä.m"])
        #expect(paths("# nothing\n\n").isEmpty)
    }
}

@Suite("What is named to play")
struct PlaylistSourceTests {
    @Test("is a file, a folder with all below it, or a playlist with any of them")
    func sources() throws {
        let folder = try TemporaryDirectory()
        for name in [
            "10.mid", "2.MID", "sub/deep/x.kar", "sub/a.midi", ".hidden.mid", "text.txt", "z.rmi",
        ] {
            try folder.write("x", to: name)
        }
        try folder.write("10.mid\nsub\nother.m3u8\n", to: "list.m3u")
        try folder.write("z.rmi\n", to: "other.m3u8")
        func names(_ path: String) throws -> [String] {
            PlaylistSource.files(path) { Issue.record("\($0)") }.map {
                String($0.dropFirst(folder.path.utf8.count + 1))
            }
        }
        #expect(
            try names(folder.path)
                == ["2.MID", "10.mid", "sub/a.midi", "sub/deep/x.kar", "z.rmi"]
        )
        #expect(
            try names(folder.path("list.m3u"))
                == ["10.mid", "sub/a.midi", "sub/deep/x.kar", "z.rmi"]
        )
        for path in ["-", "no/such.mid"] {
            #expect(PlaylistSource.files(path) { Issue.record("\($0)") } == [path])
        }
    }

    @Test("is refused where it is empty, missing, or a playlist that holds itself")
    func refusals() throws {
        let folder = try TemporaryDirectory()
        try folder.write("me.m3u\n", to: "me.m3u")
        try folder.write("#\n", to: "none.m3u")
        for (name, code, says) in [
            ("me.m3u", HostError.Code.data, "in itself"), ("none.m3u", .data, "no files"),
            ("", .noInput, "no MIDI files"), ("missing.m3u", .noInput, "no such file"),
        ] {
            var noted: [PlaybackError] = []
            let files = PlaylistSource.files(folder.path(name)) { noted.append($0) }
            #expect(files.isEmpty && noted.first?.code == code, "\(name): \(noted)")
            #expect(noted.first?.message.contains(says) ?? false, "\(name): \(noted)")
        }
    }

    @Test("has each circle of playlists once, and ends where they multiply")
    func circles() throws {
        let folder = try TemporaryDirectory()
        try folder.write("x", to: "a.mid")
        try folder.write("b.m3u\nb.m3u\na.mid\n", to: "a.m3u")
        try folder.write("a.mid\na.m3u\n", to: "b.m3u")
        var noted: [PlaybackError] = []
        let song = folder.path("a.mid")
        let listed = PlaylistSource.files(folder.path("a.m3u")) { noted.append($0) }
        #expect(listed == [song, song, song])
        #expect(
            noted.map(\.message)
                == Array(
                    repeating: "\(folder.path("a.m3u")): this playlist is in itself",
                    count: 2
                )
        )
        // Each list names the next one four times: 4^14 lists, none with a file.
        noted = []
        for index in 0..<14 {
            let line = index == 13 ? "none.m3u\n" : "l\(index + 1).m3u\n"
            try folder.write(String(repeating: line, count: 4), to: "l\(index).m3u")
        }
        #expect(PlaylistSource.files(folder.path("l0.m3u")) { noted.append($0) }.isEmpty)
        #expect(noted.last?.message.contains("expected at most 10000") == true)
        #expect(noted.count <= 10_000)
    }

    @Test("is what is left, where some of it cannot be read")
    func parts() throws {
        let folder = try TemporaryDirectory()
        try folder.write("x", to: "a.mid")
        try folder.write("a.mid\nmissing.m3u\nbinary.m3u\na.mid\n", to: "list.m3u")
        try folder.write([0x61, 0, 0xFF], to: "binary.m3u")
        mkfifo(folder.path("fifo.mid"), 0o600)
        symlink(".", folder.path("again"))
        var noted: [PlaybackError] = []
        let song = folder.path("a.mid")
        let listed = PlaylistSource.files(folder.path("list.m3u")) { noted.append($0) }
        #expect(listed == [song, song])
        #expect(noted.map(\.code) == [.noInput, .data], "\(noted)")
        // What a FIFO holds would be waited for, and a folder within itself has no end.
        #expect(PlaylistSource.files(folder.path) { noted.append($0) } == [song])
        #expect(noted.count == 2)
    }
}

@Suite("A suggested file")
struct FileSuggestionTests {
    @Test("is a file with an ending added, or one with a name that is near")
    func files() throws {
        let folder = try TemporaryDirectory()
        try folder.write("x", to: "song.mid")
        try folder.write("x", to: "song.txt")
        func near(_ name: String) -> String? {
            FileSuggestion.file(near: folder.path(name), endings: [".mid"])
        }
        #expect(near("song") == folder.path("song.mid"))
        #expect(near("sogn.mid") == folder.path("song.mid"))
        #expect(near("quite another.mid") == nil)
        #expect(near("none/song") == nil)
    }
}
