import Effects
import Playback
import SamplerHost
import TestSupport

/// An engine that plays as fast as it can, and its player: no thread, no clock, no device.
struct SilentStage {
    let engine: Engine
    let player: PiecePlayer

    private final class Sink: PeriodSink {
        let periodFrames = 256
        let layout = SampleLayout.float32

        func write(_ samples: RawSpan, frames: Int) -> Int { 0 }
        func finish() {}
        func abandon() {}
    }

    init(_ maker: PieceMaker) throws {
        var settings = EngineSettings(sampler: maker.samplers)
        settings.effects = .none
        settings.rate = PieceMaker.rate
        settings.maximumPeriod = 256
        engine = Engine(settings)
        player = PiecePlayer(engine)
    }

    /// Plays until it is told that it may end, or for so many periods.
    ///
    /// - Parameters:
    ///   - periods: The most periods.
    ///   - onReport: Gets the engine's reports.
    ///   - meanwhile: Done between two periods; returns whether that was all.
    /// - Throws: What the engine throws.
    func play(
        periods: Int,
        onReport: (EngineReport) -> Void = { _ in },
        _ meanwhile: () -> Bool
    ) throws {
        var count = 0
        try engine.run(into: Sink()) {
            for report in engine.takeReports() {
                onReport(report)
                _ = player.handle(report)
            }
            count += 1
            if meanwhile() || count > periods { engine.stop() }
        }
    }
}
