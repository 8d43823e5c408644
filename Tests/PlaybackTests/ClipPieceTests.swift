import Foundation
import JSON
import Racks
import SamplerHost
import Sequencer
import TestSupport
import Testing

@testable import Playback

@Suite("The clips of a piece")
struct ClipPieceTests {
    private let maker: PieceMaker
    private static let rate = PieceMaker.rate

    init() throws { maker = try PieceMaker() }

    /// Two bars at 120 beats a minute, then two at 60, without notes: 12 seconds.
    private static let song: SMFBuilder = {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track(nil) { track in
            track.tempo(at: 0, beatsPerMinute: 120)
            track.tempo(at: 3_840, beatsPerMinute: 60)
            track.meta(at: 7_680, type: 1, [])
            track.marker(at: 1_920, "Verse")
        }
        return song
    }()

    /// A sound file of so many seconds, at 44.1 kHz.
    private func sound(_ seconds: Double, _ name: String = "vocals.wav") throws -> String {
        var wave = WAVBuilder([WAVBuilder.sine(440, frames: Int(seconds * 44_100), rate: 44_100)])
        wave.rate = 44_100
        return try maker.folder.write(wave.bytes, to: name)
    }

    private func piece(
        _ clips: [ClipSettings],
        _ settings: PlaySettings = PlaySettings()
    ) throws -> Piece {
        var rack = RackSettings(maker.samplers)
        rack.clips = clips
        let file = try maker.file(Self.song)
        return try Piece(file.sequences[0], of: file, settings, rack: rack, rate: Self.rate)
    }

    @Test(
        "begin at any kind of position",
        arguments: [
            ("1:1", 0), ("1:2", 24_000), ("@Verse", 96_000), ("3:1", 192_000), ("3:2", 240_000),
            ("0.1s", 4_800), ("960t", 48_000), ("9:1", 192_000 + 6 * 4 * 48_000),
        ]
    )
    func positions(_ text: String, _ frame: Int64) throws {
        var clip = ClipSettings(path: try sound(1))
        clip.start = try Position(parsing: text)
        let span = try #require(piece([clip]).clipSpans(at: .normal).first)
        #expect(span.start == frame && span.place == 0)
        var isFree = false
        if case .no = span.follow { isFree = true }
        #expect(isFree)
        #expect(abs(span.pace - 44_100 / 48_000) < 1e-12)
        let half = try #require(Speed(parsing: "0.5"))
        #expect(try piece([clip]).clipSpans(at: half).first?.start == 2 * frame)
    }

    @Test("let the music last as long as they do, at any speed")
    func length() throws {
        func end(_ seconds: Double, _ speed: String = "1", follow: ClipSettings.Follow = .no)
            throws -> Double
        {
            var clip = ClipSettings(path: try sound(seconds))
            clip.start = try Position(parsing: "2s")
            clip.follow = follow
            var settings = PlaySettings()
            settings.speed = try #require(Speed(parsing: speed))
            let piece = try piece([clip], settings)
            let frames = settings.speed.itemFrame(ofNominalFrame: piece.endFrame(rate: Self.rate))
            return Double(frames) / Double(Self.rate)
        }
        #expect(try end(5) == 12)
        #expect(abs(try end(14) - 16) < 0.003)
        #expect(abs(try end(14, "2") - 15) < 0.003)
        #expect(abs(try end(14, "2", follow: .pitch) - 8) < 0.003)
    }

    @Test("follow the tempo that stands in for those of the file")
    func otherTempo() throws {
        var clip = ClipSettings(path: try sound(11))
        clip.start = try Position(parsing: "2:1")
        clip.follow = .pitch
        var settings = PlaySettings()
        settings.tempo = Tempo(parsing: "80")
        let spans = try piece([clip], settings).clipSpans(at: .normal)
        let ratio = 44_100.0 / 48_000
        // Two seconds of it are at 120, the rest at 60.
        #expect(spans.map(\.start) == [144_000, 288_000])
        #expect(spans.map(\.place) == [0, 2 * 44_100])
        #expect(abs(spans[0].pace - ratio * 80 / 120) < 1e-6)
        #expect(abs(spans[1].pace - ratio * 80 / 60) < 1e-6)
        clip.follow = .no
        let plain = try piece([clip], settings).clipSpans(at: .normal)
        #expect(plain.map(\.start) == [144_000] && plain[0].pace == ratio)
    }

    @Test("come with the rack and with the file of the music")
    func sources() throws {
        let path = try maker.folder.write(Self.song.bytes, to: "song.mid")
        _ = try sound(1)
        let list = #"{"clips": [{"file": "vocals.wav", "at": "2:1", "gain": -3, "loop": "yes"}]}"#
        try maker.folder.write(list, to: "song.clips.json")
        #expect(try PieceFile(path).clips.isEmpty)
        let file = try PieceFile(path, PlaySettings().reading())
        #expect(file.clips.map(\.path) == [maker.folder.path("vocals.wav")])
        #expect(file.clips[0].gain == -3 && file.clips[0].plays == .infinity)
        var rack = RackSettings(maker.samplers)
        rack.clips = [ClipSettings(path: try sound(1, "drums.wav"))]
        let piece = try Piece(file.sequences[0], of: file, rack: rack, rate: Self.rate)
        #expect(piece.clipSettings.map(\.stripName) == ["drums", "vocals"])
        rack.clips = []
        #expect(try piece.routed(through: rack).clipSettings.map(\.stripName) == ["vocals"])
    }

    @Test(
        "are found by the name of the music",
        arguments: [
            ("a/song.mid", "a/song.clips.json"), ("song.MID.gz", "song.clips.json"),
            ("song", "song.clips.json"), ("x.y.kar", "x.y.clips.json"),
        ]
    )
    func names(_ music: String, _ list: String) {
        #expect(ClipFile.path(for: music) == list)
    }

    @Test(
        "are refused where they cannot be played",
        arguments: [
            (#"{"clips": [{"at": "1:1"}]}"#, "clips[0].file: missing"),
            (#"{"clips": [{"file": "a", "att": "1:1"}]}"#, "did you mean \"at\"?"),
            (#"{"clips": [{"file": "a", "at": "next-bar"}]}"#, "expected a position in the music"),
            (#"{"clips": [{"file": "a", "fadeIn": -1}]}"#, "expected 0 to 86400 seconds, not -1"),
            (#"{"clips": [{"file": "a", "loop": "maybe"}]}"#, "expected yes, or a whole number"),
            (#"{"clips": [{"file": "a", "loopStart": 1}]}"#, "clips[0].loopStart: needs loop=yes"),
            (#"{"clips": [{"file": "a", "follow": "yes"}]}"#, "expected one of no, pitch, tempo"),
            (#"{"clips": 3}"#, "clips"), ("[]", "song.clips.json"),
        ]
    )
    func faults(_ text: String, _ expected: String) throws {
        let path = try maker.folder.write(Self.song.bytes, to: "song.mid")
        try maker.folder.write(text, to: "song.clips.json")
        let error = #expect(throws: PlaybackError.self) {
            try PieceFile(path, PlaySettings().reading())
        }
        #expect(error?.code == .data)
        #expect(error?.message.contains("song.clips.json") == true)
        #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
    }

    @Test("name the file, the clip and the place of a fault in the music")
    func places() throws {
        let path = try sound(1)
        func message(_ change: (inout ClipSettings) -> Void) throws -> String {
            var clip = ClipSettings(path: path)
            change(&clip)
            let error = #expect(throws: PlaybackError.self) { try piece([clip]) }
            return error?.message ?? ""
        }
        #expect(try message { $0.start = .marker("Chorus") }.contains("vocals.wav: no marker"))
        #expect(try message { $0.start = .ticks(1 << 50) }.contains("more than 24 hours"))
        #expect(
            try message { $0.offset = 2 }.hasSuffix(
                "offset is behind the end; the file is 1 s long"
            )
        )
        #expect(try message { $0.path += ".no" }.contains("no such file"))
        let text = try maker.folder.write("no sound", to: "a.wav")
        #expect(try message { $0.path = text }.contains("not a sound file that can be read"))
    }

    @Test("make a batch render again where they or their files have changed")
    func fingerprint() throws {
        let path = try maker.folder.write(Self.song.bytes, to: "song.mid")
        let print = try SoundFingerprint(RackSettings(maker.samplers), JSONObject())
        let plain = print.digest(of: path)
        let list = #"{"clips": [{"file": "vocals.wav"}]}"#
        _ = try sound(1)
        try maker.folder.write(list, to: "song.clips.json")
        let first = print.digest(of: path)
        #expect(first != plain && print.digest(of: path) == first)
        _ = try sound(2)
        #expect(print.digest(of: path) != first)
        var rack = RackSettings(maker.samplers)
        rack.clips = [ClipSettings(path: try sound(1, "a.wav"))]
        let one = try SoundFingerprint(rack, JSONObject()).digest(of: path)
        _ = try sound(2, "a.wav")
        #expect(try SoundFingerprint(rack, JSONObject()).digest(of: path) != one)
    }

    @Test("can be as many as a rack may have, each with a strip of its own")
    func many() throws {
        let path = try sound(0.1)
        let clips = (1...ClipSettings.most).map { number in
            var clip = ClipSettings(path: path)
            clip.name = "clip \(number)"
            return clip
        }
        let piece = try piece(clips)
        let rack = try SamplerRack(
            try #require(piece.rack),
            rate: Self.rate,
            maximumPeriod: 256,
            for: [try #require(piece.routed)],
            clips: piece.clipSettings
        )
        #expect(rack.names.count == 1 + ClipSettings.most)
        #expect(throws: PlaybackError.self) { try self.piece(clips + [ClipSettings(path: path)]) }
    }

    @Test("in a rendering are the same in stems")
    func stems() throws {
        var clip = ClipSettings(path: try sound(3))
        clip.start = try Position(parsing: "1:2")
        var other = clip
        (other.name, other.offset, other.gain) = ("other", 1, -6)
        var rack = RackSettings(maker.samplers)
        rack.clips = [clip, other]
        var engine = EngineSettings(sampler: maker.samplers)
        engine.limiter = false
        var settings = RenderingSettings(
            rack: rack,
            engine: engine,
            type: .wav,
            format: .float,
            embeddedFontRemedy: ""
        )
        settings.stems = .samplers
        let output = maker.folder.path("mix.wav")
        let file = try maker.file(Self.song)
        let music = try PreparedRendering(file.sequences, of: file, settings, to: output)
        _ = try Rendering(settings, to: output).run(music)
        let mix = try SoundFile(wav: maker.folder.read("mix.wav"))
        let parts = try ["vocals", "other"].map {
            try SoundFile(wav: maker.folder.read("mix/\($0).wav"))
        }
        #expect(try maker.folder.names(in: "mix") == ["effects.wav", "other.wav", "vocals.wav"])
        let sum = zip(parts[0][0].samples, parts[1][0].samples).map { $0 + $1 }
        #expect(zip(mix[0].samples, sum).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect((sum.map(\.magnitude).max() ?? 0) > 0.3)
    }
}
