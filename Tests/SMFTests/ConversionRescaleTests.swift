import MIDI
import Testing

@testable import SMF

@Suite("Rescaling ticks")
struct ConversionRescaleTests {
    private func file(_ ticks: [Int64], division: UInt16) -> MIDIFile {
        var track = Track()
        var last: Int64 = 0
        for tick in ticks {
            track.append(
                TrackEvent(
                    delta: UInt32(tick - last),
                    event: .channel(.programChange(channel: 0, program: 1))
                )
            )
            last = tick
        }
        return MIDIFile(format: .single, division: .ticksPerQuarter(division), tracks: [track])
    }

    private func ticks(_ file: MIDIFile) -> [Int64] {
        var tick: Int64 = 0
        return file.tracks[0].map {
            tick += Int64($0.delta)
            return tick
        }
    }

    @Test("Ticks go to the nearest, a half up")
    func rounding() throws {
        let up = try file([0, 1, 2, 3, 96], division: 96).rescaled(ticksPerQuarter: 480)
        #expect(up.division == .ticksPerQuarter(480))
        #expect(ticks(up) == [0, 5, 10, 15, 480])
        let down = try file([0, 1, 2, 3, 5, 6, 7, 480], division: 480)
            .rescaled(ticksPerQuarter: 120)
        #expect(ticks(down) == [0, 0, 1, 1, 1, 2, 2, 120])
        #expect(down.tracks[0].endTick == 120)
    }

    @Test("Errors never add up")
    func errors() throws {
        let old = Array(stride(from: Int64(0), to: 700_000, by: 7))
        let new = try file(old, division: 480).rescaled(ticksPerQuarter: 96)
        for (before, after) in zip(old, ticks(new)) {
            #expect(abs(before * 96 - after * 480) * 2 <= 480)
        }
    }

    @Test("Times that no 64-bit product holds are exact too")
    func largeTimes() {
        for tick in [1 << 47, 1 << 48, 1 << 60, Int64.max - 1, .max] {
            for (old, new): (UInt16, UInt16) in [
                (32_767, 32_766), (3, 2), (32_767, 1), (1, 32_767),
            ] {
                let exact = (Int128(tick) * Int128(new) * 2 + Int128(old)) / (Int128(old) * 2)
                #expect(TickScale(from: old, to: new).newTick(tick) == Int64(clamping: exact))
            }
        }
    }

    @Test("Everything but the times stays")
    func content() throws {
        var generator = WritingGenerator(seed: 5)
        let file = MIDIFile(
            format: .independent,
            division: .ticksPerQuarter(480),
            tracks: [generator.track(eventCount: 100), generator.track(eventCount: 50)]
        )
        let new = try file.rescaled(ticksPerQuarter: 240)
        #expect(new.format == .independent)
        for (before, after) in zip(file.tracks, new.tracks) {
            #expect(before.map(\.event) == after.map(\.event))
            for index in before.indices {
                #expect(before.encoding(at: index) == after.encoding(at: index))
            }
        }
        #expect(try file.rescaled(ticksPerQuarter: 480).tracks == file.tracks)
    }

    @Test("Divisions and delta times outside the range are refused")
    func refusals() throws {
        func code(_ file: MIDIFile, _ ticks: UInt16) -> SMFWriteError.Code? {
            #expect(throws: SMFWriteError.self) {
                try file.rescaled(ticksPerQuarter: ticks)
            }?.code
        }
        let short = file([0], division: 96)
        #expect(code(short, 0) == .divisionInvalid)
        #expect(code(short, 32_768) == .divisionInvalid)
        #expect(code(file([0], division: 0), 96) == .divisionInvalid)
        var frames = short
        frames.division = .smpte(.fps25, ticksPerFrame: 40)
        #expect(code(frames, 96) == .divisionInvalid)
        let long = file([0, 0x0FFF_FFFF], division: 96)
        let error = #expect(throws: SMFWriteError.self) {
            try long.rescaled(ticksPerQuarter: 97)
        }
        #expect(error?.code == .deltaRange)
        #expect(error?.event == 1)
        #expect(error?.tick == 0x0FFF_FFFF)
    }
}
