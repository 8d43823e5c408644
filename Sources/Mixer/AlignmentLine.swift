package import Realtime

/// A ring of the last frames that a strip's own inputs have added, with their sends: the strip reads
/// them some frames later, as far as others are delayed by their inserts.
///
/// The controlling thread makes it; the audio thread returns it by its number once a longer one has
/// taken its place.
package struct AlignmentLine: ~Copyable {
    /// Left, right, send to the reverb, send to the chorus.
    private let memory: SampleMemory
    private let mask: Int
    /// The number of frames that have been written.
    private var position = 0
    /// The frames since something was written that is not zero.
    private var quietFrames: Int
    /// The number by which it is returned.
    package let number: Int

    /// Makes a silent line.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - delay: The longest delay in frames.
    ///   - maximumPeriod: The most frames that are written at a time.
    ///   - number: The number by which it is returned.
    package init(delay: Int, maximumPeriod: Int, number: Int) {
        var frames = 64
        while frames < delay + maximumPeriod { frames *= 2 }
        memory = SampleMemory(count: 4 * frames)
        mask = frames - 1
        quietFrames = frames
        self.number = number
    }

    /// Whether all that it holds is silence.
    package var isSilent: Bool { @_noLocks get { quietFrames > mask } }

    /// Silences it.
    @_noLocks
    package mutating func clear() {
        memory.clear()
        quietFrames = mask &+ 1
    }

    @_noLocks
    @unsafe
    private func channel(_ number: Int) -> UnsafeMutablePointer<Float> {
        unsafe memory.samples(from: number * (mask + 1), count: mask + 1)
    }

    /// Copies the last frames of a line that is at most as long.
    @_noLocks
    package mutating func copy(_ other: borrowing AlignmentLine, frames: Int) {
        for number in 0..<4 {
            let (old, new) = unsafe (other.channel(number), channel(number))
            var age = 1
            while age <= min(frames, other.mask + 1) {
                unsafe new[(position &- age) & mask] = old[(other.position &- age) & other.mask]
                age &+= 1
            }
        }
        quietFrames = min(other.quietFrames, mask)
    }

    /// Writes the frames `start ..< end`.
    @_noLocks
    package mutating func write(
        _ sound: borrowing StereoBuffer,
        _ sends: borrowing SendBuffer,
        from start: Int,
        to end: Int
    ) {
        unsafe write(sound.left.span(from: start, to: end) + start, to: 0, count: end &- start)
        unsafe write(sound.right.span(from: start, to: end) + start, to: 1, count: end &- start)
        unsafe write(sends.reverb.span(from: start, to: end) + start, to: 2, count: end &- start)
        unsafe write(sends.chorus.span(from: start, to: end) + start, to: 3, count: end &- start)
        position &+= end &- start
        quietFrames = min(quietFrames &+ end &- start, mask &+ 1)
    }

    @_noLocks
    private mutating func write(_ samples: UnsafePointer<Float>, to number: Int, count: Int) {
        let ring = unsafe channel(number)
        var bits: UInt32 = 0
        for index in 0..<count {
            unsafe ring[(position &+ index) & mask] = samples[index]
            bits |= unsafe samples[index].bitPattern
        }
        if bits & 0x7FFF_FFFF != 0 { quietFrames = 0 }
    }

    /// Reads the frames that were written some time before the last ones.
    ///
    /// - Parameters:
    ///   - sound: Gets the sound in the frames `start ..< end`, as many as were written last.
    ///   - sends: Gets the sends.
    ///   - start: The first frame.
    ///   - end: The frame behind the last.
    ///   - delay: The frames between.
    @_noLocks
    package func read(
        into sound: inout StereoBuffer,
        _ sends: inout SendBuffer,
        from start: Int,
        to end: Int,
        delay: Int
    ) {
        let first = position &- (end &- start) &- delay
        unsafe read(0, from: first, to: sound.left.span(from: start, to: end) + start, end &- start)
        unsafe read(
            1,
            from: first,
            to: sound.right.span(from: start, to: end) + start,
            end &- start
        )
        unsafe read(
            2,
            from: first,
            to: sends.reverb.span(from: start, to: end) + start,
            end &- start
        )
        unsafe read(
            3,
            from: first,
            to: sends.chorus.span(from: start, to: end) + start,
            end &- start
        )
    }

    @_noLocks
    private func read(
        _ number: Int,
        from first: Int,
        to samples: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        let ring = unsafe channel(number)
        for index in 0..<count { unsafe samples[index] = ring[(first &+ index) & mask] }
    }

    /// Reads as ``read(into:_:from:to:delay:)``, and fades from one delay to another.
    @_noLocks
    package func fade(
        into sound: inout StereoBuffer,
        _ sends: inout SendBuffer,
        from start: Int,
        to end: Int,
        delays: (old: Int, new: Int),
        along part: inout Takeover
    ) {
        let before = position &- (end &- start) &- start
        let (left, right) = unsafe (channel(0), channel(1))
        let (reverb, chorus) = unsafe (channel(2), channel(3))
        for frame in start..<end {
            let old = (before &+ frame &- delays.old) & mask
            let new = (before &+ frame &- delays.new) & mask
            let factor = part.next()
            sound.left[frame] = unsafe left[old] + (left[new] - left[old]) * factor
            sound.right[frame] = unsafe right[old] + (right[new] - right[old]) * factor
            sends.reverb[frame] = unsafe reverb[old] + (reverb[new] - reverb[old]) * factor
            sends.chorus[frame] = unsafe chorus[old] + (chorus[new] - chorus[old]) * factor
        }
    }
}
