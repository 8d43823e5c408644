package import Mixer
package import Realtime
package import Sequencer

/// A clip that is played by command, wherever the music is: the audio thread's part of it.
package struct ClipCue: ~Copyable {
    /// Its player.
    package var player: ClipPlayer
    /// By which reports name it.
    package let number: Int
    /// The strip that it is heard through.
    package let strip: Loan<Strip>
    /// Its input of the strip, while the engine has it.
    package var input = 0
    /// The engine frame at which it begins, or has begun; `Int64.max` for none.
    package private(set) var start = Int64.max
    /// The same exactly, and where it ends: another vari-speed moves what is to come.
    private var startTime = 0.0
    private var endTime = 0.0
    /// The frames of output that it lasts as recorded; infinite for one that repeats for ever.
    private let frames: Double
    /// The frames of output up to the end of the first pass of its loop, and of each other pass.
    private let passes: (first: Double, other: Double)
    /// The engine frames at which it begins once more.
    private var following = FixedList<Double>(capacity: 64)
    /// An engine frame, and the frames that had been played until then, as recorded.
    private var anchor = (frame: 0.0, played: 0.0)
    /// Whether it leaves as soon as it is silent.
    package var isLeaving = false
    /// Whether its beginning is to be reported.
    private var isNew = false
    private let spans: FixedArray<ClipSpan>

    /// Makes one that does not play.
    ///
    /// Allocates: not for the audio thread. It must not outlive the clip.
    ///
    /// - Parameters:
    ///   - player: Its player.
    ///   - clip: The clip.
    ///   - strip: The strip that it is heard through.
    ///   - number: By which reports name it.
    ///   - rate: Frames of output per second.
    package init(
        _ player: consuming ClipPlayer,
        _ clip: ClipCursor,
        strip: Loan<Strip>,
        number: Int,
        rate: Int
    ) {
        self.player = player
        self.number = number
        self.strip = strip
        let pace = Double(clip.sound.rate) / Double(rate)
        frames =
            clip.range.frames < ClipRange.endless
            ? (Double(clip.range.frames) / pace).rounded(.up) : .infinity
        passes = (Double(clip.range.passes.first) / pace, Double(clip.range.passes.other) / pace)
        let span = ClipSpan(clip: 0, start: 0, place: 0, pace: pace, follow: .no)
        spans = FixedArray(repeating: span, count: 1)
    }

    /// Its place as that of a clip of an item.
    package var span: ClipSpan { spans[0] }

    /// Whether it plays or waits for its frame.
    package var isActive: Bool { @_noLocks get { start < .max } }

    /// The engine frame behind the last one that it is to play.
    package var end: Double {
        @_noLocks get {
            guard following.count > 0 else { return endTime }
            return following[following.count &- 1] + frames / player.variSpeed
        }
    }

    /// Begins it at an engine frame, in place of what it plays.
    @_noLocks
    package mutating func begin(at frame: Double) {
        startTime = frame
        start = Self.whole(frame)
        endTime = frame + frames / player.variSpeed
        anchor = (frame, 0)
        isNew = true
    }

    /// The first whole frame that is not before a time.
    @_noLocks
    private static func whole(_ time: Double) -> Int64 {
        let whole = Int64(min(time, 9e18))
        return Double(whole) < time ? whole &+ 1 : whole
    }

    /// Plays at another vari-speed from an engine frame on.
    @_noLocks
    package mutating func use(_ factor: Double, atFrame frame: Int64) {
        let now = Double(frame)
        let stretch = player.variSpeed / factor
        for index in 0..<following.count {
            following[index] = now + (following[index] - now) * stretch
        }
        if isActive {
            if startTime > now {
                startTime = now + (startTime - now) * stretch
                start = Self.whole(startTime)
                anchor.frame = startTime
            } else {
                anchor = (now, played(at: now))
            }
            endTime = now + (endTime - now) * stretch
        }
        player.variSpeed = factor
    }

    /// The frames that have been played at an engine frame, as recorded.
    @_noLocks
    private func played(at frame: Double) -> Double {
        anchor.played + (frame - anchor.frame) * player.variSpeed
    }

    /// Begins it at an engine frame, not before it has been played to its end.
    ///
    /// - Returns: `false` where it waits too often already.
    @_noLocks
    package mutating func queue(at frame: Double) -> Bool {
        if isActive { return following.append(frame) }
        begin(at: frame)
        return true
    }

    /// Has one that repeats for ever end with the pass that it plays at an engine frame.
    @_noLocks
    package mutating func endPass(at frame: Int64) {
        guard isActive, endTime == .infinity, startTime < .infinity else { return }
        let now = max(Double(frame), startTime)
        let done = played(at: now)
        let rest = done - passes.first
        let others = rest > 0 ? Double(Int64(rest / passes.other) &+ 1) : 0
        endTime = now + (passes.first + others * passes.other - done) / player.variSpeed
    }

    /// Ends it: what sounds fades out.
    @_noLocks
    package mutating func stop() {
        start = .max
        following.removeAll()
    }

    /// Plays frames of a period, up to the frame behind its last one.
    ///
    /// - Parameters:
    ///   - position: The engine frame with which the period begins.
    ///   - first: The first frame in the period.
    ///   - limit: The frame behind the last.
    /// - Returns: The frame in the period as far as it has played, and whether it has begun and ended
    ///   until then.
    @_noLocks
    package mutating func play(
        at position: Int64,
        from first: Int,
        to limit: Int
    ) -> (end: Int, hasBegun: Bool, hasEnded: Bool) {
        let begin = Int(min(max(start &- position, Int64(first)), Int64(limit)))
        if begin > first { player.rest(from: first, to: begin) }
        guard begin < limit else { return (limit, false, false) }
        let hasBegun = isNew
        isNew = false
        let last = Self.whole(endTime)
        let end = Int(min(last &- position, Int64(limit)))
        let stretch = PlayedStretch(
            itemFrame: position &+ Int64(begin) &- start,
            frames: Int64(end &- begin),
            beginning: start,
            pass: 0
        )
        // Its memory exists as long as this.
        unsafe player.play(0, stretch, in: spans.lentElements, from: begin, to: end)
        let hasEnded = position &+ Int64(end) == last
        if hasEnded {
            // What repeats for ever has more to play: its seam is the end of the pass.
            player.cut()
            start = .max
            if following.count > 0 {
                self.begin(at: following[0])
                following.removeFirst(1)
            }
        }
        return (end, hasBegun, hasEnded)
    }
}
