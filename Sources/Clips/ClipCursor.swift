package import Platform
package import Racks
import Realtime
import Synchronization

/// Where a clip plays, for the thread that reads its file.
package final class ClipCursor: Sendable {
    /// The place as the audio thread writes it.
    struct Place: ~Copyable {
        /// The frames from the clip's beginning; −1 while it does not play.
        let frame = Atomic<Int>(-1)
        /// The page that is missing; −1 for none.
        let missingPage = Atomic<Int>(-1)
        /// The page that was missing, until the clip plays on; −1 for none.
        let neededPage = Atomic<Int>(-1)
        /// The frames that have been silent for want of pages since they were last taken.
        let missingFrames = Atomic<Int>(0)
        /// Whether a render waits for a page.
        let isAwaited = Atomic<Bool>(false)
        /// Posted when a page is there for which a render waits.
        let arrival = Semaphore()
    }

    let stream: ClipStream
    let sound: ClipSound
    let range: ClipRange
    let place = Box(Place())

    /// The pages that are read ahead: at least 1.3 seconds up to 96 kHz.
    private static let pagesAhead = 8

    /// Opens a clip's file and reads its beginning.
    ///
    /// Takes its time: not for the audio thread.
    ///
    /// - Parameters:
    ///   - settings: The clip.
    ///   - memory: The sound in memory that it plays in place of a file.
    ///   - isExact: See `ClipSound.open(_:isExact:)`.
    ///   - stream: What reads the rest of it.
    /// - Throws: A file that cannot be opened or is no sound; a place behind its end.
    package init(
        _ settings: ClipSettings,
        from memory: MemorySound? = nil,
        isExact: Bool = false,
        by stream: ClipStream = .shared
    ) throws(HostError) {
        self.stream = stream
        sound =
            if let memory {
                try memory.open()
            } else {
                try ClipSound.open(settings.path, isExact: isExact)
            }
        range = try ClipRange(settings, of: sound)
        try stream.add(self)
    }

    /// The version of its file, as `FileStatus.version`.
    package var version: String? { sound.version }

    /// The length of the clip in seconds; infinite for one that repeats for ever.
    package var seconds: Double {
        range.frames < ClipRange.endless ? Double(range.frames) / Double(sound.rate) : .infinity
    }

    /// The page with which the clip begins.
    var head: Int { range.source(of: 0).frame / ClipPages.pageFrames }

    /// The pages that are needed soon, in the order in which they are.
    var expected: [Int] {
        var pages: [Int] = []
        let needed = place.value.neededPage.load(ordering: .relaxed)
        if needed >= 0 { pages.append(needed) }
        var frame = Int64(place.value.frame.load(ordering: .relaxed))
        // A short loop has few pages.
        for _ in 0..<8 * Self.pagesAhead
        where frame >= 0 && frame < range.frames && pages.count < Self.pagesAhead {
            let (source, count) = range.source(of: frame)
            let page = source / ClipPages.pageFrames
            if !pages.contains(page) { pages.append(page) }
            frame += min(count, Int64((page + 1) * ClipPages.pageFrames - source))
        }
        return pages
    }
}

extension ClipCursor.Place: @unchecked Sendable {}
