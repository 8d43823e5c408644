import Playback
import Sequencer

/// Events for the listeners; the lock is held.
extension PlayerCore {
    func send(_ event: PlayerEvent, at frame: Int64? = nil) {
        listeners.send(timed(event, frame ?? position))
    }

    func send(_ event: NoteTracker.Event) {
        guard case .note(let note) = event.kind else { return }
        listeners.send(timed(.note(note), event.frame ?? position))
    }

    func send(_ event: MusicalEvent) {
        let map = piece.sequence.tempoMap
        let timed = Timed(
            value: PlayerEvent.music(event.kind),
            seconds: map.seconds(atTick: event.tick),
            beats: map.beats(atTick: event.tick)?.approximate ?? 0
        )
        listeners.send(timed)
    }

    func sendPosition(_ frame: Int64) {
        listeners.send(timed(.position, frame), at: frame)
    }

    func timed(_ event: PlayerEvent, _ frame: Int64) -> Timed<PlayerEvent> {
        Timed(value: event, seconds: seconds(frame), beats: beats(frame))
    }

    /// The seconds of a nominal frame.
    func seconds(_ frame: Int64) -> Double { Double(frame) / Double(playback.rate) }

    /// The beats of a nominal frame.
    func beats(_ frame: Int64) -> Double {
        let map = piece.sequence.tempoMap
        return map.beats(atTick: map.tick(atFrame: frame, rate: playback.rate))?.approximate ?? 0
    }
}
