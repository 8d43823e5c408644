import JSON
import Sequencer
import Testing

@testable import ControlProtocol

@Suite("The paths of a request")
struct PathArgumentTests {
    private func request(_ line: String) throws -> Request { try Request(words: line) }

    private func sources(_ line: String) throws -> [SourcePath] {
        switch try request(line).command {
        case let play as Command.Play: play.files.sources
        case let enqueue as Command.Enqueue: enqueue.files.sources
        default: []
        }
    }

    @Test("are in quotation marks each, or the rest of the line")
    func words() throws {
        let song = SourcePath("/m/my song.mid", isRest: true)
        #expect(try sources("play /m/my song.mid") == [song])
        #expect(try sources("enqueue   /m/my song.mid \t") == [song])
        #expect(
            try sources(#"enqueue "/a b.mid" "/c\n.mid""#)
                == [SourcePath("/a b.mid"), SourcePath("/c\n.mid")]
        )
        #expect(
            try sources(#"enqueue "/a b.mid" /c "d" e.mid"#)
                == [SourcePath("/a b.mid"), SourcePath(#"/c "d" e.mid"#, isRest: true)]
        )
        #expect(throws: RequestError.self) { try sources("enqueue") }
        #expect(throws: RequestError.self) { try sources(#"play "a.mid""#) }
        #expect(
            try request(try request("play /a b.mid at=17:1").words).words
                == "play /a b.mid at=17:1"
        )
    }

    @Test("have options before or after them")
    func options() throws {
        for line in [
            "play count-in=2 /a b.mid", "play /a b.mid count-in=2", #"play count-in=2 "/a b.mid""#,
            #"play "/a b.mid" count-in=2"#, "play /a b.mid at=17:1 count-in=2",
            "play at=17:1 /a b.mid count-in=2",
        ] {
            #expect(try sources(line).map(\.text) == ["/a b.mid"], "\(line)")
            let play = try request(line).command as? Command.Play
            #expect(play?.countIn == 2, "\(line)")
        }
        // Only at the end: within a name they belong to it.
        #expect(try sources("play /a at=1.mid b.mid").map(\.text) == ["/a at=1.mid b.mid"])
        #expect(try sources(#"enqueue "/count-in=2""#).map(\.text) == ["/count-in=2"])
    }

    @Test("have options whose values contain blanks in quotation marks")
    func quotedOptions() throws {
        let marker = try Position(parsing: "@Verse 2")
        for line in [
            #"mute 1 at="@Verse 2""#, #"mute at="@Verse 2" 1"#, #"mute 1 at="\u0040Verse 2" "#,
            #"play /a b.mid at="@Verse 2" count-in="2""#,
        ] {
            #expect(try request(line).position == marker, "\(line)")
        }
        let play = #"play /a b.mid at="@Verse 2" count-in="2""#
        #expect(try sources(play).map(\.text) == ["/a b.mid"])
        // Anything that is not such a value stays a part of the name.
        for name in [#"/a at="b.mid c"#, #"/a at="b"c d.mid"#, #"/a x="b c".mid"#, #"/a x="b  c""#]
        {
            #expect(try sources("play \(name)").map(\.text) == [name])
        }
    }

    @Test("may be a list in JSON, under two names")
    func json() throws {
        func sources(_ json: String) throws -> [SourcePath] {
            let request = try Request(
                method: "enqueue",
                parameters: try JSONReader.read(json)
            )
            return (request.command as? Command.Enqueue)?.files.sources ?? []
        }
        for params in [
            #"{"path":["/a","/b"]}"#, #"{"paths":["/a","/b"]}"#, #"["/a","/b"]"#, #"[["/a","/b"]]"#,
        ] {
            #expect(try sources(params).map(\.text) == ["/a", "/b"], "\(params)")
        }
        #expect(try sources(#"{"path":"/a b"}"#) == [SourcePath("/a b")])
    }

    @Test("of SoundFonts keep an end that looks like a bank offset")
    func fonts() {
        #expect(SoundFontPath(path: "/a.sf2").description == "/a.sf2")
        #expect(SoundFontPath(path: "/a.sf2", bankOffset: 128).description == "/a.sf2+128")
        #expect(SoundFontPath(path: "/a+1").description == "/a+1+0")
        #expect(SoundFontPath(parsing: "a.sf2") == nil)
        #expect(SoundFontPath(parsing: "/a\0.sf2") == nil)
    }
}
