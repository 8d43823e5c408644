import MIDI
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
    /// The player's tracks and channels of the piece; none if it does not have the parts.
    public private(set) var selection = Selection.none
    /// The reason why the piece has no parts to practise; `nil` if it has.
    public private(set) var failure: SelectorError?
    /// What was played so far.
    public private(set) var summary = PracticeSummary()
    /// The time from which on the music has waited, in nanoseconds; `nil` while it does not.
    public private(set) var waitingSince: Int64?
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

    /// Whether the step belongs to the next pass of the loop.
    var isInNextPass: Bool { course.isInNextPass }

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

    /// The sums so far, which begin anew.
    mutating func takeSummary() -> PracticeSummary {
        defer { summary = PracticeSummary() }
        return summary
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
    ///   - frame: The position, a nominal frame.
    /// - Returns: Whether anything has changed.
    @discardableResult
    mutating func update(
        _ piece: LoadedPiece,
        rate: Int,
        semitones: Int,
        loop: Range<Int64>?,
        passes: Int?,
        at frame: Int64
    ) -> Bool {
        let new = Conditions(
            semitones: semitones,
            loop: loop,
            passes: passes
        )
        guard new != conditions || !isPieceKnown else { return false }
        let old = conditions
        conditions = new
        if !isPieceKnown { select(in: piece.sequence) }
        if !isPieceKnown || old?.semitones != new.semitones {
            let score = PracticeScore(
                selection,
                of: piece.sequence,
                rate: rate,
                to: piece.end,
                transpose: semitones
            )
            course.replace(score, at: frame, loop: loop)
        }
        isPieceKnown = true
        if old?.loop != new.loop || old?.passes != new.passes {
            course.locate(at: frame, loop: loop, passes: passes)
        }
        if judge.keys != course.step?.keys ?? [] { expectStep() }
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
    /// - Parameter frame: The nominal frame.
    mutating func locate(at frame: Int64) {
        course.locate(at: frame, loop: conditions?.loop, passes: conditions?.passes)
        expectStep()
    }

    private mutating func expectStep() {
        waitingSince = nil
        judge.expect(course.step?.keys ?? [])
    }

    // MARK: Playing

    /// Notes the position of playing.
    ///
    /// - Parameters:
    ///   - frame: The nominal frame.
    ///   - isHeld: Whether playing stands still there, at the step.
    ///   - now: The time in nanoseconds.
    mutating func observe(_ frame: Int64, isHeld: Bool, at now: Int64) {
        course.observe(frame)
        guard isHeld, waitingSince == nil, let step = course.step else { return }
        waitingSince = now
        summary.waits += 1
        events.append(.waiting(step))
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
            events.append(.wrong(key))
            return false
        case .complete:
            guard let step = course.step else { return false }
            let waited = waitingSince.map { max(time - $0, 0) } ?? 0
            summary.steps += 1
            summary.waited += waited
            events.append(.played(step, waited: waited))
            course.advance()
            expectStep()
            return true
        }
    }

    /// Takes a release.
    mutating func release(_ key: UInt8) { judge.release(key) }
}
