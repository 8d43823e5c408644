import ArgumentParser
import Configuration
import SamplerHost
import TestSupport
import Testing

@testable import SeqdDaemon
@testable import seqd

@Suite("Reloading the configuration")
struct ReloadTests {
    /// Reloads with other options.
    private func reload(
        _ daemon: SessionRun,
        _ client: SessionClient,
        _ options: String...
    ) async throws -> [String] {
        daemon.configuration.withLock { $0 = options }
        return try await client.ask("reload-config")
    }

    @Test("changes what has changed, while a file plays")
    func changes() async throws {
        let daemon = try await SessionRun("--gain", "-3")
        let client = daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("seek 1h") == ["OK"])
        #expect(try await reload(daemon, client, "--gain", "-3") == ["OK"])
        #expect(
            try await reload(
                daemon,
                client,
                "--gain",
                "-6",
                "--half-pedal",
                "--on-device-loss",
                "stop"
            ) == ["changed: gain", "changed: half-pedal", "changed: on-device-loss", "OK"]
        )
        #expect(try await client.status("gainDecibels") == -6)
        #expect(try await client.status("state") == "playing")
        guard case .number(let seconds)? = try await client.status("seconds") else {
            throw TestSupportError("no time")
        }
        #expect(seconds >= 3_600)
        // What plays next has the new settings too.
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        let settings = try await daemon.samplerSettings()
        #expect(settings.count == 2 && settings.allSatisfy(\.halfPedal))
        try await daemon.end()
    }

    @Test("keeps what clients have set, unless its setting has changed")
    func clients() async throws {
        let daemon = try await SessionRun("--gain", "-3")
        let client = daemon.client()
        let font = "\(daemon.place.font)+3"
        #expect(try await client.ask("gain -10") == ["OK"])
        #expect(try await client.ask("load-font \(font)").last == "OK")
        let changed = try await reload(daemon, client, "--gain", "-3", "--interpolation", "none")
        #expect(changed == ["changed: interpolation", "OK"])
        #expect(try await client.status("gainDecibels") == -10)
        #expect(try await client.ask("status").contains("font: \(font)"))
        let room = try await reload(daemon, client, "--gain", "-3", "--reverb", "room")
        #expect(room == ["changed: reverb", "changed: interpolation", "OK"])
        #expect(try await client.ask("effects").first?.contains("reverb=room") ?? false)
        let more = try await reload(
            daemon,
            client,
            "--sf2",
            font,
            "--gain",
            "0",
            "--reverb",
            "room"
        )
        #expect(more == ["changed: sf2", "changed: gain", "OK"])
        #expect(try await client.status("gainDecibels") == 0)
        #expect(
            try await client.ask("status").filter { $0.hasPrefix("font: ") }
                == ["font: \(daemon.place.font)", "font: \(font)"]
        )
        try await daemon.end()
    }

    @Test("keeps the engine that a client has chosen, unless its setting or the fonts change")
    func engine() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        func engine() async throws -> SynthesisEngine? {
            try await daemon.samplerSettings().first?.engine
        }
        #expect(try await client.ask("load-font \(daemon.place.font) engine=seqd").last == "OK")
        #expect(try await reload(daemon, client, "--half-pedal").last == "OK")
        #expect(try await engine() == .seqd)
        #expect(try await reload(daemon, client, "--sf2", "\(daemon.place.font)+3").last == "OK")
        #expect(try await engine() == .auto)
        #expect(
            try await client.ask("load-font \(daemon.place.font) engine=fluidsynth").last == "OK"
        )
        let changed = try await reload(
            daemon,
            client,
            "--sf2",
            "\(daemon.place.font)+3",
            "--engine",
            "seqd"
        )
        #expect(changed == ["changed: engine", "OK"])
        #expect(try await engine() == .seqd)
        try await daemon.end()
    }

    @Test("replaces the connection rules of the options")
    func connections() async throws {
        let daemon = try await SessionRun("--connect", "No Such Port")
        let client = daemon.client()
        #expect(try await client.ask("ports").contains("rule: No Such Port"))
        let changed = try await reload(
            daemon,
            client,
            "--connect",
            "no such keys*",
            "--connect",
            "1=2=x"
        )
        #expect(changed == ["changed: connect", "OK"])
        #expect(
            try await client.ask("ports").filter { $0.hasPrefix("rule: ") }
                == ["rule: no such keys*", "rule: 1=2=x"]
        )
        try await daemon.end()
    }

    @Test(
        "refuses all of it if something cannot change",
        arguments: [
            (["--period", "512"], "period"), (["--rate", "44100"], "rate"),
            (["--no-limiter", "--idle", "9"], "limiter, idle"), (["--inputs", "2"], "inputs"),
            (["--exit-idle", "5"], "exit-idle"), (["--listen", "/tmp/none"], "listen"),
            (["--no-state"], "state"), (["--no-mpris"], "mpris"),
            (["--lead", "jack"], "lead"),
            (["--socket", "/tmp/none"], "socket"), (["--pair", "sampler=3-4"], "map, pair"),
        ]
    )
    func refusals(options: [String], names: String) async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        daemon.configuration.withLock { $0 = options + ["--gain", "-20"] }
        #expect(
            try await client.ask("reload-config")
                == ["ERR 64 \(names): cannot change without a restart"]
        )
        #expect(try await client.status("gainDecibels") == 0)
        try await daemon.end()
    }

    @Test("knows each setting of the daemon")
    func completeness() async throws {
        let place = try DaemonRun.place()
        let values = [
            "limiter": "--no-limiter", "state": "--no-state", "mpris": "--no-mpris",
        ]
        let special = [
            "idle": "9", "latency": "asap", "interpolation": "none", "inputs": "3",
            "chorus": "'off'", "bank-mode": "xg",
            "on-device-loss": "stop", "connect": "[none]",
            "sf2": "\(place.font)+5", "route": "['ch:10=\(place.font)']",
        ]
        for key in ConfigurationKey.all where key.commands.contains("daemon") {
            func settings(_ arguments: [String]) throws -> TransportSettings {
                try DaemonCommand.parse(
                    (arguments.contains { $0.hasPrefix("--sf2") } ? [] : ["--sf2", place.font])
                        + arguments
                ).settings()
            }
            let entry = ConfigurationFile(
                "\(key.name): \(special[key.name] ?? key.example)",
                path: "/tmp/c.yaml",
                home: nil
            ).entries[0]
            // Files that settings name need not exist here.
            guard !["tuning", "allow-path", "rack"].contains(key.name) else { continue }
            let arguments = values[key.name].map { [$0] } ?? entry.arguments
            let difference = SettingsDifference(
                from: try settings([]),
                to: try settings(arguments)
            )
            #expect(!(difference.changed + difference.fixed).isEmpty, "\(key.name)")
        }
    }

    @Test("changes nothing if a SoundFont cannot be read")
    func unreadable() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        let path = daemon.place.folder.path("bad.sf2")
        try daemon.place.folder.write(Array("RIFF".utf8), to: "bad.sf2")
        let answer = try await reload(daemon, client, "--sf2", path, "--gain", "-20")
        #expect(answer.last?.hasPrefix("ERR 65 \(path)") ?? false, "\(answer)")
        #expect(try await client.status("gainDecibels") == 0)
        #expect(try await reload(daemon, client) == ["OK"])
        try await daemon.end()
    }
}
