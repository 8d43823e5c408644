import Foundation
import MIDI
import SamplerHost
import SoundTestSupport
import TestSupport
import Testing

/// The table of measured differences in docs/voices.md: it is made of what is measured here, and has
/// to be the same.
///
/// `SEQD_WRITE_DIFFERENCES=1 swift test --filter EngineDifferenceTests` writes it anew.
@Suite("The differences of the engines", .enabled(if: FluidSynthVersion.isReference))
struct EngineDifferenceTests {
    /// A row of the table.
    private struct Row {
        let name: String
        /// Measures one of the engines.
        let measure: (SynthesisEngine) throws -> String
    }

    private static let engines: [SynthesisEngine] = [.fluidSynth, .seqd]
    private static let begin = "<!-- measured differences -->\n"
    private static let end = "<!-- end of the measured differences -->\n"
    private let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private var rows: [Row] {
        [
            Row(name: "delay of a note's start, over all frames of a block", measure: onset),
            Row(
                name: "a voice has reached half of its level, counted from its first frame",
                measure: attack
            ),
            Row(name: "pitch error, over 40 bends", measure: pitch),
            Row(name: "level error, over all values of CC11 from 32 on", measure: level),
            Row(name: "a note that another of its exclusive class ends is at -60 dB") {
                try fall($0) { $0.key(200...210, 42, channel: 9) }
            },
            Row(name: "a note is at -60 dB after All Sound Off (CC120)") {
                try fall($0) { $0.control(at: 200, channel: 9, 120, 0) }
            },
        ]
    }

    @Test("are those that docs/voices.md tells")
    func table() throws {
        var lines = ["| measured | `fluidsynth` | `seqd` |", "| --- | --- | --- |"]
        for row in rows {
            let values = try Self.engines.map(row.measure)
            lines.append("| \(row.name) | \(values.joined(separator: " | ")) |")
        }
        let table = lines.joined(separator: "\n") + "\n"
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/voices.md").standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: Self.begin)).upperBound
        let end = try #require(text.range(of: Self.end)).lowerBound
        guard ProcessInfo.processInfo.environment["SEQD_WRITE_DIFFERENCES"] != nil else {
            #expect(String(text[start..<end]) == table)
            return
        }
        let new = text[..<start] + table + text[end...]
        try String(new).write(to: file, atomically: true, encoding: .utf8)
    }

    // MARK: Measurements

    private func render(
        _ song: SMFBuilder,
        _ engine: SynthesisEngine,
        font: String? = nil
    ) throws -> Signal {
        var options = Rendering.Options()
        options.engine = engine
        return try Rendering([song.bytes], font: font ?? studio.font, options).left
    }

    /// A song with a tick for each frame of 48,000.
    private func song(_ body: (inout SMFBuilder.Track) -> Void) -> SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 24_000)
        song.track { track in
            track.tempo(at: 0, microsecondsPerQuarter: 500_000)
            body(&track)
        }
        return song
    }

    private func onset(_ engine: SynthesisEngine) throws -> String {
        let starts = (0..<64).map { 4_800 + $0 * 961 }
        let song = song { track in
            track.program(at: 0, channel: 0, MeasuringFont.Program.click.rawValue)
            for start in starts {
                track.note(at: UInt32(start), length: 300, channel: 0, key: 60, velocity: 127)
            }
        }
        let onsets = try render(song, engine).onsets()
        guard onsets.count == starts.count else {
            throw TestSupportError("\(onsets.count) onsets, expected \(starts.count)")
        }
        // The click's own place in its sample.
        let late = zip(onsets, starts).map { $0 - $1 - 128 }
        guard let least = late.min(), let most = late.max() else { return "" }
        return least == most ? "\(least) frames" : "\(least) to \(most) frames"
    }

    /// A kit with a sample of the same value throughout on key 60, and a sine and a silent hit of
    /// one exclusive class on 46 and 42.
    private func kit() throws -> String {
        var font = SoundFontBuilder(name: "kit")
        func add(_ name: String, _ value: (Int) -> Double) -> Int {
            let frames = (0..<1_328).map { Int16((value($0) * 16_384).rounded()) }
            return font.add(
                .init(name: name, frames: frames, rate: 48_000, rootKey: 69, loop: 64..<1_264)
            )
        }
        let samples = [
            add("sine") { sin(2 * .pi * Double($0 - 64) * 440 / 48_000) },
            add("silence") { _ in 0 },
            add("level") { _ in 1 },
        ]
        let keys: [Int16] = [46, 42, 60]
        let zones = zip(keys, samples).map { key, sample in
            SoundFontBuilder.Zone(
                target: sample,
                generators: [
                    SoundFontGenerator(.keyRange, key << 8 | key),
                    SoundFontGenerator(.volumeRelease, 1_200),
                    SoundFontGenerator(.sampleModes, 1),
                    SoundFontGenerator(.exclusiveClass, key == 60 ? 0 : 1),
                    SoundFontGenerator(.rootKey, key),
                ]
            )
        }
        let instrument = font.add(.init(name: "i", zones: zones))
        font.add(.init(name: "kit", bank: 128, program: 0, zones: [.init(target: instrument)]))
        return try studio.directory.write(font.bytes, to: "kit.sf2")
    }

    private func attack(_ engine: SynthesisEngine) throws -> String {
        let start = 4_800
        let song = song {
            $0.note(at: UInt32(start), length: 9_600, channel: 9, key: 60, velocity: 127)
        }
        let sound = try render(song, engine, font: kit())
        let steady = sound.samples[start + 4_800].magnitude
        let first = sound.samples[start...].firstIndex { $0 != 0 }
        let half = sound.samples[start...].firstIndex { $0.magnitude >= steady / 2 }
        guard let first, let half, steady > 0 else { throw TestSupportError("silence") }
        return "after \(half - first) frames"
    }

    private func pitch(_ engine: SynthesisEngine) throws -> String {
        var largest = 0.0
        for step in 0..<40 {
            let bend = 8_192 + step * 37
            let song = SMFBuilder.milliseconds { track in
                track.bend(at: 5, channel: 0, UInt16(bend))
                track.key(10...1_010, 69)
            }
            let heard = try render(song, engine).frequency(in: 4_800..<43_200)
            let wanted = 200 * Double(bend - 8_192) / 8_192
            largest = max(largest, abs(cents(heard, above: 440) - wanted))
        }
        return String(format: "up to %.1f cents", largest)
    }

    private func level(_ engine: SynthesisEngine) throws -> String {
        var levels: [Double] = []
        for value: UInt8 in 32...127 {
            let song = SMFBuilder.milliseconds { track in
                track.control(at: 5, channel: 0, 11, value)
                track.key(10...310, 69)
            }
            levels.append(try render(song, engine).level(in: 4_800..<9_600))
        }
        guard let full = levels.last else { return "" }
        // SoundFont 2.04, 8.4.6: a concave source of 960 cB.
        let errors = levels.enumerated().map { index, level in
            abs(level - full - 40 * log10(Double(index + 32) / 127))
        }
        return String(format: "up to %.2f dB", errors.max() ?? 0)
    }

    /// The time after which the sine on key 46 is 60 dB softer, from 200 ms on.
    private func fall(
        _ engine: SynthesisEngine,
        _ end: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws -> String {
        let song = SMFBuilder.milliseconds { track in
            track.key(10...450, 46, channel: 9)
            end(&track)
            track.endTick = 500
        }
        let sound = try render(song, engine, font: kit())
        let limit = try sound.peak(in: 4_800..<9_600) / 1_000
        guard let last = sound.samples.lastIndex(where: { Double($0.magnitude) > limit }) else {
            throw TestSupportError("silence")
        }
        return String(format: "after %.0f ms", max(0, Double(last - 9_600) / 48))
    }
}
