/// One sequence, or a part of it, prepared for the player: all that needs memory or searching.
///
/// Made off the audio thread; ``view`` is what the audio thread gets, and the item must outlive
/// its use there.
public final class PlayItem: Sendable {
    /// The frame of the sequence at which playing begins.
    public let startFrame: Int64
    /// The frame of the sequence at which it ends: that of its last tick, rounded up, or `to`.
    public let endFrame: Int64
    /// How many samplers the events are for.
    public let samplerCount: Int
    /// What the audio thread reads.
    ///
    /// The item must outlive it.
    public let view: PlayItemView

    private let schedule: Schedule
    private let opening: FixedBuffer<OpeningEvent>
    private let segments: FixedBuffer<TempoSegment>
    private let trackFlags: FixedBuffer<UInt8>
    private let channelFlags: FixedBuffer<UInt8>

    /// Prepares a sequence.
    ///
    /// - Parameters:
    ///   - sequence: What is played.
    ///   - rate: Frames per second, 1 … 16,777,216.
    ///   - from: The frame of the sequence to begin at. Where it is above 0, every channel is put
    ///     first into the state it would have if the piece had been played from its start; notes
    ///     that would sound then are not begun.
    ///   - to: The frame of the sequence to end at, itself left out; `nil` plays all, the events
    ///     on the last tick included.
    ///   - muted: The tracks and channels whose notes are kept back.
    ///   - soloed: If it is not empty, all notes of other tracks and channels are kept back too.
    ///   - transpose: Semitones by which all keys but those of drum channels move, −127 … 127;
    ///     what leaves 0 … 127 comes back by octaves.
    ///   - startsFresh: Whether nothing was played on the samplers before. Where `false`, every
    ///     channel is first put into its initial state, and what rings on is left to ring.
    public init(
        sequence: MusicSequence,
        rate: Int,
        from: Int64 = 0,
        to: Int64? = nil,
        muted: Selection = .none,
        soloed: Selection = .none,
        transpose: Int = 0,
        startsFresh: Bool = true
    ) {
        precondition((1...1 << 24).contains(rate), "a rate is 1 to 16,777,216 frames per second")
        let schedule = sequence.schedule
        let tempoMap = sequence.tempoMap
        let length = sequence.endFrame(rate: rate)
        let end = min(max(to ?? length, 0), length)
        let start = min(max(from, 0), end)
        let events = schedule.events
        // An event belongs to the frame that its tick falls on.
        let first = events.partitioningIndex {
            tempoMap.frame(atTick: $0.tick, rate: rate) >= start
        }
        let eventsEnd =
            to == nil
            ? events.count
            : events.partitioningIndex { tempoMap.frame(atTick: $0.tick, rate: rate) >= end }

        var opening: [OpeningEvent] = []
        if !startsFresh {
            opening += ChannelReset.events(samplers: schedule.drumChannels.count)
        }
        opening += Chase.events(of: schedule, before: first)

        self.schedule = schedule
        self.opening = FixedBuffer(opening)
        segments = FixedBuffer(
            tempoMap.segments.map {
                TempoSegment(
                    $0,
                    unitsPerSecond: tempoMap.unitsPerSecond,
                    rate: Int64(rate)
                )
            }
        )
        trackFlags = FixedBuffer(
            sequence.tracks.indices.map {
                (muted.contains(track: $0) ? Audibility.muted : 0)
                    | (soloed.contains(track: $0) ? Audibility.soloed : 0)
            }
        )
        channelFlags = FixedBuffer(
            (0..<schedule.drumChannels.count * 16).map { index in
                let (port, channel) = (index >> 4, index & 15)
                let isDrums = schedule.drumChannels[port] >> UInt16(channel) & 1 == 1
                return (muted.contains(port: port, channel: channel) ? Audibility.muted : 0)
                    | (soloed.contains(port: port, channel: channel) ? Audibility.soloed : 0)
                    | (isDrums ? Audibility.fixedKeys : 0)
            }
        )
        startFrame = start
        endFrame = end
        samplerCount = schedule.drumChannels.count
        view = PlayItemView(
            startFrame: start,
            endFrame: end,
            samplerCount: samplerCount,
            startsFresh: startsFresh,
            schedule: schedule.view,
            opening: self.opening.pointer,
            openingCount: self.opening.count,
            firstEvent: first,
            eventsEnd: max(eventsEnd, first),
            segments: segments.pointer,
            segmentCount: segments.count,
            unitsPerSecond: tempoMap.unitsPerSecond,
            trackFlags: trackFlags.pointer,
            channelFlags: channelFlags.pointer,
            hasSolo: !soloed.isEmpty,
            transpose: min(max(transpose, -127), 127)
        )
    }
}
