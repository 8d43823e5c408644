import Foundation
import TestSupport
import Testing

@testable import SamplerHost

/// The check before FluidSynth, on broken files.
@Suite struct SoundFontFileTests {
    let directory: TemporaryDirectory
    private static let font = MeasuringFont(rate: 8_000).bytes

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The error for a file with this content, or `nil`.
    private func failure(_ bytes: some Collection<UInt8>) throws -> HostError? {
        let path = try directory.write(Array(bytes), to: "x.sf2")
        do throws(HostError) {
            try SoundFontFile.check(path)
            return nil
        } catch {
            return error
        }
    }

    @Test func theMeasuringFontPasses() throws {
        #expect(try failure(Self.font) == nil)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: RealFont.path)))
    func aRealFontPasses() throws {
        try SoundFontFile.check(RealFont.path)
    }

    @Test func aFileThatIsCutShortIsAnErrorWhereverItIsCut() throws {
        let points = Array(stride(from: 0, to: Self.font.count, by: 61)) + [Self.font.count - 1]
        for length in points {
            let failure = try failure(Self.font.prefix(length))
            #expect(failure?.code == .data, "\(length) bytes")
        }
    }

    @Test func aFileThatIsCutShortWithAHeaderThatFitsIsAnErrorToo() throws {
        for length in stride(from: 12, to: Self.font.count, by: 61) {
            var bytes = Array(Self.font.prefix(length))
            let size = UInt32(length - 8)
            for index in 0..<4 {
                bytes[4 + index] = UInt8(truncatingIfNeeded: size >> UInt32(8 * index))
            }
            #expect(try failure(bytes)?.code == .data, "\(length) bytes")
        }
    }

    @Test func aBrokenByteOfTheStructureNeverTraps() throws {
        // Everything but the samples.
        let places = Mutation.structure(of: Self.font)
        #expect(places.count > 1_000)
        var refused = 0
        for (number, place) in places.enumerated() {
            var bytes = Self.font
            bytes[place] = [0x00, 0xFF, bytes[place] ^ 0x80, bytes[place] &+ 1][number % 4]
            if let failure = try failure(bytes) {
                refused += 1
                #expect(failure.code == .data)
            }
        }
        #expect(refused > 100)
    }

    @Test func whatIsNoSoundFontIsSaidSo() throws {
        #expect(try failure([])?.reason == "not a SoundFont: is empty, expected RIFF")
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 100)
        let reason = try failure(jpeg)?.reason
        #expect(reason == "not a SoundFont: starts with FF D8 FF E0, expected RIFF")
        let wave = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WAVE".utf8)
        #expect(try failure(wave)?.reason.hasPrefix("not a sound file that can be read") == true)
        let other = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("AVI ".utf8)
        #expect(try failure(other)?.reason.contains("type 'AVI ', expected 'sfbk'") == true)
        let dls = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("DLS ".utf8)
        #expect(try failure(dls)?.reason == "no instrument with a wave")
        let bare = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("sfbk".utf8)
        #expect(try failure(bare)?.reason == "not a SoundFont: it has no 'INFO' list")
    }

    @Test func aFolderAndAMissingFileAreNoInput() {
        for path in [directory.path, directory.path("none.sf2")] {
            let failure = #expect(throws: HostError.self) { try SoundFontFile.check(path) }
            #expect(failure?.code == .noInput)
        }
    }

    @Test func theErrorNamesThePlace() throws {
        // The first chunk of the first list gets a size that reaches beyond it.
        var bytes = Self.font
        bytes[30] = 0x7F
        let failure = try #require(try failure(bytes))
        #expect(failure.reason.contains("0x"))
        #expect(failure.subject == directory.path("x.sf2"))
    }

    @Test func theListOfPresetsIsSorted() throws {
        let path = try directory.write(Self.font, to: "font.sf2")
        let presets = try Preset.presets(ofFont: path)
        #expect(presets.map(\.program) == [0, 1, 2, 3, 4, 5, 6, 7, 0])
        #expect(presets.last?.bank == 128)
        #expect(presets.first?.name == "sine")
    }

    /// `SEQD_FONT_MUTATIONS` is another number of fonts: see `make mutations`.
    @Test func whatPassesNeitherTrapsNorCrashes() async {
        // A process of its own, which a crash would end.
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            let directory = try TemporaryDirectory()
            var random = SeededGenerator(seed: 2_024)
            let environment = ProcessInfo.processInfo.environment
            for _ in 0..<(environment["SEQD_FONT_MUTATIONS"].flatMap(Int.init) ?? 600) {
                let bytes = Mutation.font(using: &random)
                let path = try directory.write(bytes, to: "x.sf2")
                do {
                    try Mutation.play(path)
                } catch is HostError {
                    continue
                }
            }
            withExtendedLifetime(directory) {}
        }
        // Errors are values: nothing is printed on the way.
        let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!printed.contains("CRITICAL"))
    }
}
