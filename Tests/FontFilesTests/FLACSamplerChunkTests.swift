import Instruments
import Platform
import TestSupport
import Testing

@testable import FontFiles

/// Loops and keys in FLAC files.
@Suite("The sampler's chunk in FLAC files")
struct FLACSamplerChunkTests {
    private func word(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private func block(_ kind: UInt8, _ content: [UInt8], isLast: Bool = false) -> [UInt8] {
        [kind | (isLast ? 0x80 : 0), 0, UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
            + content
    }

    /// A chunk with a key, a fraction of a semitone and a loop.
    private func chunk(_ name: String = "smpl", loop: (UInt32, UInt32)? = (100, 899)) -> [UInt8] {
        var content = [0, 0, 20_833, 64, 0x4000_0000, 0, 0, loop == nil ? 0 : 1, 0].flatMap(word)
        if let loop { content += [0, 0, loop.0, loop.1, 0, 0].flatMap(word) }
        return Array("riff".utf8) + Array(name.utf8) + word(UInt32(content.count)) + content
    }

    private func recording(_ bytes: [UInt8], frames: Int = 1_000) throws -> Recording {
        let directory = try TemporaryDirectory()
        let path = try directory.write(bytes, to: "a.flac")
        var recording = Recording(frameCount: frames, rate: 48_000)
        try FLACSamplerChunk.read(InputFile(path), into: &recording)
        return recording
    }

    private let head = Array("fLaC".utf8)

    @Test("is found behind other blocks")
    func found() throws {
        let bytes =
            head + block(0, [UInt8](repeating: 0, count: 34)) + block(2, chunk("LIST"))
            + block(2, chunk(), isLast: true)
        let recording = try recording(bytes)
        #expect(recording.loop == 100..<900)
        #expect(recording.rootKey == 64 && recording.detune == -25)
    }

    @Test("has a loop within the recording, or none")
    func bounds() throws {
        #expect(
            try recording(head + block(2, chunk(), isLast: true), frames: 500).loop == 100..<500
        )
        #expect(try recording(head + block(2, chunk(), isLast: true), frames: 50).loop == nil)
        #expect(try recording(head + block(2, chunk(loop: nil), isLast: true)).loop == nil)
    }

    @Test("is none in files that are cut off, or no FLAC")
    func others() throws {
        let bytes = head + block(2, chunk(), isLast: true)
        for count in 0..<bytes.count {
            let loop = try recording(Array(bytes.prefix(count))).loop
            #expect(loop == nil)
        }
        #expect(try recording(Array("OggS".utf8) + block(2, chunk(), isLast: true)).loop == nil)
    }
}
