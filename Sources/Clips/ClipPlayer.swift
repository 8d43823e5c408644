import Effects
import Platform
package import Racks
package import Realtime
package import Sequencer
import Synchronization

/// Plays a clip: finds its place in the file from the position in the music, and resamples.
///
/// The audio thread's. Where playing continues elsewhere, the old place fades out and the new one fades
/// in within ``fadeSeconds``; the beginning of a clip is heard in full from its first frame.
package struct ClipPlayer: ~Copyable {
    /// The sound in the current period.
    package private(set) var output: StereoBuffer
    /// The sends to the effects, which are silent.
    package let sends: SendBuffer
    /// Whether something may be heard in the current period.
    package private(set) var hasSound = false
    /// The number of the sampler whose strip it is heard through.
    package let sampler: Int

    private var frames: ClipFrames
    private let bank: Loan<SincBank>
    private let range: ClipRange
    /// The factor of the pace of what does not follow the tempo of an item.
    package var variSpeed = 1.0
    /// Whether it continues where the player of its number in the rack before is.
    package var isContinued = false
    private let factors: (left: Float, right: Float)
    /// The fades, in frames of the file.
    private let fadeIn: Double
    private let fadeOut: Double
    /// The change of the level with each frame where it fades in or out.
    private let ramp: Float
    private var current = ClipVoice()
    private var leaving = ClipVoice()
    /// The one that was ``leaving`` when another one left.
    private var leavingBefore = ClipVoice()
    /// Finds where a sound that is stretched continues.
    private var seam: StretchSeam
    /// The frames of output until it is asked next.
    private var untilSeam = 0
    /// The engine frame at which the item was begun that ``current`` plays in, and its pass.
    private var beginning: Int64 = .min
    private var pass: Int64 = 0
    /// The place in the music of the clip that was played last.
    private var origin: Int64 = .min
    /// Whether the clip has been played to its end since then.
    private var hasEnded = false

    /// The time over which a sound fades that is cut, or entered in its middle.
    private static let fadeSeconds = 0.005
    /// The most frames that are resampled at a time.
    private static var block: Int { @_noLocks get { 256 } }

    /// Makes a player that does not play.
    ///
    /// Allocates: not for the audio thread. Its memory is the clip's, which must outlive it.
    ///
    /// - Parameters:
    ///   - clip: The clip.
    ///   - settings: Its settings.
    ///   - sampler: The number of the sampler whose strip it is heard through.
    ///   - rate: Frames of output per second.
    ///   - maximumPeriod: The most frames of a period.
    @unsafe
    package init(
        _ clip: ClipCursor,
        _ settings: ClipSettings,
        sampler: Int,
        rate: Int,
        maximumPeriod: Int
    ) {
        output = StereoBuffer(capacity: maximumPeriod)
        sends = SendBuffer(capacity: maximumPeriod)
        self.sampler = sampler
        bank = unsafe SincBank.shared.loan
        range = clip.range
        factors = settings.factors
        let fileRate = Double(clip.sound.rate)
        fadeIn = settings.fadeIn * fileRate
        fadeOut = settings.fadeOut * fileRate
        ramp = Float(1 / max(1, Self.fadeSeconds * Double(rate)))
        seam = StretchSeam(
            fileRate: clip.sound.rate,
            rate: rate,
            isUsed: settings.follow == .tempo
        )
        // The longest table, and as many frames again.
        frames = unsafe ClipFrames(clip, capacity: max(16_384, seam.capacity))
    }

    /// Whether it waits for pages that are missing, as a render does.
    package var waits: Bool {
        get { frames.waits }
        set { frames.waits = newValue }
    }

    /// Begins a period, in which nothing has been played yet.
    @_noLocks
    package mutating func beginPeriod() { hasSound = false }

    /// Silences what was played of the period before it is heard.
    @_noLocks
    package mutating func clear(to end: Int) { output.clear(from: 0, to: end) }

    /// Plays some frames of the period.
    ///
    /// - Parameters:
    ///   - clip: The number of the clip among ``PlayItem``'s.
    ///   - stretch: What is played of the item in these frames; `nil` for nothing.
    ///   - spans: The clips of the item.
    ///   - start: The first frame, in the period.
    ///   - end: The frame behind the last.
    @_noLocks
    package mutating func play(
        _ clip: Int,
        _ stretch: PlayedStretch?,
        in spans: LentElements<ClipSpan>,
        from start: Int,
        to end: Int
    ) {
        output.clear(from: start, to: end)
        guard let stretch else { return rest(from: start, to: end) }
        let hasGoneElsewhere = stretch.beginning != beginning || stretch.pass != pass
        beginning = stretch.beginning
        pass = stretch.pass
        if hasGoneElsewhere {
            leave()
            hasEnded = false
        }
        var frame = start
        var position = stretch.itemFrame
        while frame < end {
            let (index, next) = spans.index(of: clip, at: position)
            var count = Int(min(Int64(end &- frame), next &- position))
            if index >= 0 {
                count = follow(spans[index], at: position, count: count)
                render(from: frame, to: frame &+ count)
            } else {
                // Another version of the music has it later.
                leave()
                hasEnded = false
            }
            renderLeaving(from: frame, to: frame &+ count)
            frame &+= count
            position &+= Int64(count)
        }
        frames.publish(current.isOn ? Int(current.place) : -1)
    }

    /// Plays nothing new: what has played fades out.
    @_noLocks
    package mutating func rest(from start: Int, to end: Int) {
        output.clear(from: start, to: end)
        beginning = .min
        leave()
        renderLeaving(from: start, to: end)
        frames.publish(current.isOn ? Int(current.place) : -1)
    }

    /// Continues where another player of the same clip is, which ends.
    @_noLocks
    package mutating func takeOver(from other: inout ClipPlayer) {
        (current, leaving) = (other.current, other.leaving)
        leavingBefore = other.leavingBefore
        (beginning, pass, origin) = (other.beginning, other.pass, other.origin)
        hasEnded = other.hasEnded
        untilSeam = other.untilSeam
        other.cut()
    }

    /// Ends what plays without a fade.
    @_noLocks
    package mutating func cut() {
        current.isOn = false
        leaving.isOn = false
        leavingBefore.isOn = false
    }

    /// Fades out what plays.
    @_noLocks
    private mutating func leave() { leave(over: ramp) }

    @_noLocks
    private mutating func leave(over ramp: Float) {
        guard current.isOn else { return }
        if leaving.isOn { leavingBefore = leaving }
        leaving = current
        leaving.change = -ramp
        current.isOn = false
    }

    /// Takes the place and the pace that a span has at an item frame.
    ///
    /// - Returns: The frames for which it has them, `count` or fewer.
    @_noLocks
    private mutating func follow(_ span: ClipSpan, at position: Int64, count: Int) -> Int {
        if span.origin != origin {
            leave()
            hasEnded = false
            origin = span.origin
        }
        // An item that is faster or slower has that in the pace of what follows it.
        switch span.follow {
        case .no:
            let pace = span.pace * variSpeed
            if current.isOn {
                continueAtPace(pace)
            } else if !hasEnded {
                begin(at: span.place(at: position, pace: pace), pace: pace)
            }
        case .pitch:
            let place = span.place(at: position, pace: span.pace)
            if current.isOn {
                glide(to: place, pace: span.pace, count: count)
            } else if !hasEnded {
                begin(at: place, pace: span.pace)
            }
        case .tempo(let pace):
            return stretch(
                to: span.place(at: position, pace: span.pace),
                pace: pace * variSpeed,
                due: span.pace,
                count: count,
                ofClip: span.clip
            )
        }
        return count
    }

    @_noLocks
    private mutating func continueAtPace(_ pace: Double) {
        current.tablePace = pace
        if current.pace != pace { current.move(to: current.place, pace: pace) }
    }

    /// Plays at a pace from a place on, which is that of the music.
    @_noLocks
    private mutating func glide(to place: Double, pace: Double, count: Int) {
        let distance = place - current.place
        if distance.magnitude < 0.01 {
            continueAtPace(pace)
        } else if distance.magnitude > 8 {
            leave()
            begin(at: place, pace: pace)
        } else {
            // After a change of tempo positions are whole frames: glide over 10 ms or more.
            current.tablePace = pace
            let change = distance * min(Double(ramp) / 2, 1 / Double(max(count, 1)))
            current.move(to: current.place, pace: pace + change)
        }
    }

    /// Plays at a pace, near the place of the music, which moves at another.
    ///
    /// - Parameters:
    ///   - place: The place of the music.
    ///   - pace: The pace of the sound.
    ///   - due: That of the music.
    ///   - count: The frames that are to be played.
    ///   - clip: The number of the clip.
    /// - Returns: The frames until the place is looked at again, `count` or fewer.
    @_noLocks
    private mutating func stretch(
        to place: Double,
        pace: Double,
        due: Double,
        count: Int,
        ofClip clip: Int
    ) -> Int {
        if !current.isOn {
            guard !hasEnded else { return count }
            begin(at: place, pace: pace)
            // Clips that begin together look at different frames.
            untilSeam = seam.interval &- seam.interval / 8 &* (clip & 7)
        } else {
            continueAtPace(pace)
            if untilSeam == 0 {
                continueNear(place, due: due)
                untilSeam = seam.interval
            }
        }
        let next = min(count, untilSeam)
        untilSeam &-= next
        return next
    }

    /// Continues nearer to the place of the music, where the sound is too far away.
    @_noLocks
    private mutating func continueNear(_ wanted: Double, due: Double) {
        let interval = Double(seam.interval)
        let place = StretchSeam.Place(
            drift: Int(max(min(wanted - current.place, 1e9), -1e9)),
            own: Int(interval * current.pace),
            due: Int(interval * due),
            rest: Int(min(Double(range.frames) - current.place, 1e9))
        )
        if seam.isNear(place) { return }
        var jump = place.drift
        if !seam.isFar(place) {
            let (before, behind) = seam.reach(place)
            frames.gather(
                from: Int64(current.place) &- Int64(before),
                count: before &+ behind,
                isHeard: false
            )
            jump = seam.jump(place, in: frames.line, from: before, count: before &+ behind)
        }
        guard jump != 0 else { return }
        let (next, pace) = (current.place + Double(jump), current.pace)
        leave(over: seam.ramp)
        guard next < Double(range.frames) else {
            hasEnded = true
            return
        }
        current.move(to: max(next, 0), pace: pace)
        current.level = 0
        current.change = seam.ramp
        current.isOn = true
    }

    @_noLocks
    private mutating func begin(at place: Double, pace: Double) {
        // Backwards, it may come to its end later.
        if place >= Double(range.frames), pace < 0 { return }
        guard place < Double(range.frames), place >= 0 || pace > 0 else {
            hasEnded = true
            return
        }
        current.move(to: max(place, 0), pace: pace)
        current.tablePace = pace
        // The beginning has an onset of its own.
        let isBeginning = place < pace
        current.level = isBeginning ? 1 : 0
        current.change = isBeginning ? 0 : ramp
        current.isOn = true
    }

    @_noLocks
    private mutating func render(from start: Int, to end: Int) {
        guard current.isOn else { return }
        var voice = current
        render(&voice, from: start, to: end)
        current = voice
        if !voice.isOn { hasEnded = true }
    }

    @_noLocks
    private mutating func renderLeaving(from start: Int, to end: Int) {
        if leaving.isOn {
            var voice = leaving
            render(&voice, from: start, to: end)
            if voice.level <= 0 { voice.isOn = false }
            leaving = voice
        }
        if leavingBefore.isOn {
            var voice = leavingBefore
            render(&voice, from: start, to: end)
            if voice.level <= 0 { voice.isOn = false }
            leavingBefore = voice
        }
    }

    // MARK: Sound

    /// Adds a voice's sound to the output.
    @_noLocks
    private mutating func render(_ voice: inout ClipVoice, from start: Int, to end: Int) {
        hasSound = true
        var frame = start
        while frame < end {
            let whole = Int64(voice.place)
            guard voice.place < Double(range.frames), voice.place >= 0 else {
                voice.isOn = false
                return
            }
            var count = min(end &- frame, Self.block)
            if voice.pace == 1, voice.place == Double(whole) {
                count = Int(min(Int64(count), range.frames &- whole))
                frames.gather(from: whole, count: count)
                for index in 0..<count {
                    let gain = gain(at: voice.place(in: index)) * voice.nextLevel()
                    add(frames.line.left[index], frames.line.right[index], gain, to: frame &+ index)
                }
            } else {
                let table = bank.value.table(for: voice.tablePace.magnitude)
                let taps = table.value.taps
                let most = Double(frames.capacity &- taps &- 2) / max(voice.pace.magnitude, 1e-6)
                count = max(1, Int(min(Double(count), most)))
                let before = Int64(taps / 2 &- 1)
                // A clip that plays backwards ends at its beginning.
                let last = Int64(max(voice.place(in: count &- 1), 0))
                let lowest = min(whole, last)
                frames.gather(
                    from: lowest &- before,
                    count: Int(max(whole, last) &- lowest) &+ taps
                )
                for index in 0..<count {
                    let place = voice.place(in: index)
                    guard place < Double(range.frames), place >= 0 else {
                        voice.isOn = false
                        return
                    }
                    let first = Int(Int64(place) &- lowest)
                    let behind = place - Double(Int64(place))
                    let left = unsafe frames.line.left.span(from: first, to: first &+ taps) + first
                    let right =
                        unsafe frames.line.right.span(from: first, to: first &+ taps) + first
                    let gain = gain(at: place) * voice.nextLevel()
                    unsafe add(
                        table.value.sample(of: left, at: behind),
                        table.value.sample(of: right, at: behind),
                        gain,
                        to: frame &+ index
                    )
                }
            }
            voice.advance(by: count)
            frame &+= count
        }
    }

    /// The gain of the clip's fades at a place.
    @_noLocks
    private func gain(at place: Double) -> Float {
        var gain = 1.0
        if place < fadeIn { gain = place / fadeIn }
        let left = Double(range.frames) - place
        if left < fadeOut { gain *= max(left / fadeOut, 0) }
        return Float(gain)
    }

    @_noLocks
    private mutating func add(_ left: Float, _ right: Float, _ gain: Float, to frame: Int) {
        output.left[frame] += left * (gain * factors.left)
        output.right[frame] += right * (gain * factors.right)
    }
}

extension ClipSpan {
    /// The place in the clip at an item frame.
    @_noLocks
    fileprivate func place(at frame: Int64, pace: Double) -> Double {
        place + Double(frame &- start) * pace
    }
}
