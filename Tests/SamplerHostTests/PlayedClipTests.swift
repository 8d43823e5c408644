import AudioOutput
import Effects
import MIDI
import Racks
import SMF
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Clips that are played by command, wherever the music is.
@Suite struct PlayedClipTests {
    private static let rate = 48_000
    let studio: Studio
    private let engine: Engine
    private let item: PlayItem

    init() throws {
        studio = try Studio()
        let song = SMFBuilder.milliseconds { $0.meta(at: 1_000, type: 1, []) }
        var options = Rendering.Options()
        options.limiter = false
        options.tail = .none
        let (engine, items) = try Rendering.engine(for: [song.bytes], font: studio.font, options)
        (self.engine, item) = (engine, items[0])
    }

    /// A clip of a file in which each frame says its own number, behind some base.
    private func clip(
        _ frames: Int,
        from base: Int = 0,
        strip: String = "player",
        change: (inout ClipSettings) -> Void = { _ in }
    ) throws -> Int {
        var file = WAVBuilder([(0..<frames).map { Double(base + $0 + 1) / 8_388_608 }])
        file.bits = 24
        let path = try studio.directory.write(file.bytes, to: "\(strip)-\(base)-\(frames).wav")
        var settings = ClipSettings(path: path)
        settings.name = strip
        change(&settings)
        return try engine.add(PlayableClip(settings))
    }

    private struct Played {
        var numbers: [Int]
        var reports: [EngineReport]
    }

    /// The numbers that the frames of a second say, −1 for silence, and the reports about clips.
    private func play(at changes: [(frame: Int, change: () throws -> Void)]) throws -> Played {
        _ = engine.enqueue(item, isLast: true)
        let sink = MemorySink(periodFrames: 256, format: .float)
        var next = 0
        var failure: (any Error)?
        var reports: [EngineReport] = []
        func step() {
            reports += engine.takeReports()
            while next < changes.count, sink.frameCount >= changes[next].frame {
                do { try changes[next].change() } catch { failure = error }
                next += 1
            }
        }
        step()
        try engine.run(into: sink) { step() }
        if let failure { throw failure }
        step()
        let (left, _) = try sink.channels(rate: Self.rate)
        return Played(
            numbers: left.samples.map { Int(($0 * 8_388_608).rounded()) - 1 },
            reports: reports.filter {
                switch $0 {
                case .clipBegan, .clipEnded, .clipDropped, .returned(.clip): true
                default: false
                }
            }
        )
    }

    @Test func beginsWithItsFirstFrameAndSaysWhenItEnds() throws {
        let number = try clip(5_000)
        let played = try play(at: [(10_240, { engine.playClip(number) })])
        let start = try #require(played.numbers.firstIndex { $0 >= 0 })
        #expect((10_240..<10_752).contains(start))
        #expect(played.numbers[start..<start + 5_000].enumerated().allSatisfy { $0 == $1 })
        #expect(played.numbers[(start + 5_000)...].allSatisfy { $0 == -1 })
        guard case .clipBegan(number, let began)? = played.reports.first,
            case .clipEnded(number, let ended, false)? = played.reports.last
        else { return #expect(Bool(false), "\(played.reports)") }
        #expect(began == Int64(start) && ended == Int64(start + 5_000))
        #expect(played.reports.count == 2)
    }

    @Test func theNextInTheQueueFollowsWithoutAGap() throws {
        let (one, two) = (try clip(5_000), try clip(3_000, from: 100_000))
        let played = try play(at: [
            (
                4_800,
                {
                    engine.playClip(one)
                    engine.playClip(two, isQueued: true)
                    engine.playClip(one, isQueued: true)
                    engine.playClip(one, isQueued: true)
                }
            )
        ])
        let start = try #require(played.numbers.firstIndex { $0 >= 0 })
        let expected =
            Array(0..<5_000) + Array(100_000..<103_000) + Array(0..<5_000) + Array(0..<5_000)
        #expect(Array(played.numbers[start..<start + 18_000]) == expected)
        #expect(played.numbers[(start + 18_000)...].allSatisfy { $0 == -1 })
        #expect(played.reports.count == 8)
    }

    @Test func anEndlessOneEndsItsPassForTheNext() throws {
        let loop = try clip(4_000) {
            $0.plays = .infinity
            $0.loopStart = 1_000 / 48_000.0
        }
        let next = try clip(3_000, from: 100_000)
        let played = try play(at: [
            (0, { engine.playClip(loop) }), (9_600, { engine.playClip(next, isQueued: true) }),
        ])
        // Passes end at 4,000, 7,000, 10,000 and 13,000.
        let start = try #require(played.numbers.firstIndex { $0 == 0 })
        let end = try #require(played.numbers.firstIndex { $0 == 100_000 })
        #expect(end - start == 10_000)
        #expect(played.numbers[end - 1] == 3_999)
        #expect(Array(played.numbers[end..<end + 3_000]) == Array(100_000..<103_000))
    }

    @Test(arguments: [441, 1_024])
    func beginsInFullBehindAGroupInPeriodsOffTheGrid(_ period: Int) throws {
        let song = SMFBuilder.milliseconds { $0.meta(at: 1_000, type: 1, []) }
        var options = Rendering.Options()
        (options.period, options.limiter) = (period, false)
        let (engine, items) = try Rendering.engine(for: [song.bytes], font: studio.font, options)
        var file = WAVBuilder([(0..<5_000).map { Double($0 + 1) / 8_388_608 }])
        file.bits = 24
        let path = try studio.directory.write(file.bytes, to: "one.wav")
        let number = try engine.add(PlayableClip(ClipSettings(path: path)))
        _ = engine.enqueue(items[0], isLast: true)
        let sink = MemorySink(periodFrames: period, format: .float)
        var began: Int64?
        var isDone = false
        try engine.run(into: sink) {
            for case .clipBegan(_, let frame) in engine.takeReports() { began = frame }
            guard !isDone, sink.frameCount > 4_800 else { return }
            isDone = true
            engine.hold(EngineHold(tick: 400))
            engine.playClip(number)
            engine.hold(EngineHold(tick: nil))
        }
        let sound = try sink.channels(rate: 48_000).left.samples
        let start = Int(try #require(began))
        #expect(sound[..<start].allSatisfy { $0 == 0 })
        #expect(
            sound[start..<start + 5_000].enumerated().allSatisfy {
                Int(($1 * 8_388_608).rounded()) == $0 + 1
            }
        )
    }

    @Test func anotherOfItsStripReplacesItAndOneOfAnotherDoesNot() throws {
        let (one, two) = (try clip(40_000), try clip(3_000, from: 100_000))
        let other = try clip(40_000, from: 1_000_000, strip: "other")
        let played = try play(at: [
            (0, { engine.playClip(one) }), (12_000, { engine.playClip(two) }),
            (24_000, { engine.playClip(other) }),
        ])
        let second = try #require(played.numbers.firstIndex { $0 >= 100_000 })
        // Behind the fade of the first.
        #expect(played.numbers[second + 300] == 100_300)
        #expect(played.numbers[20_000] == -1)
        #expect(played.numbers[30_000] >= 1_000_000)
        let isReplaced = played.reports.contains {
            if case .clipEnded(one, let frame, _) = $0 { frame == Int64(second) } else { false }
        }
        #expect(isReplaced)
    }

    @Test func stopsWithinFiveMilliseconds() throws {
        let number = try clip(40_000, from: 1_000_000)
        let played = try play(at: [
            (0, { engine.playClip(number) }), (12_000, { engine.stopClip(number) }),
        ])
        let end = try #require(played.numbers.lastIndex { $0 >= 0 })
        #expect((12_000..<12_800).contains(end))
        let steps = zip(played.numbers[1_000..<end], played.numbers[1_001...end]).map {
            abs($0 - $1)
        }
        #expect((steps.max() ?? .max) < 1_040_000 / 240 * 2)
    }

    @Test func isRemovedWhenItIsSilentAndLeavesRoomForOthers() throws {
        let number = try clip(40_000, from: 1_000_000)
        let played = try play(at: [
            (0, { engine.playClip(number) }), (12_000, { engine.removeClip(number) }),
        ])
        guard case .returned(.clip(number))? = played.reports.last else {
            return #expect(Bool(false), "\(played.reports)")
        }
        // Its strip went with it.
        #expect(!engine.strips.contains("player"))
        for _ in 0..<Engine.maximumClips { _ = try clip(10) }
        let error = #expect(throws: HostError.self) { try clip(10) }
        #expect(error?.code == .busy)
    }

    @Test func beginsAtAPositionOfTheMusic() throws {
        let number = try clip(5_000)
        let played = try play(at: [
            (
                256,
                {
                    engine.scheduling(at: 19_200, ofItem: 0) { engine.playClip(number) }
                }
            )
        ])
        #expect(played.numbers.firstIndex { $0 >= 0 } == 19_200)
    }

    @Test func itsStripHasGainAndInserts() throws {
        let number = try clip(30_000) { $0.gain = -6.020_599_913 }
        var strip = StripSettings()
        strip.gain = -6.020_599_913
        strip.inserts = try StripParameter.inserts("width,width=0")
        try engine.setStrip("player", strip)
        let played = try play(at: [(0, { engine.playClip(number) })])
        let start = try #require(played.numbers.firstIndex { $0 >= 100 })
        let frame = (played.numbers[start + 10_000] + 1) * 4
        #expect(played.numbers[start + 11_000] + 1 == (frame + 1_000) / 4)
    }
}
