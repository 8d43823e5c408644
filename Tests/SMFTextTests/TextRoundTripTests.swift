import Foundation
import SMF
import SMFText
import TestSupport
import Testing

@Suite("A MIDI file as text and back")
struct TextRoundTripTests {
    @Test("is the same file, byte by byte, where all is as specified")
    func bytes() throws {
        var song = TextFixture.full
        song.headerExtension = [1, 2, 3]
        song.trailer = SMFBuilder.chunk("JUNK", [0, 1, 2])
        for index in song.tracks.indices { song.tracks[index].usesRunningStatus = index == 1 }
        // A delta time of four bytes for nothing, a length of two.
        song.tracks[1].raw(at: 500, [0x90, 1, 1])
        var original = song.bytes
        try #expect(again(original) == original)
        // In RIFF, with an odd size and something behind.
        let size = UInt32(original.count)
        let little = (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
        let inner =
            Array("RMIDdata".utf8) + little + original + (original.count % 2 == 0 ? [] : [0])
            + Array("LIST".utf8) + [4, 0, 0, 0] + Array("INFO".utf8)
        let total = UInt32(inner.count)
        original =
            Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: total >> ($0 * 8)) }
            + inner
        try #expect(again(original) == original)
    }

    @Test("keeps a wrapper that is longer than a piece of text")
    func longWrapper() throws {
        let music = TextFixture.full.bytes
        func little(_ number: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        let bank = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let inner =
            Array("RMIDjunk".utf8) + little(bank.count) + bank + Array("data".utf8)
            + little(music.count) + music + (music.count % 2 == 0 ? [] : [0])
        let original = Array("RIFF".utf8) + little(inner.count) + inner
        try #expect(again(original) == original)
    }

    private func again(_ bytes: [UInt8]) throws -> [UInt8] {
        let file = try MIDIFile(bytes, keeping: .everything)
        return try MIDIFile(assembling: TextDump(file).bytes).bytes(.preserving)
    }

    @Test("has the same events, whatever they are", arguments: UInt64(0)..<120)
    func events(seed: UInt64) throws {
        let file = TextFixture.random(seed: seed)
        for text in [TextDump(file).bytes, CSVDump(file).bytes] {
            let again = try MIDIFile(assembling: text)
            #expect(again.format == file.format)
            #expect(again.division == file.division)
            #expect(again.tracks == file.tracks)
        }
    }

    @Test("gives the same text again")
    func text() throws {
        let file = try MIDIFile(assembling: Array(TextFixture.lines.utf8))
        let text = TextDump(file).bytes
        let again = try MIDIFile(assembling: text)
        #expect(TextDump(again).bytes == text)
        #expect(again.wrapper == file.wrapper)
        #expect(again.wrapper?.suffix == [0])
        #expect(again.foreignChunks == file.foreignChunks)
        #expect(again.foreignChunks.first?.trackIndex == 0)
        #expect(again.headerExtension == [1, 2])
    }

    /// Files that others have made: the folder that `SEQD_CORPUS` names.
    private static let corpus = ProcessInfo.processInfo.environment["SEQD_CORPUS"]

    @Test("is the same for real files", .enabled(if: corpus != nil))
    func realFiles() throws {
        let folder = URL(fileURLWithPath: try #require(Self.corpus))
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap {
            $0 as? String
        }
        var count = 0
        for name in try #require(names) {
            guard [".mid", ".kar", ".rmi"].contains(where: name.lowercased().hasSuffix) else {
                continue
            }
            let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
            guard let file = try? MIDIFile(bytes, keeping: .everything) else { continue }
            count += 1
            let again = try MIDIFile(assembling: TextDump(file).bytes)
            #expect(again.tracks == file.tracks, "\(name)")
            if file.diagnostics.isEmpty {
                #expect(try again.bytes(.preserving) == bytes, "\(name)")
            }
            #expect(try MIDIFile(assembling: CSVDump(file).bytes).tracks == file.tracks, "\(name)")
        }
        #expect(count > 0)
    }

    @Test("survives any byte in any place")
    func mutations() throws {
        let texts = [
            Array(TextFixture.lines.utf8), CSVDump(try MIDIFile(TextFixture.full.bytes)).bytes,
        ]
        for text in texts {
            for place in text.indices {
                // Three of these for each place: a build for debugging takes its time.
                for turn in 0..<3 {
                    var changed = text
                    changed[place] = Self.odd[(place + turn * 4) % Self.odd.count]
                    check(changed)
                }
                check(Array(text[..<place]))
            }
        }
    }

    private static let odd: [UInt8] = [
        0, 0x0A, 0x20, 0x22, 0x23, 0x2C, 0x2D, 0x39, 0x3A, 0x5C, 0x7F, 0xFF,
    ]

    @Test("survives noise", arguments: UInt64(0)..<50)
    func noise(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let words = Array(
            "smf-text 1\nformat 1\ndivision 96\ntrack\n0 note-on ch:1 1 1\n0 meta 1\"\\x:/.#,;-+"
                .utf8
        )
        let text = (0..<Int.random(in: 0...3_000, using: &numbers)).map { _ in
            words.randomElement(using: &numbers) ?? 0
        }
        for form in TextForm.allCases { check(text, form) }
    }

    /// A text is a file, or it has faults that stand in it.
    private func check(_ text: [UInt8], _ form: TextForm? = nil) {
        do throws(AssemblyError) {
            _ = try MIDIFile(assembling: text, form: form)
        } catch {
            let lines = text.count { $0 == 0x0A || $0 == 0x0D } + 1
            let isPlaced = error.faults.allSatisfy { fault in
                (1...(lines + 1)).contains(fault.line)
                    && (1...(text.count + 1)).contains(fault.column)
            }
            guard isPlaced, (1...AssemblyError.limit).contains(error.faults.count) else {
                Issue.record("\(error) in \(text)")
                return
            }
        }
    }
}
