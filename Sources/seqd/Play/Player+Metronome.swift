import CommandSupport
import Playback
import SamplerHost
import Sequencer

/// The clicks of beats and count-ins.
extension Player {
    /// Turns the clicks on beats on or off.
    func toggleMetronome() {
        guard let piece else { return }
        guard piece.sequence.hasBars else {
            view.say("no bars in this file")
            return
        }
        playback.isMetronomeOn.toggle()
        if playback.isMetronomeOn, engine.metronome == nil { loader.loadMetronome() }
        view.say("metronome \(playback.isMetronomeOn ? "on" : "off")")
    }

    /// Installs the sampler that was made for the clicks.
    func takeMetronome(_ result: Result<SamplerRack, CommandFailure>) {
        guard engine.metronome == nil else { return }
        let rack = failures.note { () throws(CommandFailure) in try result.get() }
        guard let rack, !engine.installMetronome(rack) else { return }
        failures.note(CommandFailure(.busy, "too many samplers still sounding"))
    }
}
