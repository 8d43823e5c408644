import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// Music with a fault, and the nearest music without it.
struct FaultCase: CustomTestStringConvertible, Sendable {
    var code: Diagnostic.Code
    var what: String
    var wrong: SMFBuilder
    var right: SMFBuilder

    var testDescription: String { "\(code.rawValue): \(what)" }

    init(_ code: Diagnostic.Code, _ what: String, wrong: SMFBuilder, right: SMFBuilder) {
        self.code = code
        self.what = what
        self.wrong = wrong
        self.right = right
    }

    /// A fault that shows in one track's events.
    init(
        _ code: Diagnostic.Code,
        _ what: String,
        wrong: @escaping (inout SMFBuilder.Track) -> Void,
        right: @escaping (inout SMFBuilder.Track) -> Void
    ) {
        self.init(code, what, wrong: .song(wrong), right: .song(right))
    }
}

extension SMFBuilder {
    /// A conductor's track with tempo and meter, and a track for each of the bodies.
    static func song(_ bodies: (inout Track) -> Void...) -> SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Conductor") {
            $0.tempo(at: 0, beatsPerMinute: 120)
            $0.meter(at: 0, 4, denominatorPower: 2)
        }
        for body in bodies { song.track(nil, body) }
        return song
    }

    /// A song whose conductor's track is filled by the body, with a note of four bars.
    static func conducted(_ body: (inout Track) -> Void) -> SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track(nil, body)
        song.track { $0.note(at: 0, length: 7_680, channel: 0, key: 60) }
        return song
    }

    /// The faults of the file's only sequence.
    func report(limit: Int = 100) throws -> FaultReport {
        let file = try MIDIFile(bytes)
        let sequence = try #require(PreparedSequence.sequences(from: file).first)
        return FaultReport(of: sequence, in: file, limit: limit)
    }
}

extension SMFBuilder.Track {
    /// A quarter note of middle C on the first channel.
    mutating func quarter(at tick: UInt32) {
        note(at: tick, length: 480, channel: 0, key: 60)
    }

    mutating func gmReset(at tick: UInt32) {
        systemExclusive(at: tick, [0x7E, 0x7F, 0x09, 0x01, 0xF7])
    }
}

@Suite("Musical faults")
struct FaultTests {
    @Test("each is found where it is, and not in the nearest right thing", arguments: FaultCase.all)
    func bothSides(_ example: FaultCase) throws {
        let wrong = try example.wrong.report()
        #expect(wrong.faults.contains { $0.code == example.code }, "\(wrong.faults)")
        let right = try example.right.report()
        #expect(!right.faults.contains { $0.code == example.code }, "\(right.faults)")
    }

    @Test("every code has an example")
    func complete() {
        let missing = Set(Diagnostic.Code.faultCodes).subtracting(FaultCase.all.map(\.code))
        #expect(missing.isEmpty)
    }

    @Test("a plain song has none")
    func clean() throws {
        let song = SMFBuilder.song({ track in
            track.program(at: 0, channel: 0, 4, bank: 8 << 7)
            track.registeredParameter(at: 0, channel: 0, 0, value: 12 << 7)
            track.pedal(at: 0, channel: 0, down: true)
            track.quarter(at: 0)
            track.bend(at: 240, channel: 0, 9_000)
            track.bend(at: 480, channel: 0, 8_192)
            track.pedal(at: 600, channel: 0, down: false)
            track.quarter(at: 600)
        })
        #expect(try song.report().faults.isEmpty)
    }

    @Test("says which track, channel and time")
    func place() throws {
        let song = SMFBuilder.song(
            { $0.quarter(at: 0) },
            { track in
                track.noteOn(at: 960, channel: 4, key: 62)
                track.endTick = 1_920
            }
        )
        let fault = try #require(try song.report().faults.first)
        #expect(fault.code == .stuckNote)
        #expect(fault.severity == .warning)
        #expect(fault.track == 2)
        #expect(fault.port == 0)
        #expect(fault.channel == 4)
        #expect(fault.tick == 960)
        #expect(fault.detail.contains("D4 (62)"))
    }

    @Test("none is an error: no music is lost", arguments: FaultCase.all)
    func severity(_ example: FaultCase) throws {
        let faults = try example.wrong.report().faults
        #expect(faults.allSatisfy { $0.severity < .error })
    }

    @Test("keeps some of each kind and counts all")
    func limit() throws {
        let song = SMFBuilder.song({ track in
            for index in 0..<500 { track.noteOff(at: UInt32(index), channel: 0, key: 60) }
            track.quarter(at: 1_000)
        })
        let report = try song.report(limit: 7)
        #expect(report.faults.count == 7)
        #expect(report.faults.map(\.tick) == (0..<7).map(Int64.init))
        #expect(report.counts == [.init(code: .strayNoteOff, severity: .note): 500])
    }

    @Test("drums may overlap and last for no time; an unended one is a note")
    func drums() throws {
        let song = SMFBuilder.song({ track in
            track.note(at: 0, length: 960, channel: 9, key: 49)
            track.note(at: 480, length: 960, channel: 9, key: 49)
            track.note(at: 960, length: 0, channel: 9, key: 38)
            track.noteOn(at: 1_440, channel: 9, key: 36)
        })
        let report = try song.report()
        #expect(report.faults.map(\.code) == [.stuckNote])
        #expect(report.faults.first?.severity == .note)
    }

    @Test("an overlap says how the sound ends")
    func overlap() throws {
        let song = SMFBuilder.song({ track in
            track.note(at: 0, length: 960, channel: 0, key: 60)
            track.note(at: 480, length: 1_440, channel: 0, key: 60)
        })
        let fault = try #require(try song.report().faults.first)
        #expect(fault.code == .overlappingNotes)
        #expect(fault.tick == 480)
        #expect(fault.detail.contains("since 1:1"))
        #expect(fault.detail.contains("at 1:3"))
    }

    @Test("a note cut by less than an eighth is none")
    func smallOverlap() throws {
        let song = SMFBuilder.song({ track in
            track.note(at: 0, length: 950, channel: 0, key: 60)
            track.note(at: 480, length: 480, channel: 0, key: 60)
        })
        #expect(try song.report().faults.isEmpty)
    }

    @Test("two programs by turns at a tick, as trackers write them, are meant")
    func programsByTurns() throws {
        let song = SMFBuilder.song({ track in
            track.program(at: 0, channel: 0, 3)
            track.note(at: 0, length: 480, channel: 0, key: 60)
            track.program(at: 0, channel: 0, 5)
            track.note(at: 0, length: 480, channel: 0, key: 64)
        })
        #expect(try song.report().faults.isEmpty)
    }

    @Test("all notes off ends notes, and their note-offs are no strays")
    func allNotesOff() throws {
        let song = SMFBuilder.song({ track in
            track.note(at: 0, length: 960, channel: 0, key: 60)
            track.control(at: 480, channel: 0, .allNotesOff, 0)
        })
        #expect(try song.report().faults.isEmpty)
    }

    @Test("a pattern of format 2 has its own track's faults")
    func pattern() throws {
        var song = SMFBuilder(format: 2, ticksPerQuarter: 480)
        song.track { $0.quarter(at: 0) }
        song.track { $0.noteOn(at: 0, channel: 0, key: 60) }
        let file = try MIDIFile(song.bytes)
        let sequences = PreparedSequence.sequences(from: file)
        #expect(sequences.count == 2)
        let codes = zip(sequences, 0...).map { sequence, index in
            FaultReport(of: sequence, in: file, pattern: index).faults
                .filter { $0.severity == .warning }
        }
        #expect(codes[0].isEmpty)
        #expect(codes[1].map(\.code) == [.stuckNote])
        #expect(codes[1].first?.track == 1)
    }
}
