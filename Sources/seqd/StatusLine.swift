import SamplerHost
import Sequencer

/// The line that `seqd play` keeps on a terminal: where it is and how it sounds.
struct StatusLine {
    /// What is playing.
    var entry: Program.Entry?

    private let rate: Int
    private let line: TerminalLine

    /// Makes a line for stderr; nothing is shown where that is no terminal.
    init(isShown: Bool, rate: Int) {
        self.rate = rate
        line = TerminalLine(isShown: isShown)
    }

    /// Writes the line anew.
    func show(_ figures: EngineFigures) {
        guard line.isShown, let entry else { return }
        let tick = entry.sequence.tempoMap.tick(atFrame: figures.position, rate: rate)
        var parts: [String] = []
        if let bar = entry.sequence.meterMap.position(atTick: tick) {
            parts.append("\(bar.bar):\(bar.beat)")
        }
        let time = Clock.text(frames: figures.position, rate: rate)
        let total = Clock.text(frames: entry.from + entry.length, rate: rate)
        parts.append("\(time) / \(total)")
        parts.append("voices \(figures.voices)")
        parts.append("peak \(Level.text(figures.peak))\(figures.clippedSamples > 0 ? " CLIP" : "")")
        parts.append("xruns \(figures.xruns)")
        parts.append(entry.name)
        line.show(parts.joined(separator: "  "))
    }

    /// Leaves the line, so that what follows begins on one of its own.
    func end() {
        line.end()
    }
}
