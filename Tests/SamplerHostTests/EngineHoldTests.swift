import MIDI
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Playback that stands still at a tick.
@Suite("Playback that waits") struct EngineHoldTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// A long note on 60, and one on 72 from 500 ms to 1 s.
    private static let song = SMFBuilder.milliseconds {
        $0.key(0...2_000, 60)
        $0.key(500...1_000, 72)
        $0.endTick = 2_000
    }

    private func performance(
        _ song: SMFBuilder = Self.song,
        until end: Int,
        _ script: (Performance, SamplerRack, PlayItem) throws -> Void
    ) throws -> Performance {
        let song = try sequence(song)
        let performance = try Performance(font: studio.font)
        let rack = try performance.rack(for: song)
        try script(performance, rack, PlayItem(sequence: song, rate: 48_000))
        try performance.run(until: end)
        return performance
    }

    @Test func whatSoundsSoundsOnAndTheNextNoteBeginsWithTheRelease() throws {
        var held: [Bool] = []
        var positions: [Int64] = []
        let performance = try performance(until: 5_000) { performance, rack, item in
            performance.at(0) {
                performance.engine.hold(EngineHold(tick: 500))
                _ = performance.engine.start(item, on: rack)
            }
            for time in [300, 600, 1_900] {
                performance.at(time) {
                    held.append(performance.engine.position.isHeld)
                    positions.append(performance.engine.position.frame)
                }
            }
            performance.at(2_000) { performance.engine.hold(EngineHold(tick: nil)) }
        }
        #expect(held == [false, true, true])
        #expect(positions[1...2] == [24_000, 24_000])
        #expect(try performance.isHeard(60, at: 1_900))
        #expect(try !performance.isHeard(72, at: 1_900))
        #expect(try performance.isHeard(60, at: 3_300))
        #expect(try performance.isHeard(72, at: 2_200))
        #expect(try !performance.isHeard(72, at: 2_800))
        // 1.5 s later than it would be.
        let release = Int64(Performance.frame(2_000))
        let ends = performance.reports.compactMap { report -> Int64? in
            guard case .ended(_, let frame) = report else { return nil }
            return frame
        }
        #expect(ends == [release + Int64(Performance.latency) + 72_000])
        #expect(try !performance.isHeard(60, at: 4_500))
    }

    /// The first frame above silence from a frame on.
    private func onset(in performance: Performance, from frame: Int) throws -> Int {
        let samples = try performance.sink.channels(rate: 48_000).left.samples
        return try #require((frame..<samples.count).first { samples[$0].magnitude > 1e-4 })
    }

    @Test func theNoteBeginsOnTheFrameOfTheRelease() throws {
        let song = SMFBuilder.milliseconds {
            $0.key(500...1_000, 72)
            $0.endTick = 2_000
        }
        let performance = try performance(song, until: 3_000) { performance, rack, item in
            performance.at(0) {
                performance.engine.hold(EngineHold(tick: 500))
                _ = performance.engine.start(item, on: rack)
            }
            performance.at(1_500) { performance.engine.hold(EngineHold(tick: nil)) }
        }
        let plain = try self.performance(song, until: 3_000) { performance, rack, item in
            performance.at(0) { _ = performance.engine.start(item, on: rack) }
        }
        // Without a hold the note is due at the start and 500 ms, both on the grid.
        let delay = try onset(in: plain, from: 0) - 24_000
        let release = Performance.frame(1_500) + Performance.latency
        #expect(try onset(in: performance, from: 0) == release + delay)
    }

    @Test func aHoldThatMovesInTimeChangesNoSample() throws {
        let plain = try performance(until: 3_000) { performance, rack, item in
            performance.at(0) { _ = performance.engine.start(item, on: rack) }
        }
        let moved = try performance(until: 3_000) { performance, rack, item in
            performance.at(0) {
                performance.engine.hold(EngineHold(tick: 500))
                _ = performance.engine.start(item, on: rack)
            }
            performance.at(400) { performance.engine.hold(EngineHold(tick: 1_000)) }
            performance.at(950) { performance.engine.hold(EngineHold(tick: nil)) }
        }
        let left = try plain.sink.channels(rate: 48_000).left
        #expect(
            firstDifference(left.samples, try moved.sink.channels(rate: 48_000).left.samples) == nil
        )
    }

    @Test func aStartBringsItsHoldWithIt() throws {
        var held: [Bool] = []
        var positions: [Int64] = []
        var passes: [Int64] = []
        let song = try sequence(Self.song)
        let later = PlayItem(sequence: song, rate: 48_000, from: 24_000, loop: 24_000..<48_000)
        let performance = try performance(until: 4_000) { performance, rack, item in
            performance.at(0) {
                performance.engine.hold(EngineHold(tick: 500))
                _ = performance.engine.start(item, on: rack)
            }
            performance.at(1_000) {
                let hold = EngineHold(tick: 500, pass: 1)
                _ = performance.engine.start(later, on: rack, hold: hold)
            }
            performance.at(2_500) { performance.engine.hold(EngineHold(tick: 500, pass: 2)) }
            for time in [900, 1_300, 2_400, 2_700, 3_500] {
                performance.at(time) {
                    let position = performance.engine.position
                    held.append(position.isHeld)
                    positions.append(position.frame)
                    passes.append(position.pass)
                }
            }
        }
        #expect(held == [true, false, true, false, true])
        #expect(passes == [0, 0, 1, 1, 2])
        #expect(positions[2] == 24_000 && positions[4] == 24_000)
        #expect(try performance.isHeard(72, at: 1_400))
        #expect(try !performance.isHeard(72, at: 2_400))
        #expect(try performance.isHeard(72, at: 2_800))
    }

    @Test func liveNotesPlayWhileItStands() throws {
        let performance = try performance(until: 3_000) { performance, rack, item in
            performance.opens(1, at: 0)
            performance.at(0) {
                performance.engine.hold(EngineHold(tick: 500))
                _ = performance.engine.start(item, on: rack)
            }
            performance.sends([0x90, 84, 100], from: 1, at: 1_000)
            performance.sends([0x80, 84, 0], from: 1, at: 1_500)
        }
        #expect(try performance.isHeard(84, at: 1_200))
        #expect(try performance.isHeard(60, at: 2_800))
        #expect(try !performance.isHeard(84, at: 2_800))
    }

    @Test func haltingLeavesNoNote() throws {
        let performance = try performance(until: 3_500) { performance, rack, item in
            performance.at(0) {
                performance.engine.hold(EngineHold(tick: 500))
                _ = performance.engine.start(item, on: rack)
            }
            performance.at(1_500) { performance.engine.halt() }
        }
        #expect(try performance.isHeard(60, at: 1_400))
        #expect(try !performance.isHeard(60, at: 3_200))
        let halts = performance.reports.compactMap { report -> Int64? in
            guard case .halted(_, let position) = report else { return nil }
            return position
        }
        #expect(halts == [24_000])
    }
}
