import CFluidSynth
import Foundation
import TestSupport
import Testing

@testable import SamplerHost

/// The memory of fonts while nothing sounds.
struct SoundFontMemoryTests {
    /// The kilobytes of a mapped file that this process has in memory.
    private func residentKilobytes(of path: String) throws -> Int {
        let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
        let maps = String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
        var isInFile = false
        var kilobytes = 0
        for line in maps.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words[0].contains("-") { isInFile = line.hasSuffix(path) }
            if isInFile, words[0] == "Rss:" { kilobytes += try #require(Int(words[1])) }
        }
        return kilobytes
    }

    @Test func preparedSamplesAreReleasedAndComeBackTheSame() throws {
        let studio = try Studio()
        let font = try SharedSoundFont.open(studio.font)
        font.samples.prepare(0..<font.samples.count)
        let before = try residentKilobytes(of: studio.font)
        #expect(before > 0)
        func bytes() -> [UInt64] {
            (0..<font.samples.count).compactMap { index in
                guard let sample = font.samples.sample(index) else { return nil }
                var sum: UInt64 = 0
                for frame in 0..<Int(sample.count) {
                    sum = unsafe sum &* 31 &+ UInt64(UInt16(bitPattern: sample.frames[frame]))
                }
                return sum
            }
        }
        let sums = bytes()
        font.samples.dropPages()
        #expect(try residentKilobytes(of: studio.font) == 0)
        // What plays meanwhile gets its frames from the file.
        #expect(bytes() == sums)
        font.samples.dropPages()
        font.samples.loadPages()
        #expect(try residentKilobytes(of: studio.font) > 0)
        #expect(bytes() == sums)
        #expect(SharedSoundFont.inUse.contains { $0 === font })
    }
}
