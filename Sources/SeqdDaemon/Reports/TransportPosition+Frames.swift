import ControlProtocol
import Sequencer

extension TransportPosition {
    /// The position of a nominal frame of a sequence, in every unit.
    init(atFrame frame: Int64, in sequence: PreparedSequence, rate: Int) {
        let tick = sequence.tempoMap.tick(atFrame: frame, rate: rate)
        self.init(atFrame: frame, tick: tick, in: sequence, rate: rate)
    }

    private init(atFrame frame: Int64, tick: Int64, in sequence: PreparedSequence, rate: Int) {
        let bar = sequence.meterMap.position(atTick: tick)
        self.init(
            seconds: Double(frame) / Double(rate),
            frames: frame,
            ticks: tick,
            text: bar?.description ?? TimeText.text(frames: frame, rate: rate)
        )
    }

    /// The position of a tick of a sequence, in every unit.
    init(atTick tick: Int64, in sequence: PreparedSequence, rate: Int) {
        let frame = sequence.tempoMap.frame(atTick: tick, rate: rate)
        self.init(atFrame: frame, tick: tick, in: sequence, rate: rate)
    }
}
