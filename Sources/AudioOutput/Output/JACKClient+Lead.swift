import CJACK
package import Sequencer

/// The transport of a client's server, led by the client.
extension JACKClient {
    /// The position of the transport in bars and beats, as some client tells it.
    package struct Beats: Hashable {
        /// Bar and beat from 1, tick from 0.
        package var bar: Int
        package var beat: Int
        package var tick: Int
        package var ticksPerBeat: Double
        package var beatsPerMinute: Double
        package var beatsPerBar: Int
        package var beatType: Int
    }

    /// The position in bars and beats; `nil` if no client tells it.
    package var beats: Beats? {
        let transport = unsafe seqd_jack_query_transport(jack)
        guard transport.bar > 0 else { return nil }
        return Beats(
            bar: Int(transport.bar),
            beat: Int(transport.beat),
            tick: Int(transport.tick),
            ticksPerBeat: transport.ticks_per_beat,
            beatsPerMinute: transport.beats_per_minute,
            beatsPerBar: Int(transport.beats_per_bar),
            beatType: Int(transport.beat_type)
        )
    }

    /// Whether the transport waits for clients before it rolls.
    package var isTransportStarting: Bool { unsafe seqd_jack_query_transport(jack).is_starting }

    /// Has the server ask this client for bars and beats, after it has started.
    ///
    /// - Returns: `false` if another client tells them.
    package func tellBeats() -> Bool { unsafe seqd_jack_tell_beats(jack) }

    /// Sets the segments from which bars and beats are worked out; none for positions without.
    package func setBeats(_ segments: [BeatSegment]) {
        let parts = segments.map { segment in
            seqd_jack_beats(
                seconds: segment.seconds,
                bar: Int32(clamping: segment.bar),
                ticks: segment.ticks,
                bar_start: segment.barStart,
                ticks_per_second: segment.ticksPerSecond,
                ticks_per_beat: segment.ticksPerBeat,
                beats_per_bar: Float(segment.beatsPerBar),
                beat_type: Float(segment.beatType)
            )
        }
        // Without memory the old ones stay.
        _ = unsafe seqd_jack_set_beats(jack, parts, UInt32(clamping: parts.count))
    }

    /// Starts or stops the transport.
    package func roll(_ isRolling: Bool) { unsafe seqd_jack_roll(jack, isRolling) }

    /// Moves the transport, at the next cycle.
    package func locate(toSeconds seconds: Double) {
        let frame = (max(seconds, 0) * Double(rate)).rounded()
        _ = unsafe seqd_jack_locate(jack, frame < 4e9 ? UInt32(frame) : 4_000_000_000)
    }
}
