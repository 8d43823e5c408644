import Foundation
import SamplerHost
import TestSupport
import Testing

/// What presets of Apple's sampler sound like, from the file to the samples of the engine.
@Suite("The sound of .aupreset files")
struct AUPresetSoundTests {
    private let studio: InstrumentStudio

    init() throws {
        studio = try InstrumentStudio()
        try FileManager.default.createDirectory(
            atPath: studio.directory.path("Sounds"),
            withIntermediateDirectories: true
        )
        let high = WAVBuilder.sine(880, frames: 96_000)
        try studio.add("Sounds/high.wav", WAVBuilder([high]))
        try studio.add("short.wav", WAVBuilder([Array(InstrumentStudio.sine.prefix(4_800))]))
    }

    /// A zone's entries as XML.
    private static func zone(_ waveform: Int, _ entries: [(String, Double)]) -> String {
        let lines = entries.map { "<key>\($0)</key><real>\($1)</real>" }
        return "<dict><key>waveform</key><integer>\(waveform)</integer>\(lines.joined())</dict>"
    }

    private static func layer(_ zones: [String], _ entries: String = "") -> String {
        "<dict>\(entries)<key>Zones</key><array>\(zones.joined())</array></dict>"
    }

    /// Writes a preset whose files are a name beside it, a path of another computer and an address.
    private func write(_ layers: [String]) throws -> String {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>Instrument</key><dict><key>Layers</key><array>\(layers.joined())</array></dict>
            <key>name</key><string>Test</string>
            <key>file-references</key><dict>
            <key>Sample:1</key><string>sine.wav</string>
            <key>Sample:2</key><string>/Users/me/Library/Sounds/high.wav</string>
            <key>Sample:3</key><string>file:///Library/Audio/short.wav</string>
            </dict></dict></plist>
            """
        return try studio.directory.write(Array(text.utf8), to: "test.aupreset")
    }

    private func level(_ rendering: Rendering, of tone: Double) throws -> Double {
        try rendering.left.level(ofPartial: tone, in: rendering.frames(100..<400))
    }

    @Test("layers sound together, zones by key and velocity, pitched by their root keys")
    func layers() throws {
        let path = try write([
            Self.layer([
                Self.zone(1, [("min key", 60), ("max key", 72), ("root key", 69)]),
                Self.zone(
                    1,
                    [("min key", 73), ("root key", 69), ("coarse tune", -12), ("fine tune", 30)]
                ),
            ]),
            Self.layer([
                Self.zone(2, [("max key", 72), ("root key", 69), ("min vel", 100)])
            ]),
        ])
        #expect(try InstrumentFile.findings(in: path) == [])
        let loud = try studio.note(of: path, key: 69, velocity: 127)
        #expect(try level(loud, of: 440) > -35 && level(loud, of: 880) > -35)
        let soft = try studio.note(of: path, key: 69, velocity: 99)
        #expect(try level(soft, of: 440) > -45 && level(soft, of: 880) < -60)
        let low = try studio.note(of: path, key: 57, velocity: 127)
        #expect(try level(low, of: 440) > -35 && level(low, of: 220) < -60)
        let high = try studio.note(of: path, key: 81, velocity: 127)
        let pitch = try high.left.frequency(in: high.frames(100..<400))
        #expect(abs(cents(pitch, above: 440) - 30) < 1)
    }

    @Test("gain and position in decibels and degrees of the stereo field")
    func levels() throws {
        func sound(_ entries: [(String, Double)]) throws -> Rendering {
            let path = try write([Self.layer([Self.zone(1, [("root key", 69)] + entries)])])
            return try studio.note(of: path, velocity: 127)
        }
        let plain = try sound([])
        let range = plain.frames(100..<400)
        let reference = try plain.left.level(in: range)
        #expect(abs(try sound([("gain", -6)]).left.level(in: range) - reference + 6) < 0.1)
        let left = try sound([("pan", -100)])
        #expect(abs(try left.left.level(in: range) - reference - 3.01) < 0.1)
        #expect(try left.right.isSilent(in: range))
    }

    @Test("loops go on to the end of the note, with the envelope of the layer")
    func loops() throws {
        let envelope = """
            <key>Envelopes</key><array><dict><key>ID</key><integer>0</integer>
            <key>Stages</key><array><dict><key>stage</key><integer>1</integer>
            <key>time</key><real>0.2</real></dict></array></dict></array>
            """
        let loop: [(String, Double)] = [
            ("root key", 69), ("loop start", 1_200), ("loop end", 2_400),
        ]
        let path = try write([
            Self.layer([Self.zone(3, loop + [("loop enabled", 1)])], envelope)
        ])
        let looped = try studio.note(of: path, velocity: 127)
        #expect(try looped.peak(400..<490) > -35)
        let pitch = try looped.left.frequency(in: looped.frames(250..<480))
        #expect(abs(cents(pitch, above: 440)) < 1)
        #expect(abs(try looped.peak(95..<105) - looped.peak(300..<450) + 6) < 0.7)
        let once = try studio.note(
            of: try write([Self.layer([Self.zone(3, loop)])]),
            velocity: 127
        )
        #expect(try once.left.isSilent(in: once.frames(150..<500)))
    }
}
