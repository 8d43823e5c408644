import JSON
import Sequencer
import Testing

@testable import ControlProtocol

@Suite("A request")
struct RequestTests {
    @Test("is read as it was written, in words and in JSON")
    func roundTrip() throws {
        for request in try RequestSamples.all() {
            #expect(try Request(words: request.words) == request, "\(request.words)")
            let line = request.json(id: 3)
            guard case .object(let object) = try JSONReader.read(line) else {
                Issue.record("not an object: \(line)")
                continue
            }
            let json = try JSONRequest.read(.object(object)).get()
            #expect(json.id == .integer(3))
            let same = try Request(method: json.method, parameters: json.params)
            #expect(same == request, "\(line)")
        }
    }

    @Test("that is a name alone is read as one with a blank behind it, by clients of all roles")
    func plain() {
        for name in CommandTable.commands.map(\.name) {
            for role in [Permission.observer, .transport, .admin] {
                func read(_ line: String) -> Result<Request, RequestError> {
                    Result { () throws(RequestError) in
                        try Request(words: line, role: role)
                    }
                }
                #expect(read(name) == read("\(name) "), "\(name)")
            }
        }
    }

    @Test("of each command is among those that are tested")
    func completeness() throws {
        let tested = Set(try RequestSamples.all().map(\.command.name))
        #expect(tested == Set(CommandTable.commands.map(\.name)))
        #expect(CommandTable.commands.count == tested.count)
        let timed = try RequestSamples.all().filter { $0.position != nil }
        #expect(timed.allSatisfy { $0.command.details.timing != nil })
    }

    @Test("is written as people write it")
    func words() throws {
        let words = try RequestSamples.all().map(\.words)
        for line in [
            #"play "/a.mid" count-in=2 encoding=EUC-KR embedded-font=off at="@Verse 2 \"b\"""#,
            "previous at=next-bar", "continue count-in=16", "seek 1m23.500000001s",
            "loop off", "speed 0.75", "speed 1/3", "varispeed 1.5 over=2bars",
            "tempo 90 over=8bars",
            "effect reverb=plate over=2bars",
            #"seek-lyric "at=3""#, "tempo 120", "solo off",
            #"load-font "/a b.sf2+128" /c.sf3"#, "program 2/10 128:8", "note 1 127 0 0.125",
            "midi 903C00", "midi F8 input=4", "subscribe bar track-end position=0.5",
            "unsubscribe all", "watch on bar", "watch off", "help chase-notes",
        ] {
            #expect(words.contains(line), "\(line)")
        }
    }

    @Test("with a position that its command cannot wait for is refused")
    func position() {
        let words = Request(Command.Ping(), at: .nextBar).words
        #expect(words == "ping at=next-bar")
        #expect(throws: RequestError.self) { try Request(words: words) }
    }

    @Test("to play nothing resumes")
    func playWithoutAPath() throws {
        #expect(try Request(words: "play") == Request(Command.Continue()))
        #expect(try Request(words: "play count-in=2") == Request(Command.Continue(countIn: 2)))
        #expect(try Request(method: "play", parameters: nil) == Request(Command.Continue()))
    }

    @Test("takes keys by name, and rests of lines as positions")
    func notations() throws {
        let note = try Request(words: "note 1 F#3 100").command as? Command.Note
        #expect(note?.key == 54)
        let marker = try Request(words: "seek @Verse 2 at=next-bar")
        #expect(marker == Request(Command.Seek(.marker("Verse 2")), at: .nextBar))
        #expect(try Request(words: "seek -2 bars") == Request(Command.Seek(by: .bars(-2))))
    }

    private static let refusals: [(name: String, words: String, json: String, number: Int)] = [
        ("nonsense", "", "", -32601), ("gain", "", "", -32602),
        ("gain", "25", #"{"decibels":25}"#, -32602),
        ("gain", "nan", #"{"decibels":"6"}"#, -32602), ("gain", "1 2", "[1,2]", -32602),
        ("gain", "1 at=x", #"{"decibels":1,"db":1}"#, -32602),
        ("gain", "0x5", #"{"decibels":1,"decibels":2}"#, -32602),
        ("note", "17 60 100", "[17,60,100]", -32602), ("note", "1 60", "[1,60]", -32602),
        ("note", "1 60 1000000000000000000000", "[1,60,1e300]", -32602),
        ("seek", "0:1", #"{"position":"0:1"}"#, -32602),
        ("seek", "x", #"{"position":-1}"#, -32602),
        ("play", "song.mid", #"{"path":"song.mid"}"#, -32602),
        ("seek", "+2:1", #"{"position":-2}"#, -32602),
        ("jump", "id:0", #"{"entry":0}"#, -32602), ("jump", "x", #"{"entry":"id:"}"#, -32602),
        ("note", "1 H4 100", #"[1,"C99",100]"#, -32602),
        ("repeat", "maybe", "[]", -32602),
        ("play", "encoding=EUC-KR", #"{"embedded-font":true}"#, -32602),
        ("play", "\"a.mid\"", "[[1]]", -32602),
        ("play", "/a encoding=nonsense", #"{"path":"/a","encoding":"nonsense"}"#, -32602),
        ("play", "/a count-in=17", #"{"path":"/a","count-in":0}"#, -32602),
        ("load-font", "/no/such font.sf2", #"{"fonts":"a.sf2"}"#, -32602),
        ("midi", "9", #"{"bytes":"9"}"#, -32602), ("midi", "zz", #"["zz"]"#, -32602),
        ("solo", "off 1", #"[["off",1]]"#, -32602), ("mute", "off", #"["off"]"#, -32602),
        ("speed", "1e9", #"{"speed":1e9}"#, -32602), ("tempo", "0x10", "[3.9]", -32602),
        ("practice", "off heard=on", #"{"parts":["off",1]}"#, -32602),
        ("practice", "1 tolerance=19", #"{"parts":1,"tolerance":2001}"#, -32602),
        ("ramp", "60%..100%", #"{"ramp":"1..2/1"}"#, -32602),
        ("follow", "off input=1", #"{"source":"clock","start":"01:00:00"}"#, -32602),
        ("follow", "mtc start=24:00:00", #"{"source":"mtc","start":"1:00:00"}"#, -32602),
        ("follow", "mtc jump=0.05 tolerance=0.05", #"{"follow":"mtc","tolerance":0.1}"#, -32602),
        ("follow", "mtc freewheel=0", #"{"source":"link"}"#, -32602),
        ("map", "cc 128 next", #"{"kind":"key","number":1,"command":"next"}"#, -32602),
        ("map", "cc 1 next turn=24", ##"["cc",1,"next",17]"##, -32602),
        ("map", "cc 1 next wrap=on", #"{"kind":"cc","number":1,"command":"x","min":127}"#, -32602),
        ("map", "note 1 next mode=offset", #"{"kind":"cc","number":1}"#, -32602),
        ("loop", "1:1", #"{"range":[1]}"#, -32602),
        ("play", "id:1", #"{"path":[]}"#, -32602), ("mute", "", #"{"selectors":[]}"#, -32602),
        ("record", "/a.mid tempo=off", #"{"target":"/a.mid","tempo":"off"}"#, -32602),
        ("unroute", "at=x", #"{"routes":[]}"#, -32602),
        ("render", "/a /b from=next-bar", #"{"source":"/a","target":"/b","to":"x"}"#, -32602),
        ("render", "/a.mid /a.wav to=next-beat", #"["/a.mid","/a.wav",1]"#, -32602),
        ("loop", "off 3", #"{"range":false,"count":3}"#, -32602),
        ("watch", "off now", #"{"files":false,"when":"bar"}"#, -32602),
        ("subscribe", "trains", #"{"types":"trains"}"#, -32602),
        ("subscribe", "bar position=0", #"{"types":"bar","position":0}"#, -32602),
        ("help", "nonsense", #"["nonsense"]"#, -32601),
        ("program", "1 0:128", #"{"channel":1,"preset":128}"#, -32602),
    ]

    @Test("that does not fit is refused with the same number in both dialects")
    func refusal() throws {
        for (name, words, json, number) in Self.refusals {
            let error = #expect(throws: RequestError.self, "\(name) \(words)") {
                try Request(words: "\(name) \(words)")
            }
            #expect(error?.number == number, "\(name) \(words)")
            let parameters = json.isEmpty ? nil : try JSONReader.read(json)
            let same = #expect(throws: RequestError.self, "\(name) \(json)") {
                try Request(method: name, parameters: parameters)
            }
            #expect(same?.number == number, "\(name) \(json)")
        }
        let error = #expect(throws: RequestError.self) {
            try Request(method: "ping", parameters: .integer(1))
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test("that is refused says which argument, its value and what was expected")
    func message() {
        func message(_ words: String) -> String? {
            #expect(throws: RequestError.self) { try Request(words: words) }?.message
        }
        for (method, json) in [
            ("gain", #"{"gain":1}"#), ("gain", #"{"decibels":1}"#), ("tempo", #"{"bpm":90}"#),
            ("chase-notes", #"{"chaseNotes":true}"#), ("loop", #"{"range":"on","count":2}"#),
            ("log-level", #"{"logLevel":"debug"}"#), ("continue", #"{"countIn":1}"#),
        ] {
            #expect(throws: Never.self) {
                try Request(method: method, parameters: JSONReader.read(json))
            }
        }
        let unknown = #expect(throws: RequestError.self) {
            try Request(method: "gain", parameters: JSONReader.read(#"{"db":1}"#))
        }
        #expect(unknown?.message == "no parameter \"db\"; expected gain, over, at")
        #expect(message("gain loud") == "gain: \"loud\": expected number, -60 to 24 dB")
        #expect(message("gain") == "DB is missing; usage: gain DB [over=LENGTH] [at=POSITION]")
        #expect(message("loop off 3") == "too many arguments: \"3\"; loop off takes no count")
        #expect(
            message("watch off bar") == "too many arguments: \"bar\"; watch off takes no time"
        )
    }
}
