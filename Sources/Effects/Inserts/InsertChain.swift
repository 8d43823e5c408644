package import Realtime

/// The inserts of a strip, one behind the other.
///
/// They process blocks of 64 frames, counted from the first frame; how frames are divided into calls
/// changes nothing. Without a sound in them they sleep, as new, until there is input.
///
/// The audio thread's.
@safe
package struct InsertChain: ~Copyable {
    private var inserts: FixedArray<Insert>
    /// Whether sound of the sides is in it, and of the sends.
    private var sides: Activity
    private var sends: Activity
    /// The frames of the current block that are done.
    private var offset = 0
    /// The frames of silence that an echo may follow.
    package let gap: Int

    /// Whether two channels have to be processed.
    private struct Activity: BitwiseCopyable {
        var isAwake = false
        var silence = SilenceWatch()

        @_noLocks
        init() {}

        /// Wakes where there is input.
        @_noLocks
        mutating func note(_ pair: InsertPair) {
            let isAudible =
                unsafe SilenceWatch.isAudible(pair.left, count: pair.count)
                || SilenceWatch.isAudible(pair.right, count: pair.count)
            guard isAudible else { return }
            isAwake = true
            silence.noteInput()
        }
    }

    /// Makes inserts without a sound in them; those that are bypassed are left out.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - settings: The inserts, the first one first.
    ///   - rate: Frames per second.
    package init(_ settings: [InsertSettings], rate: Int) {
        let active = settings.filter { !$0.isBypassed }
        inserts = FixedArray(count: active.count) { Insert(active[$0], rate: rate) }
        gap = active.reduce(0) { $0 + $1.gap(rate: rate) }
        sides = Activity()
        sends = Activity()
        longest = 16 + gap / Block.frames
    }

    /// The quiet blocks after which nothing is left in it.
    private let longest: Int
    /// The highest magnitudes of the current block, of the sides and of the sends.
    private var isQuiet = (sides: true, sends: true)

    /// Whether there may be sound in it without input.
    package var isAwake: Bool { @_noLocks get { sides.isAwake || sends.isAwake } }

    /// Processes the frames `start ..< end` of a strip's sound and of its sends.
    @_noLocks
    package mutating func process(
        _ sound: inout StereoBuffer,
        _ sendBuffer: inout SendBuffer,
        from start: Int,
        to end: Int
    ) {
        var position = start
        while position < end {
            let count = min(Block.frames - offset, end - position)
            let next = position + count
            let pair = unsafe InsertPair(
                left: sound.left.span(from: position, to: next) + position,
                right: sound.right.span(from: position, to: next) + position,
                count: count
            )
            let sent = unsafe InsertPair(
                left: sendBuffer.reverb.span(from: position, to: next) + position,
                right: sendBuffer.chorus.span(from: position, to: next) + position,
                count: count
            )
            sides.note(pair)
            sends.note(sent)
            // The sends have the gains of the sides.
            if sides.isAwake || sends.isAwake {
                for index in 0..<inserts.count {
                    unsafe inserts[index].process(pair, isSend: false)
                    if sends.isAwake { unsafe inserts[index].process(sent, isSend: true) }
                }
                unsafe noteOutput(pair, sent)
            }
            offset += count
            if offset == Block.frames { endBlock() }
            position = next
        }
    }

    /// Passes over frames of silence while it sleeps.
    @_noLocks
    package mutating func skip(_ frames: Int) { offset = (offset + frames) % Block.frames }

    @_noLocks
    @unsafe
    private mutating func noteOutput(_ pair: InsertPair, _ sent: InsertPair) {
        if isQuiet.sides {
            isQuiet.sides =
                unsafe SilenceWatch.isQuiet(pair.left, count: pair.count)
                && SilenceWatch.isQuiet(pair.right, count: pair.count)
        }
        if isQuiet.sends, sends.isAwake {
            isQuiet.sends =
                unsafe SilenceWatch.isQuiet(sent.left, count: sent.count)
                && SilenceWatch.isQuiet(sent.right, count: sent.count)
        }
    }

    @_noLocks
    private mutating func endBlock() {
        offset = 0
        let hasEnded = sides.silence.endBlock(isQuiet: isQuiet.sides, longest: longest)
        let haveSendsEnded = sends.silence.endBlock(isQuiet: isQuiet.sends, longest: longest)
        isQuiet = (true, true)
        guard isAwake, hasEnded, haveSendsEnded else { return }
        for index in 0..<inserts.count { inserts[index].reset() }
        sides = Activity()
        sends = Activity()
    }
}
