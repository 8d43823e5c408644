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
        let descriptor = try #require(UnnamedFile.openTemporary())
        defer { close(descriptor) }
        var status = stat()
        #expect(fstat(descriptor, &status) == 0)
        #expect(status.st_nlink == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    private final class Box: Sendable {
        let ran: Mutex<Bool>

        init(ran: consuming sending Mutex<Bool>) {
            self.ran = ran
        }
    }
}
