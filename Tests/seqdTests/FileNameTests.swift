import TestSupport
import Testing

@Suite("A file whose name is not UTF-8", .serialized)
struct FileNameTests {
    /// Makes files with names in Latin-1 and in Shift-JIS, where a backslash is a second byte.
    private func place() async throws -> Workplace {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let run = try await place.shell(
            #"""
            cp song.mid $'caf\xe9.mid'; mkdir $'alb\xfcm'; cp song.mid $'alb\xfcm/\x83\x5c.mid'
            printf 'caf\351.mid\nalb\374m/\203\134.mid\n' > list.m3u
            cp song.mid ü.mid; printf '\374.mid\n' > latin.m3u
            printf "file://$PWD/caf%%E9.mid\n" > url.m3u
            cp "$font" $'g\xff.sf2'
            """#
        )
        #expect(run.status == .exited(0), "\(run)")
        return place
    }

    @Test("is read as an argument, in a folder and in a playlist, and names its output")
    func rendering() async throws {
        let place = try await place()
        for (inputs, names) in [
            (#"$'caf\xe9.mid' $'alb\xfcm'"#, #"$'caf\xe9.wav\n\x83\x5c.wav'"#),
            ("list.m3u", #"$'caf\xe9.wav\n\x83\x5c.wav'"#), ("latin.m3u", "$'ü.wav'"),
            ("url.m3u", #"$'caf\xe9.wav'"#),
        ] {
            let run = try await place.shell(
                #"rm -rf out; "$seqd" render --sf2 $'g\xff.sf2' \#(inputs) -o out/ && "#
                    + #"[ "$(ls out | LC_ALL=C sort -r)" = "$(echo \#(names) | LC_ALL=C sort -r)" ]"#
            )
            #expect(run.status == .exited(0), "\(inputs): \(run)")
        }
    }

    @Test("is shown with the bytes in hexadecimal, and in JSON with an escape")
    func showing() async throws {
        let place = try await place()
        let text = try await place.shell(#""$seqd" check $'caf\xe9.mid'"#)
        #expect(text.outputText.hasPrefix(#"caf\xE9.mid: "#), "\(text)")
        let json = try await place.shell(#""$seqd" check --json $'alb\xfcm/\x83\x5c.mid'"#)
        #expect(
            json.outputText.contains(#""file":"alb\udbff\udefcm/\udbff\ude83\\.mid""#),
            "\(json)"
        )
        let missing = try await place.shell(#""$seqd" play $'no\xe9.mid'"#)
        missing.expectRefusal(66, #"no\xE9.mid: no such file"#)
    }

    @Test("plays in the daemon, and is in its answers as it can be sent back")
    func daemon() async throws {
        let place = try await place()
        let run = try await SessionRun(in: place)
        let folder = place.folder.path
        let client = run.client()
        let name = #"\#(folder)/caf\udbff\udee9.mid"#
        #expect(try await client.ask(#"play "\#(name)""#) == ["OK"])
        #expect(try await client.ask("status").contains(#"file: "\#(name)""#))
        #expect(try await client.ask("enqueue \(folder)/list.m3u").contains("added: 2"))
        let queue = try await client.ask("queue").filter { $0.hasPrefix("entry:") }
        #expect(queue.count == 3 && queue[1].hasSuffix(#"/caf\udbff\udee9.mid""#), "\(queue)")
        #expect(queue.last?.hasSuffix(#"/alb\udbff\udefcm/\udbff\ude83\\.mid""#) == true)
        try await run.end()
    }
}
