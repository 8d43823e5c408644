import SoundFont
import TestSupport
import Testing

@testable import SamplerHost

/// Recordings that regions of more than 0 dB make louder.
@Suite("Louder recordings")
struct LouderRecordingTests {
    private let studio: InstrumentStudio

    init() throws {
        studio = try InstrumentStudio()
    }

    @Test("are not read before they are needed, and have no finding until then")
    func lazy() throws {
        try studio.add(
            "loud.wav",
            WAVBuilder([WAVBuilder.sine(440, frames: 96_000).map { 3.9 * $0 }])
        )
        let path = try studio.write("<region> sample=loud.wav volume=6")
        let font = try SharedSoundFont.open(path)
        #expect(try InstrumentFile.findings(in: path).isEmpty)
        font.samples.prepare([0])
        let findings = try InstrumentFile.findings(in: path)
        #expect(
            findings == [
                "\(path): line 1: loud: 5.8 dB softer than asked for at full velocity: a sample "
                    + "cannot be louder than full scale"
            ]
        )
    }

    @Test("are read once, and whole, where of others the beginning is")
    func heads() throws {
        let path = try studio.write("<region> sample=sine.wav key=69 volume=5")
        var settings = SamplerSettings(testing: path)
        settings.engine = .fluidSynth
        let instances = try SamplerInstances(live: settings, rate: 48_000).instances
        let font = try SharedSoundFont.open(path)
        #expect(!font.samples.isUnfinished(0) && font.samples.sample(0) != nil)
        withExtendedLifetime(instances) {}
    }

    @Test("sound as the regions ask for, and others of the same recording as before")
    func levels() throws {
        let path = try studio.write(
            "<region> sample=sine.wav key=69 volume=5 <region> sample=sine.wav key=70"
        )
        let louder = try studio.note(of: path).left.level(ofPartial: 440, in: 4_800..<9_600)
        let other = try studio.note(of: path, key: 70).left
            .level(ofPartial: 440, in: 4_800..<9_600)
        #expect(abs(louder - other - 5) < 0.05)
    }

    @Test("have the same level in a file")
    func file() throws {
        let text = "<region> sample=sine.wav key=69 volume=5 <region> sample=sine.wav key=70"
        let content = try FontContent(try studio.write(text), isForFile: true)
        let zones = content.bank.instruments[0].zones
        #expect(zones.map { $0.amount(of: .attenuation) ?? 0 } == [0, 125])
        let peak = try content.frames(ofSample: 0).map(abs).max() ?? 0
        #expect(abs(peak - 0.25 * 1.778_28) < 0.001)
        let file = try FontAssembly(content.bank, from: content).bytes()
        let font = try studio.directory.write(file, to: "louder.sf2")
        let level = try studio.note(of: font).left.level(ofPartial: 440, in: 4_800..<9_600)
        let played = try studio.note(of: try studio.write(text)).left
            .level(ofPartial: 440, in: 4_800..<9_600)
        #expect(abs(level - played) < 0.05)
    }
}
