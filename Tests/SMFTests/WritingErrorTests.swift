import MIDI
import SMF
import Testing

@Suite("Refusals to write")
struct WritingErrorTests {
    private static func on(_ delta: UInt32 = 0) -> TrackEvent {
        TrackEvent(delta: delta, event: .channel(.noteOn(channel: 0, key: 60, velocity: 64)))
    }

    private static func packet(_ form: SystemExclusivePacket.Form, _ bytes: [UInt8]) -> TrackEvent {
        TrackEvent(
            delta: 0,
            event: .systemExclusive(SystemExclusivePacket(form: form, bytes: bytes[...]))
        )
    }

    private static func meta(_ type: UInt8, _ bytes: [UInt8] = []) -> TrackEvent {
        TrackEvent(delta: 0, event: .meta(MetaEvent(type: type, bytes: bytes[...])))
    }

    /// The error of writing a file of these events in a second track.
    private func error(_ events: [TrackEvent], _ style: WritingStyle = .compact) -> SMFWriteError? {
        let file = MIDIFile(
            format: .simultaneous,
            division: .ticksPerQuarter(96),
            tracks: [Track(), Track(events: events)]
        )
        return #expect(throws: SMFWriteError.self) { try file.bytes(style) }
    }

    @Test("Events after end of track are refused, with their place")
    func afterEnd() {
        let error = error([Self.on(7), Self.meta(0x2F), Self.on(3)])
        #expect(error?.code == .eventAfterEndOfTrack)
        #expect(error?.track == 1)
        #expect(error?.event == 2)
        #expect(error?.tick == 10)
        #expect(
            error?.description
                == "track 2, event 3, tick 10: channel message after end of track"
        )
        #expect(self.error([Self.meta(0x2F), Self.meta(0x2F)])?.code == .eventAfterEndOfTrack)
        #expect(
            self.error([Self.meta(0x2F), Self.packet(.start, [0xF7])])?.code
                == .eventAfterEndOfTrack
        )
    }

    @Test("End of track with bytes is refused")
    func endWithBytes() {
        #expect(error([Self.meta(0x2F, [1])])?.code == .endOfTrackLength)
    }

    @Test("Delta times above 28 bits are refused in every kind of event and style")
    func longDeltas() {
        let long: UInt32 = 0x1000_0000
        for style in WritingStyle.allCases {
            let error = error([Self.on(1), Self.on(long), Self.on(.max)], style)
            #expect(error?.code == .deltaRange)
            #expect(error?.event == 1)
            #expect(error?.tick == 1 + Int64(long))
            var text = Self.meta(1)
            text.delta = .max
            #expect(self.error([text], style)?.code == .deltaRange)
        }
    }

    @Test("Data bytes above 127 are refused")
    func dataBytes() {
        let messages = [
            MIDIMessage(status: 0x90, data1: 128, data2: 0),
            MIDIMessage(status: 0x90, data1: 0, data2: 255),
            MIDIMessage(status: 0xC0, data1: 128),
        ]
        for message in messages {
            let error = error([Self.on(), TrackEvent(delta: 4, event: .channel(message))])
            #expect(error?.code == .dataByteRange)
            #expect(error?.event == 1)
            #expect(error?.tick == 4)
        }
    }

    @Test("Packets that would be read as something else are refused")
    func packetOrder() {
        #expect(error([Self.packet(.continuation, [1])])?.code == .packetOrder)
        #expect(
            error([Self.packet(.start, [1, 0xF7]), Self.packet(.continuation, [1])])?.code
                == .packetOrder
        )
        #expect(
            error([Self.packet(.start, [1]), Self.on(), Self.packet(.continuation, [1])])?.code
                == .packetOrder
        )
        #expect(
            error([Self.packet(.start, [1]), Self.meta(1), Self.packet(.escape, [1])])?.code
                == .packetOrder
        )
    }

    @Test("Files that a header cannot describe are refused")
    func headers() {
        func code(_ file: MIDIFile) -> SMFWriteError.Code? {
            #expect(throws: SMFWriteError.self) { try file.bytes() }?.code
        }
        let division = Division.ticksPerQuarter(96)
        let two = [Track(), Track()]
        #expect(
            code(MIDIFile(format: .single, division: division, tracks: two)) == .formatZeroTracks
        )
        let many = Array(repeating: Track(), count: 65_536)
        #expect(
            code(MIDIFile(format: .simultaneous, division: division, tracks: many))
                == .tracksTooMany
        )
        let divisions: [Division] = [
            .ticksPerQuarter(0), .ticksPerQuarter(32_768), .smpte(.fps25, ticksPerFrame: 0),
        ]
        for division in divisions {
            #expect(
                code(MIDIFile(format: .single, division: division, tracks: [Track()]))
                    == .divisionInvalid
            )
        }
    }

    @Test("As many tracks as a header can say are written")
    func mostTracks() throws {
        let file = MIDIFile(
            format: .simultaneous,
            division: .ticksPerQuarter(96),
            tracks: Array(repeating: Track(), count: 65_535)
        )
        #expect(try file.bytes().count == 14 + 65_535 * 12)
    }

    @Test("Foreign chunks need a name that readers take for one")
    func chunkNames() {
        for id: UInt32 in [0x4D54_726B, 0x4D54_6864, 0x4142_4300, 0x00FF_FFFF] {
            var file = MIDIFile(
                format: .single,
                division: .ticksPerQuarter(96),
                tracks: [Track()]
            )
            file.foreignChunks = [ForeignChunk(id: id, bytes: [], trackIndex: 0)]
            #expect(throws: Never.self) { try file.bytes(.plain) }
            let error = #expect(throws: SMFWriteError.self) { try file.bytes(.preserving) }
            #expect(error?.code == .chunkName)
        }
    }
}
