import JSON
import Playback
import SMF
import SamplerHost

/// What `--report` says about a file that was rendered.
struct RenderFigures: Sendable {
    /// The length in frames.
    var frames: Int64
    /// Frames per second.
    var rate: Int
    /// The loudness and peaks of what was written, before it was converted.
    var reading: LoudnessMeter.Reading
    /// The engine's figures at the end.
    var engine: EngineFigures
    /// Presets that are missing in the fonts, and samples that cannot be played, in words.
    var substitutions: [String]
    /// Samples that cannot be played as they should, in words.
    var sampleFaults: [String]
    /// The findings in the MIDI file.
    var diagnostics: [Diagnostic]
    /// The time that it took.
    var duration: Duration

    /// The members of the file's object.
    var json: JSONObject {
        var object = JSONObject()
        object.set("frames", frames)
        object.set("seconds", Double(frames) / Double(rate))
        object.set("peak", Self.level(reading.peak))
        object.set("truePeak", Self.level(reading.truePeak))
        object.set("loudness", reading.loudness.map(Self.rounded).json)
        object.set("limitedFrames", engine.limitedFrames)
        object.set("gainReduction", Self.rounded(engine.highestGainReduction))
        object.set("clippedSamples", engine.clippedSamples)
        object.set("highestPolyphony", engine.highestVoices)
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
