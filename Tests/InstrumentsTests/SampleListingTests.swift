import SoundFont
import Testing

@testable import Instruments

@Suite("The listing of sound files")
struct SampleListingTests {
    /// The programs that a reader of SFZ files finds in a listing, and what it says about it.
    private func read(_ entries: [SampleListing.Entry]) throws -> InstrumentDescription {
        var listing = SampleListing(comment: "Samples.")
        listing.entries = entries
        return try SFZReader.read(Array(listing.text.utf8), path: "x.sfz") { _ in nil }
    }

    private func file(_ description: InstrumentDescription, _ region: Region) -> String? {
        guard case .file(let name) = description.sources[region.source].location else { return nil }
        return name
    }

    @Test("has the key, the tuning and the loop of each file for readers of SFZ")
    func facts() throws {
        let description = try read([
            .init(file: "one two.ogg", rootKey: 48, correction: -7, loop: 100..<2_000),
            .init(file: "b #1 (C4).flac", rootKey: 72, loop: 0..<10, isLooped: false),
            .init(file: "last.wav", rootKey: 80),
        ])
        #expect(description.diagnostics.isEmpty, "\(description.diagnostics)")
        let program = try #require(description.programs.first)
        #expect(description.programs.count == 1 && program.regions.count == 3)
        let regions = program.regions.sorted { $0.keys.low < $1.keys.low }
        #expect(
            regions.map { file(description, $0) } == ["one two.ogg", "b #1 (C4).flac", "last.wav"]
        )
        #expect(regions.map(\.rootKey) == [48, 72, 80])
        #expect(regions.map(\.tuning) == [-7, 0, 0])
        #expect(
            regions.map(\.loopMode) == [.continuous, Region.LoopMode.none, Region.LoopMode.none]
        )
        #expect(regions[0].loopStart == 100 && regions[0].loopEnd == 2_000)
        // The keys meet half-way.
        #expect(regions.map(\.keys) == [.init(0, 60), .init(61, 76), .init(77, 127)])
    }

    @Test("takes the key of the font, and not that in a name")
    func key() throws {
        let description = try read([.init(file: "Tom C5.ogg", rootKey: 40)])
        #expect(description.programs.first?.regions.map(\.rootKey) == [40])
    }

    @Test("lets files with the same key be played from different programs")
    func programs() throws {
        let description = try read([
            .init(file: "a.ogg", rootKey: 60), .init(file: "b.ogg", rootKey: 60),
            .init(file: "c.ogg", rootKey: 60), .init(file: "d.ogg", rootKey: 72),
        ])
        let files = description.programs.map { program in
            program.regions.compactMap { file(description, $0) }.sorted()
        }
        #expect(description.programs.map(\.number) == [0, 1, 2])
        #expect(files == [["a.ogg", "d.ogg"], ["b.ogg"], ["c.ogg"]])
    }

    @Test("plays the sides of a stereo recording together")
    func sides() throws {
        let description = try read([
            .init(file: "a.ogg", rootKey: 60, side: -1), .init(file: "b.ogg", rootKey: 60, side: 1),
        ])
        #expect(description.programs.count == 1)
        let regions = try #require(description.programs.first).regions
        #expect(regions.map(\.pan) == [-1, 1])
        #expect(regions.allSatisfy { abs($0.gain + 3.01) < 0.001 })
    }

    @Test("names the files that no program has room for in comments")
    func full() throws {
        var listing = SampleListing(comment: "Samples.")
        listing.entries = (100..<230).map { .init(file: "\($0) a.ogg", rootKey: 60, side: 0) }
        let lines = listing.text.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("<region>") }.count == 128)
        #expect(lines.filter { $0.hasPrefix("// <region>") }.count == 2)
        #expect(lines.last?.hasSuffix("sample=229 a.ogg") ?? false)
    }
}
