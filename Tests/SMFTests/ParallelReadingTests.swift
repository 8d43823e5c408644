import Dispatch
import Foundation
import MIDI
import SMF
import Synchronization
import TestSupport
import Testing

@Suite("Reading with several threads")
struct ParallelReadingTests {
    /// Threads of the system that carry out the jobs at the same time.
    private static func threads(_ count: Int, counting jobs: JobCount) -> ReadingResources {
        ReadingResources(threadCount: count) { number, job in
            jobs.add(number)
            DispatchQueue.concurrentPerform(iterations: number) { job($0) }
        }
    }

    /// How many jobs were handed out.
    private final class JobCount: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add(_ number: Int) { count.withLock { $0 += number } }
    }

    /// Requires that several threads read what one reads.
    ///
    /// Returns how many jobs there were for the largest number.
    @discardableResult
    private func check(_ bytes: [UInt8], _ what: String, threads: [Int] = [3]) throws -> Int {
        let single = try MIDIFile(bytes, keeping: .everything)
        var last = 0
        for count in threads {
            let jobs = JobCount()
            let file = try MIDIFile(
                bytes,
                keeping: .everything,
                using: Self.threads(count, counting: jobs)
            )
            #expect(file.isSame(as: single), "\(what), \(count) threads")
            last = jobs.value
        }
        return last
    }

    /// The content of a track of about this many bytes, with events of all kinds.
    private static func content(_ byteCount: Int, _ numbers: inout SeededGenerator) -> [UInt8] {
        let kinds = [
            "00 903C40 60 3C00", "8100 C005 00 06", "00 FF0102 4142", "00 F0027EF7", "00 B04007",
            "8150 E00040 00 4041", "00 FF01 8148 " + String(repeating: "41", count: 200),
        ].map(Fixture.bytes)
        var content: [UInt8] = []
        while content.count < byteCount { content += kinds.randomElement(using: &numbers) ?? [] }
        return content + Fixture.bytes("00 FF2F00")
    }

    /// A file of more than 256 KiB, with tracks of no bytes to 31,000, and other chunks between.
    private static func file(seed: UInt64) -> (bytes: [UInt8], places: [Int]) {
        var numbers = SeededGenerator(seed: seed)
        var chunks: [[UInt8]] = []
        for number in 0..<40 {
            let size = [0, 10, 500, 3000, 31_000][number % 5]
            chunks.append(Fixture.chunk("MTrk", content(size, &numbers)))
            if number % 7 == 3 { chunks.append(Fixture.chunk("XFIH", [1, 2, UInt8(number)])) }
        }
        chunks.append(Fixture.chunk("Last", [9]))
        var bytes = Fixture.header(tracks: 40)
        var places: [Int] = []
        for chunk in chunks {
            places.append(bytes.count)
            bytes += chunk
        }
        return (bytes, places)
    }

    @Test("gives the same file, be it right", arguments: 1...3)
    func whole(seed: UInt64) throws {
        let (bytes, _) = Self.file(seed: seed)
        #expect(bytes.count > 256 << 10)
        #expect(try MIDIFile(bytes).diagnostics.allSatisfy { $0.severity == .note })
        let jobs = try check(bytes, "whole", threads: [1, 2, 3, 8])
        #expect((2...8).contains(jobs))
    }

    @Test("gives the same file where a chunk is damaged, and those behind it are read in turn")
    func damaged() throws {
        let (bytes, places) = Self.file(seed: 4)
        for (number, place) in places.enumerated() where number % 15 == 4 {
            // The length, wrong by a little and by much; the letters, printable and not.
            for (offset, value) in [(7, UInt8(3)), (4, 0x7F), (6, 0xFF), (0, 0x80), (0, 0x01)] {
                var damaged = bytes
                damaged[place + offset] ^= value
                try check(damaged, "byte \(offset) of chunk \(number)")
            }
            // Bytes between the chunks, another header, the end.
            try check(
                Array(bytes[..<place] + [0x0D, 0x0A] + bytes[place...]),
                "bytes at \(number)"
            )
            let header = Array(bytes[..<14])
            try check(Array(bytes[..<place] + header + bytes[place...]), "a header at \(number)")
            try check(Array(bytes[..<(place + 5)]), "cut at chunk \(number)")
        }
    }

    @Test("gives the same file where events are damaged")
    func damagedEvents() throws {
        let (whole, _) = Self.file(seed: 5)
        var numbers = SeededGenerator(seed: 6)
        for _ in 0..<3 {
            var bytes = whole
            for _ in 0..<40 {
                let place = Int.random(in: 14..<bytes.count, using: &numbers)
                bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            }
            try check(bytes, "noise")
        }
    }

    @Test("gives more diagnostics than are kept in the same order")
    func diagnostics() throws {
        let note = Fixture.bytes("00 903C40")
        let odd = (0..<400).flatMap { _ in Fixture.bytes("00 FE") } + Fixture.bytes("00 FF2F00")
        let filling = Fixture.chunk("MTrk", (0..<15_000).flatMap { _ in note })
        let tracks = (0..<5).flatMap { _ in Fixture.chunk("MTrk", odd) + filling }
        try check(Fixture.header(tracks: 10) + tracks, "diagnostics")
    }

    @Test("is not done for small files, nor for one track")
    func notShared() throws {
        #expect(try check(Fixture.file(Fixture.track(Fixture.note)), "small") == 0)
        let note = Fixture.bytes("00 903C40")
        let one = (0..<70_000).flatMap { _ in note }
        #expect(try check(Fixture.file(Fixture.chunk("MTrk", one)), "one track") == 0)
    }

    @Test("gives the same for every fixture", arguments: Fixture.all)
    func fixtures(bytes: [UInt8]) throws {
        // Made large by tracks behind it that are quickly read: one long text each.
        let text = [0x00, 0xFF, 0x01, 0x88, 0x80, 0x00] + [UInt8](repeating: 0x41, count: 1 << 17)
        let filling = Fixture.chunk("MTrk", text + Fixture.bytes("00 FF2F00"))
        let large = bytes + filling + filling
        guard (try? MIDIFile(large)) != nil else { return }
        try check(large, "fixture")
    }

    // MARK: A corpus

    /// The folder that SEQD_CORPUS names: real files, which are not in the repository.
    private static let folder = ProcessInfo.processInfo.environment["SEQD_CORPUS"]

    @Test(
        "and event by event, from memory and strictly, gives the same for a corpus",
        .enabled(if: folder != nil)
    )
    func corpus() throws {
        let folder = try #require(Self.folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        var count = 0
        for path in paths {
            let known = ["mid", "midi", "kar", "rmi"]
            guard known.contains((path as NSString).pathExtension.lowercased()),
                let data = FileManager.default.contents(atPath: "\(folder)/\(path)")
            else { continue }
            count += 1
            let bytes = [UInt8](data)
            if let fault = Fixture.disagreement(on: bytes) { Issue.record("\(path): \(fault)") }
            guard (try? MIDIFile(bytes)) != nil else { continue }
            try check(bytes, path)
        }
        #expect(count > 0)
    }
}
