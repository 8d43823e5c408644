import Effects
import Foundation
import SamplerHost
import Synchronization
import TestSupport
import Testing

@testable import Playback

@Suite("The loudness of a piece before it plays")
struct PieceLoudnessTests {
    private let maker: PieceMaker
    private let engine: EngineSettings
    /// The reasons why measurements were not stored.
    private let failures = Failures()

    private final class Failures: Sendable {
        let texts = Mutex<[String]>([])
    }

    init() throws {
        maker = try PieceMaker()
        engine = EngineSettings(sampler: maker.samplers)
    }

    private var folder: String { maker.folder.path("cache/loudness") }

    private func loudness(in folder: String? = nil) -> PieceLoudness {
        let cache = LoudnessCache(folder: folder ?? self.folder) { [failures] text in
            failures.texts.withLock { $0.append(text) }
        }
        return PieceLoudness(engine, cache: cache)
    }

    /// Two seconds of the sine, with a volume.
    private func song(volume: UInt8 = 127) -> SMFBuilder {
        SMFBuilder.milliseconds { track in
            track.control(at: 0, channel: 0, 7, volume)
            track.note(at: 0, length: 2_000, channel: 0, key: 69, velocity: 127)
        }
    }

    private var rack: RackSettings { RackSettings(maker.samplers) }

    /// The first sequence of a file; on the measuring font if no rack is given.
    private func music(
        _ file: PieceFile,
        on rack: RackSettings? = nil,
        transpose: Int = 0,
        effects: EffectsSettings? = nil
    ) -> PieceLoudness.Music {
        PieceLoudness.Music(
            sequence: 0,
            of: file,
            on: rack ?? self.rack,
            transpose: transpose,
            effects: effects
        )
    }

    private func reading(
        _ song: SMFBuilder,
        _ loudness: PieceLoudness,
        isWanted: () -> Bool = { true }
    ) throws -> LoudnessMeter.Reading? {
        try loudness.reading(
            of: music(maker.file(song)),
            isWanted: isWanted
        )
    }

    private var stored: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder) }
    }

    @Test("is that of the music at gain 0")
    func measured() throws {
        let loud = try #require(try reading(song(), loudness()))
        let soft = try #require(try reading(song(volume: 64), loudness()))
        // CC7 by SoundFont 2.04, 8.4.5: 40 · log(127 / 64) dB.
        let difference = 40 * log10(127.0 / 64)
        let loudnesses = (try #require(loud.loudness), try #require(soft.loudness))
        #expect(abs(loudnesses.0 - loudnesses.1 - difference) < 0.2)
        #expect(abs(20 * log10(loud.peak / soft.peak) - difference) < 0.2)
        let level = PieceLevel(.loudness(-20), loudness: loudness())
        let gain = try #require(try level.gain(of: music(maker.file(song()))))
        #expect(abs(gain - (-20 - loudnesses.0)) < 1e-9)
        #expect(failures.texts.withLock { $0 }.isEmpty)
    }

    @Test("is measured once, by all that it depends on")
    func once() throws {
        let first = try #require(try reading(song(), loudness()))
        let name = try #require(try stored.first)
        #expect(try stored.count == 1)
        #expect(try reading(song(), loudness()) != nil)
        // Another content shows that nothing is rendered again; the song has not changed since.
        let file = try maker.file(song())
        _ = try loudness().reading(of: music(file))
        let names = Set(try stored)
        for name in names {
            try maker.folder.write(Array("-33.5 0.25 0.5\n".utf8), to: "cache/loudness/\(name)")
        }
        let known = try loudness().reading(of: music(file))
        #expect(known == LoudnessMeter.Reading(loudness: -33.5, peak: 0.25, truePeak: 0.5))
        let other = try loudness().reading(of: music(file, transpose: 1))
        #expect(try #require(other?.loudness) > -30)
        var settings = maker.samplers
        settings.polyphony += 1
        let changed = try loudness().reading(of: music(file, on: RackSettings(settings)))
        #expect(changed == first)
        // Damaged ones are measured anew.
        for text in ["", "-20", "nan 0.1 0.1", "-20 inf 0.1", "-20 -1 0.1", "x y z"] {
            for name in names {
                try maker.folder.write(Array(text.utf8), to: "cache/loudness/\(name)")
            }
            #expect(try loudness().reading(of: music(file)) == first, "\(text)")
        }
        #expect(name.count == 16)
        #expect(failures.texts.withLock { $0 }.isEmpty)
    }

    @Test("is bounded on the disk")
    func bounded() throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        for number in 0..<LoudnessCache.capacity {
            try maker.folder.write([], to: "cache/loudness/old\(number)")
        }
        _ = try reading(song(), loudness())
        let names = try stored
        #expect(names.count == LoudnessCache.capacity * 7 / 8)
        #expect(names.contains { !$0.hasPrefix("old") })
    }

    @Test("is of the version that was read, under any path, and by the effects")
    func versions() throws {
        let file = try maker.file(song())
        // Saved anew before it is measured, and as another file of the same name elsewhere.
        try maker.folder.write(song(volume: 64).bytes, to: "song.mid")
        let old = try loudness().reading(of: music(file))
        let new = try loudness().reading(
            of: music(try PieceFile(maker.folder.path("song.mid")))
        )
        #expect(try #require(old?.loudness) > #require(new?.loudness) + 10)
        #expect(try stored.count == 2)
        let link = try PieceFile(maker.folder.path("cache/../song.mid"))
        #expect(try loudness().reading(of: music(link)) == new)
        #expect(try stored.count == 2)
        _ = try loudness().reading(of: music(link, effects: EffectsSettings.none))
        #expect(try stored.count == 3)
    }

    @Test("is 0 dB of gain for what cannot be measured, which is said")
    func unmeasurable() throws {
        let texts = Failures()
        let loudness = PieceLoudness(engine, cache: nil) { text in
            texts.texts.withLock { $0.append(text) }
        }
        let rack = RackSettings(SamplerSettings(fonts: [SoundFontReference(path: "/no.sf2")]))
        let level = PieceLevel(.loudness(-20), loudness: loudness)
        #expect(level.gain(of: music(try maker.file(song()), on: rack)) == 0)
        let said = texts.texts.withLock { $0 }
        #expect(said.count == 1, "\(said)")
        #expect(said[0].contains("song.mid: not measured, plays at its own level: "), "\(said)")
        let cancelled = PieceLevel(.loudness(-20), loudness: self.loudness())
        let gain = cancelled.gain(
            of: music(try maker.file(song())),
            isWanted: { false }
        )
        #expect(gain == nil)
    }

    @Test("is not needed any more when another piece is chosen")
    func cancelled() throws {
        #expect(try reading(song(), loudness(), isWanted: { false }) == nil)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("is measured each time where it cannot be stored, which is said once")
    func withoutFolder() throws {
        try maker.folder.write([], to: "file")
        let loudness = loudness(in: maker.folder.path("file/loudness"))
        let first = try reading(song(), loudness)
        #expect(try reading(song(), loudness) == first)
        let texts = failures.texts.withLock { $0 }
        #expect(texts.count == 1 && texts[0].contains("Not a directory"), "\(texts)")
        #expect(texts.first?.hasSuffix("measurements of loudness are not stored") == true)
    }

    @Test("of silence, or of less than 0.4 s, asks for no gain")
    func silence() throws {
        let level = PieceLevel(.loudness(-20), loudness: loudness())
        let silent = SMFBuilder.milliseconds { $0.endTick = 1_000 }
        #expect(try level.gain(of: music(maker.file(silent))) == 0)
        // Not more than 24 dB, however soft it is.
        let soft = try level.gain(of: music(maker.file(song(volume: 30))))
        #expect(soft == 24)
    }
}
