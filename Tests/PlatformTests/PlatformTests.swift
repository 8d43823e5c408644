import Glibc
import Platform
import Synchronization
import Testing

@Suite struct PlatformTests {
    @Test func errorsHaveTheSystemsText() {
        #expect(SystemError.text(ENOENT) == "No such file or directory")
    }

    @Test func aThreadRunsItsWorkAndIsJoined() throws {
        let ran = Mutex(false)
        let box = Box(ran: ran)
        let thread = try SystemThread("test") { box.ran.withLock { $0 = true } }
        thread.join()
        #expect(box.ran.withLock { $0 })
        #expect(thread.priorityRefusal == nil)
    }

    @Test func aTemporaryFileHasNoName() throws {
        let file = try UnnamedFile()
        var status = stat()
        #expect(fstat(file.descriptor, &status) == 0)
        #expect(status.st_nlink == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func aTemporaryFileHoldsWhatWasWritten() throws {
        let file = try UnnamedFile()
        #expect(file.firstLine.isEmpty)
        try file.write(Array("first\nsecond\n".utf8)[...])
        try file.write(Array("F".utf8)[...], at: 0)
        #expect(file.firstLine == "First")
        try file.write(Array("s".utf8)[...], at: 399)
        #expect(FileStatus(descriptor: file.descriptor)?.size == 400)
    }

    @Test func aFilesStatusTellsItsKind() throws {
        let root = try #require(FileStatus("/"))
        #expect(root.kind == .folder && root.identity == FileStatus("/.")?.identity)
        #expect(FileStatus("/dev/null")?.kind == .characterDevice)
        #expect(FileStatus("/proc/self/exe")?.kind == .regular)
        #expect(FileStatus("/proc/self/exe", followsLinks: false)?.kind == .other)
        #expect(FileStatus("/nothing/here") == nil && errno == ENOENT)
    }

    @Test func aFoldersListingHasItsNames() throws {
        let devices = try #require(FolderListing("/dev"))
        #expect(devices.names.contains("null") && !devices.names.contains(".."))
        #expect(FolderListing("/dev", limit: 1) { $0 == "null" }?.names == ["null"])
        #expect(FolderListing("/nothing/here") == nil && errno == ENOENT)
    }

    private final class Box: Sendable {
        let ran: Mutex<Bool>

        init(ran: consuming sending Mutex<Bool>) {
            self.ran = ran
        }
    }
}
