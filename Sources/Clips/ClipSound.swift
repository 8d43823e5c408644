import FontFiles
import Glibc
import Instruments
package import Platform
import Realtime
import Synchronization

/// A sound file that clips play: open as long as it is in use, in memory as far as it is needed.
package final class ClipSound: Sendable {
    /// The file.
    package let path: String
    /// Frames per second.
    package let rate: Int
    /// The number of frames.
    package let frameCount: Int

    let pages: Box<ClipPages>
    private let file: OpenFile
    /// The file as it was opened.
    private let version: String?
    private let state = Mutex(State())

    private struct State {
        /// The pages in memory.
        var pageCount = 0
        /// The fault in the file, until it is reported.
        var fault: String?
        var hasFault = false
    }

    /// The open file, which one thread at a time reads.
    private final class OpenFile: @unchecked Sendable {
        let mutex = Mutex(())
        let reader: SoundFileReader

        init(_ path: String) throws(HostError) { reader = try SoundFileReader(path) }
    }

    private struct Known {
        weak var sound: ClipSound?
    }

    /// The files that are open, by their paths.
    private static let open = Mutex<[String: Known]>([:])

    /// Opens a file, or returns it if it is open and has not changed since.
    ///
    /// - Parameter path: The file: what libsndfile reads.
    /// - Returns: The sound.
    /// - Throws: `noInput` for a file that cannot be opened, `data` for one that is no sound.
    package static func open(_ path: String) throws(HostError) -> ClipSound {
        if let sound = open.withLock({ $0[path]?.sound }),
            FileStatus(path)?.version == sound.version
        {
            return sound
        }
        let sound = try ClipSound(path)
        open.withLock { open in
            open = open.filter { $0.value.sound != nil }
            open[path] = Known(sound: sound)
        }
        return sound
    }

    private init(_ path: String) throws(HostError) {
        self.path = path
        file = try OpenFile(path)
        version = file.reader.version
        let recording = file.reader.recording
        guard recording.frameCount > 0 else { throw HostError(.data, path, "no sound in it") }
        rate = recording.rate
        frameCount = recording.frameCount
        pages = Box(
            ClipPages(
                frameCount: recording.frameCount,
                channels: min(recording.channelCount, 2)
            )
        )
    }

    /// The bytes that it has in memory.
    var bytes: Int { state.withLock { $0.pageCount } * pages.value.pageBytes }

    /// Brings a page into memory, unless it is there.
    ///
    /// Not for the audio thread.
    func bring(_ index: Int) {
        file.mutex.withLock { _ in
            guard !pages.value.has(index) else { return }
            unsafe pages.value.bring(index) { page in
                unsafe read(index, into: page)
            }
            state.withLock { $0.pageCount += 1 }
        }
    }

    /// Frees a page, unless it is not there.
    func drop(_ index: Int) {
        file.mutex.withLock { _ in
            guard pages.value.has(index) else { return }
            pages.value.drop(index) { usleep(100) }
            state.withLock { $0.pageCount -= 1 }
        }
    }

    /// The fault in the file, once.
    func takeFault() -> String? {
        state.withLock { state in
            defer { state.fault = nil }
            return state.fault
        }
    }

    private func read(_ index: Int, into page: UnsafeMutablePointer<Float>) {
        let first = index * ClipPages.pageFrames
        let last = min(first + ClipPages.pageFrames, frameCount)
        let channels = file.reader.recording.channelCount
        let sides = min(channels, 2)
        var written = 0
        guard file.reader.version == version else {
            return note("has changed while it was played; the rest is silent")
        }
        _ = try? file.reader.forEachPiece(from: first, upTo: last) { values, count in
            let count = min(count, last - first - written)
            for side in 0..<sides {
                let target = unsafe page + side * ClipPages.pageFrames + written
                for frame in 0..<count {
                    let value = values[frame * channels + side]
                    unsafe target[frame] = value.isFinite ? value : 0
                }
            }
            written += count
        }
        if written < last - first {
            note("ends after \(first + written) of \(frameCount) frames; the rest is silent")
        }
    }

    private func note(_ fault: String) {
        state.withLock { state in
            if !state.hasFault { state.fault = fault }
            state.hasFault = true
        }
    }
}
