/// The time that a value takes to move to another one, in steps of the event loop.
struct MoveTime {
    /// The engine frame at which it begins.
    private let frame: Int64
    private let frames: Int

    /// Makes a time.
    ///
    /// - Parameters:
    ///   - frame: The engine frame at which it begins.
    ///   - frames: The frames that it takes; 0 for a move that is over at once.
    init(atFrame frame: Int64, over frames: Int) { (self.frame, self.frames) = (frame, frames) }

    /// The part of the way at an engine frame, 0 … 1.
    func part(at now: Int64) -> Double {
        frames > 0 ? min(Double(max(now - frame, 0)) / Double(frames), 1) : 1
    }
}
