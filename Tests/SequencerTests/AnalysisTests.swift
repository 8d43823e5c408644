import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("What a sequence uses")
struct AnalysisTests {
    // MARK: Polyphony

    private func polyphony(_ events: [(Int64, Event)], end: Int64 = 3840) -> Polyphony {
        SequenceAnalysis(.of(events, end: end)).polyphony
    }

    @Test("Notes that sound together are counted, and where the most do")
    func chord() {
        let result = polyphony([
            (0, .on(0, 60)), (480, .on(0, 64)), (480, .on(1, 64)), (960, .off(0, 60)),
            (960, .off(0, 64)), (960, .off(1, 64)), (1920, .on(0, 72)), (2000, .off(0, 72)),
        ])
        #expect(result.peak == 3)
        #expect(result.peakTick == 480)
        #expect(result.stretches.map(\.bar) == [1, 2])
        #expect(result.stretches.map(\.peak) == [3, 1])
    }

    @Test("A pedal holds notes until it goes up; a half pedal below 64 does not")
    func sustain() {
        let held = polyphony([
            (0, .cc(0, 64, 64)), (0, .on(0, 60)), (10, .off(0, 60)), (20, .on(0, 62)),
            (30, .off(0, 62)), (40, .on(0, 64)), (50, .off(0, 64)), (1000, .cc(0, 64, 63)),
            (1920, .on(0, 65)), (1930, .off(0, 65)),
        ])
        #expect(held.peak == 3)
        #expect(held.stretches.map(\.peak) == [3, 1])
        let free = polyphony([
            (0, .cc(0, 64, 63)), (0, .on(0, 60)), (10, .off(0, 60)), (20, .on(0, 62)),
            (30, .off(0, 62)),
        ])
        #expect(free.peak == 1)
    }

    @Test("Sostenuto holds only the keys that were down")
    func sostenuto() {
        let result = polyphony([
            (0, .on(0, 60)), (10, .cc(0, 66, 127)), (20, .off(0, 60)), (30, .on(0, 62)),
            (40, .off(0, 62)), (50, .on(0, 64)), (60, .off(0, 64)), (70, .cc(0, 66, 0)),
            (1920, .on(0, 60)), (1930, .off(0, 60)),
        ])
        #expect(result.peak == 2)
        #expect(result.stretches.map(\.peak) == [2, 1])
    }

    @Test("A key that is struck again under the pedal counts once")
    func struckAgain() {
        let strokes = (0..<20).flatMap { stroke -> [(Int64, Event)] in
            let tick = Int64(stroke) * 20
            return [(tick, .on(0, 60)), (tick + 10, .off(0, 60))]
        }
        #expect(polyphony([(0, .cc(0, 64, 127))] + strokes).peak == 1)
    }

    @Test("What sounds on counts in all the bars that it reaches, and in none after")
    func acrossBars() {
        let result = polyphony([(100, .on(0, 60)), (5760, .off(0, 60))], end: 7680)
        #expect(result.stretches.map(\.peak) == [1, 1, 1, 0])
    }

    @Test("Mode messages and resets end notes")
    func endings() {
        for ending: Event in [.cc(0, 120, 0), .cc(0, 123, 0), .gsReset] {
            let result = polyphony([
                (0, .on(0, 60)), (1, .on(0, 64)), (10, ending), (1920, .on(0, 67)),
                (1930, .off(0, 67)),
            ])
            #expect(result.stretches.map(\.peak) == [2, 1], "\(ending)")
        }
    }

    @Test("A very long piece has no more stretches than asked for, and SMPTE time has no bars")
    func bounds() {
        let long = PreparedSequence.of([(0, .on(0, 60)), (100_000_000, .off(0, 60))])
        let curve = SequenceAnalysis(long, mostStretches: 10).polyphony.stretches
        #expect(curve.count <= 10)
        #expect(curve.allSatisfy { $0.peak == 1 })
        let smpte = PreparedSequence.of(
            [.of([(0, .on(0, 60)), (10, .off(0, 60))], end: 100)],
            division: .smpte(.fps25, ticksPerFrame: 4)
        )
        let parts = SequenceAnalysis(smpte, mostStretches: 10).polyphony.stretches
        #expect(parts.map(\.tick) == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
        #expect(parts.allSatisfy { $0.bar == nil })
        #expect(parts.map(\.peak) == [1] + Array(repeating: 0, count: 9))
    }

    @Test("An empty sequence has none")
    func empty() {
        let result = SequenceAnalysis(.of([Track.of([])])).polyphony
        #expect(result.peak == 0)
        #expect(result.stretches.isEmpty)
    }

    // MARK: Parameters

    private func parameters(_ controls: [(UInt8, UInt8)]) -> [ParameterUse] {
        let events = controls.enumerated().map { number, control in
            (Int64(number), Event.cc(3, control.0, control.1))
        }
        return SequenceAnalysis(.of(events)).parameters
    }

    @Test("Registered parameters are told with their values")
    func registered() throws {
        let uses = parameters([
            (101, 0), (100, 0), (6, 2), (38, 0), (6, 12), (38, 50), (101, 127), (100, 127), (6, 5),
        ])
        let use = try #require(uses.first)
        #expect(uses.count == 1)
        #expect(use.number.name == "Pitch bend range")
        #expect(use.address.channel == 3)
        #expect(use.count == 2)
        #expect(use.firstTick == 2)
        #expect(use.values == [2 << 7, 12 << 7 | 50])
        #expect(!use.isCoarseOnly)
    }

    @Test("The number chosen last counts, and Reset All Controllers deselects it")
    func selection() {
        let uses = parameters([
            (101, 0), (100, 1), (99, 1), (98, 0x20), (6, 70), (100, 2), (6, 66), (121, 0), (6, 1),
            (99, 0x18), (98, 38), (6, 60), (96, 0),
        ])
        #expect(
            uses.map(\.number.name) == ["TVF cutoff", "Coarse tuning", "Drum pitch coarse, key 38"]
        )
        #expect(uses.map(\.count) == [1, 1, 2])
        #expect(uses.map(\.stepCount) == [0, 0, 1])
        #expect(uses.map(\.isCoarseOnly) == [true, true, true])
    }

    @Test("Numbers without a name, very many values and very many numbers are borne")
    func hostile() throws {
        let values = (0..<100).map { (UInt8(6), UInt8($0)) }
        let use = try #require(parameters([(99, 90), (98, 9)] + values).first)
        #expect(use.number.name == nil)
        #expect(use.number.numberText == "NRPN 90/9")
        #expect(use.count == 100)
        #expect(use.values.count == ParameterUse.mostValues)
        #expect(use.hasMoreValues)
        let all = (0..<16_000).flatMap { number -> [(UInt8, UInt8)] in
            [(99, UInt8(number >> 7 & 127)), (98, UInt8(number & 127)), (6, 1)]
        }
        #expect(parameters(all).count < 2_000)
    }

    // MARK: Channels and messages

    @Test("Each channel has its tracks, notes, keys, programs, controllers and bend range")
    func channels() throws {
        let first = Track.of([
            (0, .program(2, 40)), (0, .cc(2, 7, 100)), (1, .cc(2, 7, 90)), (2, .on(2, 50)),
            (3, .off(2, 50)), (4, .cc(2, 101, 0)), (4, .cc(2, 100, 0)), (4, .cc(2, 6, 7)),
        ])
        let second = Track.of([
            (0, .on(2, 70)), (9, .off(2, 70)), (10, .port(5)), (10, .on(2, 40)),
            (11, .off(2, 40)),
        ])
        let uses = SequenceAnalysis(.of([first, second])).channels
        #expect(uses.map(\.address.port) == [0, 1])
        let use = try #require(uses.first)
        #expect(use.address.channel == 2)
        #expect(use.tracks == [0, 1])
        #expect(use.noteCount == 2)
        #expect(use.keys == 50...70)
        #expect(use.programs.map(\.program) == [40])
        #expect(use.controllers.map(\.controller.rawValue) == [6, 7, 100, 101])
        let volume = try #require(use.controllers.first { $0.controller == .volume })
        #expect(volume.count == 2)
        #expect([volume.least, volume.greatest] == [90, 100])
        #expect(use.bendRanges == [7])
        #expect(uses.last?.tracks == [1])
        #expect(uses.last?.keys == 40...40)
    }

    @Test("System Exclusive messages are counted by name, with their values")
    func messages() throws {
        func volume(_ value: UInt8) -> Event {
            .packet(.start, [0x7F, 0x7F, 0x04, 0x01, 0x00, value, 0xF7])
        }
        let sequence = PreparedSequence.of([
            (0, .gsReset), (5, volume(100)), (6, volume(50)), (7, volume(100)),
        ])
        let uses = SequenceAnalysis(sequence).systemExclusives
        #expect(uses.map(\.name.text) == ["GS reset", "Master volume"])
        #expect(uses.map(\.count) == [1, 3])
        #expect(uses.map(\.firstTick) == [0, 5])
        #expect(uses.map(\.byteCount) == [11, 8])
        #expect(uses.last?.values == [100 << 7, 50 << 7])
    }
}
