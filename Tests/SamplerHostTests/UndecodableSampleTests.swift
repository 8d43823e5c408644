import TestSupport
import Testing

@testable import SamplerHost

/// Compressed samples whose data is damaged.
@Suite("Samples that cannot be decoded")
struct UndecodableSampleTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A font with two presets, of which the sample of the second is damaged.
    private func font() throws -> String {
        let path = try CompressedFont.write(in: directory, programs: 2)
        var bytes = try directory.read("font.sf3")
        let pages = bytes.indices.filter { bytes[$0...].starts(with: "OggS".utf8) }
        // The first pages of both samples have nothing but a header.
        let starts = pages.filter { bytes[$0 + 5] & 2 != 0 }
        #expect(starts.count == 2)
        for index in starts[1] + 4..<starts[1] + 400 { bytes[index] = 1 }
        try directory.write(bytes, to: "font.sf3")
        return path
    }

    @Test("are faults of the presets that a piece plays", arguments: [UInt8(0), 1])
    func faults(program: UInt8) throws {
        let path = try font()
        let song = SMFBuilder.milliseconds { track in
            track.program(at: 0, channel: 0, program)
            track.note(at: 10, length: 100, channel: 0, key: 69, velocity: 100)
        }
        let rack = try SamplerRack(
            SamplerSettings(testing: path),
            rate: 48_000,
            maximumPeriod: 256,
            for: [try sequence(song)]
        )
        let fault = "preset 0:1 tone 1: sample tone 1: it cannot be decoded; it is silent"
        #expect(rack.sampleFaults.map(\.description) == (program == 1 ? [fault] : []))
    }

    @Test("are found by a check of the font")
    func check() throws {
        let content = try FontContent(try font())
        #expect(content.undecodableSamples.map(\.name) == ["tone 1"])
    }
}
