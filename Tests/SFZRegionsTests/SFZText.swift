import Instruments
import Testing
import Voices

@testable import SFZRegions

/// The regions of SFZ texts.
enum SFZText {
    /// A second of a mono file with a loop.
    static let recording = Recording(
        frameCount: 48_000,
        rate: 48_000,
        rootKey: 62,
        detune: 5
    )

    /// The bank of a text; each recording has the facts given.
    static func bank(_ text: String, _ recording: Recording = recording) throws -> RegionBank {
        let description = try SFZReader.read(Array(text.utf8), path: "a.sfz")
        let instrument = try #require(description.sfz)
        let frames = (0..<min(recording.channelCount, 2)).map { _ in
            SampleFrames([Int16](repeating: 1, count: 100))
        }
        var findings: [InstrumentDiagnostic] = []
        return RegionBank(
            instrument,
            recordings: instrument.sources.map { _ in recording },
            sides: { _ in frames },
            wave: { _ in SampleFrames([Float](repeating: 0, count: 100)) },
            findings: &findings
        )
    }

    /// The regions of a text, without the default connections.
    static func regions(
        _ text: String,
        _ recording: Recording = recording
    ) throws -> [Voices.Region] {
        try bank(text, recording).presets.first?.regions ?? []
    }

    /// The articulation of the first region of some opcodes.
    static func articulation(
        _ opcodes: String,
        _ recording: Recording = recording
    ) throws -> Articulation {
        let text = "<region> sample=a.wav \(opcodes)"
        let region = try #require(try regions(text, recording).first)
        return try #require(region.articulation)
    }
}
