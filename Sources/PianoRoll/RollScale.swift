import SMF
import SVG
import Sequencer

/// The horizontal position of ticks.
struct RollScale {
    /// The width of the music in pixels.
    let width: Double
    /// The width of a quarter note in pixels; of half a second in a sequence without bars.
    let beatWidth: Double
    private let pixelsPerTick: Double

    /// The width of a beat if there is room.
    private static let usualBeat = 24.0
    /// The greatest width of a beat, and the width of music up to which a beat gets it.
    private static let wideBeat = 96.0
    private static let shortPiece = 800.0

    init(_ sequence: PreparedSequence) {
        let end = Double(max(sequence.endTick, 0))
        var beats = 2 * sequence.tempoMap.seconds(atTick: sequence.endTick)
        if case .ticksPerQuarter(let ticks) = sequence.division {
            beats = end / Double(max(ticks, 1))
        }
        let wide = min(Self.wideBeat * beats, Self.shortPiece)
        let most = PictureStyle.greatestWidth - RollStyle.left - RollStyle.right
        width = max(min(max(Self.usualBeat * beats, wide), most), 48)
        beatWidth = beats > 0 ? width / beats : Self.wideBeat
        pixelsPerTick = end > 0 ? width / end : 0
    }

    /// The position of a tick in pixels.
    func x(_ tick: Int64) -> Double {
        RollStyle.left + min(max(Double(tick), 0) * pixelsPerTick, width)
    }

    var end: Double { RollStyle.left + width }
}
