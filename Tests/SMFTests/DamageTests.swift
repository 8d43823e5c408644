import MIDI
import SMF
import Testing

/// No bytes, however wrong, may trap the reader or make it slow.
@Suite("Damage")
struct DamageTests {
    /// Reads, and looks at all that was read: each event by iterating and by index.
    private func survive(_ bytes: [UInt8]) {
        if let fault = Fixture.disagreement(on: bytes) { Issue.record("\(fault) on \(bytes)") }
        guard let file = try? MIDIFile(bytes, keeping: .everything) else { return }
        var payloadSize = 0
        for track in file.tracks {
            var end: Int64 = 0
            for (index, event) in track.enumerated() {
                end += Int64(event.delta)
                if event.delta > 0x0FFF_FFFF || track[index] != event {
                    Issue.record("event \(index) of \(bytes)")
                }
                switch event.event {
                case .channel(let message):
                    if !message.isChannelMessage || message.bits & 0xFF80_8000 != 0 {
                        Issue.record("message \(message.bits) of \(bytes)")
                    }
                case .meta(let meta):
                    _ = meta.value
                    payloadSize += meta.bytes.count
                case .systemExclusive(let packet):
                    _ = packet.isLast
                    payloadSize += packet.bytes.count
                }
            }
            if end != track.endTick || track.last?.event != .meta(.endOfTrack) {
                Issue.record("end of track of \(bytes)")
            }
        }
        // Every event but an end-of-track that was added takes two bytes at least.
        let eventCount = file.tracks.reduce(0) { $0 + $1.count }
        if eventCount > bytes.count / 2 + file.tracks.count || payloadSize > bytes.count {
            Issue.record("\(eventCount) events, \(payloadSize) bytes in them of \(bytes)")
        }
        let offsets = file.diagnostics.compactMap(\.offset)
        if offsets != offsets.sorted() || offsets.contains(where: { $0 > bytes.count }) {
            Issue.record("order of diagnostics of \(bytes)")
        }
        decode(file)
        writeAgain(file, from: bytes)
    }

    /// Guesses the encoding of what is left of the text, and decodes it.
    private func decode(_ file: MIDIFile) {
        let decoder = TextEncoding.guessed(for: file).decoder ?? .utf8OrWindows1252
        for track in file.tracks {
            for text in track.texts
            where decoder.text(of: text.bytes).utf8.count > text.bytes.count * 3 {
                Issue.record("text of \(text.bytes)")
            }
        }
    }

    /// Writes in every style what was read, and reads it again.
    private func writeAgain(_ file: MIDIFile, from bytes: [UInt8]) {
        for style in WritingStyle.allCases {
            guard let written = try? file.bytes(style), let again = try? MIDIFile(written) else {
                Issue.record("\(style) is not written and read: \(bytes)")
                continue
            }
            if again.tracks != file.tracks || again.format != file.format
                || again.division != file.division
            {
                Issue.record("\(style) is read otherwise: \(bytes)")
            }
            let isRight = file.diagnostics.allSatisfy { $0.severity == .note }
            if style == .preserving, isRight, written != bytes {
                Issue.record("preserved otherwise: \(bytes)")
            }
        }
    }

    @Test("A file may be cut at every byte", arguments: Fixture.all)
    func truncations(bytes: [UInt8]) {
        // The long ones are cut in steps, but for the beginning.
        for count in 0...bytes.count where count < 80 || count % (bytes.count / 80) == 0 {
            survive(Array(bytes.prefix(count)))
        }
    }

    @Test("What stands before a cut is kept")
    func truncationsKeepEvents() throws {
        let bytes = Fixture.rich[0]
        let counts = try (14...bytes.count).map { count in
            try MIDIFile(Array(bytes.prefix(count))).tracks.first?.messages.count ?? 0
        }
        #expect(counts == counts.sorted())
        #expect(Set(counts) == [0, 1, 2])
    }

    @Test("Every byte may have any bit flipped, and be an extreme", arguments: Fixture.rich)
    func flips(bytes: [UInt8]) {
        for (index, byte) in bytes.enumerated() {
            let values = Self.values(insteadOf: byte)
            // In long files every third of them, the others at the next bytes.
            let step = bytes.count > 100 ? 3 : 1
            for turn in stride(from: index % step, to: values.count, by: step) {
                var damaged = bytes
                damaged[index] = values[turn]
                survive(damaged)
            }
        }
    }

    /// The byte with each of its bits flipped, and the extremes.
    private static func values(insteadOf byte: UInt8) -> [UInt8] {
        (0..<8).map { byte ^ 1 << UInt8($0) } + [0x00, 0x7F, 0x80, 0xFF]
    }

    @Test("Every byte of every fixture may be another", arguments: Fixture.all.indices)
    func flipsOfAll(number: Int) {
        let bytes = Fixture.all[number]
        // One of the values for each byte, others at the next one; the long ones with gaps.
        for index in stride(from: 0, to: bytes.count, by: bytes.count / 64 + 1) {
            let values = Self.values(insteadOf: bytes[index])
            var damaged = bytes
            damaged[index] = values[(index * 5 + number) % values.count]
            survive(damaged)
        }
    }

    @Test("Every byte may be missing or doubled", arguments: Fixture.rich)
    func shifts(bytes: [UInt8]) {
        for index in bytes.indices {
            survive(Array(bytes[..<index] + bytes[(index + 1)...]))
            survive(Array(bytes[...index] + bytes[index...]))
        }
    }

    @Test("Random bytes behind a header are survived")
    func noise() {
        var state: UInt64 = 1
        for _ in 0..<400 {
            var content: [UInt8] = []
            for _ in 0..<200 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let byte = UInt8(truncatingIfNeeded: state >> 33)
                // Small bytes and statuses make for more events than noise alone.
                content.append(byte & 3 == 0 ? byte | 0x80 : byte & 0x3F)
            }
            survive(Fixture.file(Fixture.chunk("MTrk", content), Fixture.track(Fixture.note)))
            survive(Fixture.header(tracks: 1) + content)
        }
    }

    @Test(
        "Files made to be slow are read in linear time",
        .timeLimit(.minutes(2)),
        arguments: [
            "'MTrk'", "'MTrk' 000000FF", "'Junk' 7FFFFFFF", "'MThd'", "4D", "00FE", "80",
            "00F7", "00F00143", "'MTrk' FFFFFFFF 00", "00FF2F00", "'MTrk' 0000000A 00C0",
        ]
    )
    func hostile(pattern: String) {
        let unit = Fixture.bytes(pattern)
        // Quadratic time would be many minutes.
        let repeated = (0..<(100_000 / unit.count)).flatMap { _ in unit }
        for start in [
            Fixture.header(tracks: 1),
            Fixture.header(tracks: 1) + Fixture.track("", length: 4_000_000_000),
        ] {
            let file = try? MIDIFile(start + repeated)
            #expect(file?.diagnostics.isEmpty == false)
        }
        _ = try? MIDIFile(repeated)
    }
}
