import ControlProtocol
import NIOCore
import Playback
import Sequencer

/// Bars, beats, meters, tempos, markers, lyrics and ends of tracks: told when playing passes them.
extension Transport {
    private static var cueInterval: TimeAmount { .milliseconds(10) }

    private var wantsCues: Bool { state == .playing && !wanted.isDisjoint(with: EventType.cues) }

    /// Watches while something plays and somebody wants to know.
    func watchCues() {
        if wantsCues, cueTimer == nil {
            cueTimer = LoopTimer(on: eventLoop, every: Self.cueInterval) { [weak self] in
                self?.tellCues()
            }
        } else if !wantsCues, let cueTimer {
            cueTimer.cancel()
            self.cueTimer = nil
        }
    }

    /// Tells what has been passed since the last time.
    func tellCues() {
        guard wantsCues, let song, let frame = playback.audiblePosition else { return }
        let passed = cues.advance(to: frame, of: song, loop: playback.loopedFrames(of: song))
        tell(passed, of: song.sequence)
    }

    /// Tells what is left of a song that has come to its end, what stands on its last tick too.
    func tellLastCues(of song: LoadedPiece) {
        guard wantsCues else { return }
        tell(cues.finish(song), of: song.sequence)
    }

    /// Tells the tempo where playing is, or where a change is meant for, which has become another.
    func tellTempo() {
        guard state == .playing, wanted.contains(.tempo), let song else { return }
        let position = position(atFrame: playback.exactFrame ?? place, in: song.sequence)
        events(.tempo(song.sequence.tempoMap.beatsPerMinute(atTick: position.ticks), position))
    }

    private func tell(_ passed: [MusicalEvent], of sequence: PreparedSequence) {
        for event in passed {
            let position = position(atTick: event.tick, in: sequence)
            switch event.kind {
            case .bar(let bar):
                tell(.bar, .bar(Int(bar), position))
                tell(.beat, .beat(Int(bar), 1, position))
            case .beat(let bar, let beat): tell(.beat, .beat(Int(bar), Int(beat), position))
            case .marker(let name): tell(.marker, .marker(name, position))
            case .lyric(let text): tell(.lyric, .lyric(text, position))
            case .meter(let signature): tell(.meter, .meter(signature, position))
            case .tempo:
                let beats = sequence.tempoMap.beatsPerMinute(atTick: event.tick)
                tell(.tempo, .tempo(beats, position))
            case .trackEnd(let number):
                // The click's own track is not one of the file.
                guard number < sequence.tracks.count else { continue }
                let name = sequence.tracks[number].name
                tell(.trackEnd, .trackEnd(number + 1, name: name, position))
            case .key, .text: break
            }
        }
    }

    private func tell(_ type: EventType, _ event: @autoclosure () -> DaemonEvent) {
        if wanted.contains(type) { events(event()) }
    }

    private func position(atTick tick: Int64, in sequence: PreparedSequence) -> TransportPosition {
        position(atFrame: sequence.tempoMap.frame(atTick: tick, rate: rate), in: sequence)
    }
}
