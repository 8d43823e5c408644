import Platform
import Realtime
import Synchronization

/// The frames of a clip that the next frames of output are made of, copied from its pages.
///
/// The audio thread's.
struct ClipFrames: ~Copyable {
    /// The frames that were gathered last.
    private(set) var line: StereoBuffer
    /// The frames that can be gathered at a time.
    let capacity: Int
    /// Whether it waits for pages that are missing, as a render does.
    var waits = false

    private let pages: Loan<ClipPages>
    private let cursor: Loan<ClipCursor.Place>
    private let stream: Loan<Semaphore>
    private let range: ClipRange

    /// Makes one.
    ///
    /// Allocates: not for the audio thread. Its memory is the clip's, which must outlive it.
    ///
    /// - Parameters:
    ///   - clip: The clip.
    ///   - capacity: The frames that are to be gathered at a time.
    @unsafe
    init(_ clip: ClipCursor, capacity: Int) {
        self.capacity = capacity
        line = StereoBuffer(capacity: capacity)
        pages = unsafe clip.sound.pages.loan
        cursor = unsafe clip.place.loan
        stream = unsafe clip.stream.waiting.loan
        range = clip.range
    }

    /// Tells the reader where the clip plays.
    ///
    /// - Parameter place: The frames from its beginning; −1 where it does not play.
    @_noLocks
    func publish(_ place: Int) {
        let before = cursor.value.frame.load(ordering: .relaxed)
        cursor.value.frame.store(place, ordering: .relaxed)
        cursor.value.neededPage.store(-1, ordering: .relaxed)
        if place >= 0, before / ClipPages.pageFrames != place / ClipPages.pageFrames || before < 0 {
            stream.value.post()
        }
    }

    /// Copies frames of the clip to the line; there is silence before its beginning and behind its end.
    ///
    /// - Parameters:
    ///   - first: The first of them, from the clip's beginning.
    ///   - count: Their number, ``capacity`` or fewer.
    ///   - isHeard: Whether they are heard, and those that are missing are reported.
    @_noLocks
    mutating func gather(from first: Int64, count: Int, isHeard: Bool = true) {
        pages.value.beginReading()
        var done = 0
        while done < count {
            let place = first &+ Int64(done)
            if place < 0 || place >= range.frames {
                let silent = place < 0 ? Int(min(-place, Int64(count &- done))) : count &- done
                line.clear(from: done, to: done &+ silent)
                done &+= silent
                continue
            }
            let (source, following) = range.source(of: place)
            let offset = source % ClipPages.pageFrames
            let run = Int(
                min(
                    min(following, range.frames &- place),
                    Int64(min(ClipPages.pageFrames &- offset, count &- done))
                )
            )
            copy(
                page: source / ClipPages.pageFrames,
                offset: offset,
                count: run,
                to: done,
                isHeard: isHeard
            )
            done &+= run
        }
        pages.value.endReading()
    }

    @_noLocks
    private mutating func copy(
        page index: Int,
        offset: Int,
        count: Int,
        to target: Int,
        isHeard: Bool
    ) {
        var page = unsafe pages.value.page(index)
        while waits, unsafe page == nil {
            pages.value.endReading()
            awaitPage(index)
            pages.value.beginReading()
            unsafe page = unsafe pages.value.page(index)
        }
        guard let page = unsafe page else {
            need(index)
            if isHeard { cursor.value.missingFrames.add(count, ordering: .relaxed) }
            line.clear(from: target, to: target &+ count)
            return
        }
        let right = pages.value.channels > 1 ? ClipPages.pageFrames : 0
        unsafe SampleLoops.copy(
            page + offset,
            to: line.left.span(from: target, to: target &+ count) + target,
            count: count
        )
        unsafe SampleLoops.copy(
            page + right + offset,
            to: line.right.span(from: target, to: target &+ count) + target,
            count: count
        )
    }

    /// Waits until a page is there.
    @_noLocks
    private func awaitPage(_ page: Int) {
        while !pages.value.has(page) {
            cursor.value.isAwaited.store(true, ordering: .sequentiallyConsistent)
            need(page)
            cursor.value.arrival.wait()
        }
    }

    /// Has a page read.
    @_noLocks
    private func need(_ page: Int) {
        cursor.value.neededPage.store(page, ordering: .relaxed)
        cursor.value.missingPage.store(page, ordering: .releasing)
        stream.value.post()
    }
}
