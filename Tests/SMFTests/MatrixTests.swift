import SMF
import Testing

/// Each row of the table of what a reader must handle, with a file that has it.
///
/// What a row asks of others than the reader is tested there; docs/smf-conformance.md says where.
@Suite("The matrix of features and quirks")
struct MatrixTests {
    @Test("Music and diagnostics are as the table has them", arguments: MatrixRow.all)
    func row(row: MatrixRow) throws {
        let file = try MIDIFile(row.bytes)
        #expect(file.format == row.format)
        #expect(file.division == row.division)
        #expect(file.container == row.container)
        #expect(file.tracks.map(\.notation) == row.tracks)
        #expect(file.diagnostics.map { "\($0.severity) \($0.code.rawValue)" } == row.diagnostics)
        if let offset = row.offset { #expect(file.diagnostics.first?.offset == offset) }
    }

    @Test("The strict policy throws at the first warning or error", arguments: MatrixRow.all)
    func strict(row: MatrixRow) throws {
        let first = try MIDIFile(row.bytes).diagnostics.first { $0.severity > .note }
        do throws(SMFError) {
            _ = try MIDIFile(row.bytes, policy: .strict)
            #expect(first == nil)
        } catch {
            #expect(error.code == .violation)
            #expect(error.diagnostic == first)
        }
    }

    @Test(
        "What is no MIDI file is refused, by either policy, with a reason",
        arguments: MatrixRefusal.all,
        [ReadPolicy.tolerant, .strict]
    )
    func refusal(row: MatrixRefusal, policy: ReadPolicy) {
        let error = #expect(throws: SMFError.self) { try MIDIFile(row.bytes, policy: policy) }
        #expect(error?.code == row.code)
        #expect(error?.description.contains(row.reason) == true, "\(error?.description ?? "")")
    }

    @Test("Each kind of status that files cannot have is skipped with its data")
    func illegalStatuses() throws {
        // MIDI 1.0 Detailed Specification 4.2, "System Common Messages".
        let dataCounts: [UInt8: Int] = [0xF1: 1, 0xF2: 2, 0xF3: 1]
        for status in UInt8(0xF1)...0xFE where status != 0xF7 {
            let message = [status] + [UInt8](repeating: 1, count: dataCounts[status] ?? 0)
            let content =
                Fixture.bytes("00 903C40 10") + message + Fixture.bytes("10 803C40 00 FF2F00")
            let file = try MIDIFile(Fixture.file(Fixture.chunk("MTrk", content)))
            #expect(file.tracks.map(\.notation) == ["0 903C40, 32 803C40, 0 FF2F"])
            #expect(file.codes == [.statusIllegal])
        }
    }

    @Test("Events of wrong length or content keep their bytes and say nothing")
    func values() throws {
        let names: Set = [
            "tempo 0 (FF 51 03 00 00 00)", "tempo event with wrong length",
            "time signature with wrong length", "key signature out of range",
        ]
        let rows = MatrixRow.all.filter { names.contains($0.name) }
        #expect(rows.count == names.count)
        for row in rows {
            let file = try MIDIFile(row.bytes)
            #expect(file.tracks[0].values.allSatisfy { $0 == nil }, "\(row)")
        }
    }

    @Test("The text of each encoding is shown as Unicode")
    func texts() throws {
        let expected: [String: (TextEncoding, String?)] = [
            "text: Shift-JIS": (.shiftJIS, nil),
            "text: Latin-1 / CP1252 / other 8-bit": (.windows1252, "Für Élise"),
            "text: UTF-8": (.utf8, "Für Élise"),
        ]
        for row in MatrixRow.textRows {
            guard let (encoding, text) = expected[row.name] else { continue }
            let file = try MIDIFile(row.bytes)
            #expect(TextEncoding.guessed(for: file) == encoding)
            let decoder = encoding.decoder
            let shown = file.tracks[0].texts.map { decoder?.text(of: $0.bytes) }
            #expect(shown == [text], "\(row)")
        }
    }

    @Test("Rows have names of their own, so that one is found by it")
    func names() {
        let names = MatrixRow.all.map(\.name) + MatrixRefusal.all.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
