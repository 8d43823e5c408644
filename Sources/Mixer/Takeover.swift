import Realtime

/// A crossfade over 1,024 frames that begins after a delay.
package struct Takeover: BitwiseCopyable {
    private var part = GainRamp(1)
    /// The frames before it begins.
    private var waiting = 0

    private static var frames: Int { @_noLocks get { 1_024 } }

    /// Makes one that has ended.
    @_noLocks
    init() {}

    /// Begins.
    ///
    /// - Parameter frames: The frames for which the old sound stays as it is.
    @_noLocks
    mutating func begin(after frames: Int) {
        part = GainRamp(0)
        part.move(to: 1, frames: Self.frames)
        waiting = frames
    }

    /// Whether the old sound is still heard.
    var isMoving: Bool { @_noLocks get { part.isMoving } }

    /// Whether the new sound is heard.
    var hasBegun: Bool { @_noLocks get { part.gain > 0 } }

    /// The part of the new sound in the next frame.
    @inline(__always)
    @_noLocks
    mutating func next() -> Float {
        guard waiting == 0 else {
            waiting &-= 1
            return 0
        }
        return part.next()
    }
}
