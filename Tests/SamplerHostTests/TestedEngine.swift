import Foundation
import SamplerHost
import TestSupport

/// The engine whose voices the tests of sound measure: the one that `SEQD_TEST_ENGINE` names, or
/// FluidSynth's.
enum TestedEngine {
    static let current: SynthesisEngine = {
        guard let name = ProcessInfo.processInfo.environment["SEQD_TEST_ENGINE"] else {
            return .fluidSynth
        }
        guard let engine = SynthesisEngine(rawValue: name), engine != .auto else {
            fatalError("SEQD_TEST_ENGINE=\(name): expected fluidsynth or seqd")
        }
        return engine
    }()

    /// Whether it is FluidSynth's, for tests of its habits.
    static let isFluidSynth = current == .fluidSynth

    /// The frames between those at which events act.
    static let grid = isFluidSynth ? 64 : 1

    /// The first frame of the grid from another one on.
    static func onGrid(_ frame: Int) -> Int { (frame + grid - 1) / grid * grid }

    /// The frame at which a click is heard whose note begins at a frame.
    static func clickOnset(ofFrame frame: Int, rate: Int) -> Int {
        // With FluidSynth's voices a sample waits for the shortest delay, a block from 65,536 Hz on.
        onGrid(frame) + MeasuringFont.clickDelay(rate: isFluidSynth ? rate : 48_000)
    }

    /// The peak of one sine note in dBFS: FluidSynth rounds the −4.154 dB of CC7 100 to 0.1 dB.
    static let sinePeakLevel = MeasuringFont.sinePeakLevel - (isFluidSynth ? 0 : 0.0542)
    /// The same of one that is panned hard.
    static let pannedPeakLevel = MeasuringFont.pannedPeakLevel - (isFluidSynth ? 0 : 0.0542)

    /// The frames until voices that are cut are silent: ours fade out within 3 ms.
    static let cutFrames = isFluidSynth ? 64 : 64 + 144
}

extension SamplerSettings {
    /// A sampler with a font, and with the engine that is tested; without the variable the usual one.
    init(testing font: String) {
        self.init(fonts: [SoundFontReference(path: font)])
        if !TestedEngine.isFluidSynth { engine = TestedEngine.current }
    }
}
