import SMF
import Testing

@Suite("SysEx")
struct SystemExclusiveTests {
    private func read(_ content: String) throws -> (packets: [SystemExclusivePacket], MIDIFile) {
        let file = try MIDIFile(Fixture.file(Fixture.track("\(content) 00 FF2F00")))
        return (try #require(file.tracks.first).packets, file)
    }

    @Test("A complete message keeps its F7 and leaves out its F0")
    func complete() throws {
        let (packets, file) = try read("00 F0057E7F0901F7")
        #expect(
            packets == [SystemExclusivePacket(form: .start, bytes: [0x7E, 0x7F, 0x09, 0x01, 0xF7])]
        )
        #expect(packets[0].isLast)
        #expect(file.diagnostics.isEmpty)
    }

    @Test("The packets of the specification's example belong together and keep their times")
    func continuation() throws {
        // SMF 1.0, "<sysex event>": F0 03 43 12 00, 200 ticks, F7 06 …, 100 ticks, F7 04 … F7.
        let (packets, file) = try read(
            "00 F003431200 8148 F706431200431200 64 F704431200F7"
        )
        #expect(packets.map(\.form) == [.start, .continuation, .continuation])
        #expect(packets.map(\.isLast) == [false, false, true])
        #expect(packets.map(\.bytes.count) == [3, 6, 4])
        #expect(file.tracks[0].map(\.delta) == [0, 200, 100, 0])
        #expect(file.diagnostics.isEmpty)
    }

    @Test("A meta event between packets does not part them")
    func metaBetween() throws {
        let (packets, file) = try read("00 F0024312 00 FF0100 00 F70200F7")
        #expect(packets.map(\.form) == [.start, .continuation])
        #expect(file.diagnostics.isEmpty)
    }

    @Test("F7 without an open message is an escape")
    func escape() throws {
        let (packets, file) = try read("00 F703F20102 00 F701FA 00 F0014300 00 F702 01F7")
        #expect(packets.prefix(2).map(\.form) == [.escape, .escape])
        #expect(packets[0].bytes == [0xF2, 1, 2])
        #expect(packets[0].isLast)
        #expect(file.tracks[0].count > 2)
    }

    @Test("After a whole message, F7 is an escape again")
    func escapeAfterMessage() throws {
        let (packets, file) = try read("00 F00243F7 00 F701F8 00 F00143 00 F701F7 00 F701F8")
        #expect(packets.map(\.form) == [.start, .escape, .start, .continuation, .escape])
        #expect(file.diagnostics.isEmpty)
    }

    @Test("A message without end is closed by a channel event, another message or the end")
    func unterminated() throws {
        let (packets, file) = try read(
            "00 F00143 00 903C40 00 F701F8 00 F00144 00 F00145"
        )
        #expect(packets.map(\.form) == [.start, .escape, .start, .start])
        #expect(
            file.codes == [.sysExUnterminated, .sysExUnterminated, .sysExUnterminated]
        )
        #expect(file.diagnostics.map(\.offset) == [22, 34, 38])
        #expect(file.diagnostics[0].severity == .warning)
    }

    @Test("A message of length 0 is nothing, and harmless")
    func empty() throws {
        let (packets, file) = try read("00 F000 00 F700 00 903C40 00 803C40")
        #expect(packets.map(\.bytes.count) == [0, 0])
        #expect(file.diagnostics.isEmpty)
        #expect(file.tracks[0].messages.count == 2)
    }

    @Test("A message longer than its track is an error in that track only")
    func tooLong() throws {
        let file = try MIDIFile(
            Fixture.file(
                Fixture.track("00 903C40 00 F0FFFFFF7F 43 00 FF2F00"),
                Fixture.track(Fixture.note)
            )
        )
        #expect(file.codes == [.payloadTruncated])
        #expect(file.tracks.map(\.messages.count) == [1, 2])
    }
}
