import MIDI
import SMF
import Testing

@Suite("Writing")
struct WritingTests {
    private func file(_ events: [TrackEvent]) -> MIDIFile {
        MIDIFile(
            format: .single,
            division: .ticksPerQuarter(96),
            tracks: [Track(events: events)]
        )
    }

    private func on(_ delta: UInt32, _ key: UInt8, _ velocity: UInt8 = 64) -> TrackEvent {
        TrackEvent(
            delta: delta,
            event: .channel(.noteOn(channel: 0, key: key, velocity: velocity))
        )
    }

    private func meta(_ delta: UInt32, _ type: UInt8, _ bytes: [UInt8]) -> TrackEvent {
        TrackEvent(delta: delta, event: .meta(MetaEvent(type: type, bytes: bytes[...])))
    }

    @Test("Compact writing leaves out the status that repeats, but not across a meta event")
    func compact() throws {
        let bytes = try file([
            on(0, 60), on(96, 60, 0), meta(0, 0x06, [0x41]), on(0, 62), on(200, 62, 0),
        ]).bytes()
        #expect(
            bytes
                == Fixture.header(format: 0, tracks: 1)
                + Fixture.track(
                    "00 90 3C 40  60 3C 00  00 FF 06 01 41  00 90 3E 40  81 48 3E 00  00 FF 2F 00"
                )
        )
    }

    @Test("Plain writing gives every message its status")
    func plain() throws {
        let bytes = try file([on(0, 60), on(96, 60, 0), meta(5, 0x2F, [])]).bytes(.plain)
        #expect(
            bytes
                == Fixture.header(format: 0, tracks: 1)
                + Fixture.track("00 90 3C 40  60 90 3C 00  05 FF 2F 00")
        )
    }

    @Test(
        "Delta times of every length are written as the specification's table has them",
        arguments: [
            (0x00, "00"), (0x40, "40"), (0x7F, "7F"), (0x80, "81 00"), (0x2000, "C0 00"),
            (0x3FFF, "FF 7F"), (0x4000, "81 80 00"), (0x10_0000, "C0 80 00"),
            (0x1F_FFFF, "FF FF 7F"), (0x20_0000, "81 80 80 00"), (0x800_0000, "C0 80 80 00"),
            (0xFFF_FFFF, "FF FF FF 7F"),
        ]
    )
    func quantities(value: UInt32, bytes: String) throws {
        let events = [
            on(value, 60), meta(value, 0x01, []), meta(0, 0x2F, []),
        ]
        #expect(
            try file(events).bytes().dropFirst(22)
                == Fixture.bytes("\(bytes) 90 3C 40 \(bytes) FF 01 00  00 FF 2F 00")[...]
        )
    }

    @Test("The lengths of what events carry are written in up to four bytes")
    func lengths() throws {
        for (count, length) in [(0, "00"), (127, "7F"), (128, "81 00"), (16_384, "81 80 00")] {
            let bytes = [UInt8](repeating: 0x41, count: count)
            let written = try file([meta(0, 0x01, bytes)]).bytes().dropFirst(22)
            #expect(
                Array(written) == Fixture.bytes("00 FF 01 \(length)") + bytes + [0, 0xFF, 0x2F, 0]
            )
        }
    }

    @Test("Program changes and channel pressure have one data byte")
    func shortMessages() throws {
        let events = [
            TrackEvent(delta: 0, event: .channel(.programChange(channel: 1, program: 5))),
            TrackEvent(delta: 1, event: .channel(.programChange(channel: 1, program: 6))),
            TrackEvent(delta: 2, event: .channel(.channelPressure(channel: 1, pressure: 7))),
            TrackEvent(delta: 3, event: .channel(.pitchBend(channel: 1, bend: 8192))),
        ]
        #expect(
            try file(events).bytes().dropFirst(22)
                == Fixture.bytes("00 C1 05  01 06  02 D1 07  03 E1 00 40  00 FF 2F 00")[...]
        )
        // A byte that the status does not have is not there, whatever a message made by hand says.
        let odd = TrackEvent(
            delta: 0,
            event: .channel(MIDIMessage(status: 0xC0, data1: 1, data2: 200))
        )
        #expect(
            try file([odd, on(0, 60)]).bytes().dropFirst(22)
                == Fixture.bytes("00 C0 01  00 90 3C 40  00 FF 2F 00")[...]
        )
    }

    @Test("Divisions and formats stand in the header")
    func headers() throws {
        let track = Track(events: [meta(0, 0x2F, [])])
        let cases: [(MIDIFile.Format, Division, String)] = [
            (.single, .ticksPerQuarter(1), "0000 0001 0001"),
            (.simultaneous, .ticksPerQuarter(32_767), "0001 0001 7FFF"),
            (.independent, .smpte(.fps25, ticksPerFrame: 40), "0002 0001 E728"),
            (.single, .smpte(.fps24, ticksPerFrame: 255), "0000 0001 E8FF"),
            (.single, .smpte(.fps2997, ticksPerFrame: 1), "0000 0001 E301"),
            (.single, .smpte(.fps30, ticksPerFrame: 80), "0000 0001 E250"),
        ]
        for (format, division, words) in cases {
            let file = MIDIFile(format: format, division: division, tracks: [track])
            #expect(
                try file.bytes()
                    == Fixture.bytes("'MThd' 00000006 \(words)") + Fixture.track("00 FF 2F 00")
            )
        }
        let empty = MIDIFile(format: .simultaneous, division: .ticksPerQuarter(96), tracks: [])
        #expect(try empty.bytes() == Fixture.header(format: 1, tracks: 0))
    }

    @Test("SysEx messages, their continuations and escapes keep their forms")
    func packets() throws {
        func packet(_ form: SystemExclusivePacket.Form, _ bytes: [UInt8]) -> TrackEvent {
            TrackEvent(
                delta: 1,
                event: .systemExclusive(SystemExclusivePacket(form: form, bytes: bytes[...]))
            )
        }
        let events = [
            packet(.escape, [0xF3, 0x01]), packet(.start, [0x43, 0x12]),
            packet(.continuation, [0x43]), meta(0, 0x06, [0x41]),
            packet(.continuation, [0x00, 0xF7]), packet(.escape, []), packet(.start, [0x43]),
            on(0, 60), packet(.escape, [0xFA]), meta(0, 0x2F, []),
        ]
        let bytes = try file(events).bytes()
        #expect(
            bytes.dropFirst(22)
                == Fixture.bytes(
                    """
                    01 F7 02 F3 01  01 F0 02 43 12  01 F7 01 43  00 FF 06 01 41  01 F7 02 00 F7
                    01 F7 00  01 F0 01 43  00 90 3C 40  01 F7 01 FA  00 FF 2F 00
                    """
                )[...]
        )
        #expect(try MIDIFile(bytes).tracks == [Track(events: events)])
    }

    @Test("What the reader repairs comes out repaired, and what it keeps is kept")
    func damage() throws {
        let damaged = Fixture.file(
            Fixture.track("00 90 3C C0  00 FF 80 01 41  00 FF 51 01 00  00 3C 00")
        )
        for style in WritingStyle.allCases {
            let file = try MIDIFile(damaged, keeping: .everything)
            #expect(!file.diagnostics.isEmpty)
            let again = try MIDIFile(try file.bytes(style))
            #expect(again.tracks == file.tracks)
            #expect(Set(again.codes) == [.metaTypeRange, .metaLength])
        }
    }

    @Test("A file that came in RIFF is written as a plain file unless it is to be preserved")
    func plainOfWrapped() throws {
        let music = Fixture.file(Fixture.track(Fixture.note))
        let wrapped = Fixture.riffChunk(
            "RIFF",
            Array("RMID".utf8) + Fixture.riffChunk("data", music)
        )
        let file = try MIDIFile(wrapped, keeping: .everything)
        #expect(try file.bytes(.plain) == music)
        #expect(try file.bytes(.preserving) == wrapped)
    }

    @Test("The memory is handed out before it is used, and holds the file")
    func preparation() throws {
        var size = 0
        let bytes = try file([on(0, 60)]).bytes(.plain) { size = $0.count }
        #expect(size >= bytes.count)
    }
}
