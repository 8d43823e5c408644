import Foundation
import Glibc
import TestSupport
import Testing

/// The daemon on a session bus, as media keys and `playerctl` see it.
@Suite("A daemon on the desktop")
struct DaemonDesktopTests {
    /// A bus, a daemon on it, and a client of the daemon.
    private static func start(
        _ arguments: String...
    ) async throws -> (bus: SessionBus, daemon: DaemonRun, client: ProtocolClient) {
        let bus = try await SessionBus()
        let daemon = try await DaemonRun(arguments, environment: bus.environment)
        try await SessionBus.wait(for: "the player") { try await bus.players() == ["seqd"] }
        return (bus, daemon, try daemon.client())
    }

    /// A song with a title and an artist, of a minute.
    private static var titled: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.meta(at: 0, type: 0x01, Array("@KMIDI KARAOKE FILE".utf8))
            $0.meta(at: 0, type: 0x01, Array("@TÉtude".utf8))
            $0.meta(at: 0, type: 0x01, Array("@TAda".utf8))
            $0.note(at: 0, length: 120 * 480, channel: 0, key: MeasuringFont.rootKey)
        }
        return song
    }

    @Test("is controlled by playerctl, and shows its piece")
    func control() async throws {
        let (bus, daemon, client) = try await Self.start()
        try daemon.place.add(Self.titled, "étude 1.mid")
        #expect(try await bus.playerctl("status") == "Stopped")
        let files = "\(daemon.place.folder.path("étude 1.mid"))\" \"\(daemon.song)"
        #expect(try await client.ask("play \"\(files)\"") == ["added: 2", "OK"])
        #expect(try await bus.playerctl("status") == "Playing")
        #expect(try await bus.playerctl("metadata", "title") == "Étude")
        #expect(try await bus.playerctl("metadata", "artist") == "Ada")
        #expect(try await bus.playerctl("metadata", "mpris:length") == "60000000")
        let url = try await bus.playerctl("metadata", "xesam:url")
        #expect(url.hasSuffix("/%C3%A9tude%201.mid") && url.hasPrefix("file:///"), "\(url)")
        #expect(
            try await bus.playerctl("metadata", "mpris:artUrl")
                == "No player could handle this command"
        )

        #expect(try await bus.playerctl("pause") == "")
        #expect(try await client.ask("status").contains("state: paused"))
        #expect(try await bus.playerctl("position", "30") == "")
        #expect(try await bus.playerctl("position") == "30.000000")
        #expect(try await bus.playerctl("position", "5-") == "")
        #expect(try await bus.playerctl("position") == "25.000000")
        #expect(try await bus.playerctl("play-pause") == "")
        #expect(try await bus.playerctl("status") == "Playing")

        #expect(try await bus.playerctl("next") == "")
        #expect(try await client.ask("status").contains("entry: 2"))
        // Without a title the file has its name.
        #expect(try await bus.playerctl("metadata", "title") == "song.mid")
        #expect(try await bus.playerctl("previous") == "")
        #expect(try await client.ask("status").contains("entry: 1"))
        #expect(try await bus.playerctl("stop") == "")
        #expect(try await bus.playerctl("status") == "Stopped")
    }

    @Test("takes volume, speed, loop and shuffle, and has what clients set")
    func settings() async throws {
        let (bus, daemon, client) = try await Self.start()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await bus.playerctl("volume") == "1.000000")
        #expect(try await bus.playerctl("volume", "0.75") == "")
        #expect(try await client.ask("status").contains("gain: -15"))
        #expect(try await client.ask("gain -30") == ["OK"])
        #expect(try await bus.playerctl("volume") == "0.500000")

        #expect(try await bus.playerctl("loop") == "None")
        for (word, lines) in [
            ("Track", ["repeat: on", "single: on"]), ("Playlist", ["repeat: on", "single: off"]),
            ("None", ["repeat: off", "single: off"]),
        ] {
            #expect(try await bus.playerctl("loop", word) == "")
            let status = try await client.ask("status")
            for line in lines { #expect(status.contains(line), "\(word): \(status)") }
            #expect(try await bus.playerctl("loop") == word)
        }
        #expect(try await client.ask("loop on") == ["OK"])
        #expect(try await bus.playerctl("loop") == "Track")
        #expect(try await bus.playerctl("loop", "None") == "")
        #expect(try await client.ask("status").contains("loop: off"))

        #expect(try await bus.playerctl("shuffle", "On") == "")
        #expect(try await client.ask("status").contains("random: on"))
        #expect(try await client.ask("random off") == ["OK"])
        #expect(try await bus.playerctl("shuffle") == "Off")

        let set = "org.freedesktop.DBus.Properties.Set"
        let player = "string:org.mpris.MediaPlayer2.Player"
        #expect(try await bus.call(set, player, "string:Rate", "variant:double:1.5") == "")
        #expect(try await client.ask("status").contains("speed: 1.5"))
        // With a vari-speed of an octave the rest is the speed.
        #expect(try await client.ask("varispeed 2") == ["OK"])
        let get = "org.freedesktop.DBus.Properties.Get"
        #expect(try await bus.call(get, player, "string:Rate").hasSuffix("3"))
    }

    @Test("opens a file at once, and plays the rest of its queue afterwards")
    func open() async throws {
        let (bus, daemon, client) = try await Self.start()
        let other = daemon.place.folder.path("other.mid")
        #expect(try await bus.playerctl("open", "file://\(other)") == "")
        #expect(try await client.ask("status").contains("file: \(other)"))
        #expect(try await client.ask("clear") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("enqueue \(daemon.song)").last == "OK")
        #expect(try await client.ask("pause") == ["OK"])
        #expect(try await bus.playerctl("open", "file://\(other)") == "")
        let status = try await client.ask("status")
        #expect(status.contains("file: \(other)") && status.contains("entry: 2"), "\(status)")
        #expect(status.contains("entries: 3"))
        let uri = "org.mpris.MediaPlayer2.Player.OpenUri"
        let missing = daemon.place.folder.path("no.mid")
        #expect(
            try await bus.call(uri, "string:file://\(missing)")
                == "org.freedesktop.DBus.Error.FileNotFound"
        )
        #expect(try await client.ask("status").contains("entries: 3"))
    }

    @Test("refuses files that clients may not name")
    func policy() async throws {
        let place = try DaemonRun.place()
        try place.folder.write(PlayedSong.tone(beats: 2).bytes, to: "in/a.mid")
        let bus = try await SessionBus()
        let daemon = try await DaemonRun(
            ["--allow-path", place.folder.path("in")],
            in: place,
            environment: bus.environment
        )
        try await SessionBus.wait(for: "the player") { try await bus.players() == ["seqd"] }
        let uri = "org.mpris.MediaPlayer2.Player.OpenUri"
        #expect(
            try await bus.call(uri, "string:file://\(daemon.song)")
                == "org.freedesktop.DBus.Error.AccessDenied"
        )
        #expect(try await bus.call(uri, "string:file://\(place.folder.path("in/a.mid"))") == "")
    }

    @Test("tells of changes by signals, but not of its position")
    func signals() async throws {
        let (bus, daemon, client) = try await Self.start()
        let monitor = try await bus.monitor()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        try await monitor.wait(
            for: "PropertiesChanged",
            "\"PlaybackStatus\" variant string \"Playing\""
        )
        try await monitor.wait(for: "PropertiesChanged", "\"Metadata\"", "\"song.mid\"")
        #expect(try await client.ask("gain -6") == ["OK"])
        try await monitor.wait(for: "PropertiesChanged", "\"Volume\" variant double 0.9")
        #expect(try await client.ask("seek 100") == ["OK"])
        try await monitor.wait(for: "Seeked int64 100")
        #expect(try await client.ask("pause") == ["OK"])
        try await monitor.wait(for: "\"PlaybackStatus\" variant string \"Paused\"")
        // A step that nothing could tell from a delay.
        #expect(try await bus.playerctl("position", "0.05+") == "")
        try await SessionBus.wait(for: "a second jump") {
            monitor.signals.count { $0.hasPrefix("Seeked") } == 2
        }
        #expect(!monitor.signals.contains { $0.contains("\"Position\"") })
    }

    @Test("answers malformed calls with errors")
    func errors() async throws {
        let (bus, daemon, _) = try await Self.start()
        let (player, properties) = (
            "org.mpris.MediaPlayer2.Player", "org.freedesktop.DBus.Properties"
        )
        let error = "org.freedesktop.DBus.Error."
        #expect(try await bus.call("\(player).Jump") == error + "UnknownMethod")
        #expect(try await bus.call("\(player).Seek") == error + "InvalidArgs")
        #expect(try await bus.call("\(player).Seek", "string:far") == error + "InvalidArgs")
        #expect(
            try await bus.call("\(player).Seek", "array:int64:1,2", "dict:string:int32:a,1")
                == error + "InvalidArgs"
        )
        #expect(try await bus.call("org.example.A.B") == error + "UnknownInterface")
        #expect(try await bus.call("\(player).Next", at: "/org/mpris") == error + "UnknownObject")
        #expect(
            try await bus.call("\(properties).Set", "string:\(player)", "string:Volume")
                == error + "InvalidArgs"
        )
        #expect(
            try await bus.call(
                "\(properties).Set",
                "string:\(player)",
                "string:Volume",
                "variant:string:loud"
            ) == error + "InvalidArgs"
        )
        #expect(
            try await bus.call("\(player).OpenUri", "string:https://example.org/a.mid")
                == error + "NotSupported"
        )
        #expect(try await bus.call("\(player).PlayPause") == error + "Failed")
        let text = try await bus.call("org.freedesktop.DBus.Introspectable.Introspect")
        #expect(text.contains("<interface name=\"\(player)\">"))
        // After all of them it works.
        #expect(try await bus.playerctl("status") == "Stopped")
        #expect(await daemon.end().status == .exited(0))
        #expect(try await bus.players() == [])
    }

    @Test("has a name of its own if another daemon has the first")
    func secondDaemon() async throws {
        let (bus, first, _) = try await Self.start()
        let second = try await DaemonRun("--name", "band", environment: bus.environment)
        let name = "seqd.instance\(second.process.processID)"
        try await SessionBus.wait(for: name) { try await bus.players() == ["seqd", name] }
        let get = "org.freedesktop.DBus.Properties.Get"
        let identity = try await bus.call(
            get,
            "string:org.mpris.MediaPlayer2",
            "string:Identity",
            player: name
        )
        #expect(identity.hasSuffix("seqd (band)"), "\(identity)")
        #expect(await second.end().status == .exited(0))
        #expect(try await bus.players() == ["seqd"])
        #expect(await first.end().status == .exited(0))
    }

    @Test("plays on when the bus hangs or ends")
    func lostBus() async throws {
        let (bus, daemon, client) = try await Self.start()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        bus.send(signal: SIGSTOP)
        // More changes than a connection has room for.
        for round in 0..<2_000 {
            let answer = try await client.ask("gain -\(round % 60)")
            guard answer == ["OK"] else { return #expect(answer == ["OK"]) }
        }
        #expect(try await client.ask("status").contains("state: playing"))
        bus.send(signal: SIGCONT)
        try await SessionBus.wait(for: "the last gain") {
            try await bus.playerctl("volume") == "0.683333"
        }
        await bus.end()
        try await daemon.process.waitForErrorText("no media keys any more")
        #expect(try await client.ask("pause") == ["OK"])
        #expect(try await client.ask("status").contains("state: paused"))
        let run = await daemon.end()
        #expect(run.status == .exited(0))
        #expect(run.errorText.components(separatedBy: "media keys any more").count == 2)
    }

    @Test("ends at once while the bus hangs")
    func endBesideHangingBus() async throws {
        let (bus, daemon, client) = try await Self.start()
        bus.send(signal: SIGSTOP)
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        let start = ContinuousClock.now
        #expect(await daemon.end().status == .exited(0))
        #expect(ContinuousClock.now - start < .seconds(4))
        bus.send(signal: SIGCONT)
    }

    @Test("is not on the bus with --no-mpris, and has no thread for it without a bus")
    func off() async throws {
        let bus = try await SessionBus()
        let place = try DaemonRun.place()
        let folder = try TemporaryDirectory()
        let with = try await DaemonRun(environment: bus.environment)
        try await SessionBus.wait(for: "the player") { try await bus.players() == ["seqd"] }
        #expect(threads(of: with).contains("seqd-mpris"))
        let without = try await DaemonRun("--no-mpris", environment: bus.environment)
        let nowhere = try await DaemonRun(
            [],
            in: place,
            environment: ["DBUS_SESSION_BUS_ADDRESS": nil, "XDG_RUNTIME_DIR": folder.path]
        )
        for daemon in [without, nowhere] {
            #expect(!threads(of: daemon).contains("seqd-mpris"))
            #expect(!daemon.process.errorText.contains("media keys"))
        }
        // A bus that is not there.
        let lost = try await DaemonRun(
            [],
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path("none"))"]
        )
        try await lost.process.waitForErrorText("the session bus cannot be used")
        #expect(try await bus.players() == ["seqd"])
        #expect(await lost.end().status == .exited(0))
    }

    @Test("is found in the runtime folder of its user")
    func runtimeFolder() async throws {
        let bus = try await SessionBus()
        let folder = try TemporaryDirectory()
        symlink(String(bus.address.dropFirst("unix:path=".count)), folder.path("bus"))
        let daemon = try await DaemonRun(
            [],
            environment: ["DBUS_SESSION_BUS_ADDRESS": nil, "XDG_RUNTIME_DIR": folder.path]
        )
        try await SessionBus.wait(for: "the player") { try await bus.players() == ["seqd"] }
        #expect(await daemon.end().status == .exited(0))
    }

    private func threads(of daemon: DaemonRun) -> [String] {
        let folder = "/proc/\(daemon.process.processID)/task"
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return tasks.compactMap { task in
            (try? String(contentsOfFile: "\(folder)/\(task)/comm", encoding: .utf8))?
                .trimmingCharacters(in: .newlines)
        }
    }
}
