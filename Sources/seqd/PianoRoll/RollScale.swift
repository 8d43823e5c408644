import SMF
import Sequencer

/// Where a tick stands from left to right.
struct RollScale {
    /// The pixels of the music.
    let width: Double
    /// The pixels of a quarter note; of half a second where there are no bars.
    let beatWidth: Double
    private let pixelsPerTick: Double

    /// What a beat takes where there is room.
    private static let usualBeat = 24.0
    /// What it takes at the most in a short piece, and up to what width.
    private static let wideBeat = 96.0
    private static let shortPiece = 800.0

    init(_ sequence: PreparedSequence) {
        let end = Double(max(sequence.endTick, 0))
        var beats = 2 * sequence.tempoMap.seconds(atTick: sequence.endTick)
        if case .ticksPerQuarter(let ticks) = sequence.division {
            beats = end / Double(max(ticks, 1))
        }
        let wide = min(Self.wideBeat * beats, Self.shortPiece)
        let most = RollStyle.greatestWidth - RollStyle.left - RollStyle.right
        width = max(min(max(Self.usualBeat * beats, wide), most), 48)
        beatWidth = beats > 0 ? width / beats : Self.wideBeat
        pixelsPerTick = end > 0 ? width / end : 0
    }

    /// The place of a tick.
    func x(_ tick: Int64) -> Double {
        RollStyle.left + min(max(Double(tick), 0) * pixelsPerTick, width)
    }

    var end: Double { RollStyle.left + width }
}
