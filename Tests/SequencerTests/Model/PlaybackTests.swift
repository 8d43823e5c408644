import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("How a MusicSequence is played")
struct PlaybackTests {
    /// The note-ons of a track as `tick key`.
    private func ons(_ sequence: PreparedSequence, track: Int) -> [String] {
        sequence.schedule.filter { Int($0.track) == track && $0.message.isNoteOn }
            .map { "\($0.tick) \($0.message.data1)" }
    }

    private func offs(_ sequence: PreparedSequence, track: Int) -> [String] {
        sequence.schedule.filter { Int($0.track) == track && $0.message.isNoteOff }
            .map { "\($0.tick) \($0.message.data1)" }
    }

    @Test("A loop repeats the end of its track, as often as it says")
    func loop() throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 100), (480, 62, 480)])])
        sequence.tracks[0].loop = TrackLoop(length: 480, count: 3)
        let prepared = try sequence.prepared()
        #expect(ons(prepared, track: 1) == ["0 60", "480 62", "960 62", "1440 62"])
        #expect(prepared.endTick == 1920)
        // A loop that is longer than its track has silence at its end.
        sequence.tracks[0].loop = TrackLoop(length: 1000, count: 2)
        #expect(try sequence.prepared().endTick == 2000)
        sequence.tracks[0].length = 960
        #expect(try sequence.prepared().endTick == 1920)
        sequence.tracks[0].length = nil
        sequence.tracks[0].loop = TrackLoop(length: 480, count: 1)
        #expect(try sequence.prepared().endTick == 960)
    }

    @Test("Endless loops of different lengths go on to the end of the longest other track")
    func endless() throws {
        var sequence = MusicSequence(tracks: [
            .notes([(0, 60, 2000)]), .notes([(0, 40, 300)]),
            .notes([(0, 50, 350), (350, 52, 350)]),
        ])
        sequence.tracks[1].loop = TrackLoop(length: 300)
        sequence.tracks[2].loop = TrackLoop(length: 700)
        let playback = try sequence.playback()
        #expect(playback.repeats == nil)
        #expect(playback.sequence.endTick == 2000)
        #expect(ons(playback.sequence, track: 2).count == 7)
        #expect(offs(playback.sequence, track: 2).last == "2000 40")
        #expect(
            ons(playback.sequence, track: 3)
                == ["0 50", "350 52", "700 50", "1050 52", "1400 50", "1750 52"]
        )
        #expect(playback.sequence.schedule.unbalanced.isEmpty)
    }

    @Test("If all tracks loop for ever, they do so until the loops meet, and that is repeated")
    func allEndless() throws {
        var sequence = MusicSequence(tracks: [
            .notes([(0, 40, 300)]), .notes([(0, 70, 100), (100, 50, 200)]),
        ])
        sequence.tracks[0].loop = TrackLoop(length: 300)
        sequence.tracks[1].loop = TrackLoop(length: 200)
        let playback = try sequence.playback()
        #expect(playback.repeats == 100..<700)
        #expect(playback.sequence.endTick == 700)
        #expect(ons(playback.sequence, track: 1) == ["0 40", "300 40", "600 40"])
        #expect(ons(playback.sequence, track: 2) == ["0 70", "100 50", "300 50", "500 50"])
    }

    @Test("Loops that never meet, or make too much, are refused")
    func tooMuch() {
        func code(_ sequence: MusicSequence) -> SequenceError.Code? {
            do {
                _ = try sequence.prepared()
                return nil
            } catch {
                return error.code
            }
        }
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 1)]), .notes([(0, 60, 1)])])
        sequence.tracks[0].length = (1 << 59) - 1
        sequence.tracks[1].length = (1 << 59) - 3
        for index in 0...1 { sequence.tracks[index].loop = TrackLoop(length: .max) }
        #expect(code(sequence) == .tooManyEvents)
        sequence.tracks = [.notes([(0, 60, 1)])]
        sequence.tracks[0].loop = TrackLoop(length: 1, count: .max)
        #expect(code(sequence) == .tooManyEvents)
        sequence.tracks[0].loop = TrackLoop(length: -1, count: -1)
        #expect(code(sequence) == nil)
        sequence.tracks[0].insert(.user([]), at: 1 << 40)
        #expect(code(sequence) == .gapTooLong)
    }

    @Test("A start offset moves a track, and what comes before tick 0 is not played")
    func offset() throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 100), (480, 62, 100)])])
        sequence.tracks[0].startOffset = 240
        #expect(ons(try sequence.prepared(), track: 1) == ["240 60", "720 62"])
        sequence.tracks[0].startOffset = -100
        let prepared = try sequence.prepared()
        #expect(ons(prepared, track: 1) == ["380 62"])
        #expect(offs(prepared, track: 1) == ["480 62"])
        sequence.tracks[0].startOffset = .min
        #expect(try sequence.prepared().schedule.isEmpty)
    }

    @Test("Behind its length a track is silent, and notes end there")
    func length() throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 1000), (480, 62, 100)])])
        sequence.tracks[0].insert(.channel(.noteOn(channel: 0, key: 70, velocity: 9)), at: 10)
        sequence.tracks[0].length = 480
        let prepared = try sequence.prepared()
        #expect(ons(prepared, track: 1) == ["0 60", "10 70"])
        #expect(offs(prepared, track: 1) == ["480 60", "480 70"])
        #expect(prepared.endTick == 480)
        // What is written stays whole.
        #expect(PreparedSequence.sequences(from: try sequence.midiFile())[0].endTick == 1000)
    }

    @Test("Transposition and velocities change what is played, not what is written")
    func sound() throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 10), (10, 120, 10)])])
        sequence.tracks[0].insert(Note(key: 36, duration: 10, velocity: 100, channel: 9), at: 20)
        sequence.tracks[0].transpose = 12
        sequence.tracks[0].velocityScale = 0.5
        let prepared = try sequence.prepared()
        let played = prepared.schedule.filter(\.message.isNoteOn).map(\.message)
        #expect(played.map(\.data1) == [72, 120, 36])
        #expect(played.map(\.data2) == [50, 50, 50])
        #expect(prepared.schedule.unbalanced.isEmpty)
        let written = PreparedSequence.sequences(from: try sequence.midiFile())[0]
        #expect(ons(written, track: 1) == ["0 60", "10 120", "20 36"])
        let rendered = try sequence.midiFile(rendering: .asPlayed)
        #expect(
            Music(PreparedSequence.sequences(from: rendered)[0]).sounds == Music(prepared).sounds
        )
        for scale in [Double.nan, -1, 1e300] {
            sequence.tracks[0].velocityScale = scale
            let all = try sequence.prepared().schedule.filter(\.message.isNoteOn)
            #expect(all.allSatisfy { (1...127).contains($0.message.data2) })
        }
    }

    @Test("Mutes and solos are selections of the tracks as a player counts them")
    func mutes() throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 10)]), .notes([(0, 62, 10)])])
        sequence.tracks[1].isMuted = true
        sequence.tracks[0].isSoloed = true
        let own = try sequence.playback()
        #expect(own.muted.tracks == [2])
        #expect(own.soloed.tracks == [1])
        let item = PlayItem(sequence: own.sequence, rate: 48_000, muted: own.muted)
        #expect(play(item).filter(\.message.isNoteOn).map { $0.bytes[1] } == [60])
        sequence.tempoTrack.isOwnTrack = false
        #expect(try sequence.playback().muted.tracks == [1])
        #expect(try sequence.prepared().tracks.count == 2)
    }

    @Test("Parameters and presets become the messages that set them")
    func parameters() throws {
        let events: [(tick: Int64, event: MusicEvent)] = [
            (0, .preset(PresetEvent(program: 7, bankMSB: 1, bankLSB: 2, channel: 3))),
            (1, .parameter(ParameterEvent(.controller(7), value: 999, channel: 3))),
            (2, .parameter(ParameterEvent(.wideController(1), value: 0x1FFF, channel: 3))),
            (3, .parameter(ParameterEvent(.numbered(.bendRange), value: 12 << 7, channel: 3))),
            (4, .parameter(ParameterEvent(.pitchBend, value: 8192, channel: 3))),
            (5, .parameter(ParameterEvent(.channelPressure, value: 5, channel: 3))),
            (6, .parameter(ParameterEvent(.polyphonicPressure(key: 60), value: 6, channel: 3))),
            (
                7,
                .parameter(
                    ParameterEvent(
                        .numbered(ParameterNumber(isRegistered: false, coarse: 1, fine: 8)),
                        value: 64 << 7,
                        channel: 3
                    )
                )
            ),
        ]
        let sequence = MusicSequence(tracks: [MusicTrack(events: events)])
        let bytes = try sequence.prepared().schedule.map(\.message.bytes)
        #expect(
            bytes == [
                [0xB3, 0, 1], [0xB3, 32, 2], [0xC3, 7], [0xB3, 7, 127], [0xB3, 1, 63],
                [0xB3, 33, 127], [0xB3, 101, 0], [0xB3, 100, 0], [0xB3, 6, 12], [0xB3, 38, 0],
                [0xB3, 101, 127], [0xB3, 100, 127], [0xE3, 0, 64], [0xD3, 5], [0xA3, 60, 6],
                [0xB3, 99, 1], [0xB3, 98, 8], [0xB3, 6, 64], [0xB3, 38, 0], [0xB3, 99, 127],
                [0xB3, 98, 127],
            ]
        )
    }

    @Test("User events come when they are played, with offsets and loops")
    func userEvents() throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 480)])])
        sequence.tracks[0].insert(.user([9]), at: 240)
        sequence.tracks[0].loop = TrackLoop(length: 480, count: 2)
        sequence.tracks[0].startOffset = 10
        let events = try sequence.playback().userEvents
        #expect(events.map(\.tick) == [250, 730])
        #expect(events.allSatisfy { $0.track == 0 && $0.bytes == [9] })
    }

    @Test("An old version plays on unchanged while a copy is edited")
    func versions() throws {
        var generator = SeededGenerator(seed: 3)
        var sequence = MusicSequence.random(&generator)
        let old = sequence
        let prepared = try sequence.prepared()
        let before = Music(prepared)
        let item = PlayItem(sequence: prepared, rate: 48_000)
        let heard = play(item)
        sequence.cut(0..<1000)
        sequence.transpose(0..<Int64.max, by: 5)
        sequence.tracks[0].withCursor { cursor in while cursor.delete() != nil {} }
        #expect(sequence != old)
        #expect(Music(prepared) == before)
        #expect(play(item) == heard)
        #expect(Music(try old.prepared()) == before)
    }

    @Test("Messages by hand that no file can have are left out or put right")
    func garbage() throws {
        var note = Note(key: 200, duration: -5, velocity: 0, channel: 99, releaseVelocity: 255)
        #expect(note.key == 127 && note.duration == 0 && note.velocity == 1 && note.channel == 15)
        #expect(note.releaseVelocity == 127)
        (note.key, note.velocity, note.channel, note.duration) = (255, 255, 255, -9)
        let events: [(tick: Int64, event: MusicEvent)] = [
            (0, .note(note)), (-7, .channel(MIDIMessage(status: 0xF8))),
            (0, .channel(MIDIMessage(status: 0x93, data1: 200, data2: 200))),
            (0, .systemExclusive([])), (0, .systemExclusive([1, 0xF7, 2])), (1, .raw([])),
            (1, .meta(.endOfTrack)), (1, .preset(PresetEvent(program: 255, bankMSB: 255))),
            (1, .parameter(ParameterEvent(.controller(255), value: .max, channel: 255))),
            (1, .parameter(ParameterEvent(.wideController(255), value: .max))),
        ]
        let sequence = MusicSequence(tracks: [MusicTrack(events: events)])
        let file = try MIDIFile(sequence.midiFile().bytes())
        #expect(file.diagnostics.isEmpty)
        #expect(
            Music(PreparedSequence.sequences(from: file)[0]).sounds
                == Music(try sequence.prepared()).sounds
        )
    }

    @Test("Thousands of tracks are played and saved")
    func manyTracks() throws {
        let sequence = MusicSequence(tracks: (0..<3000).map { .notes([(Int64($0), 60, 10)]) })
        let file = try MIDIFile(sequence.midiFile().bytes())
        #expect(file.tracks.count == 3001)
        #expect(try MusicSequence(file).tracks.map(\.events) == sequence.tracks.map(\.events))
        #expect(try sequence.prepared().noteCount == 3000)
    }
}
