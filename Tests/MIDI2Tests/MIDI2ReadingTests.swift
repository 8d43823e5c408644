import MIDI
import SMF
import TestSupport
import Testing

@testable import MIDI2

@Suite("Reading MIDI 2.0 clips")
struct MIDI2ReadingTests {
    private func file(_ music: String..., ticks: UInt32? = 96) throws -> MIDIFile {
        try MIDI2Clip(join(music, ticks)).file
    }

    private func join(_ music: [String], _ ticks: UInt32?) -> [UInt8] {
        var bytes = ClipFixture.clip(ticks: ticks)
        let end = bytes.suffix(20)
        bytes.removeLast(20)
        for packet in music {
            bytes += ClipFixture.clip(packet, ticks: nil, isComplete: false).dropFirst(8)
        }
        return bytes + end
    }

    @Test("Messages of MIDI 1.0 stay as they are, at times that add up")
    func channelMessages() throws {
        let file = try file(
            "0:20C00500",
            "10:20903C40",
            "0:20B04001",
            "86:20803C00",
            "4:00000000",
            "4:20E07F40"
        )
        #expect(file.format == .single && file.division == .ticksPerQuarter(96))
        #expect(
            file.tracks[0].texts == [
                "0: C0 05", "10: 90 3C 40", "10: B0 40 01", "96: 80 3C 00", "104: E0 7F 40",
            ]
        )
        #expect(file.tracks[0].endTick == 104)
        #expect(file.diagnostics.isEmpty)
    }

    @Test(
        "Messages of MIDI 2.0 become those of MIDI 1.0",
        arguments: [
            ("40903C00 FFFF0000", ["90 3C 7F"]),
            // A velocity of 0 is soft there, and no note-off.
            ("40903C00 00000000", ["90 3C 01"]),
            ("40813C00 80000000", ["81 3C 40"]),
            ("40A23C00 80000000", ["A2 3C 40"]),
            ("40B30700 FFFFFFFF", ["B3 07 7F"]),
            ("40C40000 05000000", ["C4 05"]),
            ("40C40001 05000203", ["B4 00 02", "B4 20 03", "C4 05"]),
            ("40D50000 80000000", ["D5 40"]),
            ("40E60000 80000000", ["E6 00 40"]),
            ("40E60000 FFFFFFFF", ["E6 7F 7F"]),
            ("40270001 80000000", ["B7 65 00", "B7 64 01", "B7 06 40", "B7 26 00"]),
            ("40380102 00040000", ["B8 63 01", "B8 62 02", "B8 06 00", "B8 26 01"]),
        ]
    )
    func translation(_ words: String, _ expected: [String]) throws {
        let file = try file("0:\(words)")
        #expect(file.tracks[0].texts == expected.map { "0: \($0)" })
        #expect(file.diagnostics.isEmpty)
    }

    @Test(
        "What MIDI 1.0 has no place for is named",
        arguments: [
            ("40903C00 80010000", "note", "1 value finer than MIDI 1.0 has them (rounded down)"),
            ("40903C03 80007800", "warning", "1 note with an attribute"),
            ("40603C00 80000000", "warning", "1 pitch bend of a single note (left out)"),
            ("40003C07 80000000", "warning", "1 controller of a single note (left out)"),
            ("40F03C01 00000000", "warning", "1 message that detaches a note (left out)"),
            ("40400001 00000001", "warning", "1 relative change of a parameter (left out)"),
            ("50010000 0 0 0", "warning", "1 System Exclusive message of 8 bits (left out)"),
            ("50800000 0 0 0", "warning", "1 part of a mixed data set (left out)"),
            ("D0100006 0 0 0", "warning", "1 chord name or other mark (left out)"),
            ("D0100000 02FAF081 0 0", "note", "1 tempo finer than 1 microsecond"),
            ("D0100000 FFFFFFFF 0 0", "warning", "1 tempo that MIDI files do not have (left out)"),
            ("D0100001 00020800 0 0", "warning", "1 meter that MIDI files do not have (left out)"),
            ("D0100105 41000000 0 0", "note", "1 text of a kind"),
            ("60000000", "warning", "1 message of a reserved type (left out)"),
            ("20F00000", "warning", "1 message of a reserved type (left out)"),
            ("10903C7F", "warning", "1 message of a reserved type (left out)"),
        ]
    )
    func losses(_ words: String, _ severity: String, _ text: String) throws {
        let file = try file("0:\(words)")
        let finding = try #require(file.findings.first)
        #expect(file.diagnostics.count == 1)
        #expect(finding.hasPrefix("\(severity) midi-2-loss: \(text)"), "\(finding)")
        if severity == "warning" {
            #expect(throws: SMFError.self) {
                try MIDI2Clip(join(["0:\(words)"], 96), policy: .strict)
            }
        }
    }

    @Test("Tempo, meter, key and texts become meta events")
    func score() throws {
        let file = try file(
            "0:D0100000 02FAF080 0 0",
            "0:D0100002 18000000 0 0",
            "0:D0100001 06030800 0 0",
            // G minor: two flats, tonic G.
            "0:D0100005 E7000000 0 0",
            "0:D0100005 13000000 0 0",
            "0:D0100103 536F6E67 0 0",
            "96:D0500201 41427365 6E63652D 6D616E20",
            "10:D0D00201 6E6F7700 0 0"
        )
        #expect(
            file.tracks[0].texts == [
                "0: FF 51 07 A1 20", "0: FF 58 06 03 18 08", "0: FF 59 FE 01", "0: FF 59 01 00",
                "0: FF 03 53 6F 6E 67",
                "96: FF 05 41 42 73 65 6E 63 65 2D 6D 61 6E 20 6E 6F 77",
            ]
        )
        #expect(file.diagnostics.isEmpty)
        #expect(file.tracks[0].endTick == 106)
    }

    @Test("System Exclusive messages are put together, and have the time of their beginning")
    func systemExclusive() throws {
        let file = try file(
            "0:30030102 03000000",
            "1:30160102 03040506",
            "1:20903C40",
            "1:30220708 0 ",
            "1:30310900 0",
            "1:10F80000"
        )
        #expect(
            file.tracks[0].texts == [
                "0: F0 01 02 03 F7", "1: F0 01 02 03 04 05 06 07 08 09 F7", "2: 90 3C 40",
                "5: F7 F8",
            ]
        )
    }

    @Test("Several groups become tracks with ports, under one of tempo and meter")
    func groups() throws {
        let file = try file("0:D0100000 02FAF080 0 0", "0:23903C40", "96:20903C40", "4:23803C40")
        #expect(file.format == .simultaneous)
        #expect(
            file.tracks.map(\.texts) == [
                ["0: FF 51 07 A1 20"], ["0: FF 21 00", "96: 90 3C 40"],
                ["0: FF 21 03", "0: 90 3C 40", "100: 80 3C 40"],
            ]
        )
        #expect(file.tracks.allSatisfy { $0.endTick == 100 })
    }

    @Test("Ticks that are too fine are put together in pairs")
    func division() throws {
        let file = try file("40000:20903C40", "1:20803C40", ticks: 40_000)
        #expect(file.division == .ticksPerQuarter(20_000))
        #expect(file.tracks[0].texts == ["20000: 90 3C 40", "20001: 80 3C 40"])
        #expect(file.findings.first?.hasPrefix("note midi-2-loss: ") ?? false)
    }

    @Test("An odd number of ticks that is too large keeps the times")
    func oddDivision() throws {
        let file = try file("65535:20903C40", ticks: 65_535)
        #expect(file.division == .ticksPerQuarter(32_767))
        #expect(file.tracks[0].texts == ["32767: 90 3C 40"])
        #expect(file.diagnostics.isEmpty)
    }

    @Test("What stands before the start of the clip is at its beginning")
    func configuration() throws {
        let header =
            ClipFixture.clip("480:D0100000 02FAF080 0 0", isComplete: false)
        let music = ClipFixture.clip("0:20903C40", "96:20803C40", ticks: nil)
        let file = try MIDI2Clip(header + music.dropFirst(8)).file
        #expect(file.tracks[0].texts.first == "0: FF 51 07 A1 20")
    }

    @Test("A second start changes nothing, and is reported")
    func secondStart() throws {
        let file = try file("0:20903C40", "96:F0200000 0 0 0", "0:20803C40")
        #expect(file.tracks[0].texts == ["0: 90 3C 40", "96: 80 3C 40"])
        #expect(file.diagnostics.map(\.code) == [.headerRepeated])
    }

    @Test("A metronome behind its meter counts too")
    func metronome() throws {
        let file = try file("0:D0100001 06030800 0 0", "0:D0100002 24000000 0 0")
        #expect(file.tracks[0].texts == ["0: FF 58 06 03 24 08"])
    }

    @Test("Parts of texts without the others are reported")
    func textParts() throws {
        let file = try file("0:D0D00201 6E6F7700 0 0", "0:D0500201 41427365 6E63652D 6D616E20")
        #expect(file.tracks[0].texts.isEmpty)
        #expect(file.diagnostics.map(\.code) == [.payloadTruncated, .payloadTruncated])
    }

    @Test("A clip without ticks is refused")
    func noTicks() throws {
        for ticks in [nil, 0] as [UInt32?] {
            let error = #expect(throws: SMFError.self) { try file("0:20903C40", ticks: ticks) }
            #expect(error?.code == .divisionInvalid)
        }
    }

    @Test("What is missing at the start and at the end is reported, and all is read")
    func damage() throws {
        let open = ClipFixture.clip("0:20903C40", "96:20803C40", isComplete: false)
        let file = try MIDI2Clip(open).file
        #expect(file.tracks[0].texts == ["0: 90 3C 40", "96: 80 3C 40"])
        #expect(
            file.diagnostics.map(\.code) == [.midi2StartMissing, .endOfTrackMissing]
        )
        let cut = try MIDI2Clip(ClipFixture.clip("0:40903C40 80000000").dropLast(22)).file
        #expect(cut.diagnostics.map(\.code) == [.trackTruncated])
        let long = try MIDI2Clip(ClipFixture.clip("0:20903C40") + [1, 2, 3]).file
        #expect(long.diagnostics.map(\.code) == [.trailingBytes])
        let parts = try self.file("0:30160102 03040506", "0:30160102 03040506", "0:20903C40")
        #expect(parts.diagnostics.map(\.code) == [.sysExUnterminated, .sysExUnterminated])
        #expect(parts.tracks[0].texts == ["0: 90 3C 40"])
    }

    @Test("Any bytes are read or refused")
    func anyBytes() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<3_000 {
            var bytes = ClipFixture.clip(
                "0:D0500201 41427365 6E63652D 6D616E20",
                "0:30160102 03040506",
                "9:40903C00 80000000"
            )
            for _ in 0..<1 + Int(generator.next() % 6) {
                let index = 8 + Int(generator.next() % UInt64(bytes.count - 8))
                bytes[index] = UInt8(truncatingIfNeeded: generator.next())
            }
            if generator.next() % 4 == 0 {
                bytes.removeLast(Int(generator.next() % UInt64(bytes.count - 8)))
            }
            let file = try? MIDI2Clip(bytes).file
            if let file { #expect((try? file.bytes()) != nil) }
        }
    }
}
