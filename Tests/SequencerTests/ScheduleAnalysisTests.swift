import Dispatch
import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("What is found out about a schedule")
struct ScheduleAnalysisTests {
    /// Messages of all kinds that count, on few channels and keys so that they meet.
    private static func file(events: Int, seed: UInt64) -> MIDIFile {
        var random = SeededGenerator(seed: seed)
        let tracks = (0..<5).map { number in
            var track = Track()
            for port in 0..<2 {
                track.append(
                    TrackEvent(delta: 0, event: .meta(MetaEvent(type: 0x21, bytes: [UInt8(port)])))
                )
                for _ in 0..<(events / 10) {
                    let delta = UInt32.random(in: 0...30, using: &random)
                    track.append(TrackEvent(delta: delta, event: event(number, &random)))
                }
            }
            track.append(TrackEvent(delta: 0, event: .meta(MetaEvent(type: 0x2F, bytes: []))))
            return track
        }
        return MIDIFile(format: .simultaneous, division: .ticksPerQuarter(96), tracks: tracks)
    }

    private static func event(_ track: Int, _ random: inout SeededGenerator) -> Event {
        // A track has two channels, one of them with another track.
        let channel = UInt8((track + Int.random(in: 0...1, using: &random)) % 5 + 7)
        let key = UInt8.random(in: 60...65, using: &random)
        let value = UInt8.random(in: 0...3, using: &random)
        switch Int.random(in: 0..<200, using: &random) {
        case 0: return .channel(.programChange(channel: channel, program: value))
        case 1:
            return .channel(.controlChange(channel: channel, controller: .bankSelect, value: value))
        case 2:
            return .channel(
                .controlChange(channel: channel, controller: .bankSelectLSB, value: value)
            )
        case 3:
            return .channel(.controlChange(channel: channel, controller: .allNotesOff, value: 0))
        case 4:
            // Roland's use for rhythm part: channel 8's block 7, and so on.
            return .systemExclusive(
                SystemExclusivePacket(
                    form: .start,
                    bytes: [
                        0x41, 0x10, 0x42, 0x12, 0x40, 0x10 | channel & 15, 0x15, value & 1, 0x00,
                        0xF7,
                    ]
                )
            )
        case 5:
            return .systemExclusive(
                SystemExclusivePacket(form: .start, bytes: [0x7E, 0x7F, 0x09, 0x01, 0xF7])
            )
        case 6..<100: return .channel(.noteOn(channel: channel, key: key, velocity: 64))
        default: return .channel(.noteOff(channel: channel, key: key, velocity: 64))
        }
    }

    @Test("is the same for any number of threads", arguments: [2, 3, 7])
    func threads(count: Int) throws {
        let file = Self.file(events: 120_000, seed: 6)
        let one = try #require(PreparedSequence.sequences(from: file).first)
        let resources = ReadingResources(threadCount: count) { count, job in
            DispatchQueue.concurrentPerform(iterations: count) { job($0) }
        }
        let many = try #require(PreparedSequence.sequences(from: file, using: resources).first)
        #expect(one.schedule.count > 100_000)
        #expect(many.noteCount == one.noteCount)
        #expect(many.programs == one.programs)
        #expect(many.programs.count > 20)
        #expect(many.tracks == one.tracks)
        #expect(many.schedule.unbalanced == one.schedule.unbalanced)
        #expect(!one.schedule.unbalanced.isEmpty)
        #expect(many.schedule.drumChannels == one.schedule.drumChannels)
        #expect(many.schedule.selections == one.schedule.selections)
        #expect(many.schedule.soundingTicks == one.schedule.soundingTicks)
    }

    @Test("counts how long each channel sounds, half a second a note at least")
    func soundingTicks() throws {
        let file = Self.file(events: 2000, seed: 7)
        let sequence = try #require(PreparedSequence.sequences(from: file).first)
        // 120 quarter notes a minute of 96 ticks.
        let least: Int64 = 96
        var expected = [UInt64](repeating: 0, count: 32)
        var began: [[Int64?]] = Array(repeating: Array(repeating: nil, count: 128), count: 32)
        for event in sequence.schedule where event.kind == .channel {
            let message = event.message
            let place = Int(event.port) << 4 | Int(message.channel)
            if message.isNoteOn {
                expected[place] += UInt64(least)
                began[place][Int(message.data1)] = event.tick
            } else if message.isNoteOff, let start = began[place][Int(message.data1)] {
                expected[place] += UInt64(max(event.tick - start - least, 0))
                began[place][Int(message.data1)] = nil
            }
        }
        #expect(sequence.schedule.soundingTicks == expected)
        #expect(expected.contains { $0 > 0 && $0 % UInt64(least) != 0 })
    }
}
