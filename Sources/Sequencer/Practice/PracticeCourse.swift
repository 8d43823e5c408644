/// The way through the steps of a score: in order, and round a loop.
public struct PracticeCourse: Hashable, Sendable {
    /// The steps.
    public private(set) var score: PracticeScore
    /// The nominal frames that are repeated; `nil` for none.
    public private(set) var loop: Range<Int64>?
    /// The position that was observed last.
    private var position = PracticePosition(frame: 0)
    /// The index of the step that comes next; the number of steps after the last one.
    private var index = 0
    /// The nominal frame at which playing enters the step: its notes before that are not played.
    private var entry = Int64.min
    /// The number of the pass to which the step belongs.
    public private(set) var pass: Int64 = 0

    /// Makes a course that begins with the first step.
    public init(_ score: PracticeScore) { self.score = score }

    /// The step that comes next; `nil` after the last one.
    public var step: PracticeStep? { score.step(index, notBefore: entry, before: exit) }

    /// The nominal frame at which playing leaves a step that begins in the loop, and goes back.
    private var exit: Int64 {
        guard let loop, pass < position.lastPass, entry < loop.upperBound,
            index < score.steps.count, score.steps[index].frame < loop.upperBound
        else { return .max }
        return loop.upperBound
    }

    /// The number of times that playing still goes back, as far as it is known.
    ///
    /// - Parameter pass: The number of the present pass.
    /// - Returns: The number; `nil` for ever.
    public func repeats(inPass pass: Int64) -> Int64? {
        position.repeats == nil ? nil : max(position.lastPass - pass, 0)
    }

    /// Goes to the first step that playing reaches from a position on.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - lookahead: The nominal frames behind it in which no step is taken: it would come too late.
    ///   - loop: The nominal frames that are repeated; `nil` for none.
    public mutating func locate(
        at position: PracticePosition,
        lookahead: Int64 = 0,
        loop: Range<Int64>? = nil
    ) {
        self.position = position
        self.loop = loop.flatMap { position.frame < $0.upperBound ? $0 : nil }
        pass = position.pass
        go(to: position.frame + lookahead)
    }

    /// Goes to the next step.
    public mutating func advance() {
        guard index < score.steps.count else { return }
        index += 1
        entry = .min
        turn()
    }

    private mutating func go(to frame: Int64) {
        index = score.index(notBefore: frame)
        entry = frame
        turn()
    }

    /// Goes to the start of the loop if the next step lies behind its end.
    private mutating func turn() {
        guard let loop, pass < position.lastPass,
            step.map({ $0.frame >= loop.upperBound }) ?? true
        else { return }
        let first = score.index(notBefore: loop.lowerBound)
        guard score.step(first, notBefore: loop.lowerBound, before: loop.upperBound) != nil else {
            // Nothing is to be played in the loop: what comes behind it is next, if it ends.
            if position.repeats == nil { index = score.steps.count }
            entry = max(entry, loop.upperBound)
            return
        }
        index = first
        entry = loop.lowerBound
        pass += 1
    }

    /// Takes the steps of another version of the music, or of the same at another tempo.
    ///
    /// The next step is the one with the same tick if there is one, and otherwise the first that is
    /// not before a position.
    ///
    /// - Parameters:
    ///   - score: The steps.
    ///   - position: The position there.
    ///   - loop: The nominal frames that are repeated there.
    public mutating func replace(
        _ score: PracticeScore,
        at position: PracticePosition,
        loop: Range<Int64>?
    ) {
        let tick = step?.tick
        self.score = score
        self.loop = loop.flatMap { position.frame < $0.upperBound ? $0 : nil }
        self.position = position
        let same = score.steps.firstIndex { $0.tick == tick }
        if let same, pass == position.pass || self.loop != nil {
            index = same
            entry = .min
        } else {
            pass = position.pass
            go(to: position.frame)
        }
    }

    /// Notes the position of playing, and how often it still goes back.
    ///
    /// - Parameter new: The position.
    /// - Returns: Whether another step comes next, since the loop repeats more often than was known,
    ///   or less.
    @discardableResult
    public mutating func observe(_ new: PracticePosition) -> Bool {
        let old = step
        // Passes are counted anew.
        if new.pass < position.pass { pass += new.pass - position.pass }
        let expected = pass
        position = new
        if let loop, pass > max(new.pass, new.lastPass) {
            pass = max(new.pass, new.lastPass)
            go(to: loop.upperBound)
        } else {
            turn()
        }
        return step != old || pass != expected
    }

    /// The nominal frames from the observed position to the next step; below 0 where it has passed.
    public var distance: Int64? {
        step.map { $0.frame - position.frame + (pass - position.pass) * Int64(loop?.count ?? 0) }
    }
}
