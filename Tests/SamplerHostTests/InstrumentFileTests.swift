import Foundation
import Instruments
import Platform
import TestSupport
import Testing

@testable import SamplerHost

/// Instruments that cannot be read, or not as a whole.
@Suite("Instruments with faults")
struct InstrumentFileTests {
    private let studio: InstrumentStudio

    init() throws {
        studio = try InstrumentStudio()
    }

    private func failure(_ path: String) -> HostError? {
        do {
            try SoundFontFile.check(path)
            return nil
        } catch {
            return error
        }
    }

    @Test("a missing sample is told with its line; the other regions play")
    func missingSample() throws {
        let path = try studio.write(
            "<region> sample=sine.wav key=69\n<region> sample=gone.wav key=70"
        )
        let findings = try InstrumentFile.findings(in: path)
        #expect(findings == ["\(path): line 2: gone.wav: no such file; silent"])
        #expect(try !studio.note(of: path).left.isSilent())
    }

    @Test("without any sample there is no instrument")
    func nothing() throws {
        let path = try studio.write("<region> sample=gone.wav")
        let error = try #require(failure(path))
        #expect(error.code == .data)
        #expect(error.description.contains("line 1: gone.wav: no such file"), "\(error)")
    }

    @Test("files that are something else")
    func others() throws {
        for (name, bytes) in [
            ("empty.sfz", []), ("text.sfz", Array("hello".utf8)), ("x.wav", Array("hello".utf8)),
            ("x.aupreset", Array("<plist></plist>".utf8)), ("x.dls", Array("RIFF".utf8)),
            ("y.aupreset", Array("bplist00".utf8)),
            ("z.dls", Array("RIFF\u{10}\u{0}\u{0}\u{0}DLS ".utf8)),
        ] {
            let path = try studio.directory.write(bytes, to: name)
            #expect(failure(path)?.code == .data, "\(name): \(String(describing: failure(path)))")
        }
    }

    @Test("a folder without sound files, and with several SFZ files")
    func folders() throws {
        let empty = studio.directory.path("empty")
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        #expect(failure(empty)?.reason.hasPrefix("is a directory without sound files") == true)
        let several = studio.directory.path("several")
        try FileManager.default.createDirectory(atPath: several, withIntermediateDirectories: true)
        for name in ["a", "b"] {
            try studio.directory.write("<region> sample=x.wav", to: "several/\(name).sfz")
        }
        #expect(failure(several)?.reason.contains("a.sfz, b.sfz") == true)
    }

    @Test("sound files cut off anywhere end no process")
    func truncated() throws {
        var file = WAVBuilder([WAVBuilder.sine(440, frames: 400)])
        file.key = 60
        file.loop = 10..<300
        let bytes = file.bytes
        for count in stride(from: 0, to: bytes.count, by: 7) {
            try studio.directory.write(Array(bytes.prefix(count)), to: "cut.wav")
            let path = try studio.write(
                "<region> sample=cut.wav <region> sample=sine.wav pitch_keycenter=69"
            )
            _ = failure(path)
        }
    }

    @Test("a changed sample is read again")
    func changes() throws {
        let path = try studio.write("<region> sample=tone.wav pitch_keycenter=69")
        try studio.add("tone.wav", WAVBuilder([InstrumentStudio.sine]))
        #expect(try studio.note(of: path).peak(100..<400) > -35)
        try studio.add("tone.wav", WAVBuilder([InstrumentStudio.sine.map { $0 / 10 }]))
        #expect(try studio.note(of: path).peak(100..<400) < -45)
        try studio.directory.write([], to: "tone.wav")
        #expect(failure(path) != nil)
    }

    @Test("its presets are listed like a SoundFont's")
    func presets() throws {
        let path = try studio.write("<region> sample=sine.wav")
        let presets = try Preset.presets(ofFont: path)
        #expect(presets.map(\.name) == ["test"] && presets[0].bank == 0 && presets[0].program == 0)
    }

    @Test(
        "of which only files in some folders are allowed has no others, and does not tell of them"
    )
    func allowedFolders() throws {
        let directory = studio.directory
        let sine = WAVBuilder([InstrumentStudio.sine]).bytes
        try directory.write(sine, to: "secret/s.wav")
        try directory.write(sine, to: "in/sub/s.wav")
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("in/link.wav"),
            withDestinationPath: "../secret/s.wav"
        )
        let root = try #require(RealPath.of(directory.path("in")))
        let names = ["../secret/s.wav", "../secret/no.wav", "link.wav", "sub/S.WAV"]
        let text = names.enumerated().map { "<region> sample=\($1) key=\(60 + $0)" }
            .joined(separator: "\n")
        let path = try directory.write(Array(text.utf8), to: "in/test.sfz")
        let kind = try #require(InstrumentKind(path))
        let source = try InstrumentReader.read(path, kind, in: [root])
        #expect(source.recordings.map { $0 != nil } == [false, false, false, true])
        #expect(
            source.description.diagnostics.map(\.description)
                == (0..<3).map {
                    "\(path): line \($0 + 1): \(names[$0]): no such file in \(root); silent"
                }
        )
        // The same file for whoever may read anything: nothing of the one is kept for the other.
        #expect(try InstrumentFile.findings(in: path).count == 1)
        let font = SoundFontReference(path: path, folders: [root])
        #expect(try InstrumentCache.image(of: font, kind).diagnostics.count == 3)
    }

    @Test("in a folder has no links to sound files that are not allowed")
    func linksInFolders() throws {
        let directory = studio.directory
        try directory.write(WAVBuilder([InstrumentStudio.sine]).bytes, to: "secret/C4.wav")
        try directory.write(WAVBuilder([InstrumentStudio.sine]).bytes, to: "set/A4.wav")
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("set/C4.wav"),
            withDestinationPath: "../secret/C4.wav"
        )
        let path = directory.path("set")
        let root = try #require(RealPath.of(path))
        let kind = try #require(InstrumentKind(path))
        #expect(try InstrumentReader.read(path, kind, in: [root]).recordings.count == 1)
        #expect(try InstrumentReader.read(path, kind).recordings.count == 2)
    }
}
