/// A drawn line: one note, or several of a part and key that the eye cannot distinguish.
struct RollNote {
    var tick: Int64
    /// The start and end in pixels.
    var start: Float
    var end: Float
    var part: UInt16
    var key: UInt8
    /// The greatest velocity of its notes.
    var velocity: UInt8
    /// The pixels that its notes fill, without the gaps between them.
    var filled: Float
    /// The number of notes of other parts below it: it is drawn thinner, so that all are seen.
    var layer: UInt8 = 0

    /// The least width of a drawn note, in pixels.
    static let leastWidth: Float = 1.2

    /// The step of velocity that it is drawn with; several notes with gaps between them are paler,
    /// as they look from afar.
    var step: Int {
        let density = min(filled / max(end - start, Self.leastWidth), 1)
        return RollStyle.velocityStep(UInt8(Float(min(velocity, 127)) * density))
    }
}
