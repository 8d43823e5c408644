import Effects
import MIDI
import Platform
import Racks
import Realtime
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Compressors and gates on which other strips decide.
@Suite("A side chain")
struct SideChainTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// The same notes on channels 1 and 2.
    private static let twins = SMFBuilder.milliseconds { track in
        for channel: UInt8 in 0..<2 {
            track.key(0...300, 69, channel: channel)
            track.key(350...500, 57, channel: channel)
        }
    }

    /// A long note on channel 1, and short ones on channel 2.
    private static let beats = SMFBuilder.milliseconds { track in
        track.key(0...800, 69)
        for start: UInt32 in [200, 500] { track.key(start...(start + 100), 45, channel: 1) }
    }

    /// A rack with channel 1 on `one` and channel 2 on `two`, of which nothing is heard.
    private func rack(_ one: String, two: String = "") throws -> RackSettings {
        var rack = RoutedStage.settings(
            font: studio.font,
            .rule(.all, to: "one") { $0.channels = 1 },
            .rule(.all, to: "two") { $0.channels = 2 }
        )
        rack.samplers[0].strip.inserts = try StripParameter.inserts(one)
        rack.samplers[1].strip.inserts = try two.isEmpty ? [] : StripParameter.inserts(two)
        rack.samplers[1].strip.isMuted = true
        return rack
    }

    private func play(
        _ song: SMFBuilder,
        _ rack: RackSettings,
        period: Int = 256,
        change: (inout EngineSettings) -> Void = { _ in }
    ) throws -> RoutedStage {
        let stage = try RoutedStage(song, rack, period: period, change: change)
        try stage.play()
        return stage
    }

    private static let compressor = "compressor,threshold=-50,ratio=8,attack=0.5,release=20"

    /// The strip of the side chain sounds like the one that is compressed: where it is as late as that
    /// to the frame, the result is the same to the bit.
    @Test(
        "is as late as the sound that it acts on",
        arguments: [
            ("", "", ""), ("look-ahead=5", "", ""), ("look-ahead=5", "limiter;", ""),
            ("", "", "limiter;limiter"), ("look-ahead=20", "", "limiter"),
            ("look-ahead=3,mix=0.5", "drive,level=-3;", "compressor,look-ahead=20,ratio=1"),
        ]
    )
    func alignment(_ more: String, _ before: String, _ others: String) throws {
        let words = Self.compressor + (more.isEmpty ? "" : ",\(more)")
        // What is in front of a compressor is not in the sound of the side chain.
        guard !before.hasPrefix("drive") else {
            let plain = try play(Self.twins, rack(before + words + ",sidechain=two", two: others))
            for period in [64, 441, 2_048] {
                let other = try play(
                    Self.twins,
                    rack(before + words + ",sidechain=two", two: others),
                    period: period
                )
                #expect(other.sink.bytes == plain.sink.bytes, "\(period)")
            }
            return
        }
        let own = try play(Self.twins, rack(before + words, two: others))
        let keyed = try play(Self.twins, rack(before + words + ",sidechain=two", two: others))
        #expect(keyed.sink.bytes == own.sink.bytes)
        #expect(try own.level(ofKey: 69, at: 100) < MeasuringFont.sinePeakLevel - 12)
    }

    @Test("lowers a strip while another sounds, though that is muted")
    func ducking() throws {
        let stage = try play(Self.beats, rack(Self.compressor + ",sidechain=two"))
        let plain = try play(Self.beats, rack("width"))
        for (time, isLower) in [(60, false), (230, true), (420, false), (540, true), (740, false)] {
            let difference =
                try stage.level(ofKey: 69, at: time) - plain.level(ofKey: 69, at: time)
            if isLower {
                #expect(difference < -6, "\(time) ms: \(difference) dB")
            } else {
                #expect(abs(difference) < 0.3, "\(time) ms: \(difference) dB")
            }
        }
    }

    @Test("opens a gate")
    func gate() throws {
        let stage = try play(
            Self.beats,
            rack("gate,threshold=-50,attack=0.1,hold=0,release=10,sidechain=two")
        )
        for (time, isHeard) in [(100, false), (220, true), (440, false), (520, true)] {
            #expect(try stage.isHeard(69, at: time) == isHeard, "\(time) ms")
        }
    }

    @Test("acts from the first frame of a strip that begins later")
    func sleeping() throws {
        let song = SMFBuilder.milliseconds { track in
            track.key(0...400, 69, channel: 1)
            track.key(200...400, 69)
        }
        let words = "compressor,threshold=-50,ratio=100,attack=50,release=1000"
        let stage = try play(song, rack(words + ",sidechain=two"))
        // The attack is long over.
        #expect(try stage.level(ofKey: 69, at: 205) < MeasuringFont.sinePeakLevel - 15)
    }

    @Test("may be the sound of a channel, and of all channels of a sampler")
    func channels() throws {
        let own = try play(Self.twins, rack(Self.compressor))
        let channel = try play(Self.twins, rack(Self.compressor + ",sidechain=two/2"))
        #expect(channel.sink.bytes == own.sink.bytes)
        var split = try rack(Self.compressor + ",sidechain=two")
        split.samplers[1].channels[1] = StripSettings()
        split.samplers[1].channels[1]?.gain = -30
        #expect(try play(Self.twins, split).sink.bytes == own.sink.bytes)
    }

    @Test("acts on the master")
    func master() throws {
        var rack = try rack("width")
        let inserts = try StripParameter.inserts(Self.compressor + ",sidechain=two,look-ahead=5")
        rack.inserts.master = inserts
        let stage = try play(Self.beats, rack) { $0.inserts.master = inserts }
        #expect(try stage.level(ofKey: 69, at: 60) > MeasuringFont.sinePeakLevel - 0.5)
        #expect(try stage.level(ofKey: 69, at: 230) < MeasuringFont.sinePeakLevel - 6)
    }

    @Test("begins and ends while it plays, and its strip stays")
    func changes() throws {
        let stage = try RoutedStage(Self.beats, rack("width"))
        var settings = StripSettings()
        settings.inserts = try StripParameter.inserts(Self.compressor + ",sidechain=later")
        stage.at(100) { [settings] in
            try stage.engine.setStrip("one", settings)
            #expect(stage.engine.strips.contains("later"))
        }
        stage.at(150) { [settings] in
            var settings = settings
            try settings.inserts[0].change("sidechain=two")
            try stage.engine.setStrip("one", settings)
        }
        stage.at(400) { [settings] in
            var settings = settings
            try settings.inserts[0].change("sidechain=none")
            #expect(settings.inserts[0].description == Self.compressor)
            try settings.inserts[0].change("threshold=0")
            try stage.engine.setStrip("one", settings)
        }
        try stage.play()
        #expect(try stage.level(ofKey: 69, at: 230) < MeasuringFont.sinePeakLevel - 6)
        #expect(try stage.level(ofKey: 69, at: 540) > MeasuringFont.sinePeakLevel - 0.5)
    }

    @Test("of a strip that is not there is refused")
    func faults() throws {
        #expect(
            throws: HostError(
                .usage,
                "strip one",
                "sidechain=tow: no such strip; did you mean \"two\"?"
            )
        ) { try play(Self.beats, rack("compressor,sidechain=tow")) }
        #expect(throws: RoutingSyntaxError.self) { try rack("compressor,sidechain=") }
        #expect(throws: RoutingSyntaxError.self) { try rack("limiter,sidechain=two") }
    }
}
