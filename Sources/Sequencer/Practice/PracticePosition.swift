/// A position on the way through a piece, which may go round a loop.
public struct PracticePosition: Hashable, Sendable {
    /// The nominal frame.
    public var frame: Int64
    /// The number of times that playing has returned to a loop's start since it began.
    public var pass: Int64
    /// The number of times that it still goes back in the present loop; `nil` for ever.
    public var repeats: Int64?

    /// Makes a position.
    public init(frame: Int64, pass: Int64 = 0, repeats: Int64? = nil) {
        self.frame = frame
        self.pass = pass
        self.repeats = repeats
    }

    /// The number of the last pass; `Int64.max` if there is none.
    var lastPass: Int64 { repeats.map { pass + $0 } ?? .max }
}
