import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("Editing a track")
struct EditingTests {
    private let line = MusicTrack.notes([
        (0, 60, 480), (480, 62, 600), (960, 64, 480), (1440, 65, 480),
    ])

    @Test("A note belongs to the range in which it starts")
    func borders() {
        var track = line
        track.clear(500..<1440)
        #expect(track.notes == ["0 60 480", "480 62 600", "1440 65 480"])
        track = line
        let clip = track.cut(480..<960)
        #expect(track.notes == ["0 60 480", "480 64 480", "960 65 480"])
        #expect(clip.length == 480)
        track.insert(clip, at: 0)
        #expect(track.notes == ["0 62 600", "480 60 480", "960 64 480", "1440 65 480"])
        track = line
        track.merge(track.copy(0..<480), at: 960)
        #expect(track.notes[2...] == ["960 64 480", "960 60 480", "1440 65 480"])
    }

    @Test("Another track is merged where it is wanted")
    func mergeTrack() {
        var track = line
        track.merge(.notes([(0, 40, 10), (960, 41, 10)]), at: 480)
        #expect(
            track.notes == [
                "0 60 480", "480 62 600", "480 40 10", "960 64 480", "1440 65 480", "1440 41 10",
            ]
        )
    }

    @Test("Cutting and inserting moves the end of track and the length")
    func ends() {
        var track = line
        track.endOfTrack = 3840
        track.length = 1900
        track.cut(960..<1440)
        #expect(track.endOfTrack == 3360)
        #expect(track.length == 1420)
        track.insert(Clip(length: 100), at: 0)
        #expect(track.endOfTrack == 3460)
        #expect(track.length == 1520)
    }

    @Test("Notes go to the nearest point of the grid, from the middle to the later one")
    func quantise() {
        var track = MusicTrack.notes([
            (59, 60, 100), (60, 61, 100), (121, 62, 100), (179, 63, 100), (300, 64, 100),
        ])
        track.insert(.channel(.programChange(channel: 0, program: 1)), at: 61)
        track.quantise(0..<300, to: Quantisation(grid: 16), wholeNote: 1920)
        #expect(
            track.notes == ["0 60 100", "120 61 100", "120 62 100", "120 63 100", "300 64 100"]
        )
        #expect(track.events.map(\.tick) == [0, 61, 120, 120, 120, 300])
    }

    @Test("Strength goes part of the way, swing delays every second point")
    func strengthAndSwing() {
        var track = MusicTrack.notes([(20, 60, 10), (110, 61, 10), (250, 62, 10), (375, 63, 10)])
        let before = track
        track.quantise(0..<9999, to: Quantisation(grid: 16, strength: 0.5), wholeNote: 1920)
        #expect(track.notes == ["10 60 10", "115 61 10", "245 62 10", "367 63 10"])
        track = before
        track.quantise(0..<9999, to: Quantisation(grid: 16, strength: 0), wholeNote: 1920)
        #expect(track == before)
        track.quantise(0..<9999, to: Quantisation(grid: 16, swing: 2.0 / 3), wholeNote: 1920)
        #expect(track.notes == ["0 60 10", "160 61 10", "240 62 10", "400 63 10"])
    }

    @Test("Grids that are no whole number of ticks do not drift, and ends may be quantised, too")
    func oddGrid() {
        // Sevenths of a whole note of 100 ticks.
        var track = MusicTrack.notes([(99, 60, 3), (1428, 61, 20), (9999, 62, 30)])
        track.quantise(
            0..<100_000,
            to: Quantisation(grid: 7, includesEnds: true),
            wholeNote: 100
        )
        #expect(track.notes == ["100 60 14", "1429 61 14", "10000 62 29"])
    }

    @Test("Backwards, a value holds for the notes for which it held")
    func reverse() {
        var track = MusicTrack.notes([(0, 60, 480), (480, 62, 480), (960, 64, 480)])
        for (tick, program) in [(Int64(0), UInt8(1)), (480, 2), (960, 3)] {
            track.insert(.channel(.programChange(channel: 0, program: program)), at: tick)
        }
        track.insert(.user([1]), at: 0)
        track.reverse(0..<1440)
        let events = track.events.map { entry -> String in
            switch entry.event {
            case .note(let note): "\(entry.tick) note \(note.key)"
            case .channel(let message): "\(entry.tick) program \(message.data1)"
            default: "\(entry.tick) other"
            }
        }
        #expect(
            events == [
                "0 program 3", "0 note 64", "480 program 2", "480 note 62", "960 program 1",
                "960 note 60", "1439 other",
            ]
        )
    }

    @Test("Behind a range that is played backwards everything sounds as before")
    func reverseInside() {
        var track = MusicTrack.notes([(0, 60, 480), (480, 62, 480), (960, 64, 480)])
        for (tick, value) in [(Int64(0), UInt16(10)), (480, 90)] {
            track.insert(.parameter(ParameterEvent(.controller(7), value: value)), at: tick)
        }
        track.reverse(0..<960)
        let volumes = track.events.compactMap { entry -> String? in
            guard case .parameter(let event) = entry.event else { return nil }
            return "\(entry.tick) \(event.value)"
        }
        #expect(volumes == ["0 90", "480 10", "960 90"])
        #expect(track.notes == ["0 62 480", "480 60 480", "960 64 480"])
    }

    @Test("Bank and program, and a parameter's messages, stay together in their order")
    func reverseGroups() {
        var track = MusicTrack.notes([(0, 60, 100), (100, 62, 100)])
        let numbers: [UInt8] = [101, 100, 6]
        for tick in [Int64(0), 100] {
            track.insert(.preset(PresetEvent(program: UInt8(tick))), at: tick)
            for number in numbers {
                let message = MIDIMessage(status: 0xB0, data1: number, data2: UInt8(tick))
                track.insert(.channel(message), at: tick)
            }
        }
        track.reverse(0..<200)
        let controllers = track.events.compactMap { entry -> String? in
            guard case .channel(let message) = entry.event else { return nil }
            return "\(entry.tick) \(message.data1) \(message.data2)"
        }
        #expect(
            controllers == [
                "0 101 100", "0 100 100", "0 6 100", "100 101 0", "100 100 0", "100 6 0",
            ]
        )
    }

    @Test("Transposed keys come back by octaves, and drums stay unless they are meant")
    func transpose() {
        var track = MusicTrack.notes([(0, 120, 10), (10, 3, 10)])
        track.insert(Note(key: 36, duration: 5, channel: 9), at: 20)
        track.insert(.channel(.polyphonicPressure(channel: 0, key: 60, pressure: 1)), at: 30)
        track.transpose(0..<99, by: 10)
        #expect(track.notes == ["0 118 10", "10 13 10", "20 36 5"])
        #expect(
            track.events.last?.event
                == .channel(.polyphonicPressure(channel: 0, key: 70, pressure: 1))
        )
        track.transpose(20..<21, by: -1, includingDrums: true)
        #expect(track.notes[2] == "20 35 5")
    }

    @Test("Velocities are scaled and set in their range")
    func velocities() {
        func velocities(_ track: MusicTrack) -> [UInt8] {
            track.events.compactMap { entry in
                if case .note(let note) = entry.event { note.velocity } else { nil }
            }
        }
        var track = line
        track.scaleVelocity(480..<1440, by: 0.255)
        #expect(velocities(track) == [100, 26, 26, 100])
        track.scaleVelocity(0..<480, by: 2)
        #expect(velocities(track) == [127, 26, 26, 100])
        track.scaleVelocity(0..<480, by: 0)
        track.setVelocity(960..<9999, to: 200)
        #expect(velocities(track) == [1, 26, 127, 127])
    }

    @Test("Time is scaled with all that starts in it, and notes that followed each other still do")
    func scale() throws {
        var track = line
        track.scaleTime(480..<1440, by: try #require(TimeScale(1, 3)))
        #expect(track.notes == ["0 60 480", "480 62 200", "640 64 160", "800 65 480"])
        track = line
        track.endOfTrack = 1920
        track.length = 960
        track.scaleTime(0..<960, by: try #require(TimeScale(2)))
        #expect(track.notes == ["0 60 960", "960 62 1080", "1920 64 480", "2400 65 480"])
        #expect(track.endOfTrack == 2880)
        #expect(track.length == 1920)
    }

    @Test("A whole sequence is cut, with the tempo of what remains")
    func sequence() {
        var sequence = MusicSequence(
            tempoTrack: TempoTrack([
                (0, .tempo(beatsPerMinute: 100)), (960, .tempo(beatsPerMinute: 50)),
                (960, .timeSignature(TimeSignature(numerator: 3, denominatorPower: 2))),
                (1000, .marker("There")),
            ]),
            tracks: [line, .notes([(480, 40, 100), (1440, 41, 100)])]
        )
        let before = sequence
        let clip = sequence.cut(480..<1440)
        #expect(sequence.tracks.map(\.notes) == [["0 60 480", "480 65 480"], ["480 41 100"]])
        #expect(sequence.tempoMap.beatsPerMinute(atTick: 479) == 100)
        #expect(sequence.tempoMap.beatsPerMinute(atTick: 480) == 50)
        #expect(sequence.meterMap.changes.map(\.tick) == [480])
        #expect(sequence.markers.isEmpty)
        sequence.insert(clip, at: 480)
        #expect(sequence == before)
        var longer = MusicSequence(tracks: [])
        longer.insert(clip, at: 0)
        #expect(longer.tracks.count == 2)
        #expect(longer.tempoMap.beatsPerMinute(atTick: 0) == 100)
    }
}
