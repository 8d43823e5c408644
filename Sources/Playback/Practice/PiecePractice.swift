import MIDI
import SamplerHost
public import Sequencer

/// Practice of a piece: which keys are waited for, and what has been played.
///
/// A value without a clock: the player gives it positions, keys and times.
public struct PiecePractice {
    /// News for the owner.
    public enum Event: Hashable, Sendable {
        /// The music waits for a step.
        case waiting(PracticeStep)
        /// All keys of a step have been played; the time for which the music has waited, in
        /// nanoseconds.
        case played(PracticeStep, waited: Int64)
        /// A key was pressed that belongs to no step that is due.
        case wrong(UInt8)
    }

    /// The conditions under which a course was worked out.
    private struct Conditions: Hashable {
        var semitones: Int
        var loop: Range<Int64>?
        var passes: Int?
    }

    /// The settings.
    public let settings: PracticeSettings
    /// The musician's tracks and channels of the piece; none if it does not have the parts.
    public private(set) var selection = Selection.none
    /// The reason why the piece has no parts to practise; `nil` if it has.
    public private(set) var failure: SelectorError?
    /// The summary of the notes played so far.
    public private(set) var summary = PracticeSummary()
    /// The time from which on the music has waited, in nanoseconds; `nil` while it does not.
    public private(set) var waitingSince: Int64?
    /// The last wrong key since the step came next; `nil` for none.
    public private(set) var wrongKey: UInt8?
    /// The keys that are down, by their sources.
    private var held: [InputMessage.Source: Set<UInt8>] = [:]
    /// The step that is expected.
    private var expected: PracticeStep?
    /// The time for which the music has waited for it before the last pause, in nanoseconds.
    private var waitedBefore: Int64 = 0
    /// Whether the wait for it was counted and reported.
    private var isWaitCounted = false
    /// Whether a pause has interrupted the wait, and it does not continue yet.
    private var isInterrupted = false
    private var course = PracticeCourse(PracticeScore(steps: []))
    private var judge: PracticeJudge
    private var conditions: Conditions?
    /// Whether the course is that of the loaded piece.
    private var isPieceKnown = false
    private var events: [Event] = []

    /// Makes practice of no piece.
    public init(_ settings: PracticeSettings) {
        self.settings = settings
        judge = PracticeJudge(tolerance: settings.tolerance)
    }

    /// The step that comes next; `nil` after the last one.
    public var step: PracticeStep? { course.step }

    /// The number of steps of the piece.
    public var stepCount: Int { course.score.steps.count }

    /// The number of the pass to which the step belongs.
    var pass: Int64 { course.pass }

    /// The number of times that playing still goes back, as far as it is known; `nil` for ever.
    func repeats(inPass pass: Int64) -> Int64? { course.repeats(inPass: pass) }

    /// The nominal frames from the observed position to the step.
    var distance: Int64? { course.distance }

    /// The tracks and channels whose notes are not heard.
    var silenced: Selection { settings.isHeard ? .none : selection }

    /// The keys that are waited for; none while the music does not wait.
    ///
    /// - Parameter now: The time in nanoseconds.
    /// - Returns: The keys.
    public func missing(at now: Int64) -> [UInt8] {
        waitingSince == nil ? [] : judge.missing(at: now)
    }

    /// The news since the last call.
    public mutating func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    /// The summary of the notes played so far, with the time of a wait that has not ended.
    ///
    /// - Parameter now: The time in nanoseconds.
    /// - Returns: The sums.
    public func currentSummary(at now: Int64) -> PracticeSummary {
        var summary = summary
        summary.waited += waitedBefore + (waitingSince.map { max(now - $0, 0) } ?? 0)
        return summary
    }

    /// The sums so far, with the time of a wait that has not ended; they begin anew.
    ///
    /// - Parameter now: The time in nanoseconds.
    /// - Returns: The sums.
    mutating func takeSummary(at now: Int64) -> PracticeSummary {
        defer {
            summary = PracticeSummary()
            waitedBefore = 0
            if waitingSince != nil { waitingSince = now }
        }
        return currentSummary(at: now)
    }

    // MARK: The piece

    /// Takes a piece, its loop and the transposition, if any of them has changed.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - rate: Frames per second.
    ///   - semitones: The transposition.
    ///   - loop: The nominal frames that are repeated; `nil` for none.
    ///   - passes: The number of passes of the loop; `nil` for ever.
    ///   - position: The position.
    /// - Returns: Whether anything has changed.
    @discardableResult
    mutating func update(
        _ piece: LoadedPiece,
        rate: Int,
        semitones: Int,
        loop: Range<Int64>?,
        passes: Int?,
        at position: PracticePosition
    ) -> Bool {
        let new = Conditions(semitones: semitones, loop: loop, passes: passes)
        guard new != conditions || !isPieceKnown else { return false }
        let old = conditions
        conditions = new
        let isOther = !isPieceKnown
        isPieceKnown = true
        if isOther { select(in: piece.sequence) }
        if isOther || old?.semitones != new.semitones {
            let score = PracticeScore(
                selection,
                of: piece.sequence,
                rate: rate,
                to: piece.end,
                transpose: semitones
            )
            course.replace(score, at: position, loop: loop)
        }
        // At another tempo a loop has other frames; passes that are over count.
        if !isOther, old?.loop != new.loop {
            var position = position
            position.repeats = passes.map { Int64($0) - 1 }
            course.locate(at: position, loop: loop)
        }
        if !isExpected(course.step) { expectStep() }
        return true
    }

    /// Notes that another piece is loaded, or another version of it.
    mutating func forgetPiece() { isPieceKnown = false }

    private mutating func select(in sequence: PreparedSequence) {
        do throws(SelectorError) {
            selection = try settings.parts.resolve(in: sequence)
            failure = nil
        } catch {
            selection = .none
            failure = error
        }
    }

    /// Goes to the first step from a position on.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - lookahead: The nominal frames behind it in which no step is taken.
    mutating func locate(at position: PracticePosition, lookahead: Int64 = 0) {
        course.locate(at: position, lookahead: lookahead, loop: conditions?.loop)
        expectStep()
    }

    private func isExpected(_ step: PracticeStep?) -> Bool {
        step?.tick == expected?.tick && step?.keys == expected?.keys
    }

    private mutating func expectStep() {
        if !isInterrupted || !isExpected(course.step) {
            waitedBefore = 0
            isWaitCounted = false
            isInterrupted = false
        }
        waitingSince = nil
        wrongKey = nil
        expected = course.step
        judge.expect(course.step?.keys ?? [])
    }

    // MARK: Playing

    /// Notes the position of playing.
    ///
    /// - Parameter position: The position.
    /// - Returns: Whether another step comes next.
    mutating func observe(_ position: PracticePosition) -> Bool {
        guard course.observe(position) else { return false }
        expectStep()
        return true
    }

    /// Notes that playing waits at the step.
    ///
    /// - Parameter now: The time in nanoseconds.
    mutating func wait(at now: Int64) {
        guard waitingSince == nil, let step = course.step else { return }
        waitingSince = now
        isInterrupted = false
        guard !isWaitCounted else { return }
        isWaitCounted = true
        summary.waits += 1
        events.append(.waiting(step))
    }

    /// Notes a pause, during which the music does not wait.
    ///
    /// - Parameter now: The time in nanoseconds.
    mutating func pause(at now: Int64) {
        guard let since = waitingSince else { return }
        waitedBefore += max(now - since, 0)
        waitingSince = nil
        isInterrupted = true
    }

    /// Takes a press.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - time: The time in nanoseconds.
    ///   - lead: The time until the step is due, in nanoseconds.
    /// - Returns: Whether the step was played with it, so that another one is next.
    mutating func press(_ key: UInt8, at time: Int64, lead: Int64) -> Bool {
        switch judge.press(key, at: time, lead: lead) {
        case .right:
            return false
        case .wrong:
            summary.wrongKeys += 1
            wrongKey = key
            events.append(.wrong(key))
            return false
        case .complete:
            guard let step = course.step else { return false }
            let waited = waitedBefore + (waitingSince.map { max(time - $0, 0) } ?? 0)
            summary.steps += 1
            summary.waited += waited
            events.append(.played(step, waited: waited))
            course.advance()
            isInterrupted = false
            expectStep()
            return true
        }
    }

    /// Takes a release.
    mutating func release(_ key: UInt8) { judge.release(key) }

    /// Notes which keys a source holds.
    mutating func note(_ message: MIDIMessage, of source: InputMessage.Source) {
        if message.isNoteOn {
            held[source, default: []].insert(message.data1)
        } else if message.isNoteOff {
            held[source]?.remove(message.data1)
        }
    }

    /// Releases all keys that only a source that was removed holds.
    mutating func release(allOf source: InputMessage.Source) {
        for key in held.removeValue(forKey: source) ?? []
        where !held.values.contains(where: { $0.contains(key) }) {
            judge.release(key)
        }
    }
}
