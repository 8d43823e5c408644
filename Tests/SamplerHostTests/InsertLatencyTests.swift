import Effects
import Foundation
import MIDI
import Racks
import Realtime
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Inserts that delay: everything else is delayed alike, and a render has nothing of it.
@Suite struct InsertLatencyTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func settings(_ inserts: String) throws -> StripSettings {
        var settings = StripSettings()
        settings.inserts = try StripParameter.inserts(inserts)
        return settings
    }

    private func render(
        _ options: Rendering.Options = Rendering.Options(),
        _ song: SMFBuilder = StripTests.song,
        before: (Engine) throws -> Void = { _ in },
        at frame: Int = .max,
        change: (Engine) throws -> Void = { _ in }
    ) throws -> (left: Signal, bytes: [UInt8], positions: [Int64]) {
        let (engine, items) = try Rendering.engine(for: [song.bytes], font: studio.font, options)
        try before(engine)
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = MemorySink(periodFrames: options.period, format: .float)
        var failure: (any Error)?
        var isDone = false
        var positions: [Int64] = []
        try engine.run(into: sink) {
            _ = engine.takeReports()
            positions.append(engine.framesRendered)
            if !isDone, sink.frameCount >= frame {
                isDone = true
                do { try change(engine) } catch { failure = error }
            }
        }
        if let failure { throw failure }
        return (try sink.channels(rate: options.rate).0, sink.bytes, positions)
    }

    /// Inserts that change nothing but the time.
    private static let late = [
        "limiter,ceiling=-1", "compressor,ratio=1,look-ahead=3",
        "compressor,ratio=1,look-ahead=20;limiter;compressor,ratio=1,look-ahead=7",
    ]

    @Test(arguments: late, [true, false])
    func oneStripThatIsLateDelaysTheOthers(_ inserts: String, _ limits: Bool) throws {
        var options = Rendering.Options()
        options.limiter = limits
        let plain = try render(options)
        // Both strips play the same song's tracks; only one has the inserts.
        for strip in ["sampler", "sampler 2"] {
            let late = try render(options, before: { try $0.setStrip(strip, settings(inserts)) })
            #expect(late.bytes == plain.bytes, "\(strip)")
        }
        let both = try render(
            options,
            before: {
                try $0.setStrip("sampler", settings(inserts))
                try $0.setStrip("sampler 2", settings("limiter"))
            }
        )
        #expect(both.bytes == plain.bytes)
    }

    @Test(arguments: late)
    func theMasterDelaysNothingInARender(_ inserts: String) throws {
        let plain = try render()
        let late = try render(before: {
            try $0.setInserts(StripParameter.inserts(inserts), of: .output(.main))
        })
        #expect(late.bytes == plain.bytes)
    }

    @Test func periodsChangeNothing() throws {
        let plain = try render()
        for period in [64, 100, 441, 4_096] {
            var options = Rendering.Options()
            options.period = period
            let late = try render(
                options,
                before: { try $0.setStrip("sampler", settings("compressor,ratio=1,look-ahead=20")) }
            )
            #expect(late.bytes == plain.bytes, "\(period)")
        }
    }

    @Test func dryAndWetSoundStayTogether() throws {
        let plain = try render()
        let half = try render(before: {
            try $0.setStrip("sampler", settings("compressor,ratio=1,look-ahead=20,mix=0.5"))
        })
        #expect(half.bytes == plain.bytes)
    }

    @Test func messagesAboutEffectsStayWithTheirMusic() throws {
        let song = SMFBuilder.milliseconds { track in
            for beat: UInt32 in 0..<5 { track.key(beat * 100...(beat * 100 + 80), 69) }
            // Another reverb in the middle of a note.
            track.rolandData(at: 240, address: [0x40, 0x01, 0x30], 0)
            track.rolandData(at: 330, address: [0x40, 0x01, 0x30], 4)
        }
        var options = Rendering.Options()
        options.reverb = true
        let plain = try render(options, song)
        let late = try render(
            options,
            song,
            before: { try $0.setStrip("sampler", settings("compressor,ratio=1,look-ahead=20")) }
        )
        // The reverb smooths what the channel sends in blocks: the same to the last digits.
        #expect(plain.left.frameCount == late.left.frameCount)
        let differences = zip(plain.left.samples, late.left.samples).map { abs($0 - $1) }
        #expect((differences.max() ?? 1) < 1e-5)
    }

    /// A song on "other", with changes at positions, beside a strip that delays or not.
    private func scheduled(
        _ inserts: String,
        ofOther: String = "none",
        _ change: @escaping (RoutedStage) throws -> Void
    ) throws -> [Float] {
        let song = SMFBuilder.milliseconds { $0.key(0...1_000, 69) }
        var rack = RoutedStage.settings(font: studio.font)
        rack.samplers[0].strip = try settings(inserts)
        rack.fallback?.strip = try settings(ofOther)
        let stage = try RoutedStage(song, rack)
        try stage.start(stage.item())
        stage.at(20) { try change(stage) }
        try stage.run()
        return try stage.left.samples
    }

    @Test func changesAtAPositionStayWithTheirMusic() throws {
        let change = { (stage: RoutedStage) in
            try stage.engine.scheduling(at: 24_000, ofItem: 0) {
                var strip = StripSettings()
                strip.gain = -12
                strip.transpose = 3
                try stage.engine.setStrip("other", strip)
                stage.engine.setGain(-3)
            }
        }
        let plain = try scheduled("none", change)
        let late = try scheduled("compressor,ratio=1,look-ahead=20", change)
        #expect(plain == late)
    }

    @Test func aChangeOfAnInsertBehindOneThatDelaysDoesToo() throws {
        func sound(_ before: String) throws -> [Float] {
            try scheduled("none", ofOther: "\(before)eq,peak=440:0") { stage in
                try stage.engine.scheduling(at: 24_000, ofItem: 0) {
                    try stage.engine.setStrip("other", settings("\(before)eq,peak=440:-20"))
                }
            }
        }
        let plain = try sound("")
        let late = try sound("compressor,ratio=1,look-ahead=20;")
        let differences = zip(plain, late).map { abs($0 - $1) }
        #expect((differences.max() ?? 1) < 1e-5)
    }

    @Test func aLaterRaiseDoesNotPullForwardWhatWaits() throws {
        func change(_ raises: Bool) -> (RoutedStage) throws -> Void {
            { stage in
                try stage.engine.scheduling(at: 36_000, ofItem: 0) {
                    try stage.engine.setStrip("other", settings("eq,peak=440:-20"))
                }
                guard raises else { return }
                try stage.engine.setStrip("one", settings("compressor,ratio=1,look-ahead=5"))
            }
        }
        let plain = try scheduled("none", change(false))
        let raised = try scheduled("none", change(true))
        // After the raise all is 256 frames later, the equalizer too.
        for range in [10_000..<35_000, 38_000..<46_000] {
            var differences: [Float] = []
            for frame in range where frame % 97 == 0 {
                differences.append(abs(raised[frame + 256] - plain[frame]))
            }
            #expect((differences.max() ?? 1) < 1e-5, "\(range)")
        }
    }

    @Test func toggledInsertsThatDelayAreNoCombFilter() throws {
        // At 375 Hz, 64 frames are half a period.
        let song = SMFBuilder.milliseconds {
            $0.bend(at: 0, channel: 0, 8_192 - 2_300)
            $0.key(0...1_000, 67)
        }
        let rendered = try render(
            Rendering.Options(),
            song,
            before: { try $0.setStrip("sampler", settings("limiter")) },
            at: 19_200,
            change: { try $0.setStrip("sampler", settings("limiter,bypass=yes")) }
        )
        let levels = try stride(from: 14_400, to: 28_800, by: 512).map {
            try rendered.left.peakLevel(in: $0..<($0 + 512))
        }
        #expect((levels.max() ?? 0) - (levels.min() ?? -100) < 0.2, "\(levels)")
    }

    @Test func aRaiseLeavesTheInsertsOfOtherStripsAlone() throws {
        let song = SMFBuilder.milliseconds {
            $0.key(0...100, 69)
            $0.key(800...900, 69)
        }
        func render(_ raises: Bool) throws -> Signal {
            var rack = RoutedStage.settings(font: studio.font)
            rack.fallback?.strip = try settings("delay,time=150,feedback=0.9,mix=1")
            let stage = try RoutedStage(song, rack)
            try stage.start(stage.item())
            stage.at(300) { if raises { try stage.engine.setStrip("one", settings("limiter")) } }
            try stage.run()
            return try stage.left
        }
        let (plain, raised) = (try render(false), try render(true))
        let levels = try [plain, raised].map { try $0.peakLevel(in: 24_000..<36_000) }
        #expect(levels[0] > -30 && abs(levels[0] - levels[1]) < 0.1, "\(levels)")
        // A note that follows is later: it has been raised.
        let range = 46_000..<49_000
        let isLater = plain.samples[range] != raised.samples[range]
        #expect(isLater)
    }

    @Test func aChannelAndItsSamplerStayTogether() throws {
        var rack = RackSettings(SamplerSettings(testing: studio.font))
        func bytes(_ sampler: String, _ channel: String) throws -> [Float] {
            rack.fallback?.strip = try settings(sampler)
            rack.fallback?.channels = [0: try settings(channel), 3: StripSettings()]
            let song = SMFBuilder.milliseconds { track in
                for channel: UInt8 in 0..<4 {
                    track.note(at: 0, length: 200, channel: channel, key: 60 + channel)
                }
            }
            let stage = try RoutedStage(song, rack) { $0.inserts = rack.inserts }
            try stage.start(stage.item())
            try stage.run()
            return try stage.left.samples
        }
        let late = "compressor,ratio=1,look-ahead=3"
        let plain = try bytes("width", "width")
        #expect(try bytes(late, "width") == plain)
        #expect(try bytes("width", late) == plain)
        #expect(try bytes(late, "\(late);limiter") == plain)
    }

    @Test func channelsFollowASamplerThatIsChangedTwice() throws {
        var rack = RackSettings(SamplerSettings(testing: studio.font))
        rack.fallback?.channels = [0: StripSettings(), 1: try settings("width")]
        func render(_ changes: Bool) throws -> [Float] {
            let song = SMFBuilder.milliseconds { track in
                for channel: UInt8 in 0..<3 {
                    track.note(at: 0, length: 1_000, channel: channel, key: 60 + 4 * channel)
                }
            }
            let stage = try RoutedStage(song, rack)
            try stage.start(stage.item())
            for (time, look) in [(100, 3), (105, 7)] where changes {
                stage.at(time) {
                    let inserts = "compressor,ratio=1,look-ahead=\(look)"
                    try stage.engine.setStrip("sampler", settings(inserts))
                }
            }
            try stage.run()
            return try stage.left.samples
        }
        let (plain, changed) = (try render(false), try render(true))
        // 7 ms in whole blocks.
        let difference = (20_000..<44_000).map { abs(changed[$0 + 384] - plain[$0]) }.max() ?? 1
        #expect(difference < 1e-5)
    }

    @Test func aChangeWhilePlayingDoesNotClickAndStaysAligned() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...1_000, 69) }
        let plain = try render(Rendering.Options(), song)
        let changed = try render(
            Rendering.Options(),
            song,
            at: 9_600,
            change: { try $0.setStrip("sampler", settings("compressor,ratio=1,look-ahead=5")) }
        )
        func step(_ signal: Signal, _ range: Range<Int>) -> Float {
            zip(signal.samples[range], signal.samples[range].dropFirst())
                .map { abs($1 - $0) }.max() ?? 0
        }
        let range = 4_800..<46_000
        #expect(step(changed.left, range) < step(plain.left, range) * 1.02)
        // From then on, the sound is 256 frames later: 240, in whole blocks.
        let (old, new) = (plain.left.samples, changed.left.samples)
        for frame in stride(from: 20_000, to: 40_000, by: 97) {
            #expect(abs(new[frame + 256] - old[frame]) < 1e-5)
        }
        // The frames that are heard are counted, not those that are written.
        let written = try #require(changed.positions.last)
        #expect(changed.left.frameCount - Int(written) == 256)
        #expect(zip(changed.positions, changed.positions.dropFirst()).allSatisfy { $0 <= $1 })
    }
}
