import MIDI
import SMF
import Sequencer
import TestSupport

extension MusicTrack {
    /// A track of all kinds of events between tick 0 and 4000, notes in the majority.
    static func random(_ generator: inout SeededGenerator, count: Int = 80) -> MusicTrack {
        var track = MusicTrack(
            events: (0..<count).map { _ in
                (Int64(generator.int(0...40) * 100), MusicEvent.random(&generator))
            }
        )
        // Behind all ranges that the laws are tried on.
        track.endOfTrack = 20_000
        if generator.int(0...2) == 0 { track.length = Int64(generator.int(0...45) * 100) }
        if generator.int(0...2) == 0 {
            track.loop = TrackLoop(length: Int64(generator.int(1...45) * 100), count: 2)
        }
        return track
    }
}

extension MusicEvent {
    static func random(_ generator: inout SeededGenerator) -> MusicEvent {
        let channel = generator.byte(0...2)
        switch generator.int(0...13) {
        case 0...6:
            var note = Note(
                key: generator.byte(40...80),
                duration: Int64(generator.int(0...800)),
                velocity: generator.byte(1...127),
                channel: channel,
                releaseVelocity: generator.int(0...1) == 0 ? nil : generator.byte()
            )
            note.endRank = UInt16(generator.int(0...3))
            return .note(note)
        case 7:
            let message = MIDIMessage(
                status: 0xB0 | channel,
                data1: generator.byte(0...119),
                data2: generator.byte()
            )
            return .channel(message)
        case 8:
            return .channel(.pitchBend(channel: channel, bend: UInt16(generator.int(0...16383))))
        case 9: return .preset(PresetEvent(program: generator.byte(), channel: channel))
        case 10:
            return .parameter(
                ParameterEvent(.numbered(.bendRange), value: UInt16(generator.int(0...16383)))
            )
        case 11: return .systemExclusive([0x43, generator.byte()])
        case 12: return .user([generator.byte()])
        default: return .meta(MetaEvent(type: 0x05, bytes: [generator.byte()]))
        }
    }
}

extension TempoTrack {
    /// Tempos, meters, keys and markers between tick 0 and 4000.
    static func random(_ generator: inout SeededGenerator, ramps: Bool = false) -> TempoTrack {
        let events = (0..<generator.int(2...14)).map { _ -> (Int64, TempoEvent) in
            let tick = Int64(generator.int(0...40) * 100)
            switch generator.int(0...7) {
            case 0...3:
                guard ramps, generator.int(0...1) == 0 else {
                    return (
                        // Few, so that some say what holds anyway.
                        tick, .tempo(microsecondsPerQuarter: UInt32(generator.int(5...7) * 99_999))
                    )
                }
                let ramp = TempoRamp(
                    from: UInt32(generator.int(1...900_000)),
                    to: UInt32(generator.int(1...900_000)),
                    length: Int64(generator.int(0...15) * 100)
                )
                return (tick, .ramp(ramp))
            case 4, 5:
                let meter = TimeSignature(numerator: generator.byte(2...7), denominatorPower: 2)
                return (tick, .timeSignature(meter))
            case 6:
                let key = KeySignature(sharps: Int8(generator.int(-7...7)), isMinor: false)
                return (tick, .keySignature(key))
            default: return (tick, .marker(SequenceText("\(generator.int(0...9))")))
            }
        }
        return TempoTrack(events, endOfTrack: 20_000)
    }
}

extension MusicSequence {
    static func random(_ generator: inout SeededGenerator, ramps: Bool = false) -> MusicSequence {
        MusicSequence(
            division: .ticksPerQuarter(480),
            tempoTrack: .random(&generator, ramps: ramps),
            tracks: (0..<3).map { _ in .random(&generator) }
        )
    }
}

extension SeededGenerator {
    /// A range of ticks, on the grid of the random tracks or beside it; sometimes empty.
    mutating func range() -> Range<Int64> {
        let start = Int64(int(0...40) * 100 + int(-1...1))
        return start..<start + Int64(int(0...12) * 100)
    }
}
