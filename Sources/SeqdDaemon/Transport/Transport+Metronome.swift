import ControlProtocol
import Playback
import SamplerHost

/// The metronome, whose sampler is made when it is first needed.
extension Transport {
    /// Switches the metronome, which is audible then.
    ///
    /// - Throws: The error of SoundFonts that cannot be read.
    func setMetronome(_ isOn: Bool) async throws {
        playSettings.hasMetronome = isOn
        playback.isMetronomeOn = isOn
        run.report(.changed)
        if isOn { try await prepareMetronome() }
    }

    /// Makes the metronome's sampler, if there is none, and gives it to the engine.
    ///
    /// - Throws: The error of SoundFonts that cannot be read.
    func prepareMetronome() async throws {
        if engine.metronome == nil { try await replaceMetronome(isFirst: true) }
    }

    /// Makes the metronome's sampler with the SoundFonts in use, and gives it to the engine.
    ///
    /// - Parameter isFirst: Whether it is dropped if another one was made meanwhile.
    /// - Throws: The error of SoundFonts that cannot be read.
    private func replaceMetronome(isFirst: Bool = false) async throws {
        var rack: SamplerRack
        repeat {
            rack = try await loader.makeMetronomeRack()
            if isFirst, engine.metronome != nil { return }
            // The SoundFonts may have been replaced meanwhile.
        } while !rack.settings.soundsLike(loader.fonts.settings)
        guard engine.installMetronome(rack) else { throw Self.isOccupied }
        reporter.report(metronomeSubstitutions)
    }

    /// Gives the metronome the SoundFonts in use, if it was made while others were being loaded.
    func completeMetronome() async throws {
        guard let metronome = engine.metronome,
            !metronome.settings.soundsLike(loader.fonts.settings)
        else { return }
        try await replaceMetronome()
    }
}
