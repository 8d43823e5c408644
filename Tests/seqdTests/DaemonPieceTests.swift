import Foundation
import TestSupport
import Testing

/// A file's encoding and its own SoundFont, which are said when it comes into the queue.
@Suite("The options of a file in the daemon's queue", .serialized)
struct DaemonPieceTests {
    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let size = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }
        return Array(name.utf8) + size + content + (content.count.isMultiple(of: 2) ? [] : [0])
    }

    /// A file with a SoundFont in which there is nothing but silence.
    private static func silent(_ song: SMFBuilder) -> [UInt8] {
        var font = SoundFontBuilder(name: "silent")
        let frames = [Int16](repeating: 0, count: 4_800)
        let sample = font.add(.init(name: "none", frames: frames, rate: 48_000, rootKey: 60))
        let instrument = font.add(.init(name: "none", zones: [.init(target: sample)]))
        let zones = [SoundFontBuilder.Zone(target: instrument)]
        font.add(.init(name: "none", bank: 0, program: 0, zones: zones))
        return chunk("RIFF", Array("RMID".utf8) + chunk("data", song.bytes) + font.bytes)
    }

    /// The highest level of the next half second, dB of full scale.
    private func peak(_ client: some DaemonClient) async throws -> Double {
        func frames() async throws -> Double {
            guard case .number(let frames)? = try await client.status("frames") else {
                throw TestSupportError("nothing is loaded")
            }
            return frames
        }
        // What was before is not asked for.
        let start = try await frames()
        while try await frames() < start + 4_800 {}
        _ = try await client.status("peakDecibels")
        var highest = -Double.infinity
        while try await frames() < start + 24_000 {
            if case .number(let peak)? = try await client.status("peakDecibels") {
                highest = max(highest, peak)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        if case .number(let peak)? = try await client.status("peakDecibels") {
            highest = max(highest, peak)
        }
        return highest
    }

    @Test("play it with its own SoundFont, however it is loaded")
    func embeddedFont() async throws {
        let place = try DaemonRun.place()
        try place.folder.write(Self.silent(PlayedSong.endless), to: "silent.rmi")
        let daemon = try await SessionRun(in: place)
        let client = daemon.client()
        let path = place.folder.path("silent.rmi")
        #expect(try await client.ask("play \(path)") == ["OK"])
        #expect(try await peak(client) > -60)
        #expect(try await client.ask("enqueue embedded-font=on \(path)").last == "OK")
        #expect(try await client.ask("enqueue \(path)").last == "OK")
        #expect(try await client.ask("watch on") == ["OK"])
        #expect(try await client.ask("subscribe reload") == ["OK"])
        #expect(try await client.ask("next") == ["OK"])
        #expect(try await peak(client) < -60)
        #expect(try await client.ask("next") == ["OK"])
        #expect(try await peak(client) > -60)
        #expect(try await client.ask("previous") == ["OK"])
        // With other fonts beside it, with a click, and written anew.
        #expect(try await client.ask("load-font \(place.font)") == ["OK"])
        #expect(try await peak(client) < -60)
        #expect(try await client.ask("pause") == ["OK"])
        #expect(try await client.ask("metronome on") == ["OK"])
        #expect(try await client.ask("metronome off") == ["OK"])
        #expect(try await client.ask("continue") == ["OK"])
        #expect(try await peak(client) < -60)
        try place.folder.write(Self.silent(PlayedSong.tone(beats: 21_000)), to: "new")
        #expect(rename(place.folder.path("new"), path) == 0)
        #expect(try await client.event("reload").contains("track 1 changed"))
        #expect(try await peak(client) < -60)
        try await daemon.end()
    }

    @Test("default to those of the daemon")
    func daemonOptions() async throws {
        let place = try DaemonRun.place()
        try place.folder.write(Self.silent(PlayedSong.endless), to: "silent.rmi")
        let daemon = try await SessionRun("--embedded-font", in: place)
        let client = daemon.client()
        let path = place.folder.path("silent.rmi")
        #expect(try await client.ask("play \(path)") == ["OK"])
        #expect(try await peak(client) < -60)
        #expect(try await client.ask("play embedded-font=off \(path)") == ["OK"])
        #expect(try await peak(client) > -60)
        try await daemon.end()
    }

    /// Two syllables in Shift_JIS, a second apart.
    private static var sung: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            // KA and SA, which are two signs each in windows-1252.
            $0.meta(at: 480, type: 0x05, [0x83, 0x4A])
            $0.meta(at: 960, type: 0x05, [0x83, 0x54])
            $0.note(at: 0, length: 48_000, channel: 0, key: 69)
        }
        return song
    }

    @Test("decode its text with its encoding, however it is loaded")
    func encoding() async throws {
        let place = try DaemonRun.place()
        try place.add(Self.sung, "sung.mid")
        let daemon = try await SessionRun(in: place)
        let client = daemon.client()
        let path = place.folder.path("sung.mid")
        #expect(try await client.ask("subscribe lyric") == ["OK"])
        #expect(try await client.ask("play encoding=windows-1252 \(path)") == ["OK"])
        #expect(try await client.event("lyric").contains("text=ƒJ "))
        #expect(try await client.ask("enqueue encoding=shift_jis \(path)").last == "OK")
        #expect(try await client.ask("next") == ["OK"])
        #expect(try await client.event("lyric").contains("text=カ "))
        #expect(try await client.ask("metronome on") == ["OK"])
        #expect(try await client.event("lyric").contains("text=サ "))
        #expect(try await client.ask("previous") == ["OK"])
        #expect(try await client.event("lyric").contains("text=ƒJ "))
        let wrong = try await client.ask("play encoding=klingon \(path)")
        #expect(wrong[0].hasPrefix("ERR -32602 encoding: \"klingon\": expected"), "\(wrong)")
        try await daemon.end()
    }

    @Test("have the lyrics of one pattern of a format 2 file, not of all")
    func patterns() async throws {
        var song = SMFBuilder(format: 2, ticksPerQuarter: 480)
        song.track {
            $0.text(at: 240, .lyric, "first")
            $0.note(at: 0, length: 9_600, channel: 0, key: 69)
        }
        song.track {
            $0.text(at: 480, .lyric, "second")
            $0.note(at: 0, length: 9_600, channel: 0, key: 81)
        }
        let place = try DaemonRun.place()
        try place.add(song, "patterns.mid")
        let daemon = try await SessionRun(in: place)
        let client = daemon.client()
        #expect(
            try await client.ask("play \(place.folder.path("patterns.mid"))") == ["added: 2", "OK"]
        )
        #expect(try await client.ask("pause") == ["OK"])
        #expect(try await client.ask("seek-lyric second").last?.hasPrefix("ERR 64 ") ?? false)
        #expect(try await client.ask("seek-lyric first") == ["OK"])
        #expect(try await client.ask("next") == ["OK"])
        #expect(try await client.ask("seek-lyric first").last?.hasPrefix("ERR 64 ") ?? false)
        #expect(try await client.ask("seek-lyric second") == ["OK"])
        try await daemon.end()
    }
}
