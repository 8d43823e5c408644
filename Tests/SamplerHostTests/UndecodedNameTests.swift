import Glibc
import Platform
import SoundFont
import TestSupport
import Testing

@testable import SamplerHost

/// Names of sound files that are no UTF-8.
@Suite("Names of sound files in other encodings")
struct UndecodedNameTests {
    private let studio: InstrumentStudio

    init() throws {
        studio = try InstrumentStudio()
    }

    /// A sine in a file whose name is some bytes.
    private func add(_ name: [UInt8], in folder: String = "") throws {
        try studio.add(folder + "moved.wav", WAVBuilder([InstrumentStudio.sine]))
        let from = studio.directory.path(folder + "moved.wav")
        let to = String(from.dropLast(9)) + String(systemPathBytes: name)
        try #require(rename(from.systemPath, to.systemPath) == 0)
    }

    private func bytes(_ text: String) -> [UInt8] {
        // `@` stands for a byte that is an ö in code page 437 and no UTF-8.
        text.utf8.map { $0 == UInt8(ascii: "@") ? 0x94 : $0 }
    }

    private func recordings(_ path: String) throws -> [Bool] {
        let kind = try #require(InstrumentKind(path))
        return try InstrumentReader.read(path, kind).recordings.map { $0 != nil }
    }

    @Test(
        "are the same bytes in an SFZ file",
        arguments: [
            "<region> sample=Fl@te.wav", "<region> sample=FL@TE.WAV",
            "#define $NAME Fl@te\n<region> sample=$NAME.wav",
            "<control> default_path=Fl@\n<region> sample=te.wav",
            "<region> sample=\"C:\\x\\Fl@te.wav\"",
        ]
    )
    func sfz(_ text: String) throws {
        try add(bytes("Fl@te.wav"))
        let path = try studio.directory.write(bytes(text), to: "test.sfz")
        #expect(try recordings(path) == [true])
    }

    @Test("are Latin-1 in an SFZ file, where the file's name is UTF-8")
    func latin() throws {
        try studio.add("Flöte.wav", WAVBuilder([InstrumentStudio.sine]))
        let text = Array("<region> sample=Fl".utf8) + [0xF6] + Array("te.wav".utf8)
        let path = try studio.directory.write(text, to: "test.sfz")
        #expect(try recordings(path) == [true])
        #expect(try SharedSoundFont.open(path).samples.count == 1)
        #expect(try FontContent(path).bank.samples.map(\.name) == ["Flöte"])
    }

    @Test("are those of an SFZ file that another one includes")
    func included() throws {
        let text = Array("<region> sample=sine.wav".utf8)
        try studio.directory.write(text, to: "moved.sfi")
        let from = studio.directory.path("moved.sfi")
        let to = String(from.dropLast(9)) + String(systemPathBytes: bytes("t@ne.sfi"))
        try #require(rename(from.systemPath, to.systemPath) == 0)
        let path = try studio.directory.write(bytes("#include \"t@ne.sfi\""), to: "test.sfz")
        #expect(try recordings(path) == [true])
    }

    @Test("are the same bytes in an .aupreset file, also as %94", arguments: ["@", "%94"])
    func auPreset(_ letter: String) throws {
        try add(bytes("Fl@te.wav"))
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>Instrument</key><dict><key>Layers</key><array><dict><key>Zones</key><array>
            <dict><key>ID</key><integer>1</integer>
            <key>waveform</key><integer>268435457</integer></dict>
            </array></dict></array></dict>
            <key>file-references</key><dict>
            <key>Sample:268435457</key><string>file:///x/Fl\(letter)te.wav</string></dict>
            </dict></plist>
            """
        let path = try studio.directory.write(bytes(text), to: "test.aupreset")
        #expect(try recordings(path) == [true])
    }
}
