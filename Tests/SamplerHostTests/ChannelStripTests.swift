import MIDI
import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// The strips of single channels, before that of their sampler.
@Suite struct ChannelStripTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// Sines on three channels of one sampler, none of which is a partial of another, and one on
    /// another sampler.
    private static let song = SMFBuilder.milliseconds(
        { track in
            track.key(0...400, 57)
            track.note(at: 0, length: 400, channel: 1, key: 64)
            track.note(at: 0, length: 400, channel: 2, key: 71)
        },
        { $0.note(at: 0, length: 400, channel: 3, key: 80) }
    )
    private static let keys: [UInt8] = [57, 64, 71, 80]

    private func rack(_ channels: [UInt8: StripSettings]) -> RackSettings {
        var rack = RoutedStage.settings(font: studio.font, samplers: ["one", "two"])
        rack.rules = [.rule(.track(2), to: "two"), .rule(.all, to: "one")]
        rack.samplers[0].channels = channels
        return rack
    }

    private func settings(_ change: (inout StripSettings) -> Void) -> StripSettings {
        var settings = StripSettings()
        change(&settings)
        return settings
    }

    /// The levels of the four sines at a time, with strips of channels 1 and 2 of sampler `one`.
    private func levels(
        _ first: StripSettings = StripSettings(),
        at milliseconds: Int = 100,
        isRight: Bool = false,
        _ prepare: (RoutedStage) throws -> Void = { _ in }
    ) throws -> [Double] {
        let stage = try RoutedStage(Self.song, rack([0: first, 1: StripSettings()]))
        try stage.start(stage.item())
        try prepare(stage)
        try stage.run()
        let signal = isRight ? try stage.right : try stage.left
        return try Self.keys.map {
            let frames = milliseconds * 48..<milliseconds * 48 + 4_800
            return try signal.level(ofPartial: frequency(ofKey: $0), in: frames)
        }
    }

    /// Whether levels differ from others by numbers of dB; −∞ for what is silent.
    private func expect(_ levels: [Double], _ plain: [Double], by changes: [Double]) {
        for (key, (level, (reference, change))) in zip(levels, zip(plain, changes)).enumerated() {
            if change == -Double.infinity {
                #expect(level < -55, "part \(key)")
            } else {
                #expect(abs(level - reference - change) < 0.02, "part \(key)")
            }
        }
    }

    @Test func aGainIsItsChannelsAlone() throws {
        let changed = try levels(settings { $0.gain = -9 })
        expect(changed, try levels(), by: [-9, 0, 0, 0])
    }

    @Test func aPanComesBeforeThatOfTheSampler() throws {
        let plain = try levels()
        let right = try levels(settings { $0.pan = 100 }, isRight: true)
        expect(right, plain, by: [0, 0, 0, 0])
        expect(try levels(settings { $0.pan = 50 }), plain, by: [-3.0103, 0, 0, 0])
        let both = try levels(settings { $0.pan = 50 }) { stage in
            try stage.engine.setStrip("one", self.settings { $0.pan = 50 })
        }
        expect(both, plain, by: [-6.0206, -3.0103, -3.0103, 0])
    }

    @Test func aMutedChannelIsSilentAndAMutedSamplerToo() throws {
        let plain = try levels()
        expect(try levels(settings { $0.isMuted = true }), plain, by: [-.infinity, 0, 0, 0])
        let sampler = try levels { stage in
            try stage.engine.setStrip("one", self.settings { $0.isMuted = true })
        }
        expect(sampler, plain, by: [-.infinity, -.infinity, -.infinity, 0])
    }

    @Test func ofASamplerWithASoloedChannelNothingElseIsHeard() throws {
        let plain = try levels()
        let soloed = try levels(settings { $0.isSoloed = true })
        expect(soloed, plain, by: [0, -.infinity, -.infinity, -.infinity])
        let sampler = try levels { stage in
            try stage.engine.setStrip("one", self.settings { $0.isSoloed = true })
        }
        expect(sampler, plain, by: [0, 0, 0, -.infinity])
        let both = try levels(settings { $0.isSoloed = true }) { stage in
            try stage.engine.setStrip("two", self.settings { $0.isSoloed = true })
        }
        expect(both, plain, by: [0, -.infinity, -.infinity, 0])
    }

    @Test func aChangeWhileItPlaysIsARampOfTheRest() throws {
        let stage = try RoutedStage(Self.song, rack([0: StripSettings()]))
        try stage.start(stage.item())
        stage.at(200) {
            try stage.engine.setStrip("one/1", self.settings { $0.isSoloed = true })
        }
        try stage.run()
        let plain = try RoutedStage(Self.song, rack([0: StripSettings()]))
        try plain.play()
        #expect(try stage.isHeard(57, at: 300))
        for key in Self.keys.dropFirst() { #expect(try !stage.isHeard(key, at: 300)) }
        // No step is higher than those of the sines themselves.
        func highestStep(_ samples: [Float]) -> Float {
            zip(samples.dropFirst(), samples).map { abs($0 - $1) }.max() ?? 0
        }
        let steps = try highestStep(stage.left.samples)
        #expect(steps <= highestStep(try plain.left.samples) * 1.01)
    }

    @Test func tuningsOfAChannelAndOfItsSamplerAddUp() throws {
        let changed = try levels(settings { $0.transpose = 1 }) { stage in
            try stage.engine.setStrip("one", self.settings { $0.fineTune = 100 })
        }
        let expected: [UInt8] = [59, 65, 72, 80]
        let stage = try RoutedStage(Self.song, rack([0: settings { $0.transpose = 1 }]))
        try stage.start(stage.item())
        try stage.engine.setStrip("one", settings { $0.fineTune = 100 })
        try stage.run()
        for key in expected { #expect(try stage.isHeard(key, at: 200), "key \(key)") }
        for level in changed.prefix(3) { #expect(level < -40) }
    }

    @Test func theSumOfAllChannelsIsTheMix() throws {
        var song = Self.song
        song = SMFBuilder.milliseconds { track in
            for channel: UInt8 in 0..<6 {
                track.program(at: 0, channel: channel, channel == 5 ? .saw : .sine)
                track.note(
                    at: UInt32(channel) * 37,
                    length: 300,
                    channel: channel,
                    key: 50 + 3 * channel
                )
            }
        }
        var rack = rack([:])
        for channel: UInt8 in 0..<6 {
            rack.samplers[0].channels[channel] = settings { $0.pan = Double(channel) * 10 - 25 }
        }
        let stage = try RoutedStage(song, rack)
        try stage.start(stage.item())
        let names = (1...6).map { "one/\($0)" }
        let taps = try names.enumerated().map { index, name in
            try stage.engine.addTap(
                name,
                to: TapDestination(
                    path: studio.directory.path + "/\(index).wav",
                    type: .wav,
                    format: .float
                ),
                waits: true
            )
        }
        try stage.run()
        for tap in taps { #expect(tap.finish().failure == nil) }
        for side in 0..<2 {
            let mix = side == 0 ? try stage.left : try stage.right
            var sum = [Double](repeating: 0, count: mix.frameCount)
            for index in names.indices {
                let stem = try SoundFile(path: studio.directory.path + "/\(index).wav")[side]
                #expect(try stem.peakLevel() > -40, "channel \(index + 1)")
                for frame in sum.indices { sum[frame] += Double(stem.samples[frame]) }
            }
            let error = zip(sum, mix.samples).map { abs($0 - Double($1)) }.max() ?? 1
            #expect(decibels(error) < -120)
        }
    }

    @Test func rulesThatLeadElsewhereNeedAnotherRack() throws {
        let stage = try RoutedStage(
            SMFBuilder.milliseconds { $0.key(0...100, 57) },
            rack([0: StripSettings(), 5: StripSettings()])
        )
        var rules = rack([:])
        rules.rules = [.rule(.all, to: "one") { $0.destinations[0].channel = 1 }]
        #expect(stage.rack.plays(try rules.routing(of: stage.routed.source)))
        // Channel 6 has a strip, and no instance of its own in this rack.
        rules.rules = [.rule(.all, to: "one") { $0.destinations[0].channel = 5 }]
        #expect(!stage.rack.plays(try rules.routing(of: stage.routed.source)))
    }

    @Test func aSamplerCannotHaveTheNameOfAChannelsStrip() throws {
        var rack = rack([:])
        rack.samplers[0].name = "piano/16"
        let failure = #expect(throws: RoutingError.self) { try rack.check() }
        #expect(
            failure?.description
                == "a sampler cannot have the name \"piano/16\", which means the strip of a channel"
        )
        rack.samplers[0].name = "piano/17"
        rack.rules = []
        try rack.check()
    }
}
