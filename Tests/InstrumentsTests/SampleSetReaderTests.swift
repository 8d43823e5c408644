import SoundFont
import Testing

@testable import Instruments

@Suite("Instruments of sound files alone")
struct SampleSetReaderTests {
    private func regions(_ names: [String], keys: [String: Int] = [:]) throws -> [Region] {
        try description(names, keys: keys).programs.flatMap(\.regions)
    }

    private func description(
        _ names: [String],
        keys: [String: Int] = [:]
    ) throws -> InstrumentDescription {
        try SampleSetReader.read(
            names.map { SampleSetReader.File(path: $0, rootKey: keys[$0]) },
            name: "piano"
        )
    }

    @Test("five notes reach over the keyboard and meet half-way")
    func fiveNotes() throws {
        let regions = try regions(["C2.wav", "C3.wav", "C4.wav", "C5.wav", "C6.wav"])
        #expect(regions.map(\.rootKey) == [36, 48, 60, 72, 84])
        #expect(regions.map { Int($0.keys.low) } == [0, 43, 55, 67, 79])
        #expect(regions.map { Int($0.keys.high) } == [42, 54, 66, 78, 127])
        #expect(regions.allSatisfy { $0.velocities == ZoneRange(0, 127) })
    }

    @Test("velocities meet half-way too; 1, 2, 3 count layers")
    func velocities() throws {
        let layers = try regions(["C4_v40.wav", "C4_v100.wav"])
        #expect(layers.map(\.velocities) == [ZoneRange(0, 70), ZoneRange(71, 127)])
        let numbered = try regions(["C4v1.wav", "C4v2.wav", "C4v3.wav", "C4v4.wav"])
        #expect(numbered.map { Int($0.velocities.high) } == [47, 79, 111, 127])
    }

    @Test("files without a key in their names have it in their instrument data")
    func instrumentData() throws {
        let regions = try regions(["low.wav", "high.wav"], keys: ["low.wav": 40, "high.wav": 80])
        #expect(regions.map(\.rootKey) == [40, 80])
    }

    @Test("a file without a key among others is left out and told")
    func withoutKey() throws {
        let description = try description(["C4.wav", "readme.wav"])
        #expect(description.programs[0].regions.count == 1)
        #expect(description.diagnostics.map(\.position.file) == ["readme.wav"])
    }

    @Test("files without any key are a kit from C2 on")
    func kit() throws {
        let regions = try regions(["kick.wav", "hat.wav", "snare.wav"])
        #expect(regions.map(\.keys) == [ZoneRange(36, 36), ZoneRange(37, 37), ZoneRange(38, 38)])
        #expect(regions.allSatisfy { $0.loopMode == .oneShot })
    }

    @Test("one file sounds on all keys, as recorded on C4")
    func single() throws {
        let regions = try regions(["voice.wav"])
        #expect(regions.map(\.rootKey) == [60] && regions[0].keys == ZoneRange(0, 127))
    }

    @Test("the two sides of a recording may be two files")
    func sides() throws {
        let regions = try regions(["C4_L.wav", "C4_R.wav"])
        #expect(regions.map(\.pan) == [-1, 1])
    }

    @Test("of two files for one key and velocity, one is played and the other told")
    func repeated() throws {
        let description = try description(["C4_rr1.wav", "C4_rr2.wav"])
        #expect(description.programs[0].regions.count == 1)
        #expect(description.diagnostics.count == 1)
    }
}
