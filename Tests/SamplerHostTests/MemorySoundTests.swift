import Foundation
import Platform
import Racks
import Realtime
import SoundTestSupport
import TestSupport
import Testing

@testable import Clips

/// Sound files in memory, which clips play as they play files.
@Suite struct MemorySoundTests {
    private let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// The first side of all frames of a sound.
    private func frames(_ sound: ClipSound) -> [Float] {
        let pages = (sound.frameCount + ClipPages.pageFrames - 1) / ClipPages.pageFrames
        return (0..<pages).flatMap { page in
            sound.bring(page) {}
            let count = min(ClipPages.pageFrames, sound.frameCount - page * ClipPages.pageFrames)
            return (0..<count).compactMap { sound.pages.value.page(page)?[$0] }
        }
    }

    private func memory(_ bytes: Data, pieces: Int = 1_000) throws -> MemorySound {
        let memory = try MemorySound("memory:a")
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            try memory.append(Array(bytes[start..<min(bytes.count, start + pieces)]))
        }
        return memory
    }

    @Test(arguments: ["wav", "flac", "ogg"])
    func playAsTheirFilesDo(_ type: String) throws {
        let wave = WAVBuilder([WAVBuilder.sine(440, frames: 40_000)])
        let source = try studio.directory.write(wave.bytes, to: "sine.wav")
        let path =
            type == "wav"
            ? source
            : try #require(CompressedSound.file(of: source, as: type, in: studio.directory))
        let memory = try memory(try Data(contentsOf: URL(fileURLWithPath: path)))
        let expected = frames(try ClipSound.open(path))
        #expect(expected.count == 40_000)
        let sound = try memory.open()
        #expect(sound.path == "memory:a")
        #expect(firstDifference(frames(sound), expected) == nil)
        #expect(sound.takeFault() == nil)
        #expect(try memory.open() === sound)
    }

    @Test func areOpenedAgainFromTheirBeginning() throws {
        let wave = WAVBuilder([WAVBuilder.sine(440, frames: 20_000)])
        let memory = try memory(Data(wave.bytes))
        let first = frames(try memory.open())
        #expect(firstDifference(frames(try memory.open()), first) == nil)
    }

    @Test func canBeCompletedAfterTheyWereRefused() throws {
        let wave = WAVBuilder([WAVBuilder.sine(440, frames: 1_000)]).bytes
        let memory = try memory(Data(wave.prefix(30)))
        let error = #expect(throws: HostError.self) { try memory.open() }
        #expect(error?.code == .data)
        #expect(error?.description.hasPrefix("memory:a: not a sound file that can be read") == true)
        try memory.append(Array(wave.dropFirst(30)))
        #expect(memory.size == wave.count)
        #expect(try memory.open().frameCount == 1_000)
    }
}
