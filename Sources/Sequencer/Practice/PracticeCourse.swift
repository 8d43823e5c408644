/// The way through the steps of a score: in order, and round a loop.
public struct PracticeCourse: Hashable, Sendable {
    /// The steps.
    public private(set) var score: PracticeScore
    /// The nominal frames that are repeated; `nil` for none.
    public private(set) var loop: Range<Int64>?
    /// The number of times that the loop still begins again; `nil` for ever.
    private var repeats: Int64?
    /// The index of the step that comes next; the number of steps after the last one.
    private var index = 0
    /// Whether the step belongs to the next pass of the loop, which has not begun yet.
    public private(set) var isInNextPass = false
    /// The position that was observed last.
    private var position: Int64 = 0

    /// Makes a course that begins with the first step.
    public init(_ score: PracticeScore) { self.score = score }

    /// The step that comes next; `nil` after the last one.
    public var step: PracticeStep? {
        index < score.steps.count ? score.steps[index] : nil
    }

    /// Goes to the first step that playing reaches from a position on.
    ///
    /// - Parameters:
    ///   - frame: The nominal frame.
    ///   - loop: The nominal frames that are repeated; `nil` for none.
    ///   - passes: The number of passes of the loop in all; `nil` for ever.
    public mutating func locate(at frame: Int64, loop: Range<Int64>? = nil, passes: Int? = nil) {
        self.loop = loop.flatMap { frame < $0.upperBound ? $0 : nil }
        repeats = passes.map { Int64($0) - 1 }
        position = frame
        isInNextPass = false
        index = score.index(notBefore: frame)
        turn()
    }

    /// Goes to the next step.
    public mutating func advance() {
        guard index < score.steps.count else { return }
        index += 1
        turn()
    }

    /// Goes to the start of the loop if the next step lies behind its end.
    private mutating func turn() {
        guard let loop, repeats != 0, step.map({ $0.frame >= loop.upperBound }) ?? true else {
            return
        }
        let first = score.index(notBefore: loop.lowerBound)
        guard first < score.steps.count, score.steps[first].frame < loop.upperBound else {
            // Nothing is to be played in the loop: what comes behind it is next, if it ends.
            if repeats == nil { index = score.steps.count }
            return
        }
        index = first
        isInNextPass = true
        if let repeats { self.repeats = repeats - 1 }
    }

    /// Takes the steps of another version of the music, or of the same at another tempo.
    ///
    /// The next step is the one with the same tick if there is one, and otherwise the first that is
    /// not before a position.
    ///
    /// - Parameters:
    ///   - score: The steps.
    ///   - frame: The nominal frame of the position there.
    ///   - loop: The nominal frames that are repeated there.
    public mutating func replace(_ score: PracticeScore, at frame: Int64, loop: Range<Int64>?) {
        let tick = step?.tick
        self.score = score
        self.loop = loop.flatMap { frame < $0.upperBound ? $0 : nil }
        position = frame
        if let same = score.steps.firstIndex(where: { $0.tick == tick }) {
            index = same
        } else {
            isInNextPass = false
            index = score.index(notBefore: frame)
            turn()
        }
    }

    /// Notes the position of playing, which goes back where the loop begins again.
    public mutating func observe(_ frame: Int64) {
        if frame < position { isInNextPass = false }
        position = frame
    }

    /// The nominal frames from the observed position to the next step; below 0 where it has passed.
    public var distance: Int64? {
        guard let step else { return nil }
        let distance = step.frame - position
        return isInNextPass ? distance + Int64(loop?.count ?? 0) : distance
    }
}
