import Glibc
package import Platform
import Synchronization

/// A sound file in memory, which is made of pieces before a clip plays it.
package final class MemorySound: Sendable {
    /// The name in messages, in the place of a path.
    package let name: String
    private let file: File
    private let state = Mutex(State())

    private struct State {
        var size = 0
        weak var sound: ClipSound?
    }

    /// The file, which is read through a copy of its descriptor.
    private final class File: Sendable {
        let file: UnnamedFile

        init() throws(UnnamedFile.Failure) { file = try UnnamedFile(inMemory: "seqd-sound") }
    }

    /// Makes one without bytes.
    ///
    /// - Parameter name: The name in messages.
    /// - Throws: `unavailable` where the system has no memory for it.
    package init(_ name: String) throws(HostError) {
        self.name = name
        do throws(UnnamedFile.Failure) {
            file = try File()
        } catch {
            throw HostError(.unavailable, name, "\(error)")
        }
    }

    /// The number of its bytes.
    package var size: Int { state.withLock(\.size) }

    /// Adds bytes at its end, which no clip plays yet.
    ///
    /// - Throws: `unavailable` where the system has no memory for them; it has those before.
    package func append(_ bytes: [UInt8]) throws(HostError) {
        do throws(UnnamedFile.Failure) {
            try file.file.write(bytes[...], at: size)
        } catch {
            throw HostError(.unavailable, name, "\(error)")
        }
        state.withLock { $0.size += bytes.count }
    }

    /// Opens it to be played; all clips play the same.
    ///
    /// - Throws: `data` for bytes that are no sound file.
    func open() throws(HostError) -> ClipSound {
        // A second reader would move the place in the file from which the first one reads.
        if let sound = state.withLock(\.sound) { return sound }
        let descriptor = fcntl(file.file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else {
            throw HostError(.unavailable, name, SystemError.text(errno))
        }
        lseek(descriptor, 0, SEEK_SET)
        let sound = try ClipSound(inMemory: descriptor, named: name)
        state.withLock { $0.sound = sound }
        return sound
    }
}
