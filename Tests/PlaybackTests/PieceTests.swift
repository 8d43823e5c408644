import Foundation
import Playback
import SMF
import SamplerHost
import Sequencer
import TestSupport
import Testing

@Suite("The settings of a piece")
struct PlaySettingsTests {
    @Test("say how the file is read, and refuse an unknown encoding")
    func reading() throws {
        var settings = PlaySettings()
        #expect(try settings.reading().decoder == nil)
        #expect(try !settings.reading().keepsSoundBank)
        (settings.encoding, settings.usesEmbeddedFont) = ("EUC-KR", true)
        #expect(try settings.reading().decoder?.name == "EUC-KR")
        #expect(try settings.reading().keepsSoundBank)
        settings.encoding = "EUC-XX"
        let error = #expect(throws: PlaybackError.self) { _ = try settings.reading() }
        #expect(error?.code == .usage)
        #expect(error?.message.hasPrefix("encoding: ") ?? false)
    }

    @Test("are read as they were written")
    func roundTrip() throws {
        var settings = PlaySettings()
        settings.speed = try #require(Speed(parsing: "2/3"))
        settings.tempo = Tempo(parsing: "92.5")
        settings.loop = try #require(try LoopSetting(parsing: "5:1..9:1"))
        settings.loopCount = 3
        settings.muted = try SelectorSet(parsing: "10,track:Bass")
        settings.soloed = try SelectorSet(parsing: "ch:2/3")
        settings.transpose = -2
        settings.chasesNotes = true
        settings.countIn = 2
        settings.hasMetronome = true
        settings.gain = -3.5
        settings.start = try Position(parsing: "1m23.5s")
        settings.end = try Position(parsing: "@End")
        settings.pattern = 2
        settings.encoding = "shift_jis"
        settings.usesEmbeddedFont = true
        let bytes = try JSONEncoder().encode(settings)
        #expect(try JSONDecoder().decode(PlaySettings.self, from: bytes) == settings)
        let plain = try JSONEncoder().encode(PlaySettings())
        #expect(try JSONDecoder().decode(PlaySettings.self, from: plain) == PlaySettings())
    }

    @Test("may be left out, and are refused where they cannot be set")
    func decoding() throws {
        func decode(_ text: String) throws -> PlaySettings {
            try JSONDecoder().decode(PlaySettings.self, from: Data(text.utf8))
        }
        #expect(try decode("{}") == PlaySettings())
        #expect(try decode(#"{"tempo":"60"}"#).tempo?.beatsPerMinute == 60)
        for wrong in [
            #"{"speed":"fast"}"#, #"{"loop":"9:1"}"#, #"{"start":"a:b"}"#, #"{"muted":["ch:99"]}"#,
        ] {
            #expect(throws: (any Error).self, "\(wrong)") { try decode(wrong) }
        }
    }
}

/// A beat of the song lasts 24,000 frames, a bar 96,000.
@Suite("A piece")
struct PieceTests {
    private let file: PieceFile

    init() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Lead") { track in
            track.marker(at: 1920, "A")
            track.note(at: 0, length: 480 * 16, channel: 0, key: 60)
        }
        song.track("Bass") { $0.note(at: 0, length: 480 * 16, channel: 1, key: 40) }
        let folder = try TemporaryDirectory()
        file = try PieceFile(try folder.write(song.bytes, to: "song.mid"))
    }

    private func piece(_ change: (inout PlaySettings) throws -> Void) throws -> Piece {
        var settings = PlaySettings()
        try change(&settings)
        return try Piece(file.sequences[0], of: file, settings, rate: 48_000)
    }

    private func message(_ change: (inout PlaySettings) throws -> Void) throws -> String {
        do {
            _ = try piece(change)
            return ""
        } catch let error as PlaybackError {
            #expect(error.code == .usage)
            return String(error.message.dropFirst(file.name.count))
        }
    }

    @Test("has its positions, parts and loop as frames and selections of its sequence")
    func applied() throws {
        let piece = try piece {
            $0.start = try Position(parsing: "@A")
            $0.end = try Position(parsing: "4:1")
            $0.loop = try #require(try LoopSetting(parsing: "2:2..3:1"))
            $0.loopCount = 2
            $0.muted = try SelectorSet(parsing: "track:Bass")
        }
        #expect(piece.start == 96_000 && piece.end == 288_000)
        #expect(piece.loop == 120_000..<192_000 && piece.length(rate: 48_000) == 192_000)
        #expect(piece.muted.tracks == [1] && piece.soloed.isEmpty && piece.notes.isEmpty)
        // At half the tempo all of it comes twice as late.
        let slow = piece.at(Tempo(parsing: "60"), rate: 48_000)
        #expect(slow.start == 192_000 && slow.end == 576_000 && slow.loop == 240_000..<384_000)
        #expect(slow.at(nil, rate: 48_000).loop == piece.loop)
        let program = Program([piece, piece], PlaySettings(), rate: 48_000)
        #expect(program.length == 2 * (192_000 + 72_000))
    }

    @Test("is refused where its settings do not fit together or the sequence")
    func refused() throws {
        let two = try Position(parsing: "2:1")
        func loop(_ text: String) throws -> LoopSetting {
            try #require(try LoopSetting(parsing: text))
        }
        #expect(
            try message { ($0.start, $0.end) = (two, two) } == ": end is not after start"
        )
        #expect(
            try message { $0.loop = try loop("3:1..2:1") }
                == ": loop 3:1..2:1: ends before it begins"
        )
        #expect(
            try message { ($0.loop, $0.end) = (try loop("1:1..3:1"), two) }
                .hasSuffix(": ends after end")
        )
        #expect(
            try message { ($0.loop, $0.start) = (try loop("1:1..1:2"), two) }
                .hasSuffix(": ends before start")
        )
        #expect(try message { $0.loop = try loop("1s..1.001s") }.contains("shorter than 1.4 ms"))
        #expect(try message { $0.start = try Position(parsing: "99:1") }.contains("after the end"))
        #expect(try message { $0.soloed = try SelectorSet(parsing: "ch:9") }.contains("ch:9"))
        #expect(try piece { $0.loop = .file }.notes.first?.hasSuffix("playing to the end") == true)
    }
}
