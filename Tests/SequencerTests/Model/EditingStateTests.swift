import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("What edits of ranges leave as it was")
struct EditingStateTests {
    private func controller(_ number: UInt8, _ value: UInt8) -> MusicEvent {
        .channel(MIDIMessage(status: 0xB0, data1: number, data2: value))
    }

    private func program(_ number: UInt8) -> MusicEvent {
        .channel(.programChange(channel: 0, program: number))
    }

    /// The messages as they are played, without notes: `tick: bytes`.
    private func messages(_ track: MusicTrack) throws -> [String] {
        try MusicSequence(tracks: [track]).prepared().schedule
            .filter { !$0.message.isNoteOn && !$0.message.isNoteOff }
            .map { "\($0.tick): \($0.message.bytes.map(String.init).joined(separator: " "))" }
    }

    @Test("What is behind a cut keeps its program, its controllers and its pedal")
    func cut() throws {
        var track = MusicTrack.notes([(0, 60, 480), (480, 62, 480)])
        track.insert(program(48), at: 0)
        track.cut(0..<480)
        #expect(try messages(track) == ["0: 176 0 0", "0: 176 32 0", "0: 192 48"])
        #expect(track.notes == ["0 62 480"])
        // The pedal goes up even where nothing follows.
        track = .notes([(0, 60, 1000)])
        track.insert(controller(64, 127), at: 700)
        track.insert(controller(64, 0), at: 1000)
        let before = track
        let clip = track.cut(900..<1200)
        #expect(try messages(track) == ["700: 176 64 127", "900: 176 64 0"])
        track.insert(clip, at: 900)
        #expect(track == before)
    }

    @Test("A reset of the controllers that was cut has lifted the sustain pedal, not hold 2")
    func resetControllers() throws {
        var track = MusicTrack.notes([(0, 60, 200), (480, 62, 480)])
        for number: UInt8 in [64, 68, 69] { track.insert(controller(number, 127), at: 0) }
        track.insert(controller(121, 0), at: 240)
        track.cut(0..<300)
        #expect(try messages(track) == ["0: 176 68 127", "0: 176 69 127"])
    }

    @Test("What is behind an insertion does not hear what the clip sets")
    func insert() throws {
        var track = MusicTrack.notes([(0, 60, 480), (480, 62, 480)])
        let events: [(tick: Int64, event: MusicEvent)] = [
            (0, program(48)), (10, controller(64, 127)), (20, controller(7, 1)),
            (30, .channel(.pitchBend(channel: 0, bend: 0))),
        ]
        track.insert(Clip(length: 100, events: events), at: 480)
        #expect(
            try messages(track).dropFirst(4) == [
                "580: 176 0 0", "580: 176 32 0", "580: 192 0", "580: 176 7 100", "580: 176 64 0",
                "580: 224 0 64",
            ]
        )
    }

    @Test("A bend range that was set in what is cut holds behind it")
    func parameters() throws {
        var track = MusicTrack.notes([(0, 60, 480), (480, 62, 480)])
        for (number, value) in [(101, 0), (100, 0), (6, 12)] as [(UInt8, UInt8)] {
            track.insert(controller(number, value), at: 100)
        }
        let before = track
        let clip = track.cut(50..<480)
        #expect(
            try messages(track) == [
                "50: 176 101 0", "50: 176 100 0", "50: 176 6 12", "50: 176 38 0",
                "50: 176 101 127", "50: 176 100 127", "50: 176 101 0", "50: 176 100 0",
            ]
        )
        track.insert(clip, at: 50)
        #expect(track == before)
    }

    @Test("Length, end of track and loop come back with what was cut")
    func bounds() {
        for length in stride(from: Int64(0), through: 1920, by: 120) {
            for loop in stride(from: Int64(120), through: 1920, by: 120) {
                var track = MusicTrack.notes([(0, 60, 480), (480, 62, 480), (960, 64, 480)])
                track.length = length
                track.endOfTrack = length
                track.loop = TrackLoop(length: loop, count: 2)
                let before = track
                let clip = track.cut(480..<960)
                track.insert(clip, at: 480)
                #expect(track == before, "\(length) \(loop)")
            }
        }
    }

    @Test("A loop starts and ends with the same events after edits of time")
    func loops() throws {
        var track = MusicTrack.notes((0..<8).map { (Int64($0) * 480, UInt8(60 + $0), 480) })
        track.loop = TrackLoop(length: 960)
        func loop(_ edit: (inout MusicTrack) -> Void) -> Int64? {
            var edited = track
            edit(&edited)
            return edited.loop?.length
        }
        let double = try #require(TimeScale(2))
        #expect(loop { $0.scaleTime(0..<3840, by: double) } == 1920)
        #expect(loop { $0.scaleTime(0..<960, by: double) } == 960)
        #expect(loop { $0.scaleTime(2400..<3360, by: double) } == 1440)
        #expect(loop { $0.cut(0..<960) } == 960)
        #expect(loop { $0.cut(3000..<3360) } == 600)
        #expect(loop { $0.cut(2400..<3360) } == 480)
        #expect(loop { $0.cut(2400..<3840) } == nil)
        #expect(loop { $0.insert(Clip(length: 100), at: 100) } == 960)
        #expect(loop { $0.insert(Clip(length: 100), at: 3000) } == 1060)
        // A track that loops as a whole goes on to do so.
        track.loop = TrackLoop(length: 3840)
        #expect(loop { $0.insert(Clip(length: 100), at: 0) } == 3940)
        // A bar whose last note ends early stays a bar.
        track = .notes([(0, 60, 400)])
        track.loop = TrackLoop(length: 1920)
        #expect(loop { $0.cut(480..<960) } == 1440)
        #expect(loop { $0.scaleTime(0..<1920, by: double) } == 3840)
    }

    /// Ticks and keys of the note-ons, as played.
    private func ons(_ sequence: MusicSequence) throws -> [String] {
        try sequence.prepared().schedule.filter(\.message.isNoteOn)
            .map { "\($0.tick) \($0.message.data1)" }
    }

    @Test("Edits of a sequence mean its ticks, whatever offset a track has", arguments: 0..<40)
    func offsets(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let notes = (0..<20).map { (Int64($0) * 100, UInt8(40 + $0), Int64(100)) }
        var plain = MusicSequence(tracks: [.notes(notes)])
        let offset = Int64(generator.int(-5...5) * 100)
        plain.tracks[0].move(0..<Int64.max, by: 600)
        // The same, by an offset.
        var moved = plain
        moved.tracks[0] = .notes(notes.map { ($0.0 + 600 - offset, $0.1, $0.2) })
        moved.tracks[0].startOffset = offset
        let before = try ons(plain)
        #expect(try ons(moved) == before)
        let range = generator.range()
        let place = Int64(generator.int(0...20) * 100)
        let scale = try #require(TimeScale(2))
        func edit(_ sequence: inout MusicSequence) {
            switch seed % 8 {
            case 0: sequence.cut(range)
            case 1: sequence.insert(sequence.copy(range), at: place)
            case 2: sequence.merge(sequence.copy(range), at: place)
            case 3: sequence.clear(range)
            case 4: sequence.scaleTime(range, by: scale)
            case 5: sequence.transpose(range, by: 1)
            case 6: sequence.reverse(range)
            default: sequence.move(range, by: 200)
            }
        }
        edit(&plain)
        edit(&moved)
        #expect(try ons(moved) == (try ons(plain)), "\(seed % 8) \(offset) \(range)")
        guard range.lowerBound >= max(offset, 0) else { return }
        let whole = moved
        moved.insert(moved.cut(range), at: range.lowerBound)
        #expect(moved == whole)
    }

    @Test("Looped tracks with an offset and a length end where they did", arguments: [-240, 240])
    func offsetAndLoop(_ offset: Int64) throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 400), (480, 62, 400)])])
        sequence.tracks[0].loop = TrackLoop(length: 960, count: 2)
        sequence.tracks[0].startOffset = offset
        #expect(try sequence.prepared().endTick == 1920 + offset)
        sequence.tracks[0].length = 720
        sequence.tracks[0].loop = TrackLoop(length: 240, count: 3)
        #expect(try sequence.prepared().endTick == 1200 + offset)
        let expected =
            offset < 0
            ? ["240 62", "480 62", "720 62"] : ["240 60", "720 62", "960 62", "1200 62"]
        #expect(try ons(sequence) == expected)
    }

    @Test("Backwards, a bank stays with its program and data with its number")
    func reverseGroups() {
        var track = MusicTrack.notes([(4, 60, 400), (500, 62, 100)])
        track.endOfTrack = 960
        track.insert(controller(0, 1), at: 0)
        track.insert(program(5), at: 2)
        track.insert(controller(101, 0), at: 3)
        track.insert(controller(100, 0), at: 3)
        track.insert(controller(6, 12), at: 4)
        track.insert(controller(0, 2), at: 450)
        track.insert(program(6), at: 480)
        track.reverse(0..<960)
        let order = track.events.compactMap { entry -> String? in
            guard case .channel(let message) = entry.event else { return nil }
            return "\(entry.tick) \(message.bytes.dropFirst().map(String.init))"
        }
        #expect(
            order == [
                #"0 ["101", "0"]"#, #"0 ["100", "0"]"#, #"0 ["6", "12"]"#, #"0 ["0", "2"]"#,
                #"0 ["6"]"#, #"480 ["0", "1"]"#, #"480 ["5"]"#,
            ]
        )
    }

    @Test("Backwards to the end, no pedal stays down")
    func reversePedal() throws {
        var track = MusicTrack.notes([(0, 60, 960)])
        track.insert(controller(64, 127), at: 0)
        track.insert(controller(64, 0), at: 480)
        track.reverse(0..<960)
        #expect(
            try messages(track) == ["0: 176 64 0", "480: 176 64 127", "960: 176 64 0"]
        )
    }

    @Test("Of a note, what is behind a range is not made longer")
    func scale() throws {
        var track = MusicTrack.notes([(400, 60, 160), (560, 60, 100)])
        track.scaleTime(0..<480, by: try #require(TimeScale(2)))
        #expect(track.notes == ["800 60 240", "1040 60 100"])
        var tempo = TempoTrack([
            (0, .ramp(TempoRamp(from: 500_000, to: 900_000, length: 480))),
            (1000, .ramp(TempoRamp(from: 500_000, to: 900_000, length: 480))),
        ])
        tempo.scaleTime(240..<1240, by: try #require(TimeScale(2)))
        let ramps = tempo.events.compactMap { entry -> String? in
            guard case .ramp(let ramp) = entry.event else { return nil }
            return "\(entry.tick) \(ramp.length)"
        }
        #expect(ramps == ["0 720", "1760 720"])
    }

    @Test("Of tempos at one tick the last counts, whatever is inserted there")
    func tempos() {
        var tempo = TempoTrack([
            (0, .tempo(microsecondsPerQuarter: 600_000)),
            (960, .tempo(microsecondsPerQuarter: 500_000)),
            (960, .tempo(microsecondsPerQuarter: 600_000)),
        ])
        tempo.insert(tempo.copy(0..<480), at: 960)
        let changes = tempo.tempoChanges(division: .ticksPerQuarter(480))
        #expect(changes.last?.microsecondsPerQuarter == 600_000)
    }
}
