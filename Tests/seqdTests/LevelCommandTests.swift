import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("level", .serialized)
struct LevelCommandTests {
    /// A second of the sine at a volume.
    private func song(volume: UInt8) -> SMFBuilder {
        SMFBuilder.milliseconds { track in
            track.control(at: 0, channel: 0, 7, volume)
            track.note(at: 0, length: 1_000, channel: 0, key: 69, velocity: 127)
        }
    }

    private func value(_ name: String, _ client: SessionClient) async throws -> String? {
        try await client.ask("status").first { $0.hasPrefix("\(name): ") }
            .map { String($0.dropFirst(name.count + 2)) }
    }

    @Test("brings the files that are loaded from then on to one loudness, and outlasts a restart")
    func loudness() async throws {
        let place = try DaemonRun.place()
        let paths = try ([127, 64] as [UInt8]).map {
            try place.folder.write(song(volume: $0).bytes, to: "volume \($0).mid")
        }
        let run = try await SessionRun(in: place)
        let client = run.client()
        let watcher = run.client()
        try await watcher.ask("subscribe setting")
        #expect(try await value("level", client) == "off")
        #expect(try await client.ask("level lufs=-30") == ["OK"])
        #expect(
            try await watcher.event("setting").contains("name=level old=off new=lufs=-30")
        )
        var gains: [Double] = []
        for path in paths {
            #expect(try await client.ask("play \"\(path)\" paused=on") == ["OK"])
            let text = try #require(try await value("level-gain", client))
            gains.append(try #require(Double(text)))
        }
        // CC7 by SoundFont 2.04, 8.4.5: 40 · log(127 / 64) dB.
        #expect(abs(gains[1] - gains[0] - 11.9) < 0.2, "\(gains)")
        // Other SoundFonts leave the gain.
        #expect(try await client.ask("load-font \(place.font)+3").last == "OK")
        #expect(try await value("level-gain", client) == "\(gains[1])")
        let saved = try await run.savedState()
        try await run.end()
        let other = try await SessionRun(in: place, restoring: saved)
        #expect(try await value("level", other.client()) == "lufs=-30")
        #expect(try await other.client().ask("level off") == ["OK"])
        #expect(try await value("level-gain", other.client()) == nil)
        try await other.end()
        // An option that has changed since has priority.
        let changed = try await SessionRun("--level", "peak=-3", in: place, restoring: saved)
        #expect(try await value("level", changed.client()) == "peak=-3")
        #expect(try await changed.client().ask("level -16")[0].hasPrefix("ERR -32602 "))
        try await changed.end()
    }
}
