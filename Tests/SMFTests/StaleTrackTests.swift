import SMF
import Testing

@Suite("Tracks behind those that the header announces")
struct StaleTrackTests {
    private let good = Fixture.track(Fixture.note)
    private let other = Fixture.track("00 904864 60 804864 00 FF2F00")

    /// Reads a file with every reader, and returns the keys of its notes by track.
    private func keys(_ bytes: [UInt8]) throws -> (keys: [[Int]], codes: [Diagnostic.Code]) {
        #expect(Fixture.disagreement(on: bytes) == nil)
        let file = try MIDIFile(bytes)
        let keys = file.tracks.map { $0.messages.filter { $0[1] == 0x90 }.map { $0[2] } }
        return (keys, file.codes)
    }

    @Test("are what an older version of the file left behind, after its last bytes")
    func leftBehind() throws {
        let bytes = Fixture.bytes(
            """
            4D546864 00000006 0001 0001 01E0 4D54726B 0000000D 00903C64 8360803C40 00FF2F00
            4000903C 4D54726B 0000000D 00904864 8360804800 00FF2F00
            """
        )
        let (keys, codes) = try keys(bytes)
        #expect(keys == [[0x3C]])
        #expect(codes == [.chunkGarbage, .tracksExtra])
    }

    @Test("are not read where all announced ones are intact")
    func intact() throws {
        for stale in [other, other + other, Fixture.header(tracks: 1) + other, Array(other[..<9])] {
            let (keys, codes) = try keys(Fixture.header(tracks: 2) + good + good + stale)
            #expect(keys == [[0x3C], [0x3C]])
            #expect(codes.count == 1)
        }
        let padded = Fixture.track("00 903C40 60 803C40 00 FF2F8000")
        let (keys, codes) = try keys(Fixture.header(tracks: 1) + padded + other)
        #expect(keys == [[0x3C]])
        #expect(codes == [.tracksExtra])
    }

    @Test("are read where an announced one is damaged")
    func damaged() throws {
        let damaged = [
            Fixture.track("00 903C40 60 803C40"),
            Fixture.track(Fixture.note + "00 903E40 00 FF2F00"),
            Fixture.track(Fixture.note, length: 11),
            Fixture.track(Fixture.note, length: 13),
            Fixture.track("00 903C40 60 803C40 00 FF2F05 00"),
            Fixture.track("00 903C40 60 803C40 60 FF0110 41 00 FF2F00"),
        ]
        for track in damaged {
            let (keys, _) = try keys(Fixture.header(tracks: 2) + track + good + other)
            #expect(keys == [[0x3C], [0x3C], [0x48]])
        }
    }

    @Test("are read where the header announces none, or one that is missing")
    func unannounced() throws {
        #expect(try keys(Fixture.header(tracks: 0) + good + other).keys == [[0x3C], [0x48]])
        let gap = Fixture.bytes("FF00FF")
        let missing = Fixture.header(tracks: 3) + good + gap + other
        #expect(try keys(missing).keys == [[0x3C], [0x48]])
    }

    @Test("do not hide chunks of other kinds")
    func foreign() throws {
        let chunk = Fixture.chunk("XFKM", [1, 2, 3])
        let file = try MIDIFile(
            Fixture.header(tracks: 1) + good + chunk + other,
            keeping: .everything
        )
        #expect(file.foreignChunks.map(\.bytes) == [[1, 2, 3]])
        #expect(file.codes == [.chunkUnknown, .tracksExtra])
    }
}
