import Foundation
import Glibc
import TestSupport
import Testing

/// `seqd play` on a session bus.
@Suite("The terminal's player on the desktop")
struct PlayDesktopTests {
    /// A bus, and `seqd play` on it in real time without a device.
    private static func start(
        _ arguments: String...
    ) async throws -> (bus: SessionBus, player: RunningCommand, name: String, place: Workplace) {
        let bus = try await SessionBus()
        let place = try DaemonRun.place()
        for name in ["a.mid", "b.mid", "c.mid"] { try place.add(PlayedSong.endless, name) }
        let player = try RunningCommand(
            builtProduct("seqd"),
            ["play", "--null", "--sf2", place.font] + arguments,
            environment: bus.environment.merging(["SEQD_CONFIG": ""]) { $1 },
            directory: place.folder.path
        )
        let name = "seqd.instance\(player.processID)"
        try await SessionBus.wait(for: "the player") { try await bus.players() == [name] }
        return (bus, player, name, place)
    }

    @Test("is controlled by playerctl, and ended")
    func control() async throws {
        let (bus, player, name, place) = try await Self.start("a.mid", "b.mid", "c.mid")
        func ask(_ words: String...) async throws -> String {
            let run = try await bus.run("playerctl", ["--player", name] + words)
            return (run.outputText + run.errorText).trimmingCharacters(in: .newlines)
        }
        #expect(try await ask("status") == "Playing")
        #expect(try await ask("metadata", "title") == "a.mid")
        #expect(
            try await ask("metadata", "xesam:url") == "file://\(place.folder.path("a.mid"))"
        )
        #expect(try await ask("metadata", "mpris:length") == "10800000000")
        #expect(try await ask("next") == "")
        try await SessionBus.wait(for: "b.mid") {
            try await ask("metadata", "title") == "b.mid"
        }
        #expect(try await ask("previous") == "")
        try await SessionBus.wait(for: "a.mid") {
            try await ask("metadata", "title") == "a.mid"
        }
        #expect(try await ask("pause") == "")
        #expect(try await ask("status") == "Paused")
        #expect(try await ask("position", "100") == "")
        #expect(try await ask("position") == "100.000000")
        #expect(try await ask("position", "10-") == "")
        #expect(try await ask("position") == "90.000000")
        #expect(try await ask("play") == "")
        #expect(try await ask("status") == "Playing")
        #expect(try await ask("volume", "0.5") == "")
        #expect(try await ask("volume") == "0.500000")

        #expect(try await ask("stop") == "")
        #expect(try await ask("status") == "Stopped")
        #expect(try await ask("position") == "0.000000")
        #expect(try await ask("play-pause") == "")
        #expect(try await ask("status") == "Playing")

        #expect(try await ask("loop") == "None")
        for word in ["Track", "Playlist", "None"] {
            #expect(try await ask("loop", word) == "")
            #expect(try await ask("loop") == word)
        }
        #expect(try await ask("shuffle") == "Off")
        #expect(try await ask("shuffle", "On") == "")
        #expect(try await ask("shuffle") == "On")
        #expect(
            try await bus.call(
                "org.mpris.MediaPlayer2.Player.OpenUri",
                "string:file:///a.mid",
                player: name
            ) == "org.freedesktop.DBus.Error.NotSupported"
        )
        #expect(try await bus.call("org.mpris.MediaPlayer2.Quit", player: name) == "")
        let run = await player.finished()
        #expect(run.status == .exited(0))
        #expect(try await bus.players() == [])
    }

    @Test("repeats a list that was to end, and ends one that was to be repeated")
    func repeating() async throws {
        let bus = try await SessionBus()
        let place = try DaemonRun.place()
        func start(_ arguments: [String]) throws -> RunningCommand {
            try RunningCommand(
                builtProduct("seqd"),
                ["play", "--null", "--sf2", place.font] + arguments,
                environment: bus.environment.merging(["SEQD_CONFIG": ""]) { $1 },
                directory: place.folder.path
            )
        }
        // Ten seconds each.
        for name in ["x.mid", "y.mid"] { try place.add(PlayedSong.tone(beats: 20), name) }
        let player = try start(["x.mid", "y.mid", "--loop", "--speed", "10x"])
        let name = "seqd.instance\(player.processID)"
        try await SessionBus.wait(for: "the player") { try await bus.players() == [name] }
        #expect(try await bus.playerctl("loop", player: name) == "Playlist")
        #expect(try await bus.playerctl("loop", "None", player: name) == "")
        // It ends by itself.
        #expect(await player.finished().status == .exited(0))
    }

    @Test("is not on the bus with --no-mpris, and plays on when the bus ends")
    func offAndLost() async throws {
        let (bus, player, name, place) = try await Self.start("a.mid")
        let other = try RunningCommand(
            builtProduct("seqd"),
            ["play", "--null", "--no-mpris", "--sf2", place.font, "other.mid"],
            environment: bus.environment.merging(["SEQD_CONFIG": ""]) { $1 },
            directory: place.folder.path
        )
        #expect(await other.finished().status == .exited(0))
        #expect(try await bus.players() == [name])
        await bus.end()
        try await Task.sleep(for: .milliseconds(200))
        #expect(!player.isFinished)
        player.send(signal: SIGTERM)
        #expect(await player.finished().status == .exited(143))
    }
}
