import GameMusic
import MIDI
import SMF
import Testing

@Suite("XMF")
struct XMFTests {
    private let music = GameFixture.node(GameFixture.midiFile)
    private let bank = GameFixture.bytes("'RIFF' 04000000 'DLS '")

    @Test("The MIDI file in the tree is read", arguments: [true, false])
    func inline(isMobile: Bool) throws {
        let music = try GameMusic(GameFixture.xmf(music, isMobile: isMobile))
        #expect(music.file.diagnostics.isEmpty)
        #expect(music.file.tracks[0].messages == ["0: 90 3C 40", "96: 80 3C 40"])
        #expect(music.soundBank == nil)
    }

    @Test("Folders are entered, and the sound bank is found")
    func folders() throws {
        let folder = GameFixture.node(GameFixture.node([1, 2, 3]) + self.music, items: 2)
        let bytes = GameFixture.xmf(folder, GameFixture.node(bank))
        let music = try GameMusic(bytes)
        #expect(music.file.diagnostics.isEmpty)
        #expect(music.file.tracks[0].messages.count == 2)
        #expect(music.soundBank == bytes.count - bank.count..<bytes.count)
    }

    @Test("A resource may be elsewhere in the file")
    func reference() throws {
        let reference = GameFixture.node(GameFixture.quantity(0x30), reference: 2)
        var bytes = GameFixture.xmf(reference)
        bytes += [UInt8](repeating: 0, count: 0x30 - bytes.count) + GameFixture.midiFile
        #expect(try GameMusic(bytes).file.tracks[0].messages.count == 2)
    }

    @Test("A resource may be in another node, but not in itself")
    func nodes() throws {
        let loop = GameFixture.node(GameFixture.quantity(0x17), reference: 3)
        let music = try GameMusic(GameFixture.xmf(loop, self.music))
        #expect(music.file.tracks[0].messages.count == 2)
    }

    @Test("Compressed music is decompressed by whoever can")
    func compressed() throws {
        let node = GameFixture.node([9, 9, 9], unpackers: [0, 1, 0x20])
        let bytes = GameFixture.xmf(node)
        let music = try GameMusic(bytes) { packed in
            packed == [9, 9, 9] ? GameFixture.midiFile : nil
        }
        #expect(music.file.tracks[0].messages.count == 2)
        #expect(throws: SMFError.self) { try GameMusic(bytes) }
        let other = try GameMusic(GameFixture.xmf(node, self.music))
        #expect(other.file.codes == [.resourceUnused])
    }

    @Test("What is not used is said")
    func unused() throws {
        let external = GameFixture.node(Array("file:a.mid".utf8), reference: 4)
        let packed = GameFixture.node([9], unpackers: [1, 0x41, 2, 3])
        let music = try GameMusic(GameFixture.xmf(external, packed, self.music, self.music))
        #expect(music.file.codes == [.resourceUnused, .resourceUnused, .resourceUnused])
        #expect(music.file.tracks[0].messages.count == 2)
    }

    @Test("Findings of the MIDI file have positions in the container")
    func positions() throws {
        var damaged = GameFixture.midiFile
        damaged.removeLast()
        let bytes = GameFixture.xmf(GameFixture.node(damaged))
        let music = try GameMusic(bytes)
        let finding = try #require(music.file.diagnostics.first)
        let start = bytes.count - damaged.count
        #expect((start..<bytes.count).contains(finding.offset ?? 0))
        let error = #expect(throws: SMFError.self) { try GameMusic(bytes, policy: .strict) }
        #expect(error?.diagnostic == finding)
    }

    @Test("A file without a MIDI file is refused")
    func noMusic() {
        let error = #expect(throws: SMFError.self) {
            try GameMusic(GameFixture.xmf(GameFixture.node([1, 2, 3])))
        }
        #expect(error?.code == .notMIDI)
    }
}
