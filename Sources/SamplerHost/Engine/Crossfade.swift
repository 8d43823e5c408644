import Effects
import Mixer
import Realtime

/// A crossfade: two items play on racks of their own, and the gain of one rack falls while that of
/// the other rises.
///
/// The powers of the two gains add up to 1, so that pieces that have nothing in common stay as loud.
struct Crossfade: BitwiseCopyable {
    /// The engine frame at which it begins.
    let start: Int64
    /// The frames that it lasts.
    let frames: Int64
    let old: Loan<Rack>
    /// The rack that fades in; `nil` once it retires, and may leave before the end.
    var new: Loan<Rack>?

    /// The shortest one in frames: below that, items follow each other as without it.
    static var shortest: Int64 { @_noLocks get { 4 &* step } }
    /// The gains move on straight lines over so many frames.
    static var step: Int64 { @_noLocks get { Int64(Strip.rampFrames) } }

    @_noLocks
    init(start: Int64, frames: Int64, from old: Loan<Rack>, to new: Loan<Rack>) {
        self.start = start
        self.frames = frames
        self.old = old
        self.new = new
    }

    /// The engine frame after its last one.
    var end: Int64 { @_noLocks get { start &+ frames } }

    /// Whether a rack fades in.
    @_noLocks
    func fadesIn(_ rack: Loan<Rack>) -> Bool {
        guard let new else { return false }
        return new == rack
    }

    /// The gains of the two racks at an engine frame, as factors.
    @_noLocks
    func levels(atFrame frame: Int64) -> (old: Float, new: Float) {
        guard frame > start else { return (1, 0) }
        guard frame < end else { return (0, 1) }
        let part = Double(frame &- start) / Double(frames)
        return (
            Float(Elementary.squareRoot(1 - part)), Float(Elementary.squareRoot(part))
        )
    }
}
