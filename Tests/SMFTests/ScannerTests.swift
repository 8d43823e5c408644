import MIDI
import SMF
import Testing

@Suite("Going through a file event by event")
struct ScannerTests {
    @Test("finds just what a file in memory has, for every fixture", arguments: Fixture.all)
    func fixtures(bytes: [UInt8]) {
        #expect(Fixture.disagreement(on: bytes) == nil)
    }

    @Test("finds all events of tracks longer than what it reads at a time")
    func longTracks() {
        // Events of all kinds, so that the windows end at each of them.
        let kinds = [
            "00 903C40", "60 3C00", "8100 C005", "00 FF0102 4142", "00 F0027EF7", "00 F701FA",
            "10 FA", "8100 903C40", "00 FF0100",
        ].map(Fixture.bytes)
        for count in [1023, 1024, 1025, 2048, 3000] {
            let content = (0..<count).flatMap { kinds[$0 % kinds.count] }
            let bytes = Fixture.file(
                Fixture.chunk("MTrk", content + Fixture.bytes("00 FF2F00")),
                Fixture.track(Fixture.note),
                Fixture.chunk("MTrk", content)
            )
            #expect(Fixture.disagreement(on: bytes) == nil, "\(count) events")
        }
    }

    @Test("may leave a track where it is, and still notices what is wrong in the rest of it")
    func passingOver() throws {
        let long = (0..<5000).flatMap { _ in Fixture.bytes("01 903C40") }
        let bytes = Fixture.file(
            Fixture.chunk("MTrk", long + Fixture.bytes("00 C0FF 00 FF2F00")),
            Fixture.track("00 903E40 00 FF2F00")
        )
        var scanner = try FileScanner(bytes.span.bytes)
        #expect(try scanner.nextEvent() == nil)
        #expect(try scanner.nextTrack())
        #expect(try scanner.nextEvent()?.tick == 1)
        #expect(try scanner.nextTrack())
        #expect(try scanner.nextEvent()?.message == .noteOn(channel: 0, key: 62, velocity: 64))
        #expect(try scanner.nextEvent()?.kind == .meta(type: 0x2F))
        #expect(try scanner.nextEvent() == nil)
        #expect(try scanner.nextEvent() == nil)
        #expect(try !scanner.nextTrack())
        #expect(try !scanner.nextTrack())
        #expect(scanner.diagnostics == (try MIDIFile(bytes).diagnostics))
        #expect(scanner.diagnostics.map(\.code) == [.dataByteRange])
    }

    @Test("knows the header before anything else")
    func header() throws {
        let bytes = Fixture.header(format: 2, tracks: 7, division: 0xE728)
        let scanner = try FileScanner(bytes.span.bytes)
        #expect(scanner.format == .independent)
        #expect(scanner.division == .smpte(.fps25, ticksPerFrame: 40))
        #expect(scanner.promisedTrackCount == 7)
    }

    @Test("strictly throws at the violation, when the track before it is done")
    func strict() throws {
        let bytes = Fixture.file(Fixture.track(Fixture.note), Fixture.track("00 FA 00 FF2F00"))
        var scanner = try FileScanner(bytes.span.bytes, policy: .strict)
        #expect(try scanner.nextTrack())
        var count = 0
        while try scanner.nextEvent() != nil { count += 1 }
        #expect(count == 3)
        let error = #expect(throws: SMFError.self) {
            _ = try scanner.nextTrack()
            _ = try scanner.nextEvent()
        }
        #expect(error?.diagnostic?.code == .statusIllegal)
    }
}
