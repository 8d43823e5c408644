import Foundation
import Glibc
import Platform
import TestSupport
import Testing

@testable import FontFiles

/// Files that come into being whole or not at all.
@Suite struct OutputFileTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Writes a text into a file that takes the place of a name, and puts it there or not.
    private func replace(_ name: String, with text: String, commits: Bool) throws {
        var file = try OutputFile(replacing: directory.path(name))
        let bytes = Array(text.utf8)
        #expect(write(file.descriptor, bytes, bytes.count) == bytes.count)
        if commits { try file.commit() }
    }

    @Test func aFileAppearsWithItsCommit() throws {
        try replace("out", with: "new", commits: true)
        #expect(try directory.read("out") == Array("new".utf8))
        #expect(try directory.names() == ["out"])
    }

    @Test func aNewFileNeverTakesThePlaceOfAnother() throws {
        let failure = #expect(throws: HostError.self) {
            var file = try OutputFile(replacing: directory.path("out"), mayReplace: false)
            // Somebody else was faster.
            try directory.write("precious", to: "out")
            try file.commit()
        }
        #expect(failure?.code == .cannotCreate && failure?.reason == "File exists")
        #expect(try directory.read("out") == Array("precious".utf8))
        var other = try OutputFile(replacing: directory.path("other"), mayReplace: false)
        try other.commit()
        #expect(try directory.names() == ["other", "out"])
    }

    @Test func withoutACommitThereIsNothing() throws {
        try replace("out", with: "new", commits: false)
        #expect(try directory.names() == [])
    }

    @Test func anExistingFileStaysUntilTheCommit() throws {
        try directory.write("old", to: "out")
        try replace("out", with: "half", commits: false)
        #expect(try directory.read("out") == Array("old".utf8))
        do {
            var file = try OutputFile(replacing: directory.path("out"))
            _ = write(file.descriptor, "new", 3)
            #expect(try directory.read("out") == Array("old".utf8))
            try file.commit()
        }
        #expect(try directory.read("out") == Array("new".utf8))
        #expect(try directory.names() == ["out"])
    }

    @Test func aSymbolicLinkStaysAndItsTargetIsReplaced() throws {
        try directory.write("old", to: "target")
        #expect(symlink("target", directory.path("link")) == 0)
        try replace("link", with: "new", commits: true)
        #expect(try directory.read("target") == Array("new".utf8))
        let kept = try FileManager.default.destinationOfSymbolicLink(atPath: directory.path("link"))
        #expect(kept == "target")
        #expect(try directory.names() == ["link", "target"])
    }

    @Test func whoMayReadTheOldFileMayReadTheNew() throws {
        let path = try directory.write("old", to: "out")
        chmod(path, 0o640)
        try replace("out", with: "new", commits: true)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
    }

    @Test func aFolderCannotBeReplaced() throws {
        let failure = #expect(throws: HostError.self) {
            _ = try OutputFile(replacing: directory.path)
        }
        #expect(failure == HostError(.cannotCreate, directory.path, "is a directory"))
    }

    @Test func aFolderThatIsNotThereIsAnError() throws {
        let path = directory.path("none/out")
        let failure = #expect(throws: HostError.self) { _ = try OutputFile(replacing: path) }
        #expect(
            failure
                == HostError(.cannotCreate, path, "there is no folder \(directory.path("none"))")
        )
    }

    @Test(.enabled("root may write everywhere") { geteuid() != 0 })
    func aFolderWithoutTheRightToWriteIsAnError() throws {
        chmod(directory.path, 0o555)
        defer { chmod(directory.path, 0o755) }
        let failure = #expect(throws: HostError.self) {
            _ = try OutputFile(replacing: directory.path("out"))
        }
        #expect(failure?.code == .cannotCreate)
    }

    @Test func aPlaceThatTakesNoFilesIsAnError() {
        let failure = #expect(throws: HostError.self) {
            var file = try OutputFile(replacing: "/proc/seqd-test")
            try file.commit()
        }
        #expect(failure?.code == .cannotCreate)
    }

    @Test func pipesAndDevicesAreSpecial() throws {
        #expect(mkfifo(directory.path("fifo"), 0o600) == 0)
        try directory.write("x", to: "file")
        #expect(OutputFile.isSpecial("/dev/null"))
        #expect(OutputFile.isSpecial(directory.path("fifo")))
        #expect(!OutputFile.isSpecial(directory.path("file")))
        #expect(!OutputFile.isSpecial(directory.path("none")))
        #expect(!OutputFile.isSpecial(directory.path))
    }
}
