import SMF
import Testing

@Suite("Header")
struct HeaderTests {
    private func read(
        header: String,
        tracks: [UInt8] = Fixture.track(Fixture.note)
    ) throws -> MIDIFile {
        try MIDIFile(Fixture.bytes(header) + tracks)
    }

    @Test("Formats 0, 1 and 2 are told apart", arguments: MIDIFile.Format.allCases)
    func formats(format: MIDIFile.Format) throws {
        let file = try MIDIFile(
            Fixture.header(format: Int(format.rawValue), tracks: 1) + Fixture.track(Fixture.note)
        )
        #expect(file.format == format)
        #expect(file.diagnostics.isEmpty)
        #expect(file.container == .standard)
    }

    @Test("An unknown format is read as format 1 and is an error", arguments: [3, 19796, 29697])
    func unknownFormat(format: Int) throws {
        let file = try MIDIFile(
            Fixture.header(format: format, tracks: 1) + Fixture.track(Fixture.note)
        )
        #expect(file.format == .simultaneous)
        #expect(file.codes == [.formatUnknown])
        #expect(file.diagnostics[0].severity == .error)
        #expect(file.diagnostics[0].offset == 8)
        #expect(file.tracks[0].messages.count == 2)
    }

    @Test("Ticks per quarter note go from 1 to 32767", arguments: [1, 96, 32767])
    func ticksPerQuarter(ticks: Int) throws {
        let file = try MIDIFile(
            Fixture.header(tracks: 1, division: ticks) + Fixture.track(Fixture.note)
        )
        #expect(file.division == .ticksPerQuarter(UInt16(ticks)))
    }

    @Test(
        "SMPTE divisions have a rate and ticks per frame",
        arguments: [
            (0xE850, SMPTERate.fps24, 80), (0xE728, .fps25, 40), (0xE364, .fps2997, 100),
            (0xE278, .fps30, 120), (0xE2FF, .fps30, 255),
        ]
    )
    func smpte(word: Int, rate: SMPTERate, ticks: UInt8) throws {
        let file = try MIDIFile(
            Fixture.header(tracks: 1, division: word) + Fixture.track(Fixture.note)
        )
        #expect(file.division == .smpte(rate, ticksPerFrame: ticks))
        #expect(file.diagnostics.isEmpty)
    }

    @Test("A frame rate that does not exist keeps its ticks per second")
    func strangeFrameRate() throws {
        // 60 frames of 80 ticks.
        let file = try MIDIFile(
            Fixture.header(tracks: 1, division: 0xC450) + Fixture.track(Fixture.note)
        )
        #expect(file.division == .smpte(.fps30, ticksPerFrame: 160))
        #expect(file.codes == [.frameRateUnknown])
    }

    @Test("A division without ticks is refused", arguments: [0, 0xE700, 0x8000, 0x80FF])
    func noDivision(word: Int) {
        let error = #expect(throws: SMFError.self) {
            try MIDIFile(Fixture.header(tracks: 1, division: word) + Fixture.track(Fixture.note))
        }
        #expect(error?.code == .divisionInvalid)
        #expect(error?.offset == 12)
    }

    @Test("The message about division 0 says place and range")
    func divisionMessage() {
        let error = #expect(throws: SMFError.self) {
            try MIDIFile(Fixture.header(tracks: 1, division: 0) + Fixture.track(Fixture.note))
        }
        #expect(
            error?.description
                == "byte 0xC: division is 0, expected 1 … 32767 ticks per quarter note"
        )
    }

    @Test("A longer header is skipped to its honest end")
    func longHeader() throws {
        let file = try read(header: "'MThd' 0000000A 0001 0001 0060 DEADBEEF")
        #expect(file.codes == [.headerLong])
        #expect(file.diagnostics[0].severity == .note)
        #expect(file.tracks.count == 1)
    }

    @Test("A header length that leads to no chunk yields to the track at byte 14")
    func lyingHeader() throws {
        for length in ["0000000E", "00000007", "7FFFFFFF", "FFFFFFFF"] {
            let file = try read(header: "'MThd' \(length) 0001 0001 0060")
            #expect(file.codes == [.headerLengthWrong])
            #expect(file.diagnostics[0].severity == .warning)
            #expect(file.tracks.map(\.messages.count) == [2])
        }
    }

    @Test("A header shorter than 6 bytes is refused", arguments: 0..<6)
    func shortHeader(length: Int) {
        let error = #expect(throws: SMFError.self) {
            try read(header: "'MThd' 0000000\(length) 0001 0001 0060")
        }
        #expect(error?.code == .headerShort)
        #expect(error?.offset == 4)
    }

    @Test("A header behind other bytes is found in the first 64 KiB")
    func prefixedHeader() throws {
        let plain = Fixture.file(Fixture.track(Fixture.note))
        // A MacBinary header, in which the letters MThd stand for nothing.
        let prefix = [0, 8] + Array("MThd.mid".utf8) + [UInt8](repeating: 0, count: 118)
        let file = try MIDIFile(prefix + plain)
        #expect(file.codes == [.headerNotAtStart])
        #expect(file.tracks[0].messages.count == 2)
        #expect(
            file.diagnostics[0].description
                == "byte 0x0: header at byte 0x80, expected 0x0 (bytes before it skipped)"
        )
        #expect(throws: SMFError.self) {
            try MIDIFile([UInt8](repeating: 0, count: 65_536) + plain)
        }
    }

    @Test("Format 0 with two tracks is read as format 1")
    func formatZeroTwoTracks() throws {
        let track = Fixture.track(Fixture.note)
        let file = try MIDIFile(Fixture.header(format: 0, tracks: 2) + track + track)
        #expect(file.format == .simultaneous)
        #expect(file.codes == [.formatZeroTracks])
        #expect(file.tracks.count == 2)
    }

    @Test("The tracks that exist count, not those that the header promises", arguments: [0, 3, 9])
    func trackCount(promised: Int) throws {
        let track = Fixture.track(Fixture.note)
        let file = try MIDIFile(Fixture.header(tracks: promised) + track + track)
        #expect(file.tracks.count == 2)
        #expect(file.codes == [.trackCountWrong])
        #expect(file.diagnostics[0].severity == .warning)
        #expect(file.diagnostics[0].offset == 10)
    }

    @Test("A file without tracks is empty; an error if the header promises some")
    func noTracks() throws {
        let promised = try MIDIFile(Fixture.header(format: 0, tracks: 1))
        #expect(promised.tracks.isEmpty)
        #expect(promised.codes == [.tracksMissing])
        #expect(promised.diagnostics[0].severity == .error)
        let honest = try MIDIFile(Fixture.header(tracks: 0))
        #expect(honest.tracks.isEmpty)
        #expect(honest.diagnostics.map(\.severity) == [.warning])
    }
}
