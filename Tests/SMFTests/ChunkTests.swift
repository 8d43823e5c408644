import SMF
import Testing

@Suite("Chunks and their lengths")
struct ChunkTests {
    private let good = Fixture.track(Fixture.note)
    private let noteWithoutEnd = "00 90 3C 40  60 80 3C 40"

    /// The shape that every fixture here should come out with: two notes in two tracks.
    private func expectTwoTracks(_ file: MIDIFile, _ codes: [Diagnostic.Code]) {
        #expect(file.tracks.map(\.messages.count) == [2, 2])
        #expect(file.tracks.map(\.endTick) == [96, 96])
        for track in file.tracks {
            #expect(track.last?.event == .meta(.endOfTrack))
        }
        #expect(file.codes == codes)
    }

    @Test("Unknown chunks are skipped by their length, with a note")
    func unknownChunk() throws {
        let junk = Fixture.chunk("Junk", Array("no MTrk 1234 to be read".utf8))
        let file = try MIDIFile(Fixture.header(tracks: 2) + junk + good + junk + good + junk)
        expectTwoTracks(file, [.chunkUnknown, .chunkUnknown, .chunkUnknown])
        #expect(file.diagnostics.allSatisfy { $0.severity == .note })
    }

    @Test("An unknown chunk whose length leads nowhere hides no track")
    func unknownChunkWithWrongLength() throws {
        let junk = Fixture.chunk("Junk", [1, 2, 3], length: 20)
        expectTwoTracks(
            try MIDIFile(Fixture.header(tracks: 2) + good + junk + good),
            [.chunkGarbage]
        )
    }

    @Test(
        "Garbage between chunks is skipped up to the next track",
        arguments: ["0D0A", "00", "4D"]
    )
    func garbage(bytes: String) throws {
        expectTwoTracks(
            try MIDIFile(Fixture.header(tracks: 2) + good + Fixture.bytes(bytes) + good),
            [.chunkGarbage]
        )
    }

    @Test(
        "Garbage after the last chunk is skipped",
        arguments: ["1A", "'made with love by'", "00"]
    )
    func trailing(bytes: String) throws {
        let file = try MIDIFile(Fixture.file(good, good) + Fixture.bytes(bytes))
        expectTwoTracks(file, [.trailingBytes])
        #expect(file.diagnostics[0].severity == .warning)
    }

    @Test("A second file after the first is not mixed into it")
    func secondFile() throws {
        let file = try MIDIFile(Fixture.file(good, good) + Fixture.file(good, good))
        expectTwoTracks(file, [.headerRepeated])
    }

    @Test("A length past the end of the file is cut to it")
    func tooLongForFile() throws {
        let last = Fixture.track(Fixture.note, length: 0xFFFF_FFFF)
        let file = try MIDIFile(Fixture.file(good, last))
        expectTwoTracks(file, [.chunkLengthWrong])
        #expect(file.diagnostics[0].severity == .warning)
        #expect(file.diagnostics[0].track == 1)
    }

    @Test("A length that swallows the next track gives it back", arguments: [1, 3, 4, 11, 1000])
    func swallowsNext(excess: Int) throws {
        let first = Fixture.track(Fixture.note, length: 12 + excess)
        expectTwoTracks(try MIDIFile(Fixture.file(first, good)), [.chunkLengthWrong])
    }

    @Test("So it does when there is no end-of-track to stop at")
    func swallowsNextWithoutEnd() throws {
        let first = Fixture.track(noteWithoutEnd, length: 1000)
        expectTwoTracks(
            try MIDIFile(Fixture.file(first, good)),
            [.chunkLengthWrong, .endOfTrackMissing]
        )
    }

    @Test("A length that stops short of the end-of-track is obeyed", arguments: [4, 1])
    func tooShort(lack: Int) throws {
        let first = Fixture.track(Fixture.note, length: 12 - lack)
        let file = try MIDIFile(Fixture.file(first, good))
        expectTwoTracks(
            file,
            [lack == 1 ? .endOfTrackLength : .endOfTrackMissing, .chunkGarbage]
        )
        #expect(file.diagnostics.map(\.severity) == [.warning, .warning])
    }

    @Test("A length that cuts notes off loses them, and says so")
    func cutsNotes() throws {
        let first = Fixture.track(Fixture.note, length: 4)
        let file = try MIDIFile(Fixture.file(first, good))
        #expect(file.tracks.map(\.messages.count) == [1, 2])
        #expect(file.codes == [.endOfTrackMissing, .chunkGarbage])
        #expect(file.diagnostics.map(\.severity) == [.warning, .error])
    }

    @Test("A missing end-of-track is added at the last event")
    func missingEnd() throws {
        let file = try MIDIFile(Fixture.file(Fixture.track(noteWithoutEnd), good))
        expectTwoTracks(file, [.endOfTrackMissing])
        #expect(file.diagnostics[0].severity == .warning)
        #expect(file.diagnostics[0].tick == 96)
        #expect(
            file.diagnostics[0].description
                == "track 1, byte 0x1E: end of track missing (repaired)"
        )
        #expect(try MIDIFile(Fixture.file(Fixture.track(""))).codes == [.endOfTrackMissing])
    }

    @Test("Bytes after end-of-track are skipped, be they music or another end")
    func bytesAfterEnd() throws {
        for rest in ["00", "00 FF2F00", "00 903C40 00 803C40 00 FF2F00"] {
            let file = try MIDIFile(Fixture.file(Fixture.track(Fixture.note + rest), good))
            expectTwoTracks(file, [.bytesAfterEndOfTrack])
            #expect(file.diagnostics[0].severity == .warning)
        }
    }

    @Test("An end-of-track with a length is one")
    func endWithLength() throws {
        for end in ["FF2F01 00", "FF2F04 01020304", "FF2F7F", "FF2F"] {
            let file = try MIDIFile(
                Fixture.file(Fixture.track("\(noteWithoutEnd) 00 \(end)"), good)
            )
            expectTwoTracks(file, [.endOfTrackLength])
            #expect(file.tracks[0].last?.event == .meta(.endOfTrack))
        }
    }

    @Test("The delta before end-of-track is the silence at the end")
    func trailingSilence() throws {
        let file = try MIDIFile(Fixture.file(Fixture.track("\(noteWithoutEnd) 8700 FF2F00")))
        #expect(file.tracks[0].endTick == 96 + 896)
        #expect(file.diagnostics.isEmpty)
    }

    @Test("A cut file keeps what came before the cut")
    func cutFile() throws {
        let whole = Fixture.file(good, good)
        let file = try MIDIFile(Array(whole.dropLast(6)))
        #expect(file.tracks.map(\.messages.count) == [2, 1])
        #expect(file.codes == [.chunkLengthWrong, .trackTruncated])
        #expect(file.diagnostics.map(\.severity) == [.warning, .error])
        let between = try MIDIFile(Array(whole.dropLast(8)))
        #expect(between.tracks.map(\.messages.count) == [2, 1])
        #expect(between.codes == [.chunkLengthWrong, .trackTruncated])
    }

    @Test("Line ends that a text-mode transfer doubled are survived")
    func mangledLineEnds() throws {
        // Ten tracks: their count, 0x0A, is hit, so the header is off by a byte as well.
        let whole = Fixture.header(tracks: 10) + (0..<10).flatMap { _ in good }
        let mangled = whole.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
        #expect(mangled.count > whole.count)
        let file = try MIDIFile(mangled)
        #expect(file.tracks.map(\.messages.count) == [Int](repeating: 2, count: 10))
        #expect(!file.diagnostics.isEmpty)
    }

    @Test("More tracks than a header can announce are an error, and the rest is skipped")
    func tooManyTracks() throws {
        let empty = Fixture.track("00 FF2F00")
        var bytes = Fixture.header(tracks: 65_535) + Fixture.track("")
        for _ in 0..<65_536 { bytes += empty }
        let file = try MIDIFile(bytes)
        #expect(file.tracks.count == 65_535)
        #expect(file.codes == [.endOfTrackMissing, .tracksTooMany])
        #expect(file.diagnostics[1].severity == .error)
    }
}
