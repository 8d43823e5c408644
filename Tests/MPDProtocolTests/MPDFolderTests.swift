import MPDProtocol
import Testing

@Suite("The folders of MPD's clients")
struct MPDFolderTests {
    @Test("have names relative to a single folder")
    func single() throws {
        let tree = MPDFolders(["/srv/music"])
        #expect(try tree.place(of: "") == .path("/srv/music"))
        #expect(try tree.place(of: "/") == .path("/srv/music"))
        #expect(try tree.place(of: "a/b c.mid") == .path("/srv/music/a/b c.mid"))
        #expect(try tree.place(of: "a/") == .path("/srv/music/a"))
        #expect(try tree.place(of: "/etc/x.mid") == .path("/etc/x.mid"))
        #expect(try tree.place(of: "file:///etc/x.mid") == .path("/etc/x.mid"))
        #expect(tree.name(of: "/srv/music/a/b.mid") == "a/b.mid")
        #expect(tree.name(of: "/srv/music") == "")
        #expect(tree.name(of: "/srv/musical/b.mid") == "/srv/musical/b.mid")
        #expect(tree.contains("/srv/music/x") && !tree.contains("/srv/musical"))
    }

    @Test("have names of their own if there are several")
    func several() throws {
        let tree = MPDFolders(["/srv/music", "/home/x/music", "/home/y", "/home/y"])
        #expect(tree.folders.map(\.name) == ["music", "music-2", "y"])
        #expect(try tree.place(of: "") == .top)
        #expect(try tree.place(of: "music-2/a.mid") == .path("/home/x/music/a.mid"))
        #expect(try tree.place(of: "y") == .path("/home/y"))
        #expect(tree.name(of: "/home/x/music/a.mid") == "music-2/a.mid")
        let error = #expect(throws: MPDFault.self) { try tree.place(of: "z/a.mid") }
        #expect(error?.code == .noExist)
    }

    @Test("are not left upwards", arguments: ["..", "a/../../b", "./a", "a//b", "/etc/../b"])
    func upwards(name: String) {
        for tree in [MPDFolders(["/srv/music"]), MPDFolders(["/a", "/b"]), MPDFolders([])] {
            let error = #expect(throws: MPDFault.self) { try tree.place(of: name) }
            #expect(error?.code == .argument)
        }
    }

    @Test("may be none, or all files")
    func extremes() throws {
        #expect(try MPDFolders([]).place(of: "") == .top)
        let all = MPDFolders(["/"])
        #expect(try all.place(of: "etc/x.mid") == .path("/etc/x.mid"))
        #expect(all.name(of: "/etc/x.mid") == "etc/x.mid")
        #expect(all.contains("/etc"))
    }
}

@Suite("The searches of MPD's clients")
struct MPDQueryTests {
    private static let songs = [
        MPDSong(file: "a/one.mid", tags: [.title: "Eins", .artist: "Bach"]),
        MPDSong(file: "a/two.mid", tags: [.title: "zwei"]),
        MPDSong(file: "b/three.mid", tags: [.artist: "bach"]),
    ]

    private static func found(_ arguments: [String], isSearch: Bool = false) throws -> [String] {
        let query = try MPDQuery(arguments, isSearch: isSearch)
        let found = songs.filter(query.filter.matches)
        return query.window(query.sorted(found) { $0 }).map {
            String($0.file.dropFirst(2).dropLast(4))
        }
    }

    @Test("find whole texts, and search parts in any case")
    func pairs() throws {
        #expect(try Self.found(["artist", "Bach"]) == ["one"])
        #expect(try Self.found(["Artist", "BA"], isSearch: true) == ["one", "three"])
        #expect(try Self.found(["artist", "bach", "title", "ei"], isSearch: true) == ["one"])
        #expect(try Self.found(["any", "w"], isSearch: true) == ["two"])
        #expect(try Self.found(["file", "a/two.mid"]) == ["two"])
        #expect(try Self.found(["album", "x"]) == [])
        #expect(try Self.found(["base", "a"]) == ["one", "two"])
    }

    @Test("have expressions")
    func expressions() throws {
        #expect(try Self.found([#"(title == "Eins")"#]) == ["one"])
        #expect(try Self.found(["(title != 'Eins')"]) == ["two", "three"])
        #expect(try Self.found(["((artist == 'Bach') AND (!(title == 'x')))"]) == ["one"])
        #expect(try Self.found(["(file starts_with 'a/t')"]) == ["two"])
        #expect(try Self.found(["(artist contains 'AC')"], isSearch: true) == ["one", "three"])
        #expect(try Self.found(["(base 'b')"]) == ["three"])
        #expect(try Self.found([#"(title == "E\"")"#]) == [])
    }

    @Test("have an order and a window")
    func order() throws {
        #expect(try Self.found(["base", "", "sort", "file"]) == ["one", "two", "three"])
        #expect(try Self.found(["base", "", "sort", "-Title"]) == ["two", "one", "three"])
        #expect(
            try Self.found(["base", "", "sort", "file", "window", "1:2"]) == ["two"]
        )
    }

    @Test(
        "are refused if they are damaged",
        arguments: [
            ["title"], ["(title"], ["(title ==)"], ["(title == 'x'"], ["(title == 'x') y"],
            ["(title =~ 'x')"], ["modified-since", "2020"], ["(title == x)"],
            [String(repeating: "(", count: 1_000)],
        ]
    )
    func damage(arguments: [String]) {
        let error = #expect(throws: MPDFault.self) {
            try MPDQuery(arguments, isSearch: false)
        }
        #expect(error?.code == .argument)
    }
}
