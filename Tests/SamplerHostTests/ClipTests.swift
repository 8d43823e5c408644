import AudioOutput
import Effects
import Foundation
import MIDI
import Racks
import Realtime
import SMF
import Sequencer
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Clips
@testable import SamplerHost

/// Clips in an engine: which frames of their files are heard at which frames.
@Suite struct ClipTests {
    static let rate = 48_000
    /// The frames of a fade where playing goes elsewhere.
    private static let fade = 240
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// A file in which each frame says its own number.
    func file(
        _ frames: Int = 48_000,
        rate: Int = Self.rate,
        name: String = "clip.wav"
    ) throws -> String {
        var file = WAVBuilder([(0..<frames).map { Double($0 + 1) / 8_388_608 }])
        file.bits = 24
        file.rate = rate
        return try studio.directory.write(file.bytes, to: name)
    }

    /// The number that a frame of a file says, from 0; −1 for silence.
    func number(_ value: Float) -> Int { Int((value * 8_388_608).rounded()) - 1 }

    /// A clip that begins at an item frame.
    func span(
        _ start: Int64,
        _ clip: Int = 0,
        pace: Double = 1,
        follow: ClipSpan.Follow = .no,
        origin: Int64 = 0
    ) -> ClipSpan {
        ClipSpan(
            clip: clip,
            origin: origin,
            start: start,
            place: 0,
            pace: pace,
            follow: follow
        )
    }

    /// Two seconds without a note.
    static let silence = SMFBuilder.milliseconds { $0.meta(at: 2_000, type: 1, []) }

    struct Stage {
        var engine: Engine
        var rack: SamplerRack
        var sequence: PreparedSequence
    }

    func stage(
        _ clips: [ClipSettings],
        _ song: SMFBuilder = Self.silence,
        period: Int = 256,
        isRealtime: Bool = false
    ) throws -> Stage {
        let sequence = try sequence(song)
        var settings = EngineSettings(sampler: SamplerSettings(testing: studio.font))
        settings.effects = .none
        settings.limiter = false
        settings.rate = Self.rate
        settings.maximumPeriod = period
        settings.tail = .none
        settings.isRealTime = isRealtime
        let rack = RackSettings(settings.sampler)
        let routed = try rack.routing(of: sequence)
        let samplers = try SamplerRack(
            rack,
            rate: Self.rate,
            maximumPeriod: period,
            for: [routed],
            clips: clips,
            isRealtime: isRealtime
        )
        let engine = try Engine(settings, stage: samplers, for: [routed])
        return Stage(engine: engine, rack: samplers, sequence: routed.sequence)
    }

    func item(
        _ stage: Stage,
        _ spans: [ClipSpan],
        speed: Speed = .normal,
        from: Int64 = 0,
        loop: Range<Int64>? = nil,
        loopCount: Int? = nil
    ) -> PlayItem {
        PlayItem(
            sequence: stage.sequence,
            rate: Self.rate,
            speed: speed,
            from: from,
            loop: loop,
            loopCount: loopCount,
            clips: spans
        )
    }

    /// The output of an item, by channels.
    func play(
        _ stage: Stage,
        _ item: PlayItem,
        at changes: [(frame: Int, change: (Engine) throws -> Void)] = []
    ) throws -> (left: [Float], right: [Float]) {
        _ = stage.engine.enqueue(item, isLast: true)
        let sink = MemorySink(periodFrames: stage.engine.settings.maximumPeriod, format: .float)
        var next = 0
        var failure: (any Error)?
        try stage.engine.run(into: sink) {
            _ = stage.engine.takeReports()
            while next < changes.count, sink.frameCount >= changes[next].frame {
                do { try changes[next].change(stage.engine) } catch { failure = error }
                next += 1
            }
        }
        if let failure { throw failure }
        let (left, right) = try sink.channels(rate: Self.rate)
        return (left.samples, right.samples)
    }

    // MARK: Where it plays

    @Test(arguments: [0, 1, 255, 256, 12_345, 47_999])
    func beginsOnItsFrameWithItsFirst(_ start: Int) throws {
        let stage = try stage([ClipSettings(path: try file(20_000))])
        let sound = try play(stage, item(stage, [span(Int64(start))])).left
        #expect(sound[..<start].allSatisfy { $0 == 0 })
        let played = sound[start..<min(start + 20_000, sound.count)]
        #expect(played.enumerated().allSatisfy { number($1) == $0 })
        #expect(sound[(start + played.count)...].allSatisfy { $0 == 0 })
    }

    @Test(arguments: [1, 64, 441, 4_096])
    func periodsChangeNothing(_ period: Int) throws {
        let path = try file(50_000, rate: 44_100)
        func sound(_ period: Int) throws -> [Float] {
            let stage = try stage([ClipSettings(path: path)], period: period)
            let spans = [span(10_007, pace: 44_100 / 48_000.0)]
            return try play(stage, item(stage, spans)).left
        }
        let (one, other) = (try sound(period), try sound(256))
        #expect(zip(one, other).allSatisfy { $0 == $1 })
    }

    @Test func playingFromItsMiddleFadesIn() throws {
        let stage = try stage([ClipSettings(path: try file())])
        let sound = try play(stage, item(stage, [span(1_000)], from: 21_000)).left
        #expect(sound[0] == 0)
        #expect(number(sound[Self.fade + 10]) == 20_000 + Self.fade + 10)
        let steps = zip(sound.dropFirst(), sound).map { abs($0 - $1) }
        #expect((steps.prefix(Self.fade).max() ?? 1) < 20_000 / 8_388_608 / Float(Self.fade) * 1.1)
    }

    @Test func comesRoundWithTheLoopOfTheMusic() throws {
        let stage = try stage([ClipSettings(path: try file())])
        let loop: Range<Int64> = 24_000..<40_000
        let sound = try play(
            stage,
            item(stage, [span(8_000)], loop: loop, loopCount: 3)
        ).left
        // Each pass is at the same place of the file, after a crossfade.
        for pass in 0..<3 {
            let start = 24_000 + pass * 16_000
            for frame in [300, 8_000, 15_999] {
                #expect(number(sound[start + frame]) == 16_000 + frame)
            }
        }
        #expect(number(sound[24_000 + 48_000 + 300]) == 40_000 - 8_000 + 300)
    }

    @Test func asRecordedItPlaysOnThroughChangesOfSpeed() throws {
        let stage = try stage([ClipSettings(path: try file())])
        let plain = item(stage, [span(4_800)])
        let fast = item(stage, [span(2_400)], speed: Speed(numerator: 2, denominator: 1)!)
        let sound = try play(
            stage,
            plain,
            at: [
                (24_000, { _ = $0.updateItem(fast, on: stage.rack, isLast: true) })
            ]
        ).left
        let played = sound[4_800..<min(sound.count, 50_000)]
        #expect(played.enumerated().allSatisfy { number($1) == $0 })
    }

    @Test func aVersionThatMovesItPlaysItThere() throws {
        let stage = try stage([ClipSettings(path: try file(10_000))])
        let later = item(stage, [span(48_000, origin: 48_000)], from: 24_000)
        let sound = try play(
            stage,
            item(stage, [span(4_800, origin: 4_800)]),
            at: [
                (20_000, { _ = $0.scheduleReplacement(later, on: stage.rack, isLast: true) })
            ]
        ).left
        // It has been played to its end, and comes again where it is now.
        #expect(number(sound[14_000]) == 9_200 && sound[14_800..<48_000].allSatisfy { $0 == 0 })
        #expect(sound[48_000..<58_000].enumerated().allSatisfy { number($1) == $0 })
    }

    @Test(arguments: [64, 1_024, 4_096])
    func followingThePitchItHasNoStepWhereTheSpeedChanges(_ period: Int) throws {
        let sine = WAVBuilder([WAVBuilder.sine(300, frames: 96_000)])
        let path = try studio.directory.write(sine.bytes, to: "sine.wav")
        let stage = try stage([ClipSettings(path: path)], period: period)
        let plain = item(stage, [span(0, follow: .pitch)])
        let speed = Speed(numerator: 3, denominator: 2)!
        let fast = item(stage, [span(0, pace: 1.5, follow: .pitch)], speed: speed)
        let sound = try play(
            stage,
            plain,
            at: [
                (24_000, { _ = $0.updateItem(fast, on: stage.rack, isLast: true) })
            ]
        ).left
        let signal = Signal(samples: sound, rate: Self.rate)
        // No wobble: the pitch is exact.
        #expect(abs(try signal.frequency(near: 450, in: 30_000..<39_600) - 450) < 0.05)
        let before = try signal.level(ofPartial: 300, in: 9_600..<19_200)
        #expect(abs(try signal.level(ofPartial: 450, in: 28_800..<38_400) - before) < 0.1)
        // 0.25 · 2π · 450 / 48,000 for each frame.
        let steps = zip(sound.dropFirst(), sound).map { abs($0 - $1) }
        #expect((steps[1_000..<40_000].max() ?? 1) < 0.0155)
    }

    @Test func aHoldSilencesItAndItGoesOnBehindIt() throws {
        let stage = try stage([ClipSettings(path: try file())])
        let sound = try play(
            stage,
            item(stage, [span(0)]),
            at: [
                (4_800, { $0.hold(EngineHold(tick: 250)) }),
                (24_000, { $0.hold(EngineHold(tick: .max)) }),
            ]
        ).left
        // Tick 250 is frame 12,000.
        #expect(number(sound[11_900]) == 11_900)
        #expect(sound[12_000 + Self.fade + 64..<24_000].allSatisfy { $0 == 0 })
        let resumed = try #require(sound[24_000...].firstIndex { $0 != 0 })
        #expect(number(sound[resumed + 400]) - (resumed + 400) == 12_000 - resumed + 1)
    }

    // MARK: What it plays

    @Test func repeatsItsLoopWithoutASeam() throws {
        var clip = ClipSettings(path: try file(9_600))
        clip.offset = 0.01
        clip.plays = 3
        clip.loopStart = 0.05
        clip.loopEnd = 0.1
        let stage = try stage([clip])
        let sound = try play(stage, item(stage, [span(100)])).left
        let expected = Array(480..<4_800) + Array(2_400..<4_800) + Array(2_400..<4_800)
        let behind = Array(4_800..<9_600)
        let heard = sound[100...].prefix(expected.count + behind.count).map(number)
        #expect(heard == expected + behind)
        #expect(sound[(100 + heard.count)...].allSatisfy { $0 == 0 })
    }

    @Test func repeatsForEverUpToItsLength() throws {
        var clip = ClipSettings(path: try file(1_000))
        clip.plays = .infinity
        clip.length = 0.5
        let stage = try stage([clip])
        let sound = try play(stage, item(stage, [span(0)])).left
        #expect(sound[..<24_000].enumerated().allSatisfy { number($1) == $0 % 1_000 })
        #expect(sound[24_000...].allSatisfy { $0 == 0 })
    }

    @Test func fadesGainAndPan() throws {
        let path = try studio.directory.write(
            WAVBuilder([[Double](repeating: 0.5, count: 9_600)]).bytes,
            to: "constant.wav"
        )
        var clip = ClipSettings(path: path)
        clip.gain = -6
        clip.pan = -100
        clip.fadeIn = 0.1
        clip.fadeOut = 0.05
        let stage = try stage([clip])
        let (left, right) = try play(stage, item(stage, [span(0)]))
        let full = Float(0.5 * Decibels.factor(-6))
        #expect(left[0] == 0 && abs(left[2_400] - full / 2) < 1e-4)
        #expect(abs(left[6_000] - full) < 1e-4 && abs(left[8_400] - full / 2) < 1e-3)
        #expect(right.allSatisfy { $0 == 0 })
    }

    @Test func severalShareAStripOrHaveTheirOwn() throws {
        let path = try file()
        var (one, two, three) = (
            ClipSettings(path: path), ClipSettings(path: path), ClipSettings(path: path)
        )
        (one.name, two.name, three.name) = ("a", "a", "b")
        let stage = try stage([one, two, three])
        #expect(Set(stage.engine.strips).isSuperset(of: ["a", "b"]))
        try stage.engine.setStrip("b", StripSettings.muted)
        let spans = [span(0), span(1_000, 1), span(0, 2)]
        let sound = try play(stage, item(stage, spans)).left
        for frame in [10, 900, 5_000] {
            let expected = frame + 1 + (frame < 1_000 ? 0 : frame - 999)
            #expect(number(sound[frame]) + 1 == expected)
        }
    }

    @Test func aNewRackContinuesWhereTheOldOneIs() throws {
        let clip = ClipSettings(path: try file())
        let stage = try stage([clip])
        let rack = RackSettings(SamplerSettings(testing: studio.font))
        let other = try SamplerRack(
            rack,
            rate: Self.rate,
            maximumPeriod: 256,
            for: [rack.routing(of: stage.sequence)],
            after: stage.rack,
            clips: [clip],
            isRealtime: false
        )
        let sound = try play(
            stage,
            item(stage, [span(0)]),
            at: [(12_000, { #expect($0.replaceRack(stage.rack, with: other)) })]
        ).left
        #expect(number(sound[11_000]) == 11_000)
        #expect(number(sound[13_000]) == 13_000)
        #expect(sound[11_000..<13_000].enumerated().allSatisfy { number($1) == $0 + 11_000 })
    }

    // MARK: Resampling

    @Test(arguments: [(44_100, 997.0), (44_100, 19_000), (96_000, 997), (22_050, 9_000)])
    func isResampledCleanly(_ rate: Int, _ hertz: Double) throws {
        var wave = WAVBuilder([WAVBuilder.sine(hertz, frames: rate * 2, amplitude: 0.5, rate: rate)]
        )
        wave.rate = rate
        wave.bits = 24
        let path = try studio.directory.write(wave.bytes, to: "sine.wav")
        let stage = try stage([ClipSettings(path: path)])
        let spans = [span(0, pace: Double(rate) / Double(Self.rate))]
        let sound = try play(stage, item(stage, spans)).left
        var worst = 0.0
        for frame in 4_800..<91_200 {
            let ideal = 0.5 * sin(2 * .pi * hertz * Double(frame) / Double(Self.rate))
            worst = max(worst, abs(Double(sound[frame]) - ideal))
        }
        #expect(20 * log10(worst / 0.5) < -100, "\(20 * log10(worst / 0.5)) dB")
    }

    @Test func nothingFoldsBackWhereTheFileHasMore() throws {
        var wave = WAVBuilder([
            WAVBuilder.sine(30_000, frames: 192_000, amplitude: 0.5, rate: 96_000)
        ])
        wave.rate = 96_000
        wave.bits = 24
        let path = try studio.directory.write(wave.bytes, to: "sine.wav")
        let stage = try stage([ClipSettings(path: path)])
        let sound = try play(stage, item(stage, [span(0, pace: 2)])).left
        let highest = sound[4_800..<91_200].map(\.magnitude).max() ?? 1
        #expect(20 * log10(Double(highest) / 0.5) < -100)
    }

    // MARK: Files

    /// Plays a clip alone, and returns what is heard.
    private func heard(
        of cursor: ClipCursor,
        periods: Range<Int>,
        waits: Bool = false,
        between: (Int) -> Void = { _ in }
    ) -> [Float] {
        var player = ClipPlayer(
            cursor,
            ClipSettings(path: ""),
            sampler: 0,
            rate: Self.rate,
            maximumPeriod: 4_096
        )
        player.waits = waits
        let spans = FixedArray(repeating: span(0), count: 1)
        var heard: [Float] = []
        for period in periods {
            between(period)
            player.beginPeriod()
            let stretch = PlayedStretch(
                itemFrame: Int64(period * 4_096),
                frames: 4_096,
                beginning: 0,
                pass: 0
            )
            player.play(0, stretch, in: spans.lentElements, from: 0, to: 4_096)
            heard += (0..<4_096).map { player.output.left[$0] }
        }
        return heard
    }

    @Test func longFilesPlayWithLittleMemory() throws {
        let stream = ClipStream()
        stream.limit = 0
        let cursor = try ClipCursor(
            ClipSettings(path: try file(400_000)),
            isExact: true,
            by: stream
        )
        var highest = 0
        let sound = heard(of: cursor, periods: 0..<97, waits: true) { _ in
            highest = max(highest, cursor.sound.bytes)
        }
        #expect(sound.enumerated().allSatisfy { number($1) == $0 })
        // The head, those ahead, and one that is to be dropped next: of 25.
        #expect(highest <= 11 * 65_536, "\(highest / 65_536) pages")
    }

    @Test(arguments: ["ogg", "opus", "mp3", "flac"])
    func compressedFilesAreTheSameFromEveryPlace(_ type: String) throws {
        let wave = WAVBuilder([WAVBuilder.sine(440, frames: 96_000)])
        let source = try studio.directory.write(wave.bytes, to: "sine.wav")
        let path = try #require(
            CompressedSound.file(of: source, as: type, in: studio.directory)
        )
        func sound(_ periods: Range<Int>, isExact: Bool) throws -> [Float] {
            // With files of their own: nothing is in memory.
            let stream = ClipStream(isManual: false)
            let copy = studio.directory.path("\(periods)-\(isExact).\(type)")
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            let cursor = try ClipCursor(
                ClipSettings(path: copy),
                isExact: isExact,
                by: stream
            )
            return heard(of: cursor, periods: periods, waits: true)
        }
        let whole = try sound(0..<22, isExact: true)
        let end = Array(whole[(12 * 4_096)...])
        let entered = try sound(12..<22, isExact: true)
        let differing = zip(entered, end).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
        // The fade where it is entered.
        #expect(
            (differing.max() ?? 0) < 2 * Self.fade,
            "\(differing.count), the last \(differing.max() ?? 0): \(differing.dropFirst(300).prefix(5))"
        )
        let nearly = try sound(12..<22, isExact: false)
        let errors = zip(nearly, end).dropFirst(2 * Self.fade).map { abs($0 - $1) }
        #expect((errors.max() ?? 1) < 0.001, "\(errors.max() ?? 1)")
        #expect((end.prefix(20_000).map(\.magnitude).max() ?? 0) > 0.2)
    }

    @Test func whatIsMissingIsSilentAndReported() throws {
        let stream = ClipStream(isManual: true)
        let cursor = try ClipCursor(ClipSettings(path: try file(60_000)), by: stream)
        nonisolated(unsafe) var reports: [String] = []
        stream.onReport { reports.append("\($0)") }
        let heard = heard(of: cursor, periods: 0..<8) { period in
            if period == 6 { while stream.step() {} }
        }
        .map(number)
        // Its first page was read when it was made.
        let page = ClipPages.pageFrames
        #expect(heard[..<page].enumerated().allSatisfy { $1 == $0 })
        #expect(heard[page..<6 * 4_096].allSatisfy { $0 == -1 })
        #expect(heard[(6 * 4_096)...].enumerated().allSatisfy { $1 == $0 + 6 * 4_096 })
        let silence = (6 * 4_096 - page) * 1_000 / Self.rate
        #expect(reports.count == 1)
        #expect(
            reports.first?.hasSuffix("clip.wav: \(silence) ms silent: not read from disk in time")
                == true
        )
    }

    @Test func aFileThatIsCutMeanwhileEndsInSilenceWithAReport() throws {
        let path = try file(60_000)
        let stream = ClipStream(isManual: true)
        nonisolated(unsafe) var reports: [String] = []
        stream.onReport { reports.append("\($0)") }
        let cursor = try ClipCursor(ClipSettings(path: path), by: stream)
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: 60_000)
        while stream.step() {}
        #expect(reports.count == 1 && reports.first?.contains("has changed") == true)
        let second = try ClipCursor(ClipSettings(path: path), by: stream)
        #expect(second.sound !== cursor.sound)
    }

    @Test func onlyWhatIsNeededStaysBeyondTheLimit() throws {
        let stream = ClipStream(isManual: true)
        let cursor = try ClipCursor(ClipSettings(path: try file(400_000)), by: stream)
        while stream.step() {}
        #expect(cursor.sound.bytes == 25 * 65_536)
        stream.limit = 3 * 65_536
        cursor.place.value.frame.store(10 * ClipPages.pageFrames, ordering: .relaxed)
        while stream.step() {}
        let kept = (0..<25).filter { cursor.sound.pages.value.has($0) }
        #expect(kept == [0] + Array(10..<18))
    }
}

extension StripSettings {
    fileprivate static var muted: StripSettings {
        var strip = StripSettings()
        strip.isMuted = true
        return strip
    }
}
