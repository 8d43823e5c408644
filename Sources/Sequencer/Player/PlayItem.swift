/// One sequence, or a part of it, prepared for the player: all that needs memory or searching.
///
/// Made off the audio thread. A ``MusicPlayer`` that plays it keeps it alive. Positions in the
/// sequence are given in *nominal* frames, those at its own speed; the player counts *item* frames,
/// which depend on ``speed``.
public final class PlayItem: Sendable {
    /// The item frame at which playing begins.
    public let startFrame: Int64
    /// The item frame at which it ends: that of its last tick, rounded up, or of `to`.
    ///
    /// With the repeats of a loop that is reached; `Int64.max` where playing comes round for ever:
    /// nothing may be added to it.
    public let endFrame: Int64
    /// The speed.
    public let speed: Speed
    /// Frames per second.
    public let rate: Int
    /// The number of samplers that the events are for.
    public let samplerCount: Int
    /// Lends what the audio thread reads; the item must outlive the loan.
    @unsafe package let view: PlayItemView

    /// The events.
    package let schedule: Schedule
    /// The semitones by which all but drums is transposed.
    package let transpose: Int
    private let preroll: Preroll
    private let loopPreroll: Preroll
    private let countIn: FixedBuffer<CountInEvent>
    private let segments: FixedBuffer<TempoSegment>
    private let meters: FixedBuffer<Meter>
    private let trackFlags: FixedBuffer<UInt8>
    private let channelFlags: FixedBuffer<UInt8>
    private let clipSpans: FixedBuffer<ClipSpan>
    /// The clips that play beside the music, in the order of their numbers, then of item frames.
    public let clips: [ClipSpan]
    /// Values of strips that move with the music.
    public let automation: [AutomationLine]

    /// Prepares a sequence.
    ///
    /// - Parameters:
    ///   - sequence: What is played.
    ///   - rate: Frames per second, 1 … 16,777,216.
    ///   - speed: How fast.
    ///   - from: The nominal frame to begin at. Every channel is put first into the state it would
    ///     have if the piece had been played from its start.
    ///   - to: The nominal frame to end at, itself left out; `nil` plays all, the events on the
    ///     last tick included.
    ///   - loop: The nominal frames that are repeated once they are reached; must be
    ///     one that ``canLoop(_:of:rate:to:)``. Playing that begins at its end or behind it does
    ///     not come round. At the end what sounds is released, and on the same frame the channels
    ///     are put into the state of the beginning. A pass lasts 64 item frames or more, whatever
    ///     the speed.
    ///   - loopCount: How many passes the loop has in all, 1 or more; behind the last one playing
    ///     continues. `nil` for ever.
    ///   - muted: The tracks and channels whose notes are held back.
    ///   - soloed: If it is not empty, all notes of other tracks and channels are held back too.
    ///   - transpose: Semitones by which all keys but those of drum channels move, −127 … 127;
    ///     what leaves 0 … 127 comes back by octaves.
    ///   - chaseNotes: Whether notes that sound at `from` begin there, those that only a pedal
    ///     holds included (drums are not).
    ///   - chaseNotesInLoop: The same for the loop's beginning on each turn; `nil` for what
    ///     `chaseNotes` says.
    ///   - countIn: Clicks before playing begins, not before each pass, whether or not the metronome
    ///     is on. Ignored without bars (SMPTE).
    ///   - clips: The clips that play beside the music, at ``speed``; in any order.
    ///   - automation: Values of strips that move with the music, at ``speed``.
    ///   - startsAnew: Whether nothing was played on the samplers before. Where `false`, every
    ///     channel whose state a player does not know is first put into its initial state, and
    ///     what rings on is left to ring.
    ///   - sendsSync: Whether MIDI clock and time code that are sent follow it.
    public init(
        sequence: PreparedSequence,
        rate: Int,
        speed: Speed = .normal,
        from: Int64 = 0,
        to: Int64? = nil,
        loop: Range<Int64>? = nil,
        loopCount: Int? = nil,
        muted: Selection = .none,
        soloed: Selection = .none,
        transpose: Int = 0,
        chaseNotes: Bool = false,
        chaseNotesInLoop: Bool? = nil,
        countIn: CountIn? = nil,
        clips: [ClipSpan] = [],
        automation: [AutomationLine] = [],
        startsAnew: Bool = true,
        sendsSync: Bool = true
    ) {
        precondition((1...1 << 24).contains(rate), "a rate is 1 to 16,777,216 frames per second")
        let schedule = sequence.schedule
        let tempoMap = sequence.tempoMap
        let length = sequence.endFrame(rate: rate)
        let end = min(max(to ?? length, 0), length)
        let start = min(max(from, 0), end)
        // An event belongs to the nominal frame that its tick falls on.
        func firstEvent(at frame: Int64) -> Int {
            schedule.partitioningIndex { tempoMap.frame(atTick: $0.tick, rate: rate) >= frame }
        }
        // The clicks too.
        func firstTick(at frame: Int64) -> Int64 {
            guard frame > 0 else { return 0 }
            return min(tempoMap.tick(atFrame: frame - 1, rate: rate) + 1, sequence.endTick)
        }
        func makePreroll(before index: Int, at frame: Int64, chasesNotes: Bool) -> Preroll {
            Preroll(
                of: schedule,
                before: index,
                beginsWith: { tempoMap.frame(atTick: $0.tick, rate: rate) == frame },
                chasesNotes: chasesNotes,
                sharing: sequence.sharingChannels
            )
        }
        let first = firstEvent(at: start)
        let eventsEnd = to == nil ? schedule.count : max(firstEvent(at: end), first)
        let tempos = sequence.tempoTable(rate: rate, speed: speed)
        let lastFrame =
            to == nil
            ? TempoMap.frames(
                units: tempoMap.units(atTick: sequence.endTick),
                unitsPerSecond: tempos.unitsPerSecond,
                rate: tempos.scaledRate
            ) : speed.itemFrame(ofNominalFrame: end)

        self.preroll = makePreroll(before: first, at: start, chasesNotes: chaseNotes)
        var loopFirst = 0
        if let loop {
            precondition(
                Self.canLoop(loop, of: sequence, rate: rate, to: to),
                "a loop lies within what is played and has 64 frames or more"
            )
            precondition(loopCount ?? 1 >= 1, "a loop has one pass or more")
            loopFirst = firstEvent(at: loop.lowerBound)
            let chasesInLoop = chaseNotesInLoop ?? chaseNotes
            loopPreroll =
                loop.lowerBound == start && chasesInLoop == chaseNotes
                ? self.preroll
                : makePreroll(before: loopFirst, at: loop.lowerBound, chasesNotes: chasesInLoop)
        } else {
            loopPreroll = self.preroll
        }
        let loopStart = speed.itemFrame(ofNominalFrame: loop?.lowerBound ?? 0)
        let loopEnd = speed.itemFrame(ofNominalFrame: loop?.upperBound ?? 0)
        let repeats = loopCount.map { Int64($0) - 1 } ?? .max
        let loopView = unsafe LoopView(
            preroll: loopPreroll.view,
            start: loopStart,
            end: max(loopEnd, loopStart + Self.shortestLoop),
            nominalStart: loop?.lowerBound ?? 0,
            nominalEnd: loop?.upperBound ?? 0,
            firstEvent: loopFirst,
            eventsEnd: loop.map { firstEvent(at: $0.upperBound) } ?? 0,
            segment: loopFirst < schedule.count
                ? tempoMap.segments.partitioningIndex { $0.tick > schedule[loopFirst].tick } - 1
                : 0,
            repeats: repeats,
            isReached: loop.map { start < $0.upperBound } ?? false
        )

        self.schedule = schedule
        self.transpose = min(max(transpose, -127), 127)
        self.speed = speed
        self.rate = rate
        segments = tempos.segments
        let meterTable = sequence.meterTable
        meters = meterTable.meters
        let startTick = tempoMap.tickOfPosition(atFrame: start, rate: rate, in: sequence.meterMap)
        self.countIn = FixedBuffer(
            countIn.map { countIn in
                let next = tempoMap.segments.partitioningIndex { $0.tick > startTick }
                return countIn.events(
                    before: startTick,
                    in: sequence.meterMap,
                    tempo: tempos.segments[max(next - 1, 0)],
                    unitsPerSecond: tempos.unitsPerSecond
                )
            } ?? []
        )
        trackFlags = FixedBuffer(
            sequence.tracks.indices.map {
                (muted.contains(track: $0) ? Audibility.muted : 0)
                    | (soloed.contains(track: $0) ? Audibility.soloed : 0)
            }
        )
        let lanes = sequence.lanes
        channelFlags = FixedBuffer(
            (0..<schedule.drumChannels.count * 16).map { index in
                let (port, channel) = (lanes[index >> 4].port, index & 15)
                let isDrums = schedule.drumChannels[index >> 4] >> UInt16(channel) & 1 == 1
                return (muted.contains(port: port, channel: channel) ? Audibility.muted : 0)
                    | (soloed.contains(port: port, channel: channel) ? Audibility.soloed : 0)
                    | (isDrums ? Audibility.fixedKeys : 0)
            }
        )
        self.clips = clips.sorted { ($0.clip, $0.start) < ($1.clip, $1.start) }
        clipSpans = FixedBuffer(self.clips)
        self.automation = automation
        startFrame = min(speed.itemFrame(ofNominalFrame: start), lastFrame)
        endFrame = Self.endFrame(lastFrame, with: loop == nil ? nil : loopView)
        samplerCount = schedule.drumChannels.count
        unsafe view = unsafe PlayItemView(
            startFrame: startFrame,
            endFrame: endFrame,
            samplerCount: samplerCount,
            startsAnew: startsAnew,
            sendsSync: sendsSync,
            schedule: schedule.view,
            speed: speed,
            ticksPerQuarter: sequence.tempoMap.division.ticksPerQuarterOrNone,
            startTick: startTick,
            nominalStart: start,
            nominalEnd: end,
            lastFrame: lastFrame,
            preroll: self.preroll.view,
            countIn: self.countIn.lent,
            countInFrames: self.countIn.count > 0 ? self.countIn[0].distance : 0,
            meters: MeterView(
                meters: meterTable.meters.lent,
                wholeNote: meterTable.wholeNote,
                played: MeterView.TickRange(
                    start: firstTick(at: start),
                    end: to == nil ? sequence.endTick : firstTick(at: end)
                ),
                loop: MeterView.TickRange(
                    start: firstTick(at: loop?.lowerBound ?? 0),
                    end: firstTick(at: loop?.upperBound ?? 0)
                )
            ),
            firstEvent: first,
            eventsEnd: eventsEnd,
            hasLoop: loop != nil,
            loop: loopView,
            segments: segments.lent,
            tempoOverride: sequence.tempoOverride ?? 0,
            second: ExactDivisor(tempos.unitsPerSecond),
            trackCount: trackFlags.count,
            notes: Audibility(
                trackFlags: trackFlags.lent,
                channelFlags: channelFlags.lent,
                hasSolo: !soloed.isEmpty,
                transpose: self.transpose
            ),
            clips: clipSpans.lent
        )
    }

    private static func endFrame(_ last: Int64, with loop: LoopView?) -> Int64 {
        guard let loop, loop.isReached else { return last }
        return loop.lengthened(last, repeats: loop.repeats)
    }
}
