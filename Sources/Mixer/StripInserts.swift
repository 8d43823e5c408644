package import Effects
import Realtime

/// The inserts of a strip as the audio thread has them, and the memory in which they take over from
/// those before.
///
/// The controlling thread makes them; the audio thread returns them by their number once others have
/// taken over.
package struct StripInserts: ~Copyable {
    package var chain: InsertChain
    /// Delays what comes in, as far as others are delayed by inserts.
    package var alignment: AlignmentDelay
    /// A copy of the input while they take over.
    var sound: StereoBuffer
    var sends: SendBuffer
    /// By which they are returned.
    package let number: Int

    /// Makes inserts without a sound in them.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - settings: The inserts, the first one first; none to have sound pass unchanged.
    ///   - number: By which they are returned.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames of a period.
    ///   - alignment: The frames by which what comes in is delayed before.
    package init(
        _ settings: [InsertSettings],
        number: Int,
        rate: Int,
        maximumPeriod: Int,
        alignment: Int = 0
    ) {
        chain = InsertChain(settings, rate: rate)
        self.alignment = AlignmentDelay(frames: alignment)
        sound = StereoBuffer(capacity: maximumPeriod)
        sends = SendBuffer(capacity: maximumPeriod)
        self.number = number
    }
}

/// The inserts that a strip has, and those that they take over from within 1,024 frames.
///
/// One is faded into the other, so that nothing clicks.
///
/// The fade begins when the new ones have filled their delays. The audio thread's.
struct InsertSlot: BitwiseCopyable {
    /// Those that are heard; `nil` where there have never been any.
    private var current: Loan<StripInserts>?
    /// Those that fade out; `nil` where sound passed unchanged.
    private var leaving: Loan<StripInserts>?
    /// The part of what is heard that passes through ``current``.
    private var part = Takeover()
    /// Those that have faded out, until they are returned.
    private var faded: Loan<StripInserts>?
    /// Those that take over once the fade under way has ended.
    private var pending: Loan<StripInserts>?

    @_noLocks
    init() {}

    /// Whether there have never been any.
    var isEmpty: Bool {
        @_noLocks get {
            guard let _ = current else { return true }
            return false
        }
    }

    /// Whether there may be sound without input.
    var isAwake: Bool {
        @_noLocks get {
            if let current, current.value.isAwake { return true }
            if let leaving, leaving.value.isAwake { return true }
            return false
        }
    }

    /// The frames of silence that an echo may follow.
    var gap: Int {
        @_noLocks get {
            var gap = 0
            if let current { gap = current.value.chain.gap }
            if let leaving { gap = max(gap, leaving.value.chain.gap) }
            return gap
        }
    }

    /// The last of the frames `start ..< end` of a sound that is heard and of which an echo may come
    /// after silence; −1 for none.
    @_noLocks
    func lastEchoed(_ sound: borrowing StereoBuffer, from start: Int, to end: Int) -> Int {
        gap > 0 ? sound.lastFrame(above: Mixer.silentLevel, from: start, to: end) : -1
    }

    /// Has others take over.
    ///
    /// - Parameters:
    ///   - next: The others.
    ///   - isHeard: Whether they are faded in; otherwise they are there at once.
    /// - Returns: Inserts to be returned, which have not been heard or have faded out.
    @_noLocks
    mutating func take(_ next: Loan<StripInserts>, isHeard: Bool) -> Loan<StripInserts>? {
        if isHeard, part.isMoving {
            let dropped = pending
            pending = next
            return dropped
        }
        let dropped = leaving
        leaving = current
        current = next
        part = Takeover()
        if isHeard { part.begin(after: next.value.latency) }
        return dropped
    }

    /// Takes those that have faded out; `nil` for none.
    @_noLocks
    mutating func takeFaded() -> Loan<StripInserts>? {
        let result = faded
        faded = nil
        return result
    }

    /// Takes all that are to be returned when the strip goes, one after the other; `nil` after the
    /// last.
    @_noLocks
    mutating func takeLast() -> Loan<StripInserts>? {
        if let result = takeFaded() { return result }
        if let result = leaving {
            leaving = nil
            return result
        }
        if let result = pending {
            pending = nil
            return result
        }
        let result = current
        current = nil
        return result
    }

    /// Passes over frames of silence while it sleeps.
    @_noLocks
    mutating func skip(_ frames: Int) {
        if let current { current.value.chain.skip(frames) }
        if let leaving { leaving.value.chain.skip(frames) }
        part.advance(by: frames)
        endFade()
    }

    /// Forgets the sound that has been delayed.
    @_noLocks
    func forgetDelayedFrames() {
        if let current { current.value.forgetDelayedFrames() }
        if let leaving { leaving.value.forgetDelayedFrames() }
    }

    /// Delays the frames `start ..< end` of a strip's own inputs; ``process(_:_:from:to:)`` follows
    /// for the same frames.
    @_noLocks
    func align(
        _ sound: inout StereoBuffer,
        _ sends: inout SendBuffer,
        from start: Int,
        to end: Int
    ) {
        guard let current else { return }
        guard part.isMoving else {
            return current.value.alignment.process(&sound, &sends, from: start, to: end)
        }
        current.value.copy(sound, sends, from: start, to: end)
        if let leaving { leaving.value.alignment.process(&sound, &sends, from: start, to: end) }
        current.value.align(from: start, to: end)
        // It advances when the same frames are processed.
        var copy = part
        current.value.fade(into: &sound, &sends, from: start, to: end, along: &copy)
    }

    /// Processes the frames `start ..< end` of a strip's sound and sends.
    @_noLocks
    mutating func process(
        _ sound: inout StereoBuffer,
        _ sends: inout SendBuffer,
        from start: Int,
        to end: Int
    ) {
        guard let current else { return }
        guard part.isMoving else {
            endFade()
            current.value.chain.process(&sound, &sends, from: start, to: end)
            return
        }
        current.value.copy(sound, sends, from: start, to: end)
        if let leaving { leaving.value.chain.process(&sound, &sends, from: start, to: end) }
        current.value.run(from: start, to: end)
        current.value.fade(into: &sound, &sends, from: start, to: end, along: &part)
        endFade()
    }

    @_noLocks
    private mutating func endFade() {
        guard !part.isMoving else { return }
        if let old = leaving {
            guard faded == nil else { return }
            faded = old
            leaving = nil
        }
        guard let next = pending else { return }
        pending = nil
        _ = take(next, isHeard: true)
    }
}

/// The way from one sound to another: after some frames, within 1,024.
private struct Takeover: BitwiseCopyable {
    private var part = GainRamp(1)
    /// The frames before it begins.
    private var waiting = 0

    private static var frames: Int { @_noLocks get { 1_024 } }

    @_noLocks
    init() {}

    /// Begins at 0.
    @_noLocks
    mutating func begin(after frames: Int) {
        part = GainRamp(0)
        part.move(to: 1, frames: Self.frames)
        waiting = frames
    }

    var isMoving: Bool { @_noLocks get { part.isMoving } }

    @_noLocks
    mutating func advance(by frames: Int) {
        part.advance(by: max(0, frames &- waiting))
        waiting = max(0, waiting &- frames)
    }

    /// The part of the new sound in the next frame.
    @inline(__always)
    @_noLocks
    mutating func next() -> Float {
        guard waiting == 0 else {
            waiting &-= 1
            return 0
        }
        return part.next()
    }
}

extension StripInserts {
    /// Whether there may be sound without input.
    fileprivate var isAwake: Bool { @_noLocks get { chain.isAwake || alignment.isAwake } }

    /// The frames by which they delay.
    fileprivate var latency: Int { @_noLocks get { chain.latency &+ alignment.frames } }

    @_noLocks
    fileprivate mutating func forgetDelayedFrames() {
        chain.forgetDelayedFrames()
        alignment.reset()
    }

    /// Copies what comes in.
    @_noLocks
    fileprivate mutating func copy(
        _ input: borrowing StereoBuffer,
        _ inputSends: borrowing SendBuffer,
        from start: Int,
        to end: Int
    ) {
        sound.copy(input, from: start, count: end &- start, to: start)
        sends.reverb.copy(inputSends.reverb, from: start, count: end &- start, to: start)
        sends.chorus.copy(inputSends.chorus, from: start, count: end &- start, to: start)
    }

    /// Delays the copy.
    @_noLocks
    fileprivate mutating func align(from start: Int, to end: Int) {
        alignment.process(&sound, &sends, from: start, to: end)
    }

    /// Processes the copy.
    @_noLocks
    fileprivate mutating func run(from start: Int, to end: Int) {
        chain.process(&sound, &sends, from: start, to: end)
    }

    /// Fades from what is in two buffers to the copy.
    @_noLocks
    fileprivate mutating func fade(
        into output: inout StereoBuffer,
        _ outputSends: inout SendBuffer,
        from start: Int,
        to end: Int,
        along part: inout Takeover
    ) {
        for frame in start..<end {
            let factor = part.next()
            output.left[frame] += (sound.left[frame] - output.left[frame]) * factor
            output.right[frame] += (sound.right[frame] - output.right[frame]) * factor
            outputSends.reverb[frame] += (sends.reverb[frame] - outputSends.reverb[frame]) * factor
            outputSends.chorus[frame] += (sends.chorus[frame] - outputSends.chorus[frame]) * factor
        }
    }
}
