/// The bars, beats, markers and so on of an item in the order in which playing passes them, loops
/// followed.
///
/// A value that knows no clock: who plays asks for what lies before a frame, or up to a position.
/// Not for the audio thread.
///
/// At one tick come: the changes of meter, tempo and key, the bar or beat, the marker, lyrics,
/// texts, user events, ends of tracks.
public struct MusicalEvents: Sendable {
    private struct Entry: Sendable {
        var tick: Int64
        /// The order within a tick.
        var rank: Int
        var kind: MusicalEvent.Kind
    }

    private static let beatRank = 3

    private let item: PlayItem
    private let meterMap: MeterMap
    private let entries: [Entry]
    private let loopTick: Int64
    /// The item frame and the frame since the item began that fall together in this pass.
    private var anchor: (position: Int64, elapsed: Int64)
    private var repeatsRemaining: Int64
    private var index = 0
    private var beatTick: Int64?
    /// Everything before this frame has been reported.
    private var elapsed: Int64 = 0

    /// A cursor at an item's beginning.
    ///
    /// - Parameters:
    ///   - sequence: The sequence that the item was made of.
    ///   - item: The item.
    ///   - lyrics: The syllables that are sung.
    ///   - texts: Other texts with their ticks.
    ///   - userEvents: The user events.
    public init(
        of sequence: PreparedSequence,
        in item: PlayItem,
        lyrics: [Lyrics.Syllable] = [],
        texts: [Lyrics.Syllable] = [],
        userEvents: [UserEvent] = []
    ) {
        self.item = item
        meterMap = sequence.meterMap
        var entries: [Entry] = []
        func add(_ tick: Int64, _ rank: Int, _ kind: MusicalEvent.Kind) {
            entries.append(Entry(tick: tick, rank: rank, kind: kind))
        }
        for change in sequence.timeSignatures { add(change.tick, 0, .meter(change.signature)) }
        for change in sequence.tempoMap.changes {
            add(change.tick, 1, .tempo(change.microsecondsPerQuarter))
        }
        for change in sequence.keySignatures { add(change.tick, 2, .key(change.signature)) }
        for marker in sequence.markers { add(marker.tick, 4, .marker(marker.name)) }
        for syllable in lyrics { add(syllable.tick, 5, .lyric(syllable.text)) }
        for text in texts { add(text.tick, 6, .text(text.text)) }
        for event in userEvents { add(event.tick, 7, .user(event, isChased: false)) }
        for (number, track) in sequence.tracks.enumerated() {
            add(track.endTick, 8, .trackEnd(number))
        }
        // `sorted` keeps the order of equal elements.
        self.entries = entries.sorted { ($0.tick, $0.rank) < ($1.tick, $1.rank) }
        loopTick = unsafe sequence.tempoMap.tickOfPosition(
            atFrame: item.view.loop.nominalStart,
            rate: item.rate,
            in: sequence.meterMap
        )
        anchor = (item.startFrame, 0)
        repeatsRemaining =
            unsafe item.view.hasLoop && item.view.loop.isReached ? item.view.loop.repeats : 0
        unsafe enter(at: item.view.startTick)
    }

    /// The next event that is passed before a frame, counted from the item's beginning.
    ///
    /// - Parameter frame: The frame, itself left out.
    /// - Returns: The event; `nil` if there is none.
    public mutating func next(before frame: Int64) -> MusicalEvent? {
        let view = unsafe item.view
        while true {
            let (tick, isBeat) = nextTick()
            let end = repeatsRemaining > 0 ? view.loop.end : view.lastFrame
            if let tick {
                let itemFrame = view.frame(ofTick: tick)
                // An event at the very end of a piece is reported, at that of a loop it is not.
                if itemFrame < end || (repeatsRemaining == 0 && itemFrame == end) {
                    let due = max(anchor.elapsed + (itemFrame - anchor.position), anchor.elapsed)
                    guard due < frame else {
                        elapsed = max(elapsed, frame)
                        return nil
                    }
                    elapsed = max(elapsed, due)
                    return take(tick, isBeat: isBeat, frame: due)
                }
            }
            let due = anchor.elapsed + (end - anchor.position)
            guard repeatsRemaining > 0, due < frame else {
                elapsed = max(elapsed, frame)
                return nil
            }
            if repeatsRemaining < .max { repeatsRemaining -= 1 }
            anchor = (view.loop.start, due)
            enter(at: loopTick)
        }
    }

    /// The events up to a position, itself included.
    ///
    /// A position before the last one means that the loop has repeated once. Without a loop,
    /// playing has jumped back: nothing is reported, and reporting continues from there.
    ///
    /// - Parameter position: An item frame, as `MusicPlayer.position(atFrame:)` has it.
    /// - Returns: The events.
    public mutating func advance(to position: Int64) -> [MusicalEvent] {
        let present = anchor.position + (elapsed - anchor.elapsed)
        var target = elapsed + (position - present)
        if position + 1 < present {
            guard repeatsRemaining > 0 else {
                locate(to: position)
                return []
            }
            let loop = unsafe item.view.loop
            target = anchor.elapsed + (loop.end - anchor.position) + (position - loop.start)
        }
        var events: [MusicalEvent] = []
        while let event = next(before: target + 1) { events.append(event) }
        return events
    }

    /// Continues from a position, without reporting the events before it.
    ///
    /// For an item that was updated in the middle of playing.
    ///
    /// - Parameter position: An item frame, of the first pass of the loop if there is one.
    public mutating func locate(to position: Int64) {
        let view = unsafe item.view
        anchor = (position, max(position - view.startFrame, 0))
        elapsed = anchor.elapsed
        repeatsRemaining = view.hasLoop && position < view.loop.end ? view.loop.repeats : 0
        let musical = view.musicalPosition(ofFrame: position)
        enter(at: view.frame(ofTick: musical.tick) < position ? musical.tick + 1 : musical.tick)
    }

    /// Goes to the first events that are not before a tick.
    private mutating func enter(at tick: Int64) {
        index = entries.partitioningIndex { $0.tick >= tick }
        beatTick = beat(notBefore: tick)
    }

    private func nextTick() -> (tick: Int64?, isBeat: Bool) {
        guard index < entries.count else { return (beatTick, true) }
        guard let beatTick else { return (entries[index].tick, false) }
        let entry = entries[index]
        let isBeat = (beatTick, Self.beatRank) < (entry.tick, entry.rank)
        return (isBeat ? beatTick : entry.tick, isBeat)
    }

    private mutating func take(_ tick: Int64, isBeat: Bool, frame: Int64) -> MusicalEvent? {
        guard isBeat, let barBeat = meterMap.position(atTick: tick) else {
            index += 1
            return MusicalEvent(kind: entries[index - 1].kind, tick: tick, frame: frame)
        }
        beatTick = tick < .max ? beat(notBefore: tick + 1) : nil
        let kind: MusicalEvent.Kind =
            barBeat.beat == 1 ? .bar(barBeat.bar) : .beat(bar: barBeat.bar, beat: barBeat.beat)
        return MusicalEvent(kind: kind, tick: tick, frame: frame)
    }

    /// The first tick on which a beat begins; `nil` in music without bars, and at the end of time.
    private func beat(notBefore tick: Int64) -> Int64? {
        guard let barBeat = meterMap.position(atTick: tick) else { return nil }
        if barBeat.tick == 0 { return tick }
        if let next = try? meterMap.tick(bar: barBeat.bar, beat: barBeat.beat + 1, tick: 0),
            next >= tick
        {
            return next
        }
        return try? meterMap.tick(bar: barBeat.bar + 1, beat: 1, tick: 0)
    }
}
