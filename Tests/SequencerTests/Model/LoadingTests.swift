import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("Options when a MusicSequence is loaded")
struct LoadingTests {
    private let division = Division.ticksPerQuarter(480)

    @Test("One track of all channels becomes a track for each")
    func channels() throws {
        let track = Track.of([
            (0, .tempo(400_000)), (0, .on(0, 60)), (0, .on(9, 36)), (10, .on(4, 62)),
            (480, .off(0, 60)), (480, .off(9, 36)), (480, .off(4, 62)),
        ])
        let file = MIDIFile(format: .single, division: division, tracks: [track])
        let whole = try MusicSequence(file)
        #expect(whole.tracks.count == 1)
        #expect(whole.firstTrackIndex == 0)
        let split = try MusicSequence(file, options: .channelsToTracks)
        #expect(split.tracks.map { $0.events.first?.event.channel } == [0, 4, 9])
        #expect(split.tracks.map(\.notes) == [["0 60 480"], ["10 62 470"], ["0 36 480"]])
        #expect(split.tempoMap == whole.tempoMap)
    }

    @Test("One pattern of format 2 is split by channels, too")
    func channelsOfAPattern() throws {
        let track = Track.of([(0, .on(0, 60)), (0, .on(4, 62)), (9, .off(0, 60)), (9, .off(4, 62))])
        let file = MIDIFile(format: .independent, division: division, tracks: [track])
        let split = try MusicSequence(file, options: .channelsToTracks)
        #expect(split.tracks.map { $0.events.first?.event.channel } == [0, 4])
    }

    @Test("A track that changes its port becomes one for each port")
    func ports() throws {
        let track = Track.of(
            [
                (0, .text(0x03, "All")), (0, .text(0x05, "la")), (0, .port(1)), (0, .on(0, 60)),
                (100, .off(0, 60)), (200, .port(4)), (200, .on(0, 62)), (300, .port(1)),
                (300, .on(0, 64)), (310, .port(4)), (400, .off(0, 62)), (410, .port(1)),
                (500, .off(0, 64)),
            ],
            end: 960
        )
        let other = Track.of([(0, .on(1, 50)), (480, .off(1, 50))])
        let file = MIDIFile(format: .simultaneous, division: division, tracks: [other, track])
        let whole = try MusicSequence(file)
        #expect(whole.tracks.map(\.destination) == [nil, 1])
        let split = try MusicSequence(file, options: .portsToGroups)
        #expect(split.tracks.map(\.destination) == [nil, 1, 4])
        #expect(split.tracks.map(\.name) == [nil, "All", "All"])
        #expect(split.tracks[1].notes == ["0 60 100", "300 64 200"])
        #expect(split.tracks[2].notes == ["200 62 200"])
        #expect(split.tracks.map(\.endTick) == [480, 960, 960])
        #expect(split.groups == [0: [0], 1: [1], 4: [2]])
        // The same sounds on the same ports, whatever the track.
        let (before, after) = (PreparedSequence.sequences(from: file)[0], try split.prepared())
        #expect(before.ports == after.ports)
        let sounds = Music(before).sounds.map { "\($0.tick) \($0.port) \($0.bytes)" }
        #expect(sounds == Music(after).sounds.map { "\($0.tick) \($0.port) \($0.bytes)" })
    }

    @Test("Patterns of format 2 are sequences of their own")
    func patterns() throws {
        let tracks = [60, 62].map { key in
            Track.of([(0, .tempo(UInt32(key) * 10_000)), (0, .on(0, key)), (480, .off(0, key))])
        }
        let file = MIDIFile(format: .independent, division: division, tracks: tracks)
        let sequences = try MusicSequence.sequences(from: file)
        #expect(sequences.map { $0.tracks.count } == [1, 1])
        #expect(
            sequences.map { $0.tempoMap.changes[0].microsecondsPerQuarter } == [600_000, 620_000]
        )
        #expect {
            try MusicSequence(file)
        } throws: { error in
            (error as? SequenceError)?.code == .severalSequences
        }
    }

    @Test("A file without anything becomes a sequence without anything")
    func nothing() throws {
        let file = MIDIFile(format: .simultaneous, division: division, tracks: [])
        let sequence = try MusicSequence(file)
        #expect(sequence.tracks.isEmpty)
        #expect(sequence.endTick == 0)
        #expect(try sequence.prepared().schedule.isEmpty)
        #expect(try !sequence.midiFile().bytes().isEmpty)
    }
}
