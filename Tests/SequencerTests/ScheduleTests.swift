import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

struct ScheduleTests {
    @Test func anEventIsSixteenBytes() {
        #expect(MemoryLayout<ScheduledEvent>.size == 16)
        #expect(MemoryLayout<ScheduledEvent>.stride == 16)
        #expect(MemoryLayout<PlayedEvent>.stride == 16)
    }

    private func order(_ tracks: [[(Int64, Event)]]) -> [String] {
        PreparedSequence.of(tracks.map { Track.of($0) }).schedule.map(\.short)
    }

    @Test func betweenTracksOffsGoBeforeOthersBeforeOns() {
        let merged = order([
            [(10, .on(0, 60))], [(10, .program(0, 5))], [(0, .on(0, 62)), (10, .off(0, 62))],
        ])
        #expect(merged == ["0 2:90 3E 64", "10 2:80 3E 40", "10 1:C0 5", "10 0:90 3C 64"])
    }

    @Test func withinATrackFileOrderStays() {
        let merged = order([
            [(0, .on(0, 60)), (5, .cc(0, 64, 127)), (5, .off(0, 60)), (5, .on(0, 61))],
            [(5, .on(1, 70)), (5, .off(1, 70)), (5, .cc(1, 1, 1))],
        ])
        // The second track's note-on stands before its zero-length note's end, so the first
        // track's three events come first, up to its own note-on.
        #expect(
            merged == [
                "0 0:90 3C 64", "5 0:B0 40 7F", "5 0:80 3C 40", "5 0:90 3D 64", "5 1:91 46 64",
                "5 1:81 46 40", "5 1:B1 1 1",
            ]
        )
    }

    @Test func tiesGoByTrackAndVelocityZeroIsAnOff() {
        let merged = order([
            [(3, .cc(0, 7, 1))], [(3, .on(0, 60, 0))], [(3, .cc(0, 7, 2))], [(3, .off(0, 61))],
        ])
        #expect(merged == ["3 1:90 3C 0", "3 3:80 3D 40", "3 0:B0 7 1", "3 2:B0 7 2"])
    }

    @Test(arguments: 0..<10)
    func theMergeIsThatOfASlowSearch(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let tracks = (0..<random.int(1...12)).map { _ in
            var tick: Int64 = 0
            return (0..<random.int(0...60)).map { _ -> (Int64, Event) in
                tick += Int64(random.int(0...2))
                let key = random.byte()
                return (tick, [.on(0, key), .off(0, key), .cc(0, 7, key)][random.int(0...2)])
            }
        }
        var heads = tracks.map { $0[...] }
        var expected: [String] = []
        func rank(_ event: Event) -> Int {
            guard case .channel(let message) = event else { return 1 }
            return message.isNoteOff ? 0 : (message.isNoteOn ? 2 : 1)
        }
        while let next = heads.indices.filter({ !heads[$0].isEmpty }).min(by: { left, right in
            guard let a = heads[left].first, let b = heads[right].first else { return false }
            return (a.0, rank(a.1), left) < (b.0, rank(b.1), right)
        }) {
            let (tick, event) = heads[next].removeFirst()
            guard case .channel(let message) = event else { continue }
            expected.append(
                ScheduledEvent(
                    tick: tick,
                    bits: message.bits,
                    track: UInt16(next),
                    port: 0,
                    kind: .channel
                ).short
            )
        }
        #expect(order(tracks) == expected)
    }

    @Test func packetsAreJoinedAndSentAtTheLast() {
        let schedule = PreparedSequence.of([
            (0, .packet(.start, [0x43, 1])), (10, .packet(.continuation, [2, 3])),
            (20, .packet(.continuation, [4, 0xF7])), (30, .packet(.start, [0x7D, 0xF7])),
        ]).schedule
        #expect(schedule.map(\.short) == ["20 0:sx0", "30 0:sx1"])
        #expect(schedule.bytes(0) == [0x43, 1, 2, 3, 4])
        #expect(schedule.bytes(1) == [0x7D])
        #expect(schedule.systemExclusiveCount == 2)
        #expect(schedule.systemExclusive(2).isEmpty)
        #expect(schedule.systemExclusive(-1).isEmpty)
    }

    @Test func aMessageWithoutItsEndIsSentWhereItStands() {
        let schedule = PreparedSequence.of([
            (0, .cc(0, 7, 1)), (5, .packet(.start, [1, 2])), (5, .cc(0, 7, 2)),
            (9, .cc(0, 7, 3)), (12, .packet(.start, [3, 0xF7])), (15, .packet(.start, [4])),
        ]).schedule
        #expect(
            schedule.map(\.short) == [
                "0 0:B0 7 1", "5 0:sx0", "5 0:B0 7 2", "9 0:B0 7 3", "12 0:sx1", "15 0:sx2",
            ]
        )
        #expect(schedule.bytes(0) == [1, 2])
        #expect(schedule.bytes(2) == [4])
    }

    @Test func escapesAreTakenApart() {
        let sequence = PreparedSequence.of([
            (
                7,
                .packet(
                    .escape,
                    [
                        0xF8, 0x91, 60, 100, 62, 0xFE, 0xF0, 0x7D, 5, 0xF7, 0xF3, 1, 0xC2, 9, 0x40,
                        0xF0, 1,
                    ]
                )
            )
        ])
        #expect(
            sequence.schedule.map(\.short) == ["7 0:91 3C 64", "7 0:sx0", "7 0:C2 9", "7 0:C2 40"]
        )
        #expect(sequence.schedule.bytes(0) == [0x7D, 5])
        // F8, 62 (cut off by FE), FE, F3 01, F0 01.
        #expect(sequence.diagnostics.map(\.code) == [.escapeDropped])
        #expect(sequence.diagnostics.first?.description.contains("7 bytes") == true)
    }

    @Test func unpairedNotesAreKnown() {
        let sequence = PreparedSequence.of([
            (0, .on(0, 60)), (1, .off(0, 60)), (2, .on(0, 61)), (3, .on(0, 61)), (4, .off(0, 61)),
            (5, .on(1, 62)), (6, .cc(1, 123, 0)), (7, .on(2, 63)),
        ])
        let notes = sequence.schedule.unbalanced.keys
        #expect(
            notes == [.init(port: 0, channel: 0, key: 61), .init(port: 0, channel: 2, key: 63)]
        )
        #expect(sequence.schedule.unbalanced.count == 2)
        #expect(!sequence.schedule.unbalanced.isEmpty)
    }

    @Test func rhythmPartMessagesMakeDrumChannels() {
        func rhythm(_ block: UInt8, _ map: UInt8) -> Event {
            let part: UInt8 = 0x10 | block
            let sum: UInt8 = 0x40 + part + 0x15 + map
            let check: UInt8 = 128 - sum % 128
            return .packet(
                .start,
                [0x41, 0x10, 0x42, 0x12, 0x40, part, 0x15, map, check, 0xF7]
            )
        }
        #expect(PreparedSequence.of([Track]()).schedule.drumChannels == [1 << 9])
        // Block 0xA is part 11; block 0 is part 10.
        let eleven = PreparedSequence.of([(0, rhythm(0xA, 2)), (1, .on(10, 36))])
        #expect(eleven.schedule.drumChannels == [1 << 9 | 1 << 10])
        let melodic = PreparedSequence.of([(0, rhythm(0, 0)), (1, .on(9, 36))])
        #expect(melodic.schedule.drumChannels == [0])
    }

    /// Banks make drums by the standard of the last reset.
    @Test func banksMakeDrumChannels() {
        let xg = Event.packet(.start, [0x43, 0x10, 0x4C, 0, 0, 0x7E, 0, 0xF7])
        let otherDevice = Event.packet(.start, [0x43, 0x15, 0x4C, 0, 0, 0x7E, 0, 0xF7])
        let gm2 = Event.packet(.start, [0x7E, 0x7F, 0x09, 0x03, 0xF7])
        let gm = Event.packet(.start, [0x7E, 0x05, 0x09, 0x01, 0xF7])
        func drums(_ resets: [Event], _ banks: [UInt8], on channel: UInt8) -> UInt16 {
            let setting = resets + banks.map { .cc(channel, 0, $0) } + [.program(channel, 0)]
            let notes: [Event] = [.on(channel, 36), .off(channel, 36)]
            let events = (setting + notes).enumerated().map { (Int64($0), $1) }
            return PreparedSequence.of(events).schedule.drumChannels[0] & 1 << UInt16(channel)
        }
        for reset in [xg, otherDevice] {
            for bank: UInt8 in [120, 126, 127] { #expect(drums([reset], [bank], on: 2) != 0) }
            for bank: UInt8 in [0, 1, 64, 121, 125] { #expect(drums([reset], [bank], on: 2) == 0) }
            #expect(drums([reset], [127, 0], on: 2) == 0)
            #expect(drums([reset], [], on: 9) != 0)
            #expect(drums([reset], [0], on: 9) == 0)
            #expect(drums([reset], [0, 127], on: 9) != 0)
        }
        #expect(drums([gm2], [120], on: 2) != 0)
        #expect(drums([gm2], [120, 5], on: 2) != 0)
        for bank: UInt8 in [121, 127, 126, 0] { #expect(drums([gm2], [bank], on: 2) == 0) }
        #expect(drums([gm2], [121], on: 9) == 0)
        // In GM and GS banks make no drums, whatever stood before.
        for resets in [[], [gm], [.gsReset], [xg, gm], [xg, .gsReset], [gm2, gm]] {
            #expect(drums(resets, [127], on: 2) == 0)
            #expect(drums(resets, [120], on: 2) == 0)
            #expect(drums(resets, [0], on: 9) != 0)
        }
    }

    @Test func programsKnowThatABankMadeDrums() throws {
        let xg = Event.packet(.start, [0x43, 0x10, 0x4C, 0, 0, 0x7E, 0, 0xF7])
        let sequence = PreparedSequence.of([
            (0, xg), (1, .cc(2, 0, 127)), (2, .program(2, 0)), (3, .on(2, 36)), (3, .on(3, 36)),
            (9, .off(2, 36)), (9, .off(3, 36)),
        ])
        #expect(sequence.programs.first { $0.channel == 2 }?.isDrums == true)
        #expect(sequence.programs.first { $0.channel == 3 }?.isDrums == false)
    }
}
