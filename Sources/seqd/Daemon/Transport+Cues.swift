import NIOCore
import Sequencer

/// Bars, markers and lyrics: told when playing passes them.
extension Transport {
    private static var cueInterval: TimeAmount { .milliseconds(10) }

    private var wantsCues: Bool {
        state == .playing && !wanted.isDisjoint(with: [.bar, .marker, .lyric])
    }

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

    private func tellCues() {
        guard let song, playback.isUnderWay else { return }
        let sequence = song.sequence
        let frame = place
        let tick = sequence.tempoMap.tick(atFrame: frame, rate: rate)
        let from = lastCueTick.map { $0 + 1 } ?? tick
        lastCueTick = tick
        if from <= tick {
            tellCues(from...tick, of: song)
        } else if from > tick + 1 {
            // A loop has come round: first what was left of the pass before.
            guard let loop = playback.loopedFrames(of: song) else { return }
            let first = sequence.tempoMap.tick(atFrame: loop.lowerBound, rate: rate)
            let end = sequence.tempoMap.tick(atFrame: loop.upperBound, rate: rate)
            if from < end { tellCues(from...end - 1, of: song) }
            if first <= tick { tellCues(first...tick, of: song) }
        }
    }

    /// Tells what stands within some ticks, which are not many: in the order of the kinds.
    private func tellCues(_ ticks: ClosedRange<Int64>, of song: Song) {
        let sequence = song.sequence
        if wanted.contains(.bar), let bar = sequence.lastBar(notAfter: ticks.upperBound),
            ticks.contains(bar.tick)
        {
            events(.bar(Int(bar.number), position(atTick: bar.tick, in: sequence)))
        }
        if wanted.contains(.marker) {
            for marker in sequence.markers where ticks.contains(marker.tick) {
                events(.marker(marker.name, position(atTick: marker.tick, in: sequence)))
            }
        }
        if wanted.contains(.lyric) {
            for cue in Self.cues(song.lyrics, in: ticks) {
                events(.lyric(cue.text, position(atTick: cue.tick, in: sequence)))
            }
        }
    }

    /// Those of a sorted list that stand within some ticks.
    private static func cues(_ cues: [Song.Cue], in ticks: ClosedRange<Int64>) -> ArraySlice<
        Song.Cue
    > {
        var (low, high) = (0, cues.count)
        while low < high {
            let middle = (low + high) / 2
            if cues[middle].tick < ticks.lowerBound { low = middle + 1 } else { high = middle }
        }
        return cues[low...].prefix { $0.tick <= ticks.upperBound }
    }

    private func position(atTick tick: Int64, in sequence: PreparedSequence) -> TransportPosition {
        position(atFrame: sequence.tempoMap.frame(atTick: tick, rate: rate), in: sequence)
    }
}

extension PreparedSequence {
    /// The bar in which a tick lies; `nil` in music without bars.
    func lastBar(notAfter tick: Int64) -> (number: Int64, tick: Int64)? {
        guard let place = meterMap.position(atTick: tick),
            let start = try? meterMap.tick(bar: place.bar, beat: 1, tick: 0)
        else { return nil }
        return (place.bar, start)
    }

    /// The next bar or beat after a tick; `nil` where the music ends before it.
    func tick(after tick: Int64, _ position: Position) throws(PositionError) -> Int64? {
        guard let place = meterMap.position(atTick: tick) else {
            throw PositionError(
                code: .noBars,
                description: "\(position): the file counts SMPTE frames and has no bars; "
                    + "use a time such as 1m30s"
            )
        }
        var next = try meterMap.tick(bar: place.bar + 1, beat: 1, tick: 0)
        if case .nextBeat = position,
            let beat = try? meterMap.tick(bar: place.bar, beat: place.beat + 1, tick: 0)
        {
            next = beat
        }
        return next <= endTick ? next : nil
    }
}
