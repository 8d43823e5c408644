import Playback
import Testing

@testable import SeqdDaemon

@Suite("A playlist that is saved")
struct PlaylistTextTests {
    private func lines(_ files: [PlaylistText.File]) -> [String] {
        String(decoding: PlaylistText(files).bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("has a path on each line")
    func paths() {
        let files = ["/a b.mid", "/é#.mid", "/a b.mid"].map { PlaylistText.File(path: $0) }
        #expect(lines(files) == ["/a b.mid", "/é#.mid", "/a b.mid", ""])
    }

    @Test(
        "is read as it was written",
        arguments: [
            "/a.mid", "/a b.mid", "/#.mid", "/é/🎹.kar", "/100%.mid", "/%41.mid", "/a\nb.mid",
            "/a\u{2028}.mid", "/a\r\n%.mid", "/a.mid ", "/a.mid\t", "/file:/x", "/-",
        ]
    )
    func roundTrip(_ path: String) {
        let bytes = PlaylistText([PlaylistText.File(path: path)]).bytes
        #expect(PlaylistFile(bytes, at: "/lists/x.m3u").paths == [path])
    }

    @Test("has a file once if the queue has its patterns in their order")
    func patterns() {
        func file(_ path: String, _ pattern: Int?) -> PlaylistText.File {
            PlaylistText.File(path: path, pattern: pattern)
        }
        let whole = [file("/p", 1), file("/p", 2), file("/p", 3)]
        #expect(lines(whole) == ["/p", ""])
        #expect(lines(whole + whole) == ["/p", "/p", ""])
        #expect(lines([file("/p", 1), file("/q", 2)]) == ["/p", "/q", ""])
        #expect(lines([file("/p", 2), file("/p", 1)]) == ["/p", "/p", ""])
        #expect(lines([file("/p", nil), file("/p", nil)]) == ["/p", "/p", ""])
    }
}
