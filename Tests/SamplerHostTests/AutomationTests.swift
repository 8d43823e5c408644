import Effects
import Foundation
import MIDI
import Racks
import Realtime
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Values of strips that move with the music.
@Suite("Automation")
struct AutomationTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// A note of a second on A4.
    private static let song = SMFBuilder.milliseconds { $0.key(0...1_000, 69) }

    func stage(
        _ song: SMFBuilder = Self.song,
        inserts: String = "none",
        period: Int = 256
    ) throws -> RoutedStage {
        var rack = RoutedStage.settings(font: studio.font)
        rack.fallback?.strip.inserts = try StripParameter.inserts(inserts)
        return try RoutedStage(song, rack, period: period) { $0.limiter = false }
    }

    func line(
        _ parameter: AutomationLine.Parameter,
        strip: String = "other",
        _ points: (milliseconds: Int64, value: Float)...
    ) -> AutomationLine {
        AutomationLine(
            strip: strip,
            parameter,
            points: points.map { .init(frame: $0.milliseconds * 48, value: $0.value) }
        )
    }

    func item(
        _ stage: RoutedStage,
        _ lines: AutomationLine...,
        from: Int64 = 0,
        loop: Range<Int64>? = nil,
        loopCount: Int? = nil
    ) -> PlayItem {
        PlayItem(
            sequence: stage.routed.sequence,
            rate: RoutedStage.rate,
            from: from * 48,
            loop: loop.map { $0.lowerBound * 48..<$0.upperBound * 48 },
            loopCount: loopCount,
            chaseNotes: true,
            automation: lines
        )
    }

    func item(_ stage: RoutedStage, _ lines: [AutomationLine]) -> PlayItem {
        PlayItem(
            sequence: stage.routed.sequence,
            rate: RoutedStage.rate,
            automation: lines
        )
    }

    func play(_ stage: RoutedStage, _ item: PlayItem) throws -> Signal {
        try stage.start(item)
        try stage.run()
        return try stage.left
    }

    /// The level beside that of the note without automation, in 5 ms around a time.
    func level(_ signal: Signal, _ plain: Signal, at milliseconds: Int) throws -> Double {
        let range = (milliseconds * 48 - 120)..<(milliseconds * 48 + 120)
        return try signal.level(ofPartial: 440, in: range)
            - plain.level(ofPartial: 440, in: range)
    }

    @Test("fades along a line of the fader", arguments: ["other", "master"])
    func fade(_ strip: String) throws {
        let plain = try play(stage(), item(try stage()))
        let stage = try stage()
        let sound = try play(stage, item(stage, line(.gain, strip: strip, (200, 1), (800, 0))))
        #expect(try abs(level(sound, plain, at: 100)) < 0.01)
        for (time, part) in [(350, 0.75), (500, 0.5), (650, 0.25)] {
            let expected = 20 * log10(part * part * part)
            #expect(try abs(level(sound, plain, at: time) - expected) < 0.4, "\(time) ms")
        }
        #expect(sound.samples[(810 * 48)..<(990 * 48)].allSatisfy { $0 == 0 })
    }

    @Test("is right from the first frame, wherever playing begins, and in every pass of a loop")
    func places() throws {
        let half = line(.gain, (300, 1), (300, 0.5), (600, 0.5), (600, 1))
        let stage = try stage()
        let sound = try play(stage, item(stage, half, from: 400))
        let other = try self.stage()
        let plain = try play(other, item(other, from: 400))
        let eighth = 20 * log10(0.125)
        #expect(try abs(level(sound, plain, at: 10) - eighth) < 0.05)
        #expect(try abs(level(sound, plain, at: 190) - eighth) < 0.05)
        #expect(try abs(level(sound, plain, at: 250)) < 0.05)
        // 100 … 400 ms, three times: 200 ms in full, 100 ms softer.
        let looped = try self.stage()
        let passes = item(looped, half, from: 100, loop: 100..<400, loopCount: 3)
        let repeated = try play(looped, passes)
        let reference = try self.stage()
        let even = try play(
            reference,
            item(reference, from: 100, loop: 100..<400, loopCount: 3)
        )
        for pass in 0..<3 {
            #expect(try abs(level(repeated, even, at: pass * 300 + 100)) < 0.1, "pass \(pass)")
            let soft = try level(repeated, even, at: pass * 300 + 270)
            #expect(abs(soft - eighth) < 0.1, "pass \(pass)")
        }
    }

    @Test("is the same in periods of any length", arguments: [64, 441, 1_000])
    func periods(_ period: Int) throws {
        func sound(_ period: Int) throws -> [UInt8] {
            let stage = try stage(period: period)
            _ = try play(
                stage,
                item(
                    stage,
                    line(.gain, (100, 1), (700, 0.2), (710, 1)),
                    line(.pan, (0, -1), (900, 1)),
                    line(.tune, (300, 0), (600, 100))
                )
            )
            return stage.sink.bytes
        }
        #expect(try sound(period) == sound(4_096))
    }

    @Test("moves pan and pitch")
    func panAndPitch() throws {
        let stage = try stage()
        let lines = (
            line(.pan, (0, -1), (490, -1), (510, 1)), line(.transpose, (500, 0), (500, 1_200))
        )
        _ = try play(stage, item(stage, lines.0, lines.1))
        let (left, right) = (try stage.left, try stage.right)
        #expect(right.samples[2_400..<22_800].allSatisfy { abs($0) < 1e-4 })
        #expect(left.samples[25_000..<45_000].allSatisfy { abs($0) < 1e-4 })
        #expect(abs(cents(try left.frequency(near: 440, in: 2_400..<22_800), above: 440)) < 1)
        #expect(abs(cents(try right.frequency(near: 880, in: 25_000..<45_000), above: 880)) < 1)
    }

    @Test("is as late as the sound that inserts delay")
    func delayed() throws {
        func sound(_ inserts: String) throws -> [UInt8] {
            let stage = try stage(inserts: inserts)
            _ = try play(stage, item(stage, line(.gain, (300, 1), (500, 0))))
            return stage.sink.bytes
        }
        let plain = try sound("compressor,ratio=1")
        // 5.33 ms are a whole turn of values.
        #expect(try sound("compressor,ratio=1,look-ahead=5.334") == plain)
    }

    @Test("is there with the first note of music that follows a silence")
    func following() throws {
        let silence = SMFBuilder.milliseconds { $0.meta(at: 301, type: 1, []) }
        let stage = try stage(silence)
        try stage.start(item(stage), isLast: false)
        let other = try self.stage()
        let next = PlayItem(
            sequence: other.routed.sequence,
            rate: RoutedStage.rate,
            automation: [line(.gain, (0, 0)), line(.gain, strip: "master", (0, 0))]
        )
        _ = stage.engine.enqueue(next, on: other.rack, routed: other.routed, isLast: true)
        try stage.run()
        #expect(try stage.left.frameCount > 1_200 * 48)
        #expect(try stage.left.samples.allSatisfy { $0 == 0 })
    }

    @Test("stays with the music that fades out while other music fades in")
    func crossfade() throws {
        let stage = try stage()
        try stage.start(item(stage, line(.gain, (400, 1), (500, 0))), isLast: false)
        let song = SMFBuilder.milliseconds { $0.key(0...1_000, 45) }
        let other = try self.stage(song)
        let next = PlayItem(
            sequence: other.routed.sequence,
            rate: RoutedStage.rate
        )
        _ = stage.engine.enqueue(
            next,
            on: other.rack,
            routed: other.routed,
            isLast: true,
            crossfade: 400 * 48
        )
        try stage.run()
        let sound = try stage.left
        for time in [650, 750, 900] {
            let range = (time * 48)..<(time * 48 + 2_400)
            #expect(try sound.level(ofPartial: 440, in: range) < -60, "\(time) ms")
        }
    }

    @Test("ends with its music, and acts together with the strip's own gain")
    func together() throws {
        let stage = try stage()
        var settings = StripSettings()
        settings.gain = -6
        try stage.engine.addStrip("other")
        try stage.engine.setStrip("other", settings)
        try stage.start(item(stage, line(.gain, (0, 0.5))), isLast: false)
        let next = item(stage)
        _ = stage.engine.enqueue(next, on: stage.rack, routed: stage.routed, isLast: true)
        try stage.run()
        let plainStage = try self.stage()
        let plain = try play(plainStage, item(plainStage))
        let sound = try stage.left
        #expect(try abs(level(sound, plain, at: 500) - (20 * log10(0.125) - 6)) < 0.05)
        let range = (1_500 * 48 - 120)..<(1_500 * 48 + 120)
        let later = try sound.level(ofPartial: 440, in: range)
        let own = try plain.level(ofPartial: 440, in: (500 * 48 - 120)..<(500 * 48 + 120))
        #expect(abs(later - own + 6) < 0.05)
    }
}
