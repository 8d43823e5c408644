import MIDI

/// Clicks before playing begins.
public struct CountIn: Hashable, Sendable {
    /// The number of whole bars that are counted, 1 … 64.
    ///
    /// Playing that begins inside a bar has that bar's beats before the start counted too, so that
    /// the first click is always a bar's first beat.
    public var bars: Int

    /// Makes a count-in; the number of bars is brought into 1 … 64.
    public init(bars: Int = 1) {
        self.bars = min(max(bars, 1), 64)
    }

    /// A beat that is counted.
    struct Beat {
        /// Ticks from here to the start of playing, 1 or more.
        var distance: Int64
        var isBarStart: Bool
    }

    /// The beats before a position, in the meter that holds there; none without bars.
    func beats(before tick: Int64, in map: MeterMap) -> [Beat] {
        guard !map.segments.isEmpty else { return [] }
        let segment = map.segments[
            max(map.segments.partitioningIndex { $0.tick > tick } - 1, 0)
        ]
        let offset = tick - segment.tick
        // The beats are those of bars that go back for ever from the meter's first.
        let current = segment.beat(atOffset: offset, wholeNote: map.wholeNote)
        let isOnBeat = segment.offset(ofBeat: current, wholeNote: map.wholeNote) == offset
        let end = isOnBeat ? current : current + 1
        let barStart = current / segment.numerator * segment.numerator
        var beats: [Beat] = []
        for beat in (barStart - Int64(bars) * segment.numerator)..<end {
            // Below 0 beats are rounded the other way: they are that much before beat 0.
            let start =
                beat >= 0
                ? segment.offset(ofBeat: beat, wholeNote: map.wholeNote)
                : -segment.offset(ofBeat: -beat, wholeNote: map.wholeNote)
            guard offset - start > 0, beats.last?.distance != offset - start else { continue }
            beats.append(
                Beat(distance: offset - start, isBarStart: beat % segment.numerator == 0)
            )
        }
        return beats
    }

    /// The clicks and their ends, by falling distance.
    func events(
        before tick: Int64,
        in map: MeterMap,
        tempo: TempoSegment,
        unitsPerSecond: Int64
    ) -> [CountInEvent] {
        let beats = beats(before: tick, in: map)
        // A click is held for a sixteenth note at most, as those of the metronome.
        let longest = max(map.wholeNote / 16, 1)
        var events: [CountInEvent] = []
        func add(_ message: MIDIMessage, _ ticks: Int64) {
            let units = Int128(ticks) * tempo.wideStep
            let frames = Int64(min(units / Int128(unitsPerSecond), Int128(TempoMap.lastFrame / 4)))
            events.append(CountInEvent(distance: frames, bits: message.bits))
        }
        for (index, beat) in beats.enumerated() {
            let key = Metronome.key(isBarStart: beat.isBarStart)
            let velocity = Metronome.velocity(isBarStart: beat.isBarStart)
            let next = index + 1 < beats.count ? beats[index + 1].distance : 0
            add(
                .noteOn(channel: Metronome.channel, key: key, velocity: velocity),
                beat.distance
            )
            add(
                .noteOff(channel: Metronome.channel, key: key),
                max(beat.distance - longest, next)
            )
        }
        return events
    }
}

extension TempoMap {
    /// The tick that is meant by a frame: of those that fall on it the one on which a beat begins.
    func tickOfPosition(atFrame frame: Int64, rate: Int, in map: MeterMap) -> Int64 {
        let last = tick(atFrame: frame, rate: rate)
        guard frame > 0, let barBeat = map.position(atTick: last) else { return last }
        let beat = last - barBeat.tick
        return beat > tick(atFrame: frame - 1, rate: rate) ? beat : last
    }
}
