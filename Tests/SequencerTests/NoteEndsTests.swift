import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// Files whose notes have all got an end.
struct NoteEndsTests {
    private func file(
        _ tracks: [[(Int64, Event)]],
        end: Int64? = nil,
        format: MIDIFile.Format = .simultaneous
    ) -> MIDIFile {
        MIDIFile(
            format: format,
            division: .ticksPerQuarter(100),
            tracks: tracks.map { .of($0, end: end) }
        )
    }

    /// The notes of a file that do not end, by a count of its own.
    private func stuckNotes(_ file: MIDIFile) -> Int {
        PreparedSequence.sequences(from: file).reduce(0) { total, sequence in
            var open: [[UInt8]: Int] = [:]
            for event in sequence.schedule {
                guard case .channel = event.kind else {
                    let bytes = sequence.schedule.bytes(Int(event.bits))
                    if Self.resets.contains(where: { bytes.starts(with: $0) }) {
                        open = open.filter { $0.key[0] != event.port }
                    }
                    continue
                }
                let message = event.message
                let key = [event.port, message.channel, message.data1]
                if message.isNoteOn { open[key, default: 0] += 1 }
                if message.isNoteOff { open[key] = max(open[key, default: 0] - 1, 0) }
                guard message.status & 0xF0 == 0xB0,
                    message.data1 == 120 || message.data1 >= 123
                else { continue }
                open = open.filter { Array($0.key.prefix(2)) != [event.port, message.channel] }
            }
            return total + open.values.reduce(0, +)
        }
    }

    private static let resets: [[UInt8]] = [
        [0x7E, 0x7F, 9], [0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F],
    ]

    private func events(_ file: MIDIFile, track: Int = 0) -> [String] {
        PreparedSequence.sequences(from: file)
            .flatMap { $0.schedule.filter { $0.track == UInt16(track) }.map(\.short) }
    }

    @Test func aNoteWithoutANoteOffEndsWithItsTrack() {
        let ended = file([[(0, .on(0, 60)), (10, .on(0, 62)), (20, .off(0, 62))]], end: 50)
            .endingAllNotes()
        #expect(ended.noteOffs == 1)
        #expect(
            events(ended.file) == [
                "0 0:90 3C 64", "10 0:90 3E 64", "20 0:80 3E 40", "50 0:80 3C 40",
            ]
        )
        #expect(ended.file.tracks[0].endTick == 50)
    }

    @Test func aNoteOnTheLastTickLastsForAQuarterNote() {
        let ended = file([[(0, .on(0, 60)), (40, .on(0, 62))]]).endingAllNotes().file
        #expect(
            events(ended) == ["0 0:90 3C 64", "40 0:90 3E 64", "40 0:80 3C 40", "140 0:80 3E 40"]
        )
        #expect(ended.tracks[0].endTick == 140)
    }

    @Test func aNoteOffThatEndsSeveralNotesIsWrittenForEach() {
        let lost: [(Int64, Event)] = [
            (0, .on(0, 60)), (10, .on(0, 60)), (20, .off(0, 60)), (20, .on(0, 60)),
            (30, .off(0, 60)), (40, .on(0, 60)), (45, .on(0, 60)), (50, .off(0, 60)),
            (60, .off(0, 60)),
        ]
        let ended = file([lost]).endingAllNotes()
        // The overlapping notes at the end come out even, and stay as they are.
        #expect(ended.noteOffs == 1)
        #expect(
            events(ended.file).prefix(5) == [
                "0 0:90 3C 64", "10 0:90 3C 64", "20 0:80 3C 40", "20 0:80 3C 40", "20 0:90 3C 64",
            ]
        )
        #expect(events(ended.file).count == lost.count + 1)
        #expect(stuckNotes(ended.file) == 0)
    }

    @Test func aNoteOffInAnotherTrackCounts() {
        let whole = file([[(0, .on(0, 60))], [(50, .off(0, 60))]])
        #expect(whole.endingAllNotes().noteOffs == 0)
        // In format 2 tracks are pieces of their own.
        let pieces = file([[(0, .on(0, 60))], [(50, .off(0, 60))]], end: 80, format: .independent)
        let ended = pieces.endingAllNotes()
        #expect(ended.noteOffs == 1)
        #expect(ended.file.tracks[0].count == 3)
        #expect(stuckNotes(ended.file) == 0)
    }

    @Test func whatEndsAllNotesIsAnEnd() {
        for end: Event in [.cc(0, 120, 0), .cc(0, 123, 0), .cc(0, 126, 1), .gsReset] {
            #expect(file([[(0, .on(0, 60)), (50, end)]]).endingAllNotes().noteOffs == 0)
            #expect(file([[(50, end), (50, .on(0, 60))]]).endingAllNotes().noteOffs == 1)
        }
        #expect(file([[(0, .on(0, 60)), (50, .cc(1, 123, 0))]]).endingAllNotes().noteOffs == 1)
    }

    @Test func aNoteEndsOnThePortOnWhichItBegan() {
        let ended = file([[(0, .port(1)), (0, .on(0, 60)), (10, .port(2)), (20, .on(0, 61))]])
            .endingAllNotes().file
        #expect(stuckNotes(ended) == 0)
        #expect(stuckNotes(file([[(0, .port(1)), (0, .on(0, 60)), (10, .port(2))]])) == 1)
    }

    @Test func nothingElseChanges() {
        let tracks: [[(Int64, Event)]] = [
            [(0, .text(3, "A")), (0, .tempo(400_000)), (5, .on(0, 60)), (5, .cc(0, 64, 127))],
            [(0, .program(1, 5)), (7, .on(1, 60)), (9, .off(1, 60)), (9, .gsReset)],
        ]
        let before = file(tracks, end: 30)
        let after = before.endingAllNotes().file
        #expect(after.tracks[1] == before.tracks[1])
        #expect(Array(after.tracks[0].prefix(4)) == Array(before.tracks[0].prefix(4)))
        #expect(after.tracks[0].endTick == 30)
        let even = file([[(0, .on(0, 60)), (9, .off(0, 60))]])
        #expect(even.endingAllNotes().file.tracks == even.tracks)
    }

    @Test(arguments: 0..<60)
    func ofWhateverNotesNoneIsLeftWithoutAnEnd(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 4_000)
        var tracks: [[(Int64, Event)]] = []
        for _ in 0..<random.int(1...3) {
            var tick: Int64 = 0
            var track: [(Int64, Event)] = []
            for _ in 0..<random.int(0...120) {
                tick += Int64(random.int(0...2))
                let (channel, key) = (random.byte(0...1), random.byte(60...62))
                switch random.int(0...40) {
                case 0: track.append((tick, .cc(channel, [120, 123, 127][random.int(0...2)], 0)))
                case 1: track.append((tick, .gsReset))
                case 2: track.append((tick, .port(random.byte(0...1))))
                case 3:
                    let status: UInt8 = random.int(0...1) == 0 ? 0x90 : 0x80
                    track.append((tick, .packet(.escape, [status | channel, key, 64])))
                case 4...22: track.append((tick, .on(channel, key, random.byte(1...127))))
                default: track.append((tick, .off(channel, key)))
                }
            }
            tracks.append(track)
        }
        let format: MIDIFile.Format = seed % 5 == 0 ? .independent : .simultaneous
        let before = file(tracks, format: format)
        let ended = before.endingAllNotes()
        #expect(stuckNotes(ended.file) == 0)
        #expect((ended.noteOffs > 0) == (stuckNotes(before) > 0))
        // It can be written, and is even then.
        let read = try MIDIFile(try ended.file.bytes())
        #expect(stuckNotes(read) == 0)
        #expect(read.endingAllNotes().noteOffs == 0)
        let counts = zip(ended.file.tracks, before.tracks).map { $0.0.count - $0.1.count }
        #expect(counts.reduce(0, +) >= ended.noteOffs)
    }

    @Test func noFaultOfAFileLeavesANoteWithoutAnEnd() throws {
        var added = 0
        for example in FaultCase.all {
            for song in [example.wrong, example.right] {
                let ended = try MIDIFile(song.bytes).endingAllNotes()
                #expect(stuckNotes(ended.file) == 0, "\(example.testDescription)")
                for sequence in PreparedSequence.sequences(from: ended.file) {
                    let report = FaultReport(of: sequence, in: ended.file, limit: 100)
                    #expect(
                        !report.faults.contains { $0.code == .stuckNote },
                        "\(example.testDescription)"
                    )
                }
                added += ended.noteOffs
            }
        }
        #expect(added > 0)
    }

    /// A small song, cut at every byte and with every byte changed.
    @Test func noDamageLeavesANoteWithoutAnEnd() throws {
        let first: [(Int64, Event)] = [
            (0, .tempo(500_000)), (0, .port(1)), (0, .on(0, 60)), (20, .on(0, 64)),
            (40, .off(0, 60)), (50, .off(0, 64)), (60, .on(0, 60)), (70, .off(0, 60)),
        ]
        let second: [(Int64, Event)] = [
            (0, .on(9, 36)), (10, .off(9, 36)), (30, .packet(.escape, [0x90, 60, 64])),
            (40, .packet(.escape, [0x80, 60, 64])), (50, .on(1, 60)), (90, .off(1, 60)),
        ]
        let song = file([first, second])
        let bytes = try song.bytes()
        var read = 0
        func check(_ damaged: [UInt8]) {
            guard let file = try? MIDIFile(damaged) else { return }
            read += 1
            let stuck = stuckNotes(file.endingAllNotes().file)
            #expect(stuck == 0, "\(damaged)")
        }
        for count in 14...bytes.count { check(Array(bytes.prefix(count))) }
        for (index, byte) in bytes.enumerated() {
            for value in [byte ^ 1, byte ^ 0x10, byte ^ 0x80, 0, 0xFF] {
                var damaged = bytes
                damaged[index] = value
                check(damaged)
            }
        }
        #expect(read > bytes.count * 3)
    }
}
