import SMF
import Testing

@Suite("RIFF-MIDI")
struct RIFFTests {
    private let music = Fixture.file(Fixture.track(Fixture.note))

    private func wrapped(_ chunks: [UInt8]...) -> [UInt8] {
        Fixture.riffChunk("RIFF", Array("RMID".utf8) + chunks.flatMap { $0 })
    }

    @Test("The music is taken out of its data chunk")
    func unwraps() throws {
        let file = try MIDIFile(wrapped(Fixture.riffChunk("data", music)))
        #expect(file.container == .riff(soundBank: nil, bankOffset: nil))
        #expect(file.tracks.map(\.messages.count) == [2])
        #expect(file.diagnostics.isEmpty)
    }

    @Test("Sound banks are found, with their bank offset", arguments: ["DLS ", "sfbk"])
    func soundBank(form: String) throws {
        let bank = Fixture.riffChunk("RIFF", Array(form.utf8) + [1, 2, 3, 4])
        let info = Fixture.riffChunk(
            "LIST",
            Array("INFO".utf8) + Fixture.riffChunk("INAM", [0x41, 0x42, 0])
                + Fixture.riffChunk("DBNK", [0x02, 0x01])
        )
        let bytes = wrapped(Fixture.riffChunk("data", music), info, bank)
        let file = try MIDIFile(bytes)
        let start = bytes.count - bank.count
        #expect(file.container == .riff(soundBank: start..<bytes.count, bankOffset: 0x102))
        #expect(file.diagnostics.isEmpty)
    }

    @Test("Sizes that are too large are cut to what is there")
    func wrongSizes() throws {
        var bytes = wrapped(Fixture.riffChunk("data", music))
        bytes[4] = 0xFF
        bytes[19] = 0xFF
        let file = try MIDIFile(bytes)
        #expect(file.codes == [.riffSizeWrong, .riffSizeWrong])
        #expect(file.tracks.map(\.messages.count) == [2])
    }

    @Test("Data of size 0, as written to pipes, goes to the end")
    func openSize() throws {
        var bytes = wrapped(Fixture.riffChunk("data", music))
        bytes.replaceSubrange(16..<20, with: [0, 0, 0, 0])
        #expect(try MIDIFile(bytes).tracks.map(\.messages.count) == [2])
    }

    @Test("Written with a SoundFont, music and SoundFont are found again", arguments: 0...3)
    func writing(extra: Int) throws {
        // Tracks and banks of even and odd length.
        let text = extra % 2 == 0 ? "" : "00 FF 01 01 41 "
        let music = Fixture.file(Fixture.track(text + Fixture.note))
        let bank =
            Fixture.riffChunk("RIFF", Array("sfbk".utf8) + [1, 2, 3, 4]) + (extra < 2 ? [] : [9])
        var file = try MIDIFile(music, keeping: .everything)
        file.wrapper = MIDIFile.Wrapper(prefix: [1], suffix: [2])
        let bytes = try file.riffBytes(soundFont: bank, bankOffset: 3)
        #expect(bytes.count % 2 == 0)
        let read = try MIDIFile(bytes)
        #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
        guard case .riff(let range?, let offset) = read.container else {
            Issue.record("no SoundFont: \(read.container)")
            return
        }
        #expect(offset == 3)
        #expect(bytes[range].starts(with: bank.dropLast(extra < 2 ? 0 : 1)))
        #expect(read.tracks == file.tracks)
        #expect(bytes[20..<20 + music.count].elementsEqual(music))
    }

    @Test("A wrapper without music is refused")
    func noMusic() {
        let error = #expect(throws: SMFError.self) {
            try MIDIFile(wrapped(Fixture.riffChunk("data", [1, 2, 3])))
        }
        #expect(error?.code == .notMIDI)
    }
}
