import MIDI
import SMF
import Sequencer
import Testing

struct PreparedSequenceTests {
    @Test func portsBecomeSamplersInOrderOfAppearance() {
        let sequence = PreparedSequence.of([
            .of([(0, .text(3, "Conductor")), (0, .tempo(400_000)), (0, .port(9))], end: 100),
            .of([
                (0, .port(5)), (0, .on(0, 60)), (10, .off(0, 60)), (10, .port(2)), (20, .on(1, 1)),
            ]),
            .of([(0, .on(2, 60)), (0, .port(5)), (5, .packet(.start, [1, 2, 0xF7]))]),
        ])
        #expect(sequence.ports == [5, 2, 0])
        #expect(sequence.schedule.map(\.port) == [0, 2, 0, 0, 1])
        #expect(sequence.endTick == 100)
        #expect(PreparedSequence.of([Track]()).ports == [0])
    }

    @Test func morePortsThanSamplersShareThem() {
        let events = (0..<20).flatMap { port -> [(Int64, Event)] in
            [(Int64(port), .port(UInt8(port) * 2)), (Int64(port), .on(0, 60))]
        }
        let sequence = PreparedSequence.of(events)
        #expect(sequence.ports.count == 16)
        #expect(sequence.schedule.map(\.port).suffix(5) == [15, 0, 1, 2, 3])
        #expect(sequence.diagnostics.map(\.code) == Array(repeating: .tooManyPorts, count: 4))
    }

    @Test func eachPatternOfFormatTwoIsASequence() {
        let file = MIDIFile(
            format: .independent,
            division: .ticksPerQuarter(96),
            tracks: [
                .of([(0, .text(3, "A")), (0, .tempo(1_000_000)), (0, .on(0, 60))], end: 96),
                .of([(0, .text(3, "B")), (0, .on(0, 61))], end: 192),
            ]
        )
        let sequences = PreparedSequence.sequences(from: file)
        #expect(sequences.map(\.name) == ["A", "B"])
        #expect(sequences.map { $0.endFrame(rate: 1000) } == [1000, 1000])
        #expect(sequences.map(\.noteCount) == [1, 1])
        let none = MIDIFile(format: .independent, division: .ticksPerQuarter(96), tracks: [])
        #expect(PreparedSequence.sequences(from: none).isEmpty)
        let empty = MIDIFile(format: .simultaneous, division: .ticksPerQuarter(96), tracks: [])
        #expect(PreparedSequence.sequences(from: empty).map(\.endTick) == [0])
    }

    @Test func tracksTellWhatTheyHold() {
        let sequence = PreparedSequence.of([
            .of([
                (0, .text(3, "Piano")), (0, .text(4, "Grand")), (4, .cc(3, 0, 8)),
                (4, .cc(3, 32, 1)),
                (5, .program(3, 7)), (6, .on(3, 60)), (7, .on(3, 60, 0)), (8, .on(9, 36)),
            ]),
            .of([(9, .on(3, 62)), (9, .on(3, 62, 0))], end: 50),
        ])
        let piano = ProgramUse(
            port: 0,
            channel: 3,
            bankMSB: 8,
            bankLSB: 1,
            program: 7,
            isDrums: false
        )
        let drums = ProgramUse(
            port: 0,
            channel: 9,
            bankMSB: 0,
            bankLSB: 0,
            program: 0,
            isDrums: true
        )
        #expect(sequence.programs == [piano, drums])
        #expect(sequence.noteCount == 3)
        let first = sequence.tracks[0]
        #expect(first.name == "Piano")
        #expect(first.instrumentName == "Grand")
        #expect(first.channels.map(\.channel) == [3, 9])
        #expect(first.noteCount == 2)
        #expect(first.programs == [piano, drums])
        #expect(first.firstTick == 4)
        #expect(first.endTick == 8)
        #expect(first.eventCount == 9)
        #expect(sequence.tracks[1].programs == [piano])
        #expect(sequence.tracks[1].firstTick == 9)
    }

    @Test func conductorEventsComeFromAllTracks() {
        let sequence = PreparedSequence.of([
            .of([(0, .meter(3, 2)), (10, .text(6, "A")), (0 + 10, .tempo(1_000_000))]),
            .of([
                (5, .text(6, "B")), (5, .meta(MetaEvent(type: 0x59, bytes: [0xFE, 1]))),
                (5, .meter(4, 7)),
            ]),
        ])
        #expect(sequence.markers == [.init(tick: 5, name: "B"), .init(tick: 10, name: "A")])
        #expect(sequence.keySignatures.map(\.signature.description) == ["G minor"])
        #expect(sequence.timeSignatures.map(\.signature.description) == ["3/4"])
        #expect(sequence.tempoMap.changes.map(\.tick) == [10])
        #expect(sequence.diagnostics.map(\.code) == [.meterIgnored])
        #expect(sequence.diagnostics.first?.description.hasPrefix("track 2, tick 5: ") == true)
    }

    @Test func diagnosticsAreBounded() {
        let events = (0..<500).map { tick -> (Int64, Event) in (Int64(tick), .meter(4, 8)) }
        let diagnostics = PreparedSequence.of(events).diagnostics
        #expect(diagnostics.count == 101)
        #expect(diagnostics.last?.code == .sequenceDiagnosticsOmitted)
        #expect(diagnostics.last?.detail == "400 more notices omitted")
    }

    @Test func aWholeFileIsReadFromItsBytes() throws {
        let bytes: [UInt8] = [
            0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 96,
            0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, 20,
            0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20,
            0, 0x90, 60, 100, 96, 60, 0,
            0x60, 0xFF, 0x2F, 0, 0, 0,
        ]
        let file = try MIDIFile(bytes)
        let sequence = try #require(PreparedSequence.sequences(from: file).first)
        #expect(sequence.schedule.map(\.short) == ["0 0:90 3C 64", "96 0:90 3C 0"])
        #expect(sequence.endFrame(rate: 48_000) == 48_000)
    }
}
