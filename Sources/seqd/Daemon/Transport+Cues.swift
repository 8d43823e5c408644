import ControlProtocol
import NIOCore
import Playback
import Sequencer

/// Bars, beats, meters, tempos, markers, lyrics and ends of tracks: told when playing passes them.
extension Transport {
    /// Something that playing passes.
    private struct Cue {
        var tick: Int64
        /// The order within a tick, that of `MusicalEvents`.
        var rank: Int
        var event: DaemonEvent
    }

    private static var cueInterval: TimeAmount { .milliseconds(10) }
    /// Of more beats that pass between two looks only the last is told: nobody follows them.
    private static var beatLimit: Int { 64 }

    private var wantsCues: Bool { state == .playing && !wanted.isDisjoint(with: EventType.cues) }

    /// Watches while something plays and somebody wants to know.
    func watchCues() {
        if wantsCues, cueTimer == nil {
            cueTimer = eventLoop.scheduleRepeatedTask(
                initialDelay: .zero,
                delay: Self.cueInterval
            ) { [weak self] _ in self?.tellCues() }
        } else if !wantsCues, let cueTimer {
            cueTimer.cancel()
            self.cueTimer = nil
        }
    }

    /// Tells what has been passed since the last time.
    func tellCues() {
        guard wantsCues, let song, let frame = playback.audiblePosition else { return }
        let map = song.sequence.tempoMap
        let tick = map.tick(atFrame: frame, rate: rate)
        let last = lastCueTick ?? tick - 1
        if tick > last {
            tellCues(last + 1...tick, of: song)
            lastCueTick = tick
        } else if tick < last - 1, let loop = playback.loopedFrames(of: song) {
            // A loop has come round: first what was left of the pass before. (A tick less is a
            // place of another tempo, rounded.)
            let first = map.tick(atFrame: loop.lowerBound, rate: rate)
            let end = map.tick(atFrame: loop.upperBound, rate: rate)
            if last + 1 < end { tellCues(last + 1...end - 1, of: song) }
            if first <= tick { tellCues(first...tick, of: song) }
            lastCueTick = tick
        }
    }

    /// Tells what is left of a song that has come to its end, what stands on its last tick too.
    func tellLastCues(of song: LoadedPiece) {
        guard wantsCues, let last = lastCueTick, last < song.sequence.endTick else { return }
        tellCues(last + 1...song.sequence.endTick, of: song)
        lastCueTick = song.sequence.endTick
    }

    /// Tells the tempo where playing is, or where a change is meant for, which has become another.
    func tellTempo() {
        guard state == .playing, wanted.contains(.tempo), let song else { return }
        let position = position(atFrame: playback.exactFrame ?? place, in: song.sequence)
        events(.tempo(song.sequence.tempoMap.beatsPerMinute(atTick: position.ticks), position))
    }

    /// Tells what stands within some ticks, which are not many.
    private func tellCues(_ ticks: ClosedRange<Int64>, of song: LoadedPiece) {
        var cues = changes(in: ticks, of: song.sequence) + beats(in: ticks, of: song.sequence)
        func add(_ tick: Int64, _ rank: Int, _ event: (TransportPosition) -> DaemonEvent) {
            let position = position(atTick: tick, in: song.sequence)
            cues.append(Cue(tick: tick, rank: rank, event: event(position)))
        }
        if wanted.contains(.marker) {
            for marker in song.sequence.markers.within(ticks, at: \.tick) {
                add(marker.tick, 4) { .marker(marker.name, $0) }
            }
        }
        if wanted.contains(.lyric) {
            for cue in song.lyrics.within(ticks, at: \.tick) {
                add(cue.tick, 5) { .lyric(cue.text, $0) }
            }
        }
        if wanted.contains(.trackEnd) {
            let tracks = song.sequence.musicTracks
            for (index, track) in tracks.enumerated() where ticks.contains(track.endTick) {
                add(track.endTick, 6) { .trackEnd(index + 1, name: track.name, $0) }
            }
        }
        // `sorted` keeps the order of equal elements.
        for cue in cues.sorted(by: { ($0.tick, $0.rank) < ($1.tick, $1.rank) }) {
            events(cue.event)
        }
    }

    private func changes(in ticks: ClosedRange<Int64>, of sequence: PreparedSequence) -> [Cue] {
        var cues: [Cue] = []
        if wanted.contains(.meter) {
            for change in sequence.timeSignatures.within(ticks, at: \.tick) {
                let position = position(atTick: change.tick, in: sequence)
                let event = DaemonEvent.meter(change.signature, position)
                cues.append(Cue(tick: change.tick, rank: 0, event: event))
            }
        }
        if wanted.contains(.tempo) {
            for change in sequence.tempoMap.changes.within(ticks, at: \.tick) {
                let position = position(atTick: change.tick, in: sequence)
                let beats = sequence.tempoMap.beatsPerMinute(atTick: change.tick)
                cues.append(Cue(tick: change.tick, rank: 1, event: .tempo(beats, position)))
            }
        }
        return cues
    }

    private func beats(in ticks: ClosedRange<Int64>, of sequence: PreparedSequence) -> [Cue] {
        guard wanted.contains(.bar) || wanted.contains(.beat) else { return [] }
        var cues: [Cue] = []
        for beat in sequence.beats(in: ticks, limit: Self.beatLimit) {
            let position = position(atTick: beat.tick, in: sequence)
            if beat.number == 1, wanted.contains(.bar) {
                cues.append(Cue(tick: beat.tick, rank: 2, event: .bar(beat.bar, position)))
            }
            if wanted.contains(.beat) {
                let event = DaemonEvent.beat(beat.bar, beat.number, position)
                cues.append(Cue(tick: beat.tick, rank: 3, event: event))
            }
        }
        return cues
    }

    private func position(atTick tick: Int64, in sequence: PreparedSequence) -> TransportPosition {
        position(atFrame: sequence.tempoMap.frame(atTick: tick, rate: rate), in: sequence)
    }
}

extension Array {
    /// Those of an array in the order of ticks that stand within some.
    fileprivate func within(
        _ ticks: ClosedRange<Int64>,
        at tick: KeyPath<Element, Int64>
    ) -> ArraySlice<Element> {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle][keyPath: tick] < ticks.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return self[low...].prefix { $0[keyPath: tick] <= ticks.upperBound }
    }
}
