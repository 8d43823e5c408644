import SamplerHost
import Sequencer
import Wording

extension PreparedSequence {
    /// The nominal frames between the file's own loop points; `nil` if it has none, and for a loop
    /// that is too short.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - end: The nominal frame at which playing ends; `nil` for the end of the music.
    /// - Returns: The frames.
    package func fileLoopFrames(rate: Int, to end: Int64? = nil) -> Range<Int64>? {
        guard let ticks = fileLoop else { return nil }
        let start = tempoMap.frame(atTick: ticks.lowerBound, rate: rate)
        let range = start..<max(start, tempoMap.frame(atTick: ticks.upperBound, rate: rate))
        return PlayItem.canLoop(range, of: self, rate: rate, to: end) ? range : nil
    }
}

extension PlayItem {
    /// The shortest loop as text, rounded up: `1.4 ms`.
    package static func shortestLoopText(rate: Int) -> String {
        let tenths = (Double(shortestLoop) * 10_000 / Double(rate)).rounded(.up)
        return "\(NumberText.decimal(tenths / 10)) ms"
    }
}
