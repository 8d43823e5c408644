import Glibc
import JSON
import Sequencer
import TestSupport
import Testing

@testable import seqd

@Suite("What a client names for the queue")
struct QueueSourceTests {
    private func arguments(_ line: String) throws -> Arguments {
        let words = try Words(line)
        return try Arguments(words: words, for: CommandTable.command(words.words[0].text))
    }

    private func sources(_ line: String) throws -> [QueueSource] {
        try arguments(line).sources("path")
    }

    @Test("is a path in quotation marks each, or the rest of the line")
    func words() throws {
        let song = QueueSource(text: "/m/my song.mid", isRest: true)
        #expect(try sources("play /m/my song.mid") == [song])
        #expect(try sources("enqueue   /m/my song.mid \t") == [song])
        #expect(
            try sources(#"enqueue "/a b.mid" "/c\n.mid""#)
                == [QueueSource(text: "/a b.mid"), QueueSource(text: "/c\n.mid")]
        )
        #expect(
            try sources(#"enqueue "/a b.mid" /c "d" e.mid"#)
                == [
                    QueueSource(text: "/a b.mid"),
                    QueueSource(text: #"/c "d" e.mid"#, isRest: true),
                ]
        )
        #expect(throws: RequestFailure.self) { try sources("play") }
        #expect(throws: RequestFailure.self) { try sources(#"play "a.mid""#) }
    }

    @Test("has options before it or behind it")
    func options() throws {
        for line in [
            "play count-in=2 /a b.mid", "play /a b.mid count-in=2", #"play count-in=2 "/a b.mid""#,
            #"play "/a b.mid" count-in=2"#, "play /a b.mid at=17:1 count-in=2",
            "play at=17:1 /a b.mid count-in=2",
        ] {
            let arguments = try arguments(line)
            #expect(arguments.sources("path").map(\.text) == ["/a b.mid"], "\(line)")
            #expect(try arguments.optionalInteger("count-in") == 2, "\(line)")
        }
        // Only behind it: what stands within a name belongs to it.
        #expect(try sources("play /a at=1.mid b.mid").map(\.text) == ["/a at=1.mid b.mid"])
        // What is quoted is a path.
        #expect(try sources(#"enqueue "/count-in=2""#).map(\.text) == ["/count-in=2"])
    }

    @Test("has options whose values have blanks in quotation marks")
    func quotedOptions() throws {
        let marker = try Position(parsing: "@Verse 2")
        for line in [
            #"mute 1 at="@Verse 2""#, #"mute at="@Verse 2" 1"#, #"mute 1 at="\u0040Verse 2" "#,
        ] {
            #expect(try arguments(line).optionalPosition("at") == marker, "\(line)")
        }
        let play = try arguments(#"play /a b.mid at="@Verse 2" count-in="2""#)
        #expect(play.sources("path").map(\.text) == ["/a b.mid"])
        #expect(try play.optionalPosition("at") == marker)
        #expect(try play.optionalInteger("count-in") == 2)
        // What is no such value stays a part of the name.
        for name in [#"/a at="b.mid c"#, #"/a at="b"c d.mid"#, #"/a x="b c".mid"#, #"/a x="b  c""#]
        {
            #expect(try sources("play \(name)").map(\.text) == [name])
        }
        // seqd ctl writes them so.
        let line = CtlRequest(arguments: ["mute", "1", "at=@Verse 2"])
        #expect(line.words == #"mute 1 at="@Verse 2""#)
        #expect(line.json(id: 1).contains(#""at":"@Verse 2""#), "\(line.json(id: 1))")
        #expect(CtlRequest(arguments: ["mute", "1", "at=2:1"]).words == "mute 1 at=2:1")
    }

    @Test("is several paths without quotation marks only where no file has the whole name")
    func rest() throws {
        let folder = try TemporaryDirectory()
        let first = try folder.write("x", to: "my a.mid")
        let second = try folder.write("x", to: "b.mid")
        let both = QueueSource(text: "\(first)  \(second)", isRest: true)
        #expect(both.paths == [first, second])
        #expect(QueueSource(text: both.text).paths == [both.text])
        let none = QueueSource(text: "/no/such /file", isRest: true)
        #expect(none.paths == ["/no/such /file"])
        // A folder whose name ends with a blank.
        let odd = try folder.write("x", to: "odd /b.mid")
        #expect(QueueSource(text: odd, isRest: true).paths == [odd])
    }

    @Test("may be a list in JSON, under two names")
    func json() throws {
        let command = try CommandTable.command("enqueue")
        for params in [
            #"{"path":["/a","/b"]}"#, #"{"paths":["/a","/b"]}"#, #"["/a","/b"]"#, #"[["/a","/b"]]"#,
        ] {
            let arguments = try Arguments(json: try JSONReader.read(params), for: command)
            #expect(arguments.sources("path").map(\.text) == ["/a", "/b"], "\(params)")
        }
        let one = try Arguments(json: try JSONReader.read(#"{"path":"/a b"}"#), for: command)
        #expect(one.sources("path") == [QueueSource(text: "/a b")])
        #expect(throws: RequestFailure.self) {
            try Arguments(json: try JSONReader.read(#"{"paths":[]}"#), for: command)
        }
    }

    @Test("is one for each argument of seqd ctl, and no option behind two dashes")
    func ctl() throws {
        let folder = AbsolutePath.of(".")
        func words(_ arguments: String...) -> String { CtlRequest(arguments: arguments).words }
        #expect(
            words("enqueue", "a.mid", "./b c.mid", "/d") == """
                enqueue "\(folder)/a.mid" "\(folder)/b c.mid" "/d"
                """
        )
        #expect(words("play", "a.mid", "count-in=1") == "play \"\(folder)/a.mid\" count-in=1")
        #expect(words("play", "count-in=1", "a.mid") == "play count-in=1 \"\(folder)/a.mid\"")
        #expect(words("play", "--", "-odd.mid") == "play \"\(folder)/-odd.mid\"")
        #expect(words("play", "--", "at=1") == "play \"\(folder)/at=1\"")
        #expect(words("--", "play", "-x.mid") == "play \"\(folder)/-x.mid\"")
        #expect(words("enqueue", ".") == "enqueue \"\(folder)\"")
        #expect(words("seek-lyric", "hello", "world") == "seek-lyric \"hello world\"")
        #expect(words("gain", "--", "-6") == "gain -6")
        // Nothing is no name, not the name of the folder.
        #expect(words("play", "") == "play \"\"")
        #expect(CtlRequest(line: "play my song.mid").words == "play \"\(folder)/my song.mid\"")
        #expect(
            CtlRequest(arguments: ["play", "a.mid"]).json(id: 1).contains(
                "\"params\":{\"path\":[\"\(folder)/a.mid\"]}"
            )
        )
        let many = CtlRequest(arguments: ["enqueue"] + (0..<9_000).map { "\($0).mid" })
        let failure = #expect(throws: CommandFailure.self) { try many.check(isJSON: false) }
        #expect(failure?.message?.contains("use a folder or playlist") ?? false)
    }
}
