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
    ///   - stream: What reads the rest of it.
    /// - Throws: A file that cannot be opened or is no sound; a place behind its end.
    package init(
        _ settings: ClipSettings,
        by stream: ClipStream = .shared
    ) throws(HostError) {
        self.stream = stream
        sound = try ClipSound.open(settings.path)
        range = try ClipRange(settings, of: sound)
        stream.add(self)
    }

    /// The length of the clip in seconds; infinite for one that repeats for ever.
    package var seconds: Double {
        range.frames < ClipRange.endless ? Double(range.frames) / Double(sound.rate) : .infinity
    }

    /// The page with which the clip begins.
    var head: Int { range.source(of: 0).frame / ClipPages.pageFrames }

    /// The pages that are needed soon, in the order in which they are.
    var expected: [Int] {
        let frame = Int64(place.value.frame.load(ordering: .relaxed))
        guard frame >= 0 else { return [] }
        return (0..<Self.pagesAhead).compactMap { ahead in
            let place = frame + Int64(ahead * ClipPages.pageFrames)
            guard place < range.frames else { return nil }
            return range.source(of: place).frame / ClipPages.pageFrames
        }
    }
}

extension ClipCursor.Place: @unchecked Sendable {}
