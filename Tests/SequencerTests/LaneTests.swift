import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// Sequences that are split into lanes.
struct LaneTests {
    /// Track 1 sets channels up, 2 and 3 play the first one, 4 the second.
    private static let band = PreparedSequence.of([
        .of([(0, .program(0, 5)), (0, .program(1, 6)), (0, .gsReset), (1, .cc(1, 7, 90))]),
        .of([(0, .on(0, 60)), (4, .cc(0, 64, 127)), (9, .off(0, 60))]),
        .of([(2, .on(0, 60)), (6, .off(0, 60))]),
        .of([(3, .on(1, 40)), (8, .off(1, 40))]),
    ])

    private func events(_ sequence: PreparedSequence, lane: UInt8) -> [String] {
        sequence.schedule.filter { $0.port == lane }.map(\.short)
    }

    @Test func splittingNothingChangesNothing() throws {
        let split = try #require(Self.band.split(tracks: []))
        #expect(split.schedule === Self.band.schedule)
        #expect(split.lanes == [Lane(port: 0)])
        // A track that the sequence does not have, and one without channel messages.
        #expect(try #require(Self.band.split(tracks: [17])).schedule === Self.band.schedule)
    }

    @Test func aTrackTakesItsMessagesAlongAndOthersSetItUp() throws {
        let split = try #require(Self.band.split(tracks: [2]))
        #expect(split.lanes == [Lane(port: 0), Lane(port: 0, track: 2)])
        #expect(split.ports == [0, 0])
        #expect(events(split, lane: 1) == ["0 0:C0 5", "0 0:sx0", "2 2:90 3C 64", "6 2:80 3C 40"])
        #expect(
            events(split, lane: 0) == [
                "0 0:C0 5", "0 0:C1 6", "0 0:sx0", "0 1:90 3C 64", "1 0:B1 7 5A", "3 3:91 28 64",
                "4 1:B0 40 7F", "8 3:81 28 40", "9 1:80 3C 40",
            ]
        )
        #expect(split.tracks == Self.band.tracks)
        #expect(split.noteCount == 3)
    }

    @Test func aKeyThatTracksSharedIsPairedInEachLane() throws {
        let sequence = PreparedSequence.of([
            .of([(0, .on(0, 60)), (2, .off(0, 60)), (4, .off(0, 60))]),
            .of([(1, .on(0, 60))], end: 9),
        ])
        #expect(sequence.schedule.unbalanced.isEmpty)
        let split = try #require(sequence.split(tracks: [1]))
        #expect(
            split.schedule.unbalanced.keys == [KeySet.Key(port: 1, channel: 0, key: 60)]
        )
    }

    @Test func lanesKeepTheirNumbers() throws {
        let first = try #require(Self.band.split(tracks: [1, 2, 3]))
        #expect(first.lanes.map(\.track) == [nil, 1, 2, 3])
        let second = try #require(Self.band.split(tracks: [0, 1, 3], after: first.lanes))
        #expect(second.lanes.map(\.track) == [nil, 1, 0, 3])
        let third = try #require(Self.band.split(tracks: [3], after: second.lanes))
        #expect(third.lanes.map(\.track) == [nil, nil, nil, 3])
        #expect(events(third, lane: 1).isEmpty)
        #expect(events(third, lane: 3) == events(second, lane: 3))
    }

    @Test func thereAreNoMoreLanesThanNumbers() {
        let tracks = (0..<300).map { _ in Track.of([(0, .on(0, 60)), (2, .off(0, 60))]) }
        let sequence = PreparedSequence.of(tracks)
        #expect(sequence.split(tracks: Set(0..<255))?.lanes.count == 256)
        #expect(sequence.split(tracks: Set(0..<256)) == nil)
    }

    @Test(arguments: ["ch:1", "track:3", "ch:1/1"])
    func selectorsMeanTheSame(_ selector: String) throws {
        let split = try #require(Self.band.split(tracks: [2]))
        let muted = try SelectorSet(parsing: selector).resolve(in: Self.band)
        func notes(_ sequence: PreparedSequence) -> [Heard] {
            play(PlayItem(sequence: sequence, rate: 960, muted: muted))
                .filter { $0.message.isNoteOn }
                .map { Heard(frame: $0.frame, port: 0, bytes: $0.bytes) }
        }
        #expect(notes(split) == notes(Self.band))
        #expect(try SelectorSet(parsing: selector).resolve(in: split) == muted)
    }

    /// Without tracks that set up others, the lanes together are the sequence.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func lanesTogetherAreTheWhole(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let tracks = (0..<random.int(2...6)).map { _ -> Track in
            let channel = random.byte(0...2)
            var tick: Int64 = 0
            var events: [(Int64, Event)] = []
            for _ in 0..<40 {
                tick += Int64(random.int(0...3))
                let key = random.byte(60...63)
                switch random.int(0...3) {
                case 0: events.append((tick, .cc(channel, random.byte(), random.byte())))
                case 1: events.append((tick, .off(channel, key)))
                default: events.append((tick, .on(channel, key)))
                }
            }
            return .of(events)
        }
        let sequence = PreparedSequence.of(tracks)
        let singled = Set(tracks.indices.filter { _ in random.int(0...1) == 0 })
        let split = try #require(sequence.split(tracks: singled))
        #expect(split.schedule.map(\.short) == sequence.schedule.map(\.short))
        for event in split.schedule {
            #expect(
                split.lanes[Int(event.port)].track.map(UInt16.init) ?? event.track == event.track
            )
        }
    }
}
