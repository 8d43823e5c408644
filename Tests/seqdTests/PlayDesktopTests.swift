import Foundation
import Glibc
import TestSupport
import Testing

/// `seqd play` on a session bus.
@Suite("The terminal's player on the desktop")
struct PlayDesktopTests {
    /// `seqd play` on a bus, in real time without a device, until its end or that of the test.
    private final class Player: Sendable {
        let bus: SessionBus
        let place: Workplace
        let process: RunningCommand
        /// Its name on the bus, without the part that all share.
        var name: String { "seqd.instance\(process.processID)" }

        /// Starts it, and waits until it is on the bus.
        init(_ arguments: String..., on given: SessionBus? = nil, isShown: Bool = true) async throws
        {
            let bus: SessionBus
            if let given { bus = given } else { bus = try await SessionBus() }
            self.bus = bus
            place = try DaemonRun.place()
            for name in ["a.mid", "b.mid", "c.mid"] { try place.add(PlayedSong.endless, name) }
            // Ten seconds each.
            for name in ["x.mid", "y.mid"] { try place.add(PlayedSong.tone(beats: 20), name) }
            process = try RunningCommand(
                builtProduct("seqd"),
                ["play", "--null", "--sf2", place.font] + arguments,
                environment: bus.environment.merging(["SEQD_CONFIG": ""]) { $1 },
                directory: place.folder.path
            )
            guard isShown else { return }
            let name = name
            try await SessionBus.wait(for: "the player") { try await bus.players() == [name] }
        }

        deinit { process.send(signal: SIGKILL) }

        /// Runs `playerctl` for it.
        func ask(_ words: String...) async throws -> String {
            let run = try await bus.run("playerctl", ["--player", name] + words)
            return (run.outputText + run.errorText).trimmingCharacters(in: .newlines)
        }
    }

    @Test("is controlled by playerctl, and ended")
    func control() async throws {
        let player = try await Player("a.mid", "b.mid", "c.mid")
        let (bus, name, place) = (player.bus, player.name, player.place)
        #expect(try await player.ask("status") == "Playing")
        #expect(try await player.ask("metadata", "title") == "a.mid")
        #expect(
            try await player.ask("metadata", "xesam:url") == "file://\(place.folder.path("a.mid"))"
        )
        #expect(try await player.ask("metadata", "mpris:length") == "10800000000")
        #expect(try await player.ask("next") == "")
        try await SessionBus.wait(for: "b.mid") {
            try await player.ask("metadata", "title") == "b.mid"
        }
        #expect(try await player.ask("previous") == "")
        try await SessionBus.wait(for: "a.mid") {
            try await player.ask("metadata", "title") == "a.mid"
        }
        #expect(try await player.ask("pause") == "")
        #expect(try await player.ask("status") == "Paused")
        #expect(try await player.ask("position", "100") == "")
        #expect(try await player.ask("position") == "100.000000")
        #expect(try await player.ask("position", "10-") == "")
        #expect(try await player.ask("position") == "90.000000")
        #expect(try await player.ask("play") == "")
        #expect(try await player.ask("status") == "Playing")
        #expect(try await player.ask("volume", "0.5") == "")
        #expect(try await player.ask("volume") == "0.500000")

        #expect(try await player.ask("stop") == "")
        #expect(try await player.ask("status") == "Stopped")
        #expect(try await player.ask("position") == "0.000000")
        #expect(try await player.ask("play-pause") == "")
        #expect(try await player.ask("status") == "Playing")

        #expect(try await player.ask("loop") == "None")
        for word in ["Track", "Playlist", "None"] {
            #expect(try await player.ask("loop", word) == "")
            #expect(try await player.ask("loop") == word)
        }
        #expect(try await player.ask("shuffle") == "Off")
        #expect(try await player.ask("shuffle", "On") == "")
        #expect(try await player.ask("shuffle") == "On")
        #expect(
            try await bus.call(
                "org.mpris.MediaPlayer2.Player.OpenUri",
                "string:file:///a.mid",
                player: name
            ) == "org.freedesktop.DBus.Error.NotSupported"
        )
        #expect(try await bus.call("org.mpris.MediaPlayer2.Quit", player: name) == "")
        let run = await player.process.finished()
        #expect(run.status == .exited(0))
        #expect(try await bus.players() == [])
    }

    @Test("repeats a list that was to end, and ends one that was to be repeated")
    func repeating() async throws {
        let player = try await Player("x.mid", "y.mid", "--loop", "--speed", "10x")
        #expect(try await player.ask("loop") == "Playlist")
        #expect(try await player.ask("loop", "None") == "")
        // It ends by itself.
        #expect(await player.process.finished().status == .exited(0))
    }

    @Test("is not on the bus with --no-mpris, and plays on when the bus ends")
    func offAndLost() async throws {
        let player = try await Player("a.mid")
        let bus = player.bus
        let other = try await Player("other.mid", "--no-mpris", on: bus, isShown: false)
        #expect(await other.process.finished().status == .exited(0))
        #expect(try await bus.players() == [player.name])
        await bus.end()
        try await Task.sleep(for: .milliseconds(200))
        #expect(!player.process.isFinished)
        player.process.send(signal: SIGTERM)
        #expect(await player.process.finished().status == .exited(143))
    }
}
