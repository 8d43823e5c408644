import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("Where the tracks of a MusicSequence end when they are played")
struct PlaybackEndTests {
    private func ons(_ sequence: PreparedSequence, track: Int) -> [Int64] {
        sequence.schedule.filter { Int($0.track) == track && $0.message.isNoteOn }.map(\.tick)
    }

    /// Ticks and values of a controller.
    private func values(_ sequence: PreparedSequence, _ controller: UInt8) -> [String] {
        sequence.schedule.map(\.self)
            .filter { $0.message.kind == .controlChange && $0.message.data1 == controller }
            .map { "\($0.tick) \($0.message.data2)" }
    }

    private func pedal(_ value: UInt8) -> MusicEvent {
        .channel(MIDIMessage(status: 0xB0, data1: 64, data2: value))
    }

    @Test("A loop without events ends, or is refused")
    func emptyLoop() throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 100)])])
        sequence.tracks[0].length = 480
        sequence.tracks[0].loop = TrackLoop(length: 1, count: .max)
        #expect(throws: SequenceError.self) { try sequence.prepared() }
        sequence.tracks[0].loop = TrackLoop(length: 100, count: 3)
        #expect(try sequence.prepared().endTick == 680)
    }

    @Test("Extreme lengths, offsets and loops break nothing")
    func extremes() {
        let limits: [Int64] = [.min, -5, 0, 1, 480, .max]
        for length in limits {
            for offset in limits {
                for loop in limits {
                    for count in [Int.min, 0, 2, .max, nil] {
                        var sequence = MusicSequence(tracks: [
                            .notes([(0, 60, 10)]), .notes([(0, 62, 480)]),
                        ])
                        sequence.tracks[0].length = length
                        sequence.tracks[1].startOffset = offset
                        sequence.tracks[1].loop = TrackLoop(length: loop, count: count)
                        _ = try? sequence.prepared()
                        sequence.tracks[0].length = nil
                        sequence.tracks[1].length = length
                        _ = try? sequence.prepared()
                    }
                }
            }
        }
    }

    @Test("An endless loop that begins before tick 0 goes on as long as the others")
    func endlessWithNegativeOffset() throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 480)]), .notes([(0, 62, 1920)])])
        sequence.tracks[0].loop = TrackLoop(length: 480)
        sequence.tracks[0].startOffset = -960
        #expect(ons(try sequence.prepared(), track: 1) == [0, 480, 960, 1440])
        #expect(try sequence.prepared().endTick == 1920)
    }

    @Test("What stands on the end of a looped track is played in every pass")
    func eventsOnTheEnd() throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 480)])])
        sequence.tracks[0].insert(pedal(127), at: 0)
        sequence.tracks[0].insert(pedal(0), at: 480)
        sequence.tracks[0].loop = TrackLoop(length: 480, count: 2)
        #expect(values(try sequence.prepared(), 64) == ["0 127", "480 0", "480 127", "960 0"])
        // Where the end is set, what stands there is behind it.
        sequence.tracks[0].insert(pedal(5), at: 480)
        sequence.tracks[0].length = 480
        #expect(values(try sequence.prepared(), 64) == ["0 127", "480 127", "960 0"])
        // What is repeated for ever has it at its start.
        sequence.tracks[0].length = nil
        sequence.tracks[0].loop = TrackLoop(length: 480)
        #expect(try sequence.playback().repeats == 480..<960)
    }

    @Test("Where a track is broken off, the pedals that it holds go up")
    func pedals() throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 1000)]), .notes([(0, 40, 1200)])])
        for controller in [UInt8(64), 66, 67, 69, 7] {
            let message = MIDIMessage(status: 0xB0, data1: controller, data2: 127)
            sequence.tracks[0].insert(.channel(message), at: 10)
        }
        sequence.tracks[0].length = 480
        var prepared = try sequence.prepared()
        for controller in [UInt8(64), 66, 67, 69] {
            #expect(values(prepared, controller) == ["10 127", "480 0"])
        }
        #expect(values(prepared, 7) == ["10 127"])
        sequence.tracks[0].length = nil
        #expect(values(try sequence.prepared(), 64) == ["10 127"])
        sequence.tracks[0].loop = TrackLoop(length: 1000)
        prepared = try sequence.prepared()
        #expect(values(prepared, 64) == ["10 127", "1010 127", "1200 0"])
        sequence.tracks[0].insert(pedal(0), at: 100)
        #expect(values(try sequence.prepared(), 64) == ["10 127", "100 0", "1010 127", "1100 0"])
    }

    @Test("An endless loop is played once at least, whatever the others do")
    func endlessAndShort() throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 100), (400, 61, 80)])])
        sequence.tracks[0].loop = TrackLoop(length: 480)
        sequence.tracks.append(.notes([(0, 40, 240)]))
        let prepared = try sequence.prepared()
        #expect(ons(prepared, track: 1) == [0, 400])
        #expect(prepared.endTick == 480)
    }

    @Test("What is repeated for ever begins when the last ramp has ended")
    func rampBeforeRepeats() throws {
        var sequence = MusicSequence(
            tempoTrack: TempoTrack([
                (480, .ramp(TempoRamp(from: 500_000, to: 300_000, length: 960)))
            ]),
            tracks: [.notes([(0, 60, 480)])]
        )
        sequence.tracks[0].loop = TrackLoop(length: 480)
        #expect(try sequence.playback().repeats == 1440..<1920)
    }

    @Test("Any stretch of a track loops, with its length at the stretch's end")
    func loopOfARange() throws {
        var sequence = MusicSequence(tracks: [
            .notes([(0, 60, 100), (480, 62, 100), (960, 64, 100)])
        ])
        sequence.tracks[0].length = 960
        sequence.tracks[0].loop = TrackLoop(length: 480, count: 3)
        #expect(ons(try sequence.prepared(), track: 1) == [0, 480, 960, 1440])
        #expect(try sequence.prepared().endTick == 1920)
    }

    @Test("A track's end in seconds is what the tempo map says")
    func seconds() {
        let sequence = MusicSequence(
            tempoTrack: TempoTrack([(0, .tempo(beatsPerMinute: 60))]),
            tracks: [.notes([(0, 60, 960)])]
        )
        #expect(sequence.tempoMap.seconds(atTick: sequence.tracks[0].endTick) == 2)
    }

    @Test("Tracks are added and removed as the items of an array are")
    func tracks() throws {
        var sequence = MusicSequence()
        sequence.tracks.append(.notes([(0, 60, 100)]))
        sequence.tracks.append(.notes([(50, 62, 100)]))
        sequence.tracks.remove(at: 0)
        #expect(sequence.tracks.map(\.notes) == [["50 62 100"]])
        #expect(ons(try sequence.prepared(), track: 1) == [50])
        let id = try #require(sequence.tracks[0].events.first?.id)
        let removed = sequence.tracks[0].remove(id)
        #expect(removed?.tick == 50)
        sequence.tracks[0].insert(Note(key: 1, duration: 1), at: 9)
        sequence.tracks[0].removeAll { $0.tick == 9 }
        #expect(sequence.tracks[0].events.isEmpty)
    }

    @Test("The bass of the example comes on the beat in every bar")
    func example() throws {
        var bass = MusicTrack.notes([
            (0, 36, 400), (480, 43, 400), (960, 40, 400), (1440, 43, 400),
        ])
        bass.loop = TrackLoop(length: 4 * 480)
        let sequence = MusicSequence(tracks: [bass, .notes([(0, 72, 7680)])])
        let beats = (0..<16).map { Int64($0) * 480 }
        #expect(ons(try sequence.prepared(), track: 1) == beats)
        // A track without events is no bar of silence.
        var silent = MusicSequence(tracks: [MusicTrack()])
        silent.tracks[0].loop = TrackLoop(length: 480)
        #expect(try silent.prepared().endTick == 0)
    }

    @Test("No note-off comes between the next note-on of its key and that one's end")
    func ownKey() throws {
        let events: [(Int64, Event)] = [
            (0, .on(0, 60)), (480, .on(0, 62)), (480, .off(0, 60)), (960, .on(0, 60)),
            (960, .off(0, 62)), (1440, .off(0, 60)),
        ]
        let file = MIDIFile(
            format: .single,
            division: .ticksPerQuarter(480),
            tracks: [Track.of(events)]
        )
        var sequence = try MusicSequence(file)
        sequence.tracks[0].move(0..<1, by: 480)
        var sounding = Set<UInt8>()
        for event in try sequence.prepared().schedule {
            let key = event.message.data1
            if event.message.isNoteOn {
                #expect(!sounding.contains(key), "\(event.tick)")
                sounding.insert(key)
            } else {
                #expect(sounding.contains(key), "\(event.tick)")
                sounding.remove(key)
            }
        }
        #expect(sounding.isEmpty)
    }

    @Test("Notes that follow each other on a key stay apart in every edit", arguments: 0..<40)
    func ownKeyAfterEdits(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        // Each key has notes that touch, with ends anywhere among the events of their ticks.
        var events: [(tick: Int64, event: MusicEvent)] = []
        for key in [UInt8(60), 62, 64] {
            for step in 0..<12 {
                var note = Note(key: key, duration: 100)
                note.endRank = UInt16(generator.int(0...5))
                events.append((Int64(step) * 100, .note(note)))
            }
        }
        var sequence = MusicSequence(tracks: [MusicTrack(events: events)])
        let start = Int64(generator.int(0...11)) * 100
        switch generator.int(0...3) {
        case 0: sequence.cut(start..<start + 300)
        case 1: sequence.insert(sequence.copy(start..<start + 300), at: 400)
        case 2: sequence.move(start..<Int64.max, by: 200)
        default: sequence.reverse(start..<start + 300)
        }
        var sounding = Set<UInt8>()
        for event in try sequence.prepared().schedule {
            let key = event.message.data1
            let isInOrder =
                event.message.isNoteOn
                ? sounding.insert(key).inserted : sounding.remove(key) != nil
            #expect(isInOrder, "\(event.tick) \(key)")
        }
        #expect(sounding.isEmpty)
    }
}
