import Glibc
import Platform
import TestSupport
import Testing

@Suite("A file that is written as a whole")
struct DurableFileTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func write(
        _ text: String,
        to name: String = "file",
        predecessor: DurableFile.Predecessor = .replaced
    ) throws {
        try DurableFile.write(
            Array(text.utf8),
            to: folder.path(name),
            by: folder.path("new"),
            predecessor: predecessor
        )
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try folder.read(name), as: UTF8.self)
    }

    @Test("replaces the one before")
    func replacing() throws {
        try write("1")
        try write("2")
        #expect(try text("file") == "2")
        #expect(try folder.names() == ["file"])
    }

    @Test("leaves the one before another name")
    func renaming() throws {
        for number in 1...3 { try write("\(number)", predecessor: .renamed(folder.path("old"))) }
        #expect(try text("file") == "3")
        #expect(try text("old") == "2")
        // Without one before, the old one stays.
        unlink(folder.path("file"))
        try write("4", predecessor: .renamed(folder.path("old")))
        #expect(try text("old") == "2")
        #expect(try folder.names() == ["file", "old"])
    }

    @Test("leaves one of its name alone")
    func keeping() throws {
        try write("1", predecessor: .kept)
        let error = #expect(throws: DurableFile.Failure.self) {
            try write("2", predecessor: .kept)
        }
        #expect(error?.number == EEXIST && error?.path == folder.path("file"))
        #expect(try text("file") == "1")
        #expect(try folder.names() == ["file"])
    }

    @Test("is as before if it cannot be written")
    func failure() throws {
        try write("1")
        try folder.write("", to: "new/in the way")
        #expect(throws: DurableFile.Failure.self) { try write("2") }
        #expect(try text("file") == "1")
        let error = #expect(throws: DurableFile.Failure.self) {
            try DurableFile.write([1], to: folder.path("none/a"), by: folder.path("none/b"))
        }
        #expect(error?.description == "\(folder.path("none/b")): No such file or directory")
    }

    @Test("is set aside under a name that none has")
    func settingAside() throws {
        for number in 1...3 {
            try write("\(number)")
            let name = try DurableFile.setAside(folder.path("file"), as: folder.path("bad"))
            #expect(name == folder.path(number == 1 ? "bad" : "bad.\(number)"))
        }
        #expect(try folder.names() == ["bad", "bad.2", "bad.3"])
        #expect(try text("bad.2") == "2")
        let error = #expect(throws: DurableFile.Failure.self) {
            try DurableFile.setAside(folder.path("file"), as: folder.path("bad"))
        }
        #expect(error?.number == ENOENT && error?.path == folder.path("file"))
    }

    @Test("is removed, once")
    func removing() throws {
        try write("1")
        try DurableFile.remove(folder.path("file"))
        #expect(try folder.names() == [])
        #expect(throws: DurableFile.Failure.self) { try DurableFile.remove(folder.path("file")) }
    }

    @Test("has folders that are made with those above them, for the user alone")
    func folders() throws {
        let path = folder.path("a/b/c")
        try DurableFile.makeFolder(path)
        try DurableFile.makeFolder(path)
        for name in ["a", "a/b", "a/b/c"] {
            var status = stat()
            #expect(stat(folder.path(name), &status) == 0 && status.st_mode & 0o777 == 0o700)
        }
        try write("", to: "file")
        let error = #expect(throws: DurableFile.Failure.self) {
            try DurableFile.makeFolder(folder.path("file/x"))
        }
        #expect(error?.number == ENOTDIR)
    }
}
