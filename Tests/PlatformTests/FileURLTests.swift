import Platform
import Testing

@Suite("URLs of files")
struct FileURLTests {
    @Test(
        "have the bytes of the path in ASCII, and lead back to it",
        arguments: [
            ("/music/a.mid", "file:///music/a.mid"),
            ("/a b/%20#?.mid", "file:///a%20b/%2520%23%3F.mid"), ("/é", "file:///%C3%A9"),
            ("/", "file:///"),
        ]
    )
    func round(path: String, url: String) {
        #expect(FileURL.text(ofPath: path) == url)
        #expect(FileURL.path(of: url) == path)
    }

    @Test("keep names that are not UTF-8")
    func bytes() {
        let path = String(systemPathBytes: Array("/a".utf8) + [0xE9])
        #expect(FileURL.text(ofPath: path) == "file:///a%E9")
        #expect(FileURL.path(of: "file:///a%E9")?.systemPathBytes == Array("/a".utf8) + [0xE9])
    }

    @Test(
        "are read in all their forms, and nothing else is",
        arguments: [
            ("file:/a", "/a"), ("file://localhost/a", "/a"), ("file:///a%2", "/a%2"),
            ("file:///a%zz", "/a%zz"), ("file://machine/a", nil), ("http:///a", nil), ("/a", nil),
            ("file:a", nil), ("", nil), ("file:///a%00", nil),
        ]
    )
    func reading(url: String, path: String?) {
        #expect(FileURL.path(of: url) == path)
    }
}
