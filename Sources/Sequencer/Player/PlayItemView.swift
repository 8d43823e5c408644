package import Realtime

/// The content of a ``PlayItem``, lent to the player: all that it reads on the audio thread.
package struct PlayItemView: BitwiseCopyable, Sendable {
    /// The item frame at which playing begins.
    package let startFrame: Int64
    /// The item frame at which it ends; `Int64.max` where it loops, and nothing may be added to it.
    package let endFrame: Int64
    /// The number of samplers that the events are for.
    package let samplerCount: Int
    /// Whether nothing was played on the samplers before.
    ///
    /// If `false`, the item's first events put every channel into its initial state, after a
    /// `PlayedEvent.Kind.restart`, unless the player knows their state: then only what differs is
    /// sent.
    package let startsAnew: Bool
    /// Whether MIDI clock and time code that are sent follow it.
    package let sendsSync: Bool
    /// The events and the System Exclusive bytes.
    let schedule: ScheduleView
    /// The speed, which turns nominal frames into item frames.
    package let speed: Speed
    /// Ticks of a quarter note; 0 where ticks are parts of SMPTE frames.
    let ticksPerQuarter: Int64

    /// The tick at which playing begins.
    let startTick: Int64
    /// The start and end of playing, in nominal frames.
    let nominalStart: Int64
    let nominalEnd: Int64
    /// The item frame of the end that there is without a loop.
    let lastFrame: Int64
    /// The messages that are sent first.
    let preroll: PrerollView
    /// The count-in, by falling distance.
    let countIn: LentElements<CountInEvent>
    /// The length of the count-in in item frames.
    let countInFrames: Int64
    /// The beats.
    let meters: MeterView
    /// The part of the schedule that is played.
    let firstEvent: Int
    let eventsEnd: Int
    let hasLoop: Bool
    let loop: LoopView
    let segments: LentElements<TempoSegment>
    /// Which tempo map the segments are of: `PreparedSequence.tempoOverride`, 0 for the own one.
    let tempoOverride: UInt32
    /// The units of a second: those of the tempo map × the speed's numerator.
    let second: ExactDivisor
    let trackCount: Int
    /// Which notes are heard, and on which keys.
    let notes: Audibility
    /// The clips, in the order of their numbers, then of frames.
    package let clips: LentElements<ClipSpan>

    /// The System Exclusive message of an event of this item, F0 and F7 left out.
    ///
    /// Safe on the audio thread.
    @_noLocks
    package func systemExclusive(of event: PlayedEvent) -> LentElements<UInt8> {
        schedule.systemExclusive(event.bits)
    }

    /// Whether another item plays the same events.
    @_noLocks
    package func hasSameEvents(as other: PlayItemView) -> Bool {
        schedule.events == other.schedule.events
    }

    /// The nominal frame of an item frame, as ``PlayItem/nominalFrame(ofItemFrame:)``.
    ///
    /// Safe on the audio thread.
    @_noLocks
    package func nominalFrame(ofItemFrame frame: Int64) -> Int64 {
        if frame == startFrame { return nominalStart }
        let nominal = min(speed.nominalFrame(ofItemFrame: frame), nominalEnd)
        if hasLoop, frame >= loop.start, frame < loop.end {
            // A pass that is lengthened to its 64 frames may reach behind the sequence's end.
            return frame == loop.start ? loop.nominalStart : min(nominal, loop.nominalEnd - 1)
        }
        return frame >= lastFrame ? nominalEnd : nominal
    }
}

/// The part of an item that is repeated.
struct LoopView: BitwiseCopyable, Sendable {
    /// The messages at the beginning of each pass but the first.
    let preroll: PrerollView
    /// The item frames of its ends, and the nominal ones.
    let start: Int64
    let end: Int64
    let nominalStart: Int64
    let nominalEnd: Int64
    /// The part of the schedule that a pass plays.
    let firstEvent: Int
    let eventsEnd: Int
    /// The tempo segment of the first event.
    let segment: Int
    /// The number of times that playing from before its end repeats it; `Int64.max` for ever.
    let repeats: Int64
    /// Whether an item's own start lies before the end, so that playing from there repeats.
    let isReached: Bool

    /// A frame that is reached after some repeats of the loop; `Int64.max` after endless ones.
    @_noLocks
    func lengthened(_ frame: Int64, repeats: Int64) -> Int64 {
        if repeats == .max { return .max }
        let (more, isTooLong) = (end - start).multipliedReportingOverflow(by: repeats)
        return isTooLong || more > TempoMap.lastFrame ? TempoMap.lastFrame : frame + more
    }
}

/// A click of the count-in, or its end.
struct CountInEvent: BitwiseCopyable, Sendable {
    /// The number of item frames before the item's first.
    var distance: Int64
    var bits: UInt32
}
