import CommandSupport
import ControlProtocol
import Glibc
import TestSupport
import Testing

@testable import seqd

@Suite("What a client names for the queue")
struct SourcePathTests {
    @Test("is several paths without quotation marks only where no file has the whole name")
    func rest() throws {
        let folder = try TemporaryDirectory()
        let first = try folder.write("x", to: "my a.mid")
        let second = try folder.write("x", to: "b.mid")
        let both = SourcePath("\(first)  \(second)", isRest: true)
        #expect(both.paths() == [first, second])
        #expect(SourcePath(both.text).paths() == [both.text])
        let none = SourcePath("/no/such /file", isRest: true)
        #expect(none.paths() == ["/no/such /file"])
        // A folder whose name ends with a blank.
        let odd = try folder.write("x", to: "odd /b.mid")
        #expect(SourcePath(odd, isRest: true).paths() == [odd])
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
        #expect(words("mute", "1", "at=@Verse 2") == #"mute 1 at="@Verse 2""#)
        #expect(words("mute", "1", "at=2:1") == "mute 1 at=2:1")
        let marker = CtlRequest(arguments: ["mute", "1", "at=@Verse 2"]).json(id: 1)
        #expect(marker.contains(#""at":"@Verse 2""#), "\(marker)")
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
