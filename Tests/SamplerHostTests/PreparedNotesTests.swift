import MIDI
import SMF
import Sequencer
import TestSupport
import Testing
import Voices

@testable import SamplerHost
@testable import Synthesis

/// Samples that have to be decoded, or read from files of their own: those that notes play.
@Suite("Samples that are prepared for the notes of music")
struct PreparedNotesTests {
    private let studio: InstrumentStudio

    /// Two keys with two layers each, and a sample for all other keys.
    private static let text = """
        <region> sample=a.wav key=60 hivel=63 pitch_keycenter=60
        <region> sample=b.wav key=60 lovel=64 pitch_keycenter=60
        <region> sample=c.wav key=62 hivel=63 pitch_keycenter=62
        <region> sample=d.wav key=62 lovel=64 pitch_keycenter=62
        <region> sample=e.wav lokey=64 hikey=100 pitch_keycenter=69
        """

    init() throws {
        studio = try InstrumentStudio()
        for name in ["a", "b", "c", "d", "e"] {
            try studio.add("\(name).wav", WAVBuilder([InstrumentStudio.sine]))
        }
    }

    /// A song with notes of a length of 100 ms, one after the other, on a channel.
    private func song(_ notes: [(key: UInt8, velocity: UInt8)], channel: UInt8 = 0) -> SMFBuilder {
        SMFBuilder.milliseconds { track in
            for (index, note) in notes.enumerated() {
                track.note(
                    at: UInt32(index) * 100,
                    length: 90,
                    channel: channel,
                    key: note.key,
                    velocity: note.velocity
                )
            }
        }
    }

    /// The samples that have been read.
    private func read(
        _ path: String,
        by engine: SynthesisEngine = .seqd
    ) throws -> String {
        let font = try SharedSoundFont.open(path)
        let recordings = try #require(font.articulatedFont()).samples
        return zip(0..<5, "abcde").filter { index, _ in
            engine == .seqd
                ? (recordings.sides[index].first?.playableCount ?? 0) > 0
                : !font.samples.isUnfinished(index)
        }
        .map { String($0.1) }.joined()
    }

    private func rack(
        _ path: String,
        _ song: SMFBuilder,
        transpose: Int = 0,
        engine: SynthesisEngine = .auto,
        _ rules: RoutingRule...
    ) throws -> (SamplerRack, RoutedSequence) {
        var settings = RoutedStage.settings(font: path)
        settings.fallback?.settings.engine = engine
        settings.rules = rules
        let routed = try settings.routing(of: sequence(song))
        let rack = try SamplerRack(
            settings,
            rate: 48_000,
            maximumPeriod: 256,
            for: [routed],
            transpose: transpose
        )
        return (rack, routed)
    }

    @Test("those that no note plays are not read", arguments: [SynthesisEngine.seqd, .fluidSynth])
    func notes(_ engine: SynthesisEngine) throws {
        let path = try studio.write(Self.text)
        let (rack, _) = try rack(path, song([(60, 64), (62, 63)]), engine: engine)
        #expect(try read(path, by: engine) == "bc")
        withExtendedLifetime(rack) {}
    }

    @Test("a transposition reaches others")
    func transposed() throws {
        let path = try studio.write(Self.text)
        let (rack, _) = try rack(path, song([(60, 64)]), transpose: 2)
        #expect(try read(path) == "d")
        withExtendedLifetime(rack) {}
    }

    @Test("drums do not follow it")
    func drums() throws {
        let path = try studio.write("<global> lochan=10 hichan=10\n" + Self.text)
        let (rack, _) = try rack(path, song([(60, 64)], channel: 9), transpose: 2)
        #expect(try read(path) == "b")
        withExtendedLifetime(rack) {}
    }

    @Test("rules move keys and change velocities")
    func rules() throws {
        let path = try studio.write(Self.text)
        let rule = RoutingRule.rule(.all, to: "one") { rule in
            rule.destinations[0].transpose = 2
            rule.destinations[0].velocity = .fixed(10)
        }
        let (rack, _) = try rack(path, song([(60, 64)]), rule)
        #expect(try read(path) == "c")
        withExtendedLifetime(rack) {}
    }

    @Test(
        "an item that is transposed later, or led elsewhere, has its samples read before it plays"
    )
    func items() throws {
        let path = try studio.write(Self.text)
        let stage = try RoutedStage(song([(60, 100)]), RoutedStage.settings(font: path))
        #expect(try read(path) == "b")
        try stage.start(stage.item(transpose: 2))
        #expect(try read(path) == "bd")
        try stage.run()
        #expect(try stage.left.level(ofPartial: 440, in: 0..<1_440) > -45)
    }

    @Test("samplers that take the place of others have the samples of what plays")
    func otherSamplers() throws {
        let path = try studio.write(Self.text)
        let settings = RoutedStage.settings(font: path)
        let stage = try RoutedStage(song([(60, 100), (60, 100)]), settings)
        try stage.start(stage.item(transpose: 2))
        let other = try studio.directory.write(Self.text, to: "other.sfz")
        let rack = try SamplerRack(
            RoutedStage.settings(font: other),
            rate: RoutedStage.rate,
            maximumPeriod: 256,
            for: [stage.routed],
            after: stage.rack
        )
        #expect(try read(other) == "b")
        #expect(stage.engine.replaceRack(stage.rack, with: rack))
        #expect(try read(other) == "bd")
    }

    @Test("all that plays is what plays with every sample read")
    func equality() throws {
        let notes: [(UInt8, UInt8)] = [(60, 1), (60, 127), (62, 64), (64, 1), (100, 127), (63, 9)]
        for transpose in [0, 2, -3] {
            var options = Rendering.Options()
            options.transpose = transpose
            let path = try studio.directory.write(Self.text, to: "by\(transpose).sfz")
            let few = try Rendering([song(notes).bytes], font: path, options)
            let font = try SharedSoundFont.open(path)
            let recordings = try #require(font.articulatedFont()).samples
            recordings.read(Set(0..<5))
            let all = try Rendering([song(notes).bytes], font: path, options)
            #expect(few.bytes == all.bytes)
            withExtendedLifetime(font) {}
        }
    }

    @Test("the only preset of an instrument plays whatever program is asked for")
    func onlyPreset() throws {
        let path = try studio.write("<global> loprog=5 hiprog=5\n" + Self.text)
        let (rack, _) = try rack(path, song([(60, 64)]))
        #expect(try read(path) == "b")
        withExtendedLifetime(rack) {}
    }

    @Test(
        "compressed samples of a SoundFont are decoded for notes too",
        .enabled(if: TestedEngine.isFluidSynth)
    )
    func compressed() throws {
        let path = try CompressedFont.write(in: studio.directory, programs: 2)
        func rack(_ notes: [(UInt8, UInt8)]) throws -> SamplerRack {
            try self.rack(path, song(notes)).0
        }
        let font = try SharedSoundFont.open(path)
        let silent = try rack([])
        #expect(font.samples.sample(0) == nil)
        let heard = try rack([(60, 1)])
        #expect(font.samples.sample(0) != nil && font.samples.sample(1) == nil)
        withExtendedLifetime((silent, heard)) {}
    }

    @Test("the only preset of a SoundFont is decoded before the first note of a live input")
    func onlyLivePreset() throws {
        let path = try CompressedFont.write(in: studio.directory, programs: 6, from: 5)
        let instances = try SamplerInstances(
            live: SamplerSettings(testing: path),
            rate: 48_000
        ).instances
        for instance in instances { #expect(instance.undecodedSamples.isEmpty) }
    }
}
