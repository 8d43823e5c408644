import MIDI
import SamplerHost
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

/// A on key 69 for two seconds; B on key 57 for three: with a crossfade of half a second B begins
/// at 1.5 s.
@Suite("A crossfade") struct CrossfadeTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static func song(_ key: UInt8, _ end: UInt32) -> SMFBuilder {
        SMFBuilder.milliseconds { track in
            track.key(0...end, key)
            track.endTick = end
        }
    }

    /// A performance of A, behind which B is queued, with their racks.
    private struct Pair {
        let performance: Performance
        let racks: [SamplerRack]
        let sequences: [PreparedSequence]
        let items: [PlayItem]
        var engine: Engine { performance.engine }

        /// The reports about items, in the order in which they came.
        var words: [String] {
            performance.reports.compactMap { report in
                switch report {
                case .began(let item, _): "began \(item)"
                case .ended(let item, _): "ended \(item)"
                case .replaced(let item): "replaced \(item)"
                case .fading(let item, let frame, let position, let remaining):
                    "fading \(item) \(frame) \(position) \(remaining)"
                case .halted(let item, _): "halted \(item)"
                default: nil
                }
            }
        }

        var racksReturned: Int {
            performance.reports.count { if case .returned(.rack) = $0 { true } else { false } }
        }
    }

    private func pair() throws -> Pair {
        let performance = try Performance(font: studio.font)
        let sequences = try [sequence(Self.song(69, 2_000)), sequence(Self.song(57, 3_000))]
        let racks = try sequences.map { try performance.rack(for: $0) }
        let items = sequences.map {
            PlayItem(sequence: $0, rate: 48_000, speed: .normal, startsAnew: true)
        }
        performance.at(0) {
            _ = performance.engine.start(items[0], on: racks[0])
            _ = performance.engine.enqueue(items[1], on: racks[1], crossfade: 24_000)
        }
        return Pair(
            performance: performance,
            racks: racks,
            sequences: sequences,
            items: items
        )
    }

    @Test("begins the next item before the end, and the powers of both add up to one")
    func levels() throws {
        let pair = try pair()
        try pair.performance.run(until: 5_000)
        let performance = pair.performance
        let full = try performance.level(ofKey: 69, at: 1_000)
        #expect(try abs(performance.level(ofKey: 57, at: 3_000) - full) < 0.1)
        #expect(try performance.level(ofKey: 57, at: 1_440) < -90)
        for (time, part) in [(1_600, 0.24), (1_730, 0.5), (1_880, 0.8)] {
            let old = try performance.level(ofKey: 69, at: time)
            let new = try performance.level(ofKey: 57, at: time)
            // A window of 40 ms, in the middle of which the part has been reached.
            #expect(abs(old - full - decibels((1 - part).squareRoot())) < 0.2, "\(time): \(old)")
            #expect(abs(new - full - decibels(part.squareRoot())) < 0.2, "\(time): \(new)")
        }
        #expect(try performance.level(ofKey: 69, at: 2_100) < -90)
        #expect(
            pair.words == [
                "began 0", "fading 0 72000 72000 24000", "began 1", "ended 0", "ended 1",
            ]
        )
        let begins = performance.reports.compactMap { report -> Int64? in
            guard case .began(1, let frame) = report else { return nil }
            return frame
        }
        #expect(begins == [72_000])
        let ends = performance.reports.compactMap { report -> Int64? in
            guard case .ended(_, let frame) = report else { return nil }
            return frame
        }
        #expect(ends == [96_000, 72_000 + 144_000])
    }

    @Test("leaves nothing of the first item, nor of its samplers")
    func racksLeave() throws {
        let pair = try pair()
        let performance = pair.performance
        var returned = 0
        performance.at(2_200) { returned = pair.racksReturned }
        try performance.run(until: 2_500)
        #expect(returned == 1)
    }

    @Test("follows the master volume of its piece")
    func masterVolume() throws {
        let performance = try Performance(font: studio.font)
        let songs = try [
            sequence(Self.song(69, 2_000)),
            sequence(
                SMFBuilder.milliseconds { track in
                    track.key(0...3_000, 57)
                    track.systemExclusive(at: 100, [0x7F, 0x7F, 0x04, 0x01, 0x00, 0x40, 0xF7])
                    track.endTick = 3_000
                }
            ),
        ]
        let racks = try songs.map { try performance.rack(for: $0) }
        performance.at(0) {
            for (song, rack) in zip(songs, racks) {
                let item = PlayItem(sequence: song, rate: 48_000, speed: .normal, startsAnew: true)
                _ = performance.engine.enqueue(item, on: rack, crossfade: 24_000)
            }
        }
        try performance.run(until: 4_000)
        let full = try performance.level(ofKey: 69, at: 1_000)
        let quiet = try performance.level(ofKey: 57, at: 3_000)
        #expect(quiet < full - 8)
        let middle = try performance.level(ofKey: 57, at: 1_730)
        #expect(abs(middle - quiet - decibels(0.5.squareRoot())) < 0.3, "\(middle) \(quiet)")
    }

    @Test("is left out between items on one rack, and where nothing follows yet begins late")
    func late() throws {
        let same = try Performance(font: studio.font)
        let song = try sequence(Self.song(69, 1_000))
        let rack = try same.rack(for: song)
        let item = PlayItem(sequence: song, rate: 48_000, speed: .normal, startsAnew: true)
        same.at(0) {
            _ = same.engine.start(item, on: rack)
            _ = same.engine.enqueue(item, on: rack, crossfade: 24_000)
        }
        try same.run(until: 2_500)
        #expect(try same.isHeard(69, at: 900))
        let ends = same.reports.compactMap { report -> Int64? in
            guard case .ended(_, let frame) = report else { return nil }
            return frame
        }
        #expect(ends == [48_000, 96_000])

        let late = try Performance(font: studio.font)
        let sequences = try [sequence(Self.song(69, 2_000)), sequence(Self.song(57, 3_000))]
        let racks = try sequences.map { try late.rack(for: $0) }
        let items = sequences.map {
            PlayItem(sequence: $0, rate: 48_000, speed: .normal, startsAnew: true)
        }
        late.at(0) { _ = late.engine.start(items[0], on: racks[0]) }
        late.at(1_900) { _ = late.engine.enqueue(items[1], on: racks[1], crossfade: 24_000) }
        try late.run(until: 3_000)
        let begins = late.reports.compactMap { report -> Int64? in
            guard case .began(1, let frame) = report else { return nil }
            return frame
        }
        let begin = try #require(begins.first)
        #expect((91_200..<92_000).contains(begin))
        #expect(try late.isHeard(57, at: 2_100))
        #expect(try late.level(ofKey: 69, at: 2_050) < -60)
    }

    @Test("ends with a halt, and the item that begins anew is as loud as ever")
    func halted() throws {
        let pair = try pair()
        let performance = pair.performance
        performance.at(1_700) { pair.engine.halt() }
        performance.at(2_000) {
            let item = PlayItem(
                sequence: pair.sequences[1],
                rate: 48_000,
                speed: .normal,
                from: 12_000,
                chaseNotes: true
            )
            _ = pair.engine.start(item, on: pair.racks[1])
        }
        try performance.run(until: 3_500)
        let full = try performance.level(ofKey: 69, at: 1_000)
        #expect(try performance.level(ofKey: 69, at: 1_900) < -60)
        #expect(try performance.level(ofKey: 57, at: 1_900) < -60)
        #expect(try abs(performance.level(ofKey: 57, at: 2_500) - full) < 0.1)
        let words = pair.words.filter { !$0.hasPrefix("fading") }
        #expect(words.prefix(4).sorted() == ["began 0", "began 1", "ended 0", "halted 1"])
    }

    @Test("goes back where the first item is started again")
    func back() throws {
        let pair = try pair()
        let performance = pair.performance
        performance.at(1_700) {
            let item = PlayItem(
                sequence: pair.sequences[0],
                rate: 48_000,
                speed: .normal,
                from: 0,
                chaseNotes: true
            )
            _ = pair.engine.start(item, on: pair.racks[0])
        }
        try performance.run(until: 3_000)
        let full = try performance.level(ofKey: 69, at: 1_000)
        #expect(try abs(performance.level(ofKey: 69, at: 2_500) - full) < 0.1)
        #expect(try performance.level(ofKey: 57, at: 2_500) < -60)
    }

    @Test("continues where the new item is moved, and with other samplers for it")
    func seekAndSwap() throws {
        let pair = try pair()
        let performance = pair.performance
        let (sequences, racks) = (pair.sequences, pair.racks)
        performance.at(1_600) {
            let item = PlayItem(
                sequence: sequences[1],
                rate: 48_000,
                speed: .normal,
                from: 48_000,
                chaseNotes: true
            )
            _ = pair.engine.start(item, on: racks[1])
        }
        performance.at(1_650) {
            let other = try performance.rack(for: sequences[1])
            #expect(pair.engine.replaceRack(racks[1], with: other))
        }
        try performance.run(until: 3_500)
        let full = try performance.level(ofKey: 69, at: 1_000)
        let middle = try performance.level(ofKey: 69, at: 1_730)
        #expect(abs(middle - full - decibels(0.5.squareRoot())) < 0.2)
        #expect(try performance.level(ofKey: 57, at: 1_730) < full - 1)
        #expect(try performance.level(ofKey: 69, at: 2_100) < -90)
        // No more than one rack of B plays it in the end.
        #expect(try performance.level(ofKey: 57, at: 3_000) <= full + 0.1)
    }

    @Test("continues without the new item where that ends first, and another follows")
    func shortItem() throws {
        let pair = try pair()
        let performance = pair.performance
        let third = try sequence(Self.song(64, 1_000))
        let rack = try performance.rack(for: third)
        performance.at(1_600) {
            let item = PlayItem(
                sequence: pair.sequences[1],
                rate: 48_000,
                speed: .normal,
                from: 139_200,
                chaseNotes: true
            )
            _ = pair.engine.start(item, on: pair.racks[1])
            let last = PlayItem(sequence: third, rate: 48_000, speed: .normal, startsAnew: true)
            _ = pair.engine.enqueue(last, on: rack, crossfade: 24_000)
        }
        var returned: [Int] = []
        performance.at(1_950) { returned.append(pair.racksReturned) }
        performance.at(2_400) { returned.append(pair.racksReturned) }
        try performance.run(until: 3_000)
        let full = try performance.level(ofKey: 69, at: 1_000)
        // B ends at 1.7 s, and its rack leaves; A fades out to 2 s.
        let middle = try performance.level(ofKey: 69, at: 1_730)
        #expect(abs(middle - full - decibels(0.5.squareRoot())) < 0.2)
        #expect(try performance.level(ofKey: 69, at: 2_100) < -60)
        #expect(try abs(performance.level(ofKey: 64, at: 2_200) - full) < 0.1)
        #expect(returned == [1, 2])
    }
}
