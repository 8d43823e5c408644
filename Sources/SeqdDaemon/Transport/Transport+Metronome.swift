import ControlProtocol
import NIOCore
import Playback
import SamplerHost

/// The clicks of beats and count-ins.
extension Transport {
    /// Has beats click, or not.
    ///
    /// - Returns: Completes when they can be heard; fails where the SoundFonts cannot be read.
    func setMetronome(_ isOn: Bool) -> EventLoopFuture<Void> {
        playback.isMetronomeOn = isOn
        tell(.changed)
        return isOn ? prepareMetronome() : eventLoop.makeSucceededVoidFuture()
    }

    /// Makes the sampler of the clicks, if there is none.
    ///
    /// - Returns: Completes when the engine has it; fails where the SoundFonts cannot be read.
    func prepareMetronome() -> EventLoopFuture<Void> {
        guard engine.metronome == nil else { return eventLoop.makeSucceededVoidFuture() }
        return replaceMetronome(isFirst: true)
    }

    /// Makes the sampler of the clicks with the SoundFonts that there are now.
    ///
    /// - Parameter isFirst: Whether it is not wanted where another one has come first.
    /// - Returns: Completes when the engine has it; fails where the SoundFonts cannot be read.
    func replaceMetronome(isFirst: Bool = false) -> EventLoopFuture<Void> {
        let (rate, stack, period) = (rate, fonts, engine.settings.maximumPeriod)
        return onLoader {
            try RequestError.catching { () throws(HostError) in
                try SamplerRack(metronome: stack.settings, rate: rate, maximumPeriod: period)
            }
        }.assumeIsolated().flatMapThrowing { rack in
            if isFirst, self.engine.metronome != nil { return }
            guard self.engine.installMetronome(rack) else {
                throw RequestError(.busy, "too many samplers still sounding; try again")
            }
            self.tellMetronomeSubstitutions()
        }.nonisolated()
    }
}
