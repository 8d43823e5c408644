import MIDI
import SMF

extension PreparedSequence {
    /// The tracks, but for the metronome's: those of the music.
    public var musicTracks: ArraySlice<TrackInfo> { tracks[..<(metronome?.track ?? tracks.count)] }

    /// The ports, but for the metronome's: those of the music.
    public var musicPorts: ArraySlice<UInt8> {
        ports[..<(metronome.map { Int($0.port) } ?? ports.count)]
    }

    /// The sequence with clicks on every beat, on a sampler and in a track of its own.
    ///
    /// The track comes last and is called Metronome; a `Selection` mutes it as any other. Bars
    /// begin with a high wood block, other beats have a low one. A sequence that has a metronome
    /// is returned as it is. One with an SMPTE division has no bars: it gets no metronome, and a
    /// notice says so.
    ///
    /// - Returns: The sequence; its schedule is another one.
    public func withMetronome() -> PreparedSequence {
        guard metronome == nil else { return self }
        var sequence = self
        // Tracks are numbered in 16 bits.
        guard case .ticksPerQuarter(_) = division, tracks.count <= Int(UInt16.max) else {
            sequence.notices.append(
                Notice(
                    code: .metronomeIncomplete,
                    severity: .note,
                    detail: "no metronome: the file has a SMPTE division and no bars"
                )
            )
            return sequence
        }
        let metronome = Metronome(
            port: UInt8(truncatingIfNeeded: ports.count),
            track: tracks.count
        )
        let clicks = MetronomeClicks(of: meterMap, until: endTick)
        if clicks.isCutShort {
            sequence.notices.append(
                Notice(
                    code: .metronomeIncomplete,
                    severity: .note,
                    tick: clicks.beats.last?.tick,
                    detail: "the metronome ends after \(Metronome.maximumClicks) clicks"
                )
            )
        }
        sequence.metronome = metronome
        sequence.ports.append((0...255).last { !ports.contains($0) } ?? 255)
        sequence.noteCount += clicks.beats.count
        let program = ProgramUse(
            port: metronome.port,
            channel: Metronome.channel,
            bankMSB: 0,
            bankLSB: 0,
            program: 0,
            isDrums: true
        )
        if !clicks.beats.isEmpty { sequence.programs.append(program) }
        sequence.tracks.append(
            TrackInfo(
                name: "Metronome",
                instrumentName: nil,
                channels: clicks.beats.isEmpty
                    ? [] : [TrackInfo.Channel(port: metronome.port, channel: Metronome.channel)],
                noteCount: clicks.beats.count,
                eventCount: clicks.beats.count * 2 + 1,
                programs: clicks.beats.isEmpty ? [] : [program],
                firstTick: clicks.beats.first?.tick,
                endTick: endTick
            )
        )
        sequence.schedule = schedule.adding(clicks.events(of: metronome))
        return sequence
    }
}

extension Schedule {
    /// The schedule with events of a further sampler, which are in playing order.
    ///
    /// At equal ticks they come first: they meet nothing else on their sampler.
    fileprivate func adding(_ others: [ScheduledEvent]) -> Schedule {
        Schedule(
            events: FixedBuffer(capacity: count + others.count) { pointer in
                var (place, index) = (pointer, 0)
                let own = events
                for other in others {
                    let start = index
                    while index < own.count, own[index].tick < other.tick { index += 1 }
                    if start < index {
                        place.initialize(from: eventStorage.pointer + start, count: index - start)
                        place += index - start
                    }
                    place.initialize(to: other)
                    place += 1
                }
                if index < own.count {
                    place.initialize(from: eventStorage.pointer + index, count: own.count - index)
                }
                return count + others.count
            },
            messages: messageStorage,
            bytes: byteStorage,
            unbalanced: unbalanced.withOneMoreSampler(),
            drumChannels: drumChannels + [1 << UInt16(Metronome.channel)],
            selections: selections + Array(repeating: ChannelSelections(), count: 16),
            // Of all clicks, which are short, a little on their one channel.
            soundingTicks: soundingTicks
                + (0..<16).map { $0 == Int(Metronome.channel) ? UInt64(others.count) : 0 }
        )
    }
}
