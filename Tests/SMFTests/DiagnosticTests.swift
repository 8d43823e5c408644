import SMF
import Testing

@Suite("Diagnostics and policies")
struct DiagnosticTests {
    @Test("A description has track, channel, byte or tick, and phrase; they count from 1")
    func description() {
        let diagnostic = Diagnostic(
            code: .endOfTrackMissing,
            severity: .warning,
            track: 2,
            offset: 0x1A2,
            tick: 960,
            detail: "end of track missing (repaired)"
        )
        #expect(diagnostic.description == "track 3, byte 0x1A2: end of track missing (repaired)")
        let file = Diagnostic(code: .formatUnknown, severity: .error, offset: 8, detail: "odd")
        #expect(file.description == "byte 0x8: odd")
        let music = Diagnostic(
            code: .formatUnknown,
            severity: .note,
            track: 0,
            port: 0,
            channel: 9,
            tick: 480,
            detail: "odd"
        )
        #expect(music.description == "track 1, channel 10, tick 480: odd")
        let whole = Diagnostic(code: .formatUnknown, severity: .note, detail: "odd")
        #expect(whole.description == "odd")
    }

    @Test("Severities are ordered")
    func severity() {
        #expect(Diagnostic.Severity.note < .warning)
        #expect(Diagnostic.Severity.warning < .error)
    }

    @Test("Codes are kebab-case and differ")
    func codes() {
        let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
        let codes = Diagnostic.Code.fileCodes
        for code in codes {
            #expect(code.rawValue.allSatisfy(letters.contains), "\(code)")
        }
        #expect(Set(codes).count == codes.count)
    }

    @Test("They stand in file order")
    func order() throws {
        // The SysEx message is found open only at the end; the track count after all tracks.
        let file = try MIDIFile(
            Fixture.header(format: 7, tracks: 9)
                + Fixture.track("00 F00143 00 FA 00 FF510100 00 903C40 00 FF2F00")
                + Fixture.track("")
        )
        #expect(
            file.codes == [
                .formatUnknown, .trackCountWrong, .sysExUnterminated, .statusIllegal, .metaLength,
                .endOfTrackMissing,
            ]
        )
        let offsets = file.diagnostics.compactMap(\.offset)
        #expect(offsets.count == file.diagnostics.count)
        #expect(offsets == offsets.sorted())
        #expect(file.diagnostics.map(\.track) == [nil, nil, 0, 0, 0, 1])
    }

    @Test("Of very many, a thousand are kept and the others counted")
    func limit() throws {
        let content = String(repeating: "00 FE ", count: 1500)
        let file = try MIDIFile(
            Fixture.header(tracks: 7) + Fixture.track("\(content) 00 FF2F00")
                + Fixture.track("\(content) 00 C0FF 00 FF2F00")
        )
        #expect(file.diagnostics.count == 1001)
        #expect(file.codes.first == .trackCountWrong)
        #expect(file.codes.last == .diagnosticsOmitted)
        // 3000 skipped bytes, the track count and the bad data byte.
        #expect(
            file.diagnostics.last?.detail == "2002 more diagnostics omitted from here on"
        )
        #expect(file.diagnostics.last?.severity == .error)
    }

    @Test("The strict policy throws the first warning or error")
    func strict() {
        let bytes = Fixture.file(
            Fixture.track("00 FF6000 00 F00143 00 FA 00 FF2F00"),
            Fixture.track("")
        )
        let error = #expect(throws: SMFError.self) { try MIDIFile(bytes, policy: .strict) }
        #expect(error?.code == .violation)
        #expect(error?.diagnostic?.code == .sysExUnterminated)
        #expect(
            error?.description == "track 1, byte 0x1A: SysEx message not terminated by F7 (kept)"
        )
    }

    @Test("The strict policy finds a violation behind a thousand others")
    func strictAfterMany() {
        let content = String(repeating: "00 FE ", count: 1500)
        let bytes = Fixture.header(tracks: 2) + Fixture.track("\(content) 00 FF2F00")
        let error = #expect(throws: SMFError.self) { try MIDIFile(bytes, policy: .strict) }
        #expect(error?.diagnostic?.code == .trackCountWrong)
    }

    @Test("The strict policy accepts notes, and what is right")
    func strictAccepts() throws {
        let bytes =
            Fixture.header(tracks: 1) + Fixture.chunk("Junk", [1])
            + Fixture.track("00 FF6000 \(Fixture.note)")
        let file = try MIDIFile(bytes, policy: .strict)
        #expect(file.codes == [.chunkUnknown, .metaUnknown])
    }
}
