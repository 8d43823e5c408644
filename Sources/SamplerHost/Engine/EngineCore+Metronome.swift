import MIDI
import Realtime
import Sequencer

/// The metronome's clicks, on a rack of the engine's own.
extension EngineCore {
    /// Switches the metronome on or off.
    @_noLocks
    mutating func setMetronome(_ isOn: Bool) {
        metronome.set(isOn)
        deck.player.setMetronome(isOn, atFrame: firstGridFrame)
    }

    /// Plays clicks with a rack; the previous one continues to sound until it is silent.
    @_noLocks
    mutating func installMetronome(_ rack: Loan<Rack>) {
        let offset = Int(firstGridOffset)
        if let old = metronome.rack {
            racks.replace(old, with: rack, copiesState: false, offset: offset, &mixer)
        } else {
            racks.add(rack, offset: offset, &mixer)
        }
        metronome.install(rack)
    }

    /// Plays a click, or ends it.
    ///
    /// - Returns: `false` when a queue is full: render up to the offset and call again.
    @_noLocks
    mutating func click(_ message: MIDIMessage, offset: Int32) -> Bool {
        guard let rack = metronome.rack else { return true }
        racks.wake(rack, offset: Int(offset))
        return rack.value.send(message, to: 0, offset: offset)
    }
}
