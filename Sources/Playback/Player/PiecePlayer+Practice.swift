public import MIDI
public import SamplerHost
public import Sequencer

/// Practice: playing waits for the keys of the musician's parts.
///
/// Playing is held at the tick of the step that is next. Each step that is played moves the hold on
/// to the next one; if it is moved before playing is there, nothing stops.
extension PiecePlayer {
    /// The longest time between two calls of ``takePractice(_:at:)``, in nanoseconds.
    public static let practiceInterval: Int64 = 20_000_000

    /// Begins practice with settings, or ends it; a change of what is heard takes effect with
    /// ``apply(isLast:)``.
    ///
    /// - Parameter settings: The settings; `nil` for none.
    /// - Throws: A selector that the loaded piece has nothing for; nothing has changed then.
    /// - Precondition: The engine is not paused.
    public func setPractice(_ settings: PracticeSettings?) throws(SelectorError) {
        guard let settings else {
            practice = nil
            engine.hold(EngineHold(tick: nil))
            return
        }
        if let piece { _ = try settings.parts.resolve(in: piece.sequence) }
        let position = practicePosition
        practice = PiecePractice(settings)
        updatePractice()
        // Where the music waits, it is at the step.
        let isMoving = isUnderWay && !engine.position.isHeld
        practice?.locate(at: position, lookahead: isMoving ? lookahead : 0)
        holdPractice()
    }

    /// The news of practice since the last call.
    public func takePracticeEvents() -> [PiecePractice.Event] { practice?.takeEvents() ?? [] }

    /// The sums of practice so far, with the time of a wait that has not ended; they begin anew.
    ///
    /// - Parameter now: The time, in nanoseconds of the monotonic clock.
    /// - Returns: The sums; `nil` without practice.
    public func takePracticeSummary(at now: Int64) -> PracticeSummary? {
        practice?.takeSummary(at: now)
    }

    /// Takes messages of live inputs, and checks the position that playing has reached.
    ///
    /// - Parameters:
    ///   - messages: The messages since the last call.
    ///   - now: The time, in nanoseconds of the monotonic clock.
    public func takePractice(_ messages: [InputMessage], at now: Int64) {
        guard practice != nil else { return }
        observePractice(at: now)
        for message in messages {
            switch message.body {
            case .message(let event):
                practice?.note(event, of: message.source)
                takePractice(event, stamp: message.stamp, at: now)
            case .closed: practice?.release(allOf: message.source)
            case .exclusive: break
            }
        }
    }

    /// Takes a message; keys are ignored while the piece does not play.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - stamp: The time of its arrival, in nanoseconds of the monotonic clock.
    ///   - now: The present time.
    public func takePractice(_ message: MIDIMessage, stamp: Int64, at now: Int64) {
        if message.isNoteOff { practice?.release(message.data1) }
        guard message.isNoteOn, let lead = practiceLead(of: stamp, now) else { return }
        if practice?.press(message.data1, at: stamp, lead: lead) ?? false { holdPractice() }
    }

    /// Checks the position that playing has reached.
    ///
    /// - Parameter now: The time, in nanoseconds of the monotonic clock.
    public func observePractice(at now: Int64) {
        guard practice != nil else { return }
        guard !engine.isPaused else { return pausePractice(at: now) }
        let position = engine.position
        guard let place = practicePosition(of: position) else { return }
        if practice?.observe(place) ?? false { holdPractice() }
        let distance = practice?.distance ?? 0
        if position.isHeld, distance < Int64(rate) / 100 {
            practice?.wait(at: now)
        } else if !position.isHeld, distance < -Int64(rate) / 4 {
            // Playing had passed it before the hold was set.
            practice?.locate(at: place, lookahead: lookahead)
            holdPractice()
        }
    }

    /// Notes that a pause begins: its time is not one of waiting.
    ///
    /// - Parameter now: The time, in nanoseconds of the monotonic clock.
    public func pausePractice(at now: Int64) { practice?.pause(at: now) }

    /// The position for practice, and how often playing still goes back; while nothing plays, what
    /// a start there has.
    private var practicePosition: PracticePosition {
        practicePosition(of: engine.position)
            ?? PracticePosition(frame: position, repeats: loopCount.map { Int64($0) - 1 })
    }

    private func practicePosition(of position: EnginePosition) -> PracticePosition? {
        guard let frame = frame(of: position) else { return nil }
        var place = PracticePosition(frame: frame, pass: position.pass, repeats: position.repeats)
        // The engine has another item, whose loop may be another, or will have it soon.
        if position.item != items.active.last, let practice {
            place.repeats = practice.repeats(inPass: position.pass)
        }
        return place
    }

    /// The time from a press until the next step is heard, in nanoseconds; `nil` while nothing plays,
    /// before the last beat of a count-in and after the last step.
    private func practiceLead(of stamp: Int64, _ now: Int64) -> Int64? {
        let position = engine.position
        guard !engine.isPaused, position.countInBeats <= 1, frame(of: position) != nil,
            let distance = practice?.distance
        else { return nil }
        // A piece lasts a year at most: 2^60 nanoseconds.
        let seconds = Double(distance) / Double(rate) / pace.factor
        let lead = Int64(min(max(seconds, -1e9), 1e9) * 1e9)
        if position.isHeld { return lead }
        return (engine.clock.time(ofFrame: position.engineFrame) ?? now) + lead - stamp
    }

    /// Takes over the piece, its loop and the transposition.
    ///
    /// - Returns: Whether anything has changed.
    @discardableResult
    func updatePractice() -> Bool {
        guard let piece else { return false }
        // It asks for practice too, which is being changed below.
        let position = practicePosition
        return practice?.update(
            piece,
            rate: rate,
            semitones: semitones,
            loop: loopedFrames(of: piece),
            passes: loopCount,
            at: position
        ) ?? false
    }

    /// Has practice begin at a position that playing is to start from.
    ///
    /// - Returns: The hold for that start; `nil` without practice.
    func locatePractice(at frame: Int64) -> EngineHold? {
        guard practice != nil else { return nil }
        updatePractice()
        practice?.locate(
            at: PracticePosition(frame: frame, repeats: loopCount.map { Int64($0) - 1 })
        )
        return practiceHold
    }

    /// Sets the hold at the step that is next.
    func holdPractice() {
        guard !engine.isPaused, let practiceHold else { return }
        engine.hold(practiceHold)
    }

    private var practiceHold: EngineHold? {
        practice.map { EngineHold(tick: $0.step?.tick, pass: $0.pass) }
    }
}
