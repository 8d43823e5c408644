import Effects
import Realtime

/// The master: its gain, the limiters, the transport's fades, and the meter.
extension Mixer {
    /// Whether the master's gain moves, or the transport fades.
    package var isFading: Bool { @_noLocks get { fade.isMoving || isGainMoving } }

    /// Whether the transport fades.
    package var isTransportFading: Bool { @_noLocks get { fade.isMoving } }

    /// Fades the output out.
    @_noLocks
    package mutating func fadeOut() { fade.move(to: 0, frames: fadeFrames) }

    /// Fades the output in.
    @_noLocks
    package mutating func fadeIn() { fade.move(to: 1, frames: fadeFrames) }

    /// A change of the master gain within a period.
    package struct MasterChange: BitwiseCopyable {
        fileprivate let factor: Float
        fileprivate let isMuted: Bool
        fileprivate let frames: Int
        /// Frames from the period's first.
        fileprivate let offset: Int
    }

    /// The values of the master that move evenly: its fader and its switch, in the lanes of strips.
    @_noLocks
    static func gainValues(_ factor: Float, isMuted: Bool) -> SIMD8<Float> {
        var values = SIMD8<Float>()
        values[StripLevels.Lane.gain] = StripLevels.fader(factor)
        values[StripLevels.Lane.audible] = isMuted ? 0 : 1
        return values
    }

    /// Sets the master gain.
    ///
    /// - Parameters:
    ///   - factor: The factor.
    ///   - isMuted: Whether it is muted, within 10 ms.
    ///   - frames: The frames over which it moves there, if they are more than 10 ms: evenly, like a
    ///     fader. A move to the same factor that is under way continues.
    ///   - offset: The frame of the period from which on it moves.
    ///   - isHeard: Whether the gain moves to it; otherwise it is there at once.
    @_noLocks
    package mutating func setGain(
        _ factor: Float,
        isMuted: Bool = false,
        over frames: Int = 0,
        at offset: Int = 0,
        isHeard: Bool
    ) {
        guard isHeard || frames > fadeFrames else {
            gainChanges.removeAll()
            gainLines = ValueLines(Self.gainValues(factor, isMuted: isMuted))
            gainTarget = isMuted ? 0 : factor
            gain = GainRamp(gainTarget)
            return
        }
        let change = MasterChange(factor: factor, isMuted: isMuted, frames: frames, offset: offset)
        // The gain is applied when the period has been mixed. Where there is no room, it moves at once.
        guard !gainChanges.append(change) else { return }
        beginGainMoves(at: .max)
        begin(change)
    }

    @_noLocks
    private mutating func begin(_ change: MasterChange) {
        var frames = SIMD8<Int32>()
        frames[StripLevels.Lane.gain] = Int32(clamping: change.frames)
        gainLines.move(
            to: Self.gainValues(change.factor, isMuted: change.isMuted),
            over: frames,
            shortest: Int32(fadeFrames)
        )
        gainTarget = change.isMuted ? 0 : change.factor
        beginPartOfGain()
    }

    /// Moves the gain to the next point of its lines.
    @_noLocks
    private mutating func beginPartOfGain() {
        let remaining = gainLines.remaining
        guard remaining > 0 else { return }
        let frames = remaining > fadeFrames ? min(remaining, Strip.rampFrames) : remaining
        gainLines.advance(by: frames)
        let values = gainLines.values
        let fader = values[StripLevels.Lane.gain]
        let factor = fader * fader * fader * values[StripLevels.Lane.audible]
        gain.move(to: gainLines.isMoving ? factor : gainTarget, frames: frames)
    }

    /// Whether the master's gain is moving, or begins to move in this period.
    package var isGainMoving: Bool {
        @_noLocks get {
            gain.isMoving || gainLines.isMoving || gainChanges.count > 0
        }
    }

    /// Begins the moves of the master gain at a frame of the period.
    @inline(__always)
    @_noLocks
    private mutating func beginGainMoves(at frame: Int) {
        while gainChanges.count > 0, gainChanges[0].offset <= frame {
            begin(gainChanges[0])
            gainChanges.removeFirst(1)
        }
        if !gain.isMoving { beginPartOfGain() }
    }

    /// Applies the master gain, which is constant, to the mix of a period.
    @_noLocks
    package mutating func applySteadyGain(_ frames: Int) {
        var peak = output.scale(by: gain.gain, count: frames)
        for pair in 0..<pairs.count {
            let other = pairs[pair].scale(by: gain.gain, frames)
            // By their bits: what is not a number stays the highest.
            if other.bitPattern > peak.bitPattern { peak = other }
        }
        if peak < Self.silentLevel {
            quietFrames &+= Int64(frames)
        } else {
            var last = frames &- 1
            while last >= 0, magnitude(of: last) < Self.silentLevel { last &-= 1 }
            quietFrames = Int64(frames &- 1 &- last)
        }
        endEchoes(frames)
    }

    /// Counts the frames for which an echo of inserts may come after silence.
    @_noLocks
    private mutating func endEchoes(_ frames: Int) {
        echoFrames = max(0, max(echoFrames, echoesOfPeriod) &- frames)
    }

    /// The frames of the period for which an echo may come of what was heard in it.
    private var echoesOfPeriod: Int {
        @_noLocks get { lastEchoed < 0 ? 0 : lastEchoed &+ 1 &+ longestEcho }
    }

    /// The highest magnitude of a frame on all pairs.
    @inline(__always)
    @_noLocks
    private func magnitude(of frame: Int) -> Float {
        var magnitude = output.magnitude(of: frame)
        for pair in 0..<pairs.count {
            magnitude = max(magnitude, pairs[pair].magnitude(of: frame))
        }
        return magnitude
    }

    /// The frames of a period at which the sound may end.
    package struct Tail: BitwiseCopyable {
        /// The first frame at which it may end.
        package let start: Int64
        /// The frame at which it ends at the latest.
        package let end: Int64
        /// The number of quiet frames after which it ends; `Int64.max` if these do not end it.
        package let quietFrames: Int64

        @_noLocks
        package init(start: Int64, end: Int64, quietFrames: Int64) {
            (self.start, self.end, self.quietFrames) = (start, end, quietFrames)
        }
    }

    /// Applies the master gain to the mix of a period frame by frame, up to where the sound ends.
    ///
    /// - Parameters:
    ///   - frames: The number of frames.
    ///   - tail: The frames at which the sound may end; `nil` if it does not.
    /// - Returns: The frame at which it ends, with silence from there on; `nil` if it does not.
    @_noLocks
    package mutating func applyGain(_ frames: Int, _ tail: Tail?) -> Int? {
        // Of a period so short only the last frame that echoes counts.
        let echoes = max(echoFrames, echoesOfPeriod)
        for frame in 0..<frames {
            if let tail, frame >= tail.start {
                if frame >= tail.end || quietFrames >= tail.quietFrames && frame >= echoes {
                    silence(from: frame, to: frames)
                    return frame
                }
            }
            beginGainMoves(at: frame)
            let factor = gain.next()
            output.left[frame] *= factor
            output.right[frame] *= factor
            for pair in 0..<pairs.count { pairs[pair].scale(frame: frame, by: factor) }
            let level = magnitude(of: frame)
            quietFrames = level < Self.silentLevel ? quietFrames &+ 1 : 0
        }
        endEchoes(frames)
        return nil
    }

    /// Silences the mix from a frame on.
    @_noLocks
    private mutating func silence(from start: Int, to end: Int) {
        output.clear(from: start, to: end)
        for pair in 0..<pairs.count { pairs[pair].clear(from: start, to: end) }
    }

    /// The frames by which the output is behind the mix, inserts included.
    package var latency: Int { @_noLocks get { limiter.latency &+ insertLatency } }

    /// Limits the mix: from here on ``output`` has the frames that are due, which the limiter has
    /// delayed.
    @_noLocks
    package mutating func limit(_ frames: Int) {
        limiter.process(&output, frames: frames)
        for pair in 0..<pairs.count { pairs[pair].limit(frames) }
    }

    /// Puts silence in place of the frames that were mixed and are not due yet.
    @_noLocks
    package mutating func forgetDelayedFrames() {
        limiter.forget()
        for pair in 0..<pairs.count { pairs[pair].forgetDelayedFrames() }
        forgetInserts()
    }

    /// The lowest factor of the limiters since the last call; 1 where nothing was reduced.
    @_noLocks
    package mutating func takeLowestGain() -> Float {
        var lowest = limiter.takeLowestGain()
        for pair in 0..<pairs.count { lowest = min(lowest, pairs[pair].takeLowestGain()) }
        return lowest
    }

    /// The frames that the limiters have reduced.
    package var reducedFrames: Int64 {
        @_noLocks get {
            var frames = limiter.reducedFrames
            for pair in 0..<pairs.count { frames &+= pairs[pair].reducedFrames }
            return frames
        }
    }

    /// Applies the transport's fade to the output.
    ///
    /// - Parameters:
    ///   - frames: How many frames are due.
    ///   - endsWithIt: Whether nothing is due after a fade.
    /// - Returns: How many frames are due then.
    @_noLocks
    package mutating func applyFade(_ frames: Int, endsWithIt: Bool) -> Int {
        if !fade.isMoving && fade.gain == 1 && !endsWithIt { return frames }
        var count = 0
        while count < frames, fade.isMoving || !endsWithIt {
            let factor = fade.next()
            output.left[count] *= factor
            output.right[count] *= factor
            for pair in 0..<pairs.count { pairs[pair].scale(frame: count, by: factor) }
            count &+= 1
        }
        return count
    }

    /// Fades the first frames of the output out.
    ///
    /// - Parameters:
    ///   - frames: Their number.
    ///   - elapsed: The frames since the fade's start, at the first of them; below 0 before it.
    ///   - length: The frames of the fade.
    @_noLocks
    package mutating func fadeOut(_ frames: Int, from elapsed: Int64, over length: Int64) {
        guard elapsed &+ Int64(frames) > 0 else { return }
        for index in 0..<frames {
            let left = length &- elapsed &- Int64(index)
            let factor = Float(max(0, min(1, Double(left) / Double(length))))
            output.left[index] *= factor
            output.right[index] *= factor
            for pair in 0..<pairs.count { pairs[pair].scale(frame: index, by: factor) }
        }
    }

    /// Measures the first frames of the output.
    ///
    /// - Returns: What the master's meter shows.
    @_noLocks
    package mutating func measure(_ frames: Int) -> MeterFigures {
        meter.add(output, frames: frames)
        meter.setReduction(masterReduction)
        return meter.figures
    }

    /// The highest magnitude of the first frames of the output.
    @_noLocks
    package func peak(_ frames: Int) -> Float {
        let left = output.left.peak(from: 0, to: frames)
        let right = output.right.peak(from: 0, to: frames)
        // By their bits: what is not a number stays the highest.
        return left.bitPattern > right.bitPattern ? left : right
    }

    /// The highest magnitude of the first frames on the further pairs of output channels.
    @_noLocks
    package func peakOfPairs(_ frames: Int) -> Float {
        var highest: Float = 0
        for pair in 0..<pairs.count {
            let peak = pairs[pair].peak(frames)
            if peak.bitPattern > highest.bitPattern { highest = peak }
        }
        return highest
    }

    /// Forgets for how long it has been quiet.
    @_noLocks
    package mutating func resetQuiet() { quietFrames = 0 }
}
