import ControlProtocol
import NIOCore
import Playback
import SamplerHost

/// The metronome, whose sampler is made when it is first needed.
extension Transport {
    /// Switches the metronome.
    ///
    /// - Returns: Completes when it is audible; fails if the SoundFonts cannot be read.
    func setMetronome(_ isOn: Bool) -> EventLoopFuture<Void> {
        playSettings.hasMetronome = isOn
        playback.isMetronomeOn = isOn
        report(.changed)
        return isOn ? prepareMetronome() : eventLoop.makeSucceededVoidFuture()
    }

    /// Makes the metronome's sampler, if there is none.
    ///
    /// - Returns: Completes when the engine has it; fails if the SoundFonts cannot be read.
    func prepareMetronome() -> EventLoopFuture<Void> {
        guard engine.metronome == nil else { return eventLoop.makeSucceededVoidFuture() }
        return replaceMetronome(isFirst: true)
    }

    /// Makes the metronome's sampler with the SoundFonts in use.
    ///
    /// - Parameter isFirst: Whether it is dropped if another one was made meanwhile.
    /// - Returns: Completes when the engine has it; fails if the SoundFonts cannot be read.
    private func replaceMetronome(isFirst: Bool = false) -> EventLoopFuture<Void> {
        loader.makeMetronomeRack().assumeIsolated().flatMap { rack in
            if isFirst, self.engine.metronome != nil {
                return self.eventLoop.makeSucceededVoidFuture()
            }
            guard rack.settings.soundsLike(self.loader.fonts.settings) else {
                // Replaced meanwhile.
                return self.replaceMetronome(isFirst: isFirst)
            }
            guard self.engine.installMetronome(rack) else {
                return self.eventLoop.makeFailedFuture(Self.isOccupied)
            }
            self.reporter.report(self.metronomeSubstitutions)
            return self.eventLoop.makeSucceededVoidFuture()
        }.nonisolated()
    }

    /// Gives the metronome the SoundFonts in use, if it was made while others were being loaded.
    func completeMetronome() -> EventLoopFuture<Void> {
        guard let metronome = engine.metronome,
            !metronome.settings.soundsLike(loader.fonts.settings)
        else { return eventLoop.makeSucceededVoidFuture() }
        return replaceMetronome()
    }
}
