import Effects
import FileTools
import JSON
import Playback
import SMF
import SamplerHost

/// The figures that `--report` gives about a file that was rendered.
struct RenderFigures: Sendable {
    /// The levels of what was written.
    var levels: RenderedLevels
    /// Frames per second.
    var rate: Int
    /// The most voices at once.
    var highestPolyphony: Int
    /// Presets that are missing in the fonts, and samples that cannot be played, in words.
    var substitutions: [String]
    /// Samples that cannot be played as they should, in words.
    var sampleFaults: [String]
    /// The findings in the MIDI file.
    var diagnostics: [Diagnostic]
    /// The time that it took.
    var duration: Duration

    /// The members of the file's object; `nil` where loudness and peaks were not measured.
    var json: JSONObject? {
        guard let reading = levels.reading else { return nil }
        var object = JSONObject()
        object.set("frames", levels.frames)
        object.set("seconds", Double(levels.frames) / Double(rate))
        object.set("peak", Self.level(reading.peak))
        object.set("truePeak", Self.level(reading.truePeak))
        object.set("loudness", reading.loudness.map(Self.rounded).json)
        object.set("normalization", levels.normalization.map(Self.rounded))
        object.set("limitedFrames", levels.limitedFrames)
        object.set("gainReduction", Self.rounded(levels.gainReduction))
        object.set("clippedSamples", levels.clippedSamples)
        object.set("highestPolyphony", highestPolyphony)
        object.set("substitutions", substitutions)
        object.set("sampleFaults", sampleFaults)
        object.set("diagnostics", diagnostics.map(\.json))
        object.set("renderSeconds", Self.rounded(duration / .seconds(1)))
        return object
    }

    /// A sample value in dB; `null` for silence.
    private static func level(_ value: Double) -> JSONValue {
        value > 0 ? .number(rounded(Decibels.level(value))) : .null
    }

    /// A number to a thousandth, so that the report is readable.
    private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}

extension Double? {
    /// The number; `null` for none, where leaving the member out would look like no measurement.
    fileprivate var json: JSONValue { map { .number($0) } ?? .null }
}
