import CLinux
package import Platform
import Realtime
import Synchronization

/// Reads the sound files of clips ahead of where they play, and keeps their memory within a limit.
///
/// The beginning of each clip stays in memory. What plays is read first, then all the rest as far as
/// there is room, so that a seek finds it.
package final class ClipStream: Sendable {
    /// That of the process.
    package static let shared = ClipStream()

    /// Posted by the audio thread when a page is needed soon, or missing.
    let waiting = Box(Semaphore())
    private let state = Mutex(State())
    private let willRead: @Sendable (String) -> Void

    private struct State {
        /// The memory of all pages in bytes that is used where not more is needed.
        var limit = 512 << 20
        var cursors: [WeakCursor] = []
        var hasThread = false
        /// The frames that were silent, by path, until they are reported.
        var missing: [String: Int] = [:]
        /// The time of the next report, by the monotonic clock in nanoseconds.
        var nextReport: Int64 = 0
        var onReport: (@Sendable (Report) -> Void)?
    }

    /// A fault of a file that clips play, or silence for want of its frames.
    package struct Report: Sendable, CustomStringConvertible {
        /// The file.
        package let path: String
        /// The fault, in words.
        package let text: String

        package var description: String { "\(path): \(text)" }
    }

    private struct WeakCursor {
        weak var cursor: ClipCursor?
    }

    /// The nanoseconds from one report of silence to the next.
    private static let reportInterval: Int64 = 1_000_000_000

    /// Makes one.
    ///
    /// - Parameters:
    ///   - isManual: Whether it has no thread, but ``step()`` is called.
    ///   - willRead: Takes the path of a file before a page of it is read; where it waits, the file is
    ///     on a slow disk.
    init(isManual: Bool = false, willRead: @escaping @Sendable (String) -> Void = { _ in }) {
        self.willRead = willRead
        state.withLock { $0.hasThread = isManual }
    }

    /// The memory of all pages in bytes that is used where not more is needed.
    package var limit: Int {
        get { state.withLock(\.limit) }
        set { state.withLock { $0.limit = newValue } }
    }

    /// Has faults of files reported, and silence for want of what could not be read in time.
    ///
    /// - Parameter report: Takes a report, on the thread of the stream.
    package func onReport(_ report: @escaping @Sendable (Report) -> Void) {
        state.withLock { $0.onReport = report }
    }

    /// Takes a clip that may be played, and reads its beginning.
    ///
    /// - Throws: `unavailable` without a thread that could read the rest.
    func add(_ cursor: ClipCursor) throws(HostError) {
        try start()
        bring(cursor.head, of: cursor.sound)
        state.withLock { state in
            state.cursors.removeAll { $0.cursor == nil }
            state.cursors.append(WeakCursor(cursor: cursor))
        }
        waiting.value.post()
    }

    /// Starts the thread, unless it runs.
    ///
    /// It has the priority of the thread that calls this first: one that plays, and no job in the
    /// background.
    ///
    /// - Throws: `unavailable` without a thread.
    package func start() throws(HostError) {
        let needsThread = state.withLock { state in
            defer { state.hasThread = true }
            return !state.hasThread
        }
        guard needsThread else { return }
        do throws(SystemThread.StartError) {
            _ = try SystemThread("seqd-clips") { [self] in run() }
        } catch {
            state.withLock { $0.hasThread = false }
            throw HostError(.unavailable, "clips", "no thread to read their files: \(error)")
        }
    }

    private func run() {
        while true {
            waiting.value.wait(
                until: state.withLock { $0.missing.isEmpty ? .max : $0.nextReport }
            )
            while step() {}
        }
    }

    /// Brings a page, or drops one.
    ///
    /// For the thread of the stream, and tests.
    ///
    /// - Returns: Whether there may be more to do.
    func step() -> Bool {
        let (cursors, limit) = state.withLock { state in
            (state.cursors.compactMap(\.cursor), state.limit)
        }
        let isBusy = bring(for: cursors, limit: limit)
        report(cursors)
        // A render that is over may end the process at once.
        wake(cursors)
        return isBusy
    }

    private func bring(for cursors: [ClipCursor], limit: Int) -> Bool {
        for cursor in cursors {
            let page = cursor.place.value.missingPage.exchange(-1, ordering: .acquiring)
            guard page >= 0 else { continue }
            bring(page, of: cursor.sound)
            return true
        }
        let expected = cursors.map { ($0.sound, $0.expected) }
        let bytes = Self.bytes(of: cursors)
        // The next page of each first, then the ones behind them.
        for ahead in 0..<(expected.map(\.1.count).max() ?? 0) {
            for (sound, pages) in expected where ahead < pages.count {
                guard !sound.pages.value.has(pages[ahead]) else { continue }
                if bytes >= limit { dropOne(of: cursors, expected) }
                bring(pages[ahead], of: sound)
                return true
            }
        }
        if bytes > limit { return dropOne(of: cursors, expected) }
        for cursor in cursors {
            guard let page = cursor.sound.nextMissing else { continue }
            guard bytes + cursor.sound.pages.value.pageBytes <= limit else { continue }
            bring(page, of: cursor.sound)
            return true
        }
        return false
    }

    private func bring(_ page: Int, of sound: ClipSound) {
        sound.bring(page) { [willRead] in willRead(sound.path) }
    }

    private static func bytes(of cursors: [ClipCursor]) -> Int {
        var known: Set<ObjectIdentifier> = []
        return cursors.reduce(0) {
            known.insert(ObjectIdentifier($1.sound)).inserted ? $0 + $1.sound.bytes : $0
        }
    }

    /// Drops a page that is not needed soon and with which no clip begins.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    private func dropOne(
        of cursors: [ClipCursor],
        _ expected: [(sound: ClipSound, pages: [Int])]
    ) -> Bool {
        for cursor in cursors {
            let sound = cursor.sound
            var kept = Set(cursors.filter { $0.sound === sound }.map(\.head))
            for other in expected where other.sound === sound { kept.formUnion(other.pages) }
            let pages = 0..<sound.pages.value.count
            // What is furthest back.
            guard let page = pages.last(where: { sound.pages.value.has($0) && !kept.contains($0) })
            else { continue }
            sound.drop(page)
            return true
        }
        return false
    }

    /// Wakes renders that wait for a page.
    private func wake(_ cursors: [ClipCursor]) {
        for cursor in cursors
        where cursor.place.value.isAwaited.exchange(false, ordering: .acquiringAndReleasing) {
            cursor.place.value.arrival.post()
        }
    }

    /// Reports what was silent, when it is time, and faults of files.
    private func report(_ cursors: [ClipCursor]) {
        let now = seqd_monotonic_nanoseconds()
        var reports: [Report] = []
        let body = state.withLock { state in
            for cursor in cursors {
                let frames = cursor.place.value.missingFrames.exchange(0, ordering: .relaxed)
                if frames > 0 {
                    let silence = max(1, frames * 1_000 / cursor.sound.rate)
                    state.missing[cursor.sound.path, default: 0] += silence
                }
                if let fault = cursor.sound.takeFault() {
                    reports.append(Report(path: cursor.sound.path, text: fault))
                }
            }
            if !state.missing.isEmpty, now >= state.nextReport {
                state.nextReport = now + Self.reportInterval
                for (path, silence) in state.missing.sorted(by: { $0.key < $1.key }) {
                    let text = "\(silence) ms silent: not read from disk in time"
                    reports.append(Report(path: path, text: text))
                }
                state.missing = [:]
            }
            return state.onReport
        }
        for report in reports { body?(report) }
    }
}
