import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SamplerHost

/// Files that are put together in odd ways, and what FluidSynth gets of them.
@Suite struct SoundFontStructureTests {
    private let directory: TemporaryDirectory
    private static let font = MeasuringFont().bytes

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let song = SMFBuilder.milliseconds { $0.key(0...200) }

    @Test func aListOfOddSizeWithoutItsPadBytePlaysAndIsRemarkedOn() throws {
        let plain = try directory.write(Self.font, to: "plain.sf2")
        let odd = try directory.write(SoundFontBytes.withOddList(Self.font), to: "odd.sf2")
        #expect(try SoundFontFile.check(plain).isEmpty)
        let remarks = try SoundFontFile.check(odd)
        #expect(remarks.count == 1)
        #expect(remarks.first?.contains("chunk 'LIST' at byte 0x") == true)
        #expect(remarks.first?.hasSuffix("and no pad byte") == true)
        let one = try Rendering(Self.song, font: plain)
        let other = try Rendering(Self.song, font: odd)
        #expect(firstDifference(one.bytes, other.bytes) == nil)
        #expect(try other.level(ofKey: 69, 20..<180) > -40)
        #expect(try SoundFontZones(font: odd).presets == SoundFontZones(font: plain).presets)
    }

    @Test(
        arguments: [
            "/usr/share/sounds/sf3/FluidR3Mono_GM.sf3",
            "/usr/share/sounds/sf3/MuseScore_General_Lite.sf3",
        ].filter(FileManager.default.fileExists)
    )
    func debiansCompressedFontsPlay(font: String) throws {
        let rendering = try Rendering(Self.song, font: font)
        #expect(try rendering.left.peakLevel(in: rendering.frames(20..<180)) > -60)
    }

    @Test func aFileIsReadOnceForAllWhoUseIt() throws {
        let path = try directory.write(Self.font, to: "font.sf2")
        let link = directory.path("link.sf2")
        try FileManager.default.linkItem(atPath: path, toPath: link)
        let font = try SharedSoundFont.open(path)
        #expect(try SharedSoundFont.open(path) === font)
        #expect(try SharedSoundFont.open(link) === font)
    }

    @Test func threadsThatOpenAFileTogetherGetOneFont() throws {
        let paths = try (0..<50).map { try directory.write(Self.font, to: "font \($0).sf2") }
        let opened = Mutex<[SharedSoundFont]>([])
        // Whoever finds a font in use catches up with whoever reads it: they meet again and again.
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for path in paths {
                guard let font = try? SharedSoundFont.open(path) else { continue }
                opened.withLock { $0.append(font) }
            }
        }
        let fonts = opened.withLock { $0 }
        #expect(fonts.count == 4 * paths.count)
        #expect(Set(fonts.map(ObjectIdentifier.init)).count == paths.count)
    }

    @Test func aChunkThatNobodyKnowsIsLeftOut() throws {
        // Without its name, a chunk of the list INFO.
        var bytes = Self.font
        let name = Array("INAM".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
        bytes.replaceSubrange(place..<place + 4, with: Array("XXXX".utf8))
        let path = try directory.write(bytes, to: "font.sf2")
        #expect(try Preset.presets(ofFont: path).count == 9)
        #expect(try Rendering(Self.song, font: path).level(ofKey: 69, 20..<180) > -40)
    }

    @Test func aFontThatChangesIsReadAnew() throws {
        let path = try directory.write(Self.font, to: "font.sf2")
        let font = try SharedSoundFont.open(path)
        try FileManager.default.removeItem(atPath: path)
        try directory.write(SoundFontBytes.withOddList(Self.font), to: "font.sf2")
        #expect(try SharedSoundFont.open(path) !== font)
    }

    @Test func aSearchPassesOverABankInTheDLSFormat() throws {
        let dls = try directory.write(SoundFontBytes.downloadableSounds, to: "default.sf2")
        let font = try directory.write(Self.font, to: "other.sf2")
        let found = try SoundFontSearch.defaultFont(
            environment: nil,
            system: [dls, font],
            program: nil
        )
        #expect(found.path == font)
        #expect(SoundFontSearch.installedFonts(system: [dls, font], program: nil) == [font])
    }
}
