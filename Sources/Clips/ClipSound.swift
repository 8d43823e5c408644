import FontFiles
import Glibc
import Instruments
package import Platform
import Realtime
import Synchronization

/// A sound file that clips play: open as long as it is in use, in memory as far as it is needed.
package final class ClipSound: Sendable {
    /// The file; the name of a sound in memory.
    package let path: String
    /// Frames per second.
    package let rate: Int
    /// The number of frames.
    package let frameCount: Int

    let pages: Box<ClipPages>
    private let file: OpenFile
    /// The file as it was opened.
    package let version: String?
    private let isExact: Bool
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
        /// The page behind the last one that was read.
        let mutex = Mutex(0)
        let reader: SoundFileReader

        init(_ path: String) throws(HostError) { reader = try SoundFileReader(path) }

        init(owning descriptor: CInt, named name: String) throws(HostError) {
            reader = try SoundFileReader(owning: descriptor, name: name)
        }
    }

    /// An open file, and whether it is read exactly.
    private struct Key: Hashable {
        var path: String
        var isExact: Bool
    }

    private struct Known {
        weak var sound: ClipSound?
    }

    /// The files that are open.
    private static let open = Mutex<[Key: Known]>([:])

    /// Opens a file, or returns it if it is open and has not changed since.
    ///
    /// - Parameters:
    ///   - path: The file: what libsndfile reads.
    ///   - isExact: Whether MP3 and Opus give the same frames wherever reading begins, as renders
    ///     need; else a place is found without decoding all in front of it.
    /// - Returns: The sound.
    /// - Throws: `noInput` for a file that cannot be opened, `data` for one that is no sound.
    package static func open(
        _ path: String,
        isExact: Bool = false
    ) throws(HostError) -> ClipSound {
        let key = Key(path: path, isExact: isExact)
        if let sound = open.withLock({ $0[key]?.sound }), FileStatus(path)?.version == sound.version
        {
            return sound
        }
        let sound = try ClipSound(try OpenFile(path), path, isExact: isExact)
        open.withLock { open in
            open = open.filter { $0.value.sound != nil }
            open[key] = Known(sound: sound)
        }
        return sound
    }

    /// Opens a sound file in memory.
    ///
    /// - Parameters:
    ///   - descriptor: Its descriptor, which is closed at the end; nothing else reads through it.
    ///   - name: The name in messages.
    /// - Throws: `data` for one that is no sound.
    convenience init(inMemory descriptor: CInt, named name: String) throws(HostError) {
        try self.init(try OpenFile(owning: descriptor, named: name), name, isExact: false)
    }

    private init(_ file: OpenFile, _ path: String, isExact: Bool) throws(HostError) {
        (self.file, self.path, self.isExact) = (file, path, isExact)
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

    /// Brings a page into memory, unless it is there; of a file that has to be decoded up to there, the
    /// pages in front of it too.
    ///
    /// Not for the audio thread.
    ///
    /// - Parameters:
    ///   - index: The page.
    ///   - willRead: Called before each page that is read.
    func bring(_ index: Int, _ willRead: () -> Void) {
        file.mutex.withLock { next in
            guard !pages.value.has(index) else { return }
            var first = index
            if !canSeek { first = next <= index ? next : 0 }
            for page in first...index where page == index || !pages.value.has(page) {
                unsafe pages.value.bring(page) { memory in
                    willRead()
                    unsafe read(page, into: memory)
                }
                state.withLock { $0.pageCount += 1 }
            }
            next = index + 1
        }
    }

    /// Whether a page can be read without those in front of it.
    private var canSeek: Bool { !isExact || file.reader.canSeekExactly }

    /// The first page that is missing and can be read without beginning again at the start of the
    /// file; `nil` for none.
    var nextMissing: Int? {
        let first = canSeek ? 0 : file.mutex.withLock { $0 }
        return (min(first, pages.value.count)..<pages.value.count).first { !pages.value.has($0) }
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
        _ = try? file.reader.forEachPiece(
            from: first,
            upTo: last,
            isExact: isExact
        ) { values, count in
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
