/// A note as it is drawn, or several of a part and key that no eye could tell apart.
struct RollNote {
    var tick: Int64
    /// In pixels.
    var start: Float
    var end: Float
    var part: UInt16
    var key: UInt8
    /// The greatest, where it is several.
    var velocity: UInt8
    /// The pixels that its notes fill, where it is several; a gap between them fills none.
    var filled: Float
    /// How many notes of other parts lie below it: it is drawn thinner, so that all are seen.
    var layer: UInt8 = 0

    /// The least pixels that a note is drawn with.
    static let leastWidth: Float = 1.2

    /// Which of the steps of velocity it is drawn with: several with gaps between them are paler,
    /// as they look from afar.
    var step: Int {
        let density = min(filled / max(end - start, Self.leastWidth), 1)
        return RollStyle.velocityStep(UInt8(Float(min(velocity, 127)) * density))
    }
}
