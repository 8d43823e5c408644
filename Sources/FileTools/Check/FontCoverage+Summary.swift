package import JSON
import SamplerHost
import Sequencer
import Wording

extension FontCoverage {
    /// The presets and voices that a sequence uses.
    package struct Summary: Sendable {
        /// The fonts' files.
        package var fonts: [String]
        /// The presets that sound, `bank:program name`.
        package var presets: [String]
        /// The largest numbers of notes and voices that are held at once, and the time of the latter.
        package var notes: Int
        package var voices: Int
        package var tick: Int64
        package var seconds: Double
        /// The number of available voices.
        package var limit: Int

        /// The summary of this and another sequence of the file.
        package func merged(with other: Summary?) -> Summary {
            guard let other else { return self }
            var merged = voices > other.voices ? self : other
            merged.notes = max(notes, other.notes)
            merged.presets = other.presets + presets.filter { !other.presets.contains($0) }
            return merged
        }

        /// The summary in a line.
        package var text: String {
            let at = voices == 0 ? "" : " (\(TimeText.text(seconds: seconds, decimals: 1...1)))"
            return "uses \(NumberText.count(presets.count, "preset")); at most "
                + "\(NumberText.count(notes, "note")) at once, \(voices) of \(limit) voices\(at)"
        }

        package var json: JSONObject {
            var object = JSONObject()
            object.set("files", fonts)
            object.set("presets", presets)
            object.set("peakNotes", notes)
            object.set("peakVoices", voices)
            object.set("peakTick", tick)
            object.set("peakSeconds", seconds)
            object.set("polyphony", limit)
            return object
        }
    }
}

extension FontCoverage {
    /// The presets and voices that the sequence uses; valid after the run.
    package func summary(_ fonts: CheckedFonts?) -> Summary {
        let presets = fonts.map { fonts in
            used.map { fonts.presets[$0] }.sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
        }
        return Summary(
            fonts: fonts?.references.map(\.path) ?? [],
            presets: (presets ?? []).map { "\($0.bank):\($0.program) \($0.name)" },
            notes: voices.notes.count,
            voices: voices.voices.count,
            tick: voices.voices.tick,
            seconds: sequence.tempoMap.seconds(atTick: voices.voices.tick),
            limit: SamplerSettings(fonts: []).polyphony * max(sequence.ports.count, 1)
        )
    }
}
