import SMF
import SamplerHost
import Sequencer

/// A sequence with the samplers that play it: ready for the engine.
final class Song: Sendable {
    /// A text at a tick.
    struct Cue: Hashable, Sendable {
        var tick: Int64
        var text: String
    }

    /// The queue's entry that it was made for.
    let entry: Int
    let sequence: PreparedSequence
    let lyrics: [Cue]
    let rack: SamplerRack
    /// The SoundFont that came with the music, where the samplers play it: it is read as long as
    /// they may need it.
    let embeddedFont: EmbeddedFont?
    /// The nominal frame at which it begins.
    let start: Int64
    /// The nominal frame at which it ends; `nil` plays all.
    let end: Int64?
    /// What of it is not heard at first.
    let muted: Selection
    /// What of it alone is heard at first.
    let soloed: Selection

    init(
        entry: Int,
        sequence: PreparedSequence,
        lyrics: [Cue],
        rack: SamplerRack,
        embeddedFont: EmbeddedFont? = nil,
        from start: Int64 = 0,
        to end: Int64? = nil,
        muted: Selection = .none,
        soloed: Selection = .none
    ) {
        self.entry = entry
        self.sequence = sequence
        self.lyrics = lyrics
        self.rack = rack
        self.embeddedFont = embeddedFont
        self.start = start
        self.end = end
        self.muted = muted
        self.soloed = soloed
    }

    /// The same music on other samplers.
    func on(_ rack: SamplerRack) -> Song {
        Song(
            entry: entry,
            sequence: sequence,
            lyrics: lyrics,
            rack: rack,
            embeddedFont: embeddedFont,
            from: start,
            to: end,
            muted: muted,
            soloed: soloed
        )
    }

    /// The nominal frame at which it ends at a rate.
    func endFrame(rate: Int) -> Int64 {
        let last = sequence.endFrame(rate: rate)
        return min(end ?? last, last)
    }

    /// The lyrics of a file in the order of time; where it has none, the texts that karaoke files
    /// sing by, without their headings.
    static func lyrics(of file: MIDIFile, decoding decoder: TextDecoder) -> [Cue] {
        var lyrics: [Cue] = []
        var texts: [Cue] = []
        for event in file.tracks.lazy.flatMap(\.texts) {
            let cue = Cue(tick: event.tick, text: decoder.text(of: event.bytes))
            switch event.kind {
            case .lyric: lyrics.append(cue)
            // "@T" and the like are titles and languages.
            case .text where !cue.text.hasPrefix("@"): texts.append(cue)
            default: break
            }
        }
        let cues = lyrics.isEmpty ? texts : lyrics
        return cues.sorted { $0.tick < $1.tick }
    }
}
