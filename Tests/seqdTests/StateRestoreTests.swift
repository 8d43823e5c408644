import ControlProtocol
import Foundation
import Playback
import SamplerHost
import Sequencer
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("The state of the daemon", .serialized)
struct StateRestoreTests {
    /// What another daemon that takes a state over answers.
    private func answer(
        _ line: String,
        after saved: DaemonState,
        in place: Workplace,
        resumes: Bool = false
    ) async throws -> [String] {
        let run = try await SessionRun(in: place, restoring: saved, resumes: resumes)
        let answer = try await run.client().ask(line)
        try await run.end()
        return answer
    }

    /// The lines of `status` that do not depend on the moment.
    private func lasting(_ status: [String]) -> [String] {
        let keys = [
            "file", "entry", "entries", "position", "speed", "varispeed", "tempo", "loop",
            "loop-count",
            "repeat", "single", "metronome", "chase-notes", "watch", "watch-at", "gain", "muted",
            "soloed", "transpose",
            "font",
        ]
        return status.filter { line in keys.contains { line.hasPrefix("\($0): ") } }
    }

    @Test("has the connection rules of clients, unless those of the options have changed")
    func connections() async throws {
        let run = try await SessionRun("--connect", "no keys*")
        var saved = try await run.savedState()
        #expect(
            saved.connections == DaemonState.Setting(value: ["no keys*"], option: ["no keys*"])
        )
        try await run.end()
        let place = run.place
        saved.connections = DaemonState.Setting(value: ["No Such Port"], option: [])
        let rules = try await answer("ports", after: saved, in: place)
        #expect(rules.contains("rule: No Such Port"), "\(rules)")
        saved.connections?.option = ["hardware"]
        #expect(try await answer("ports", after: saved, in: place) == ["OK"])
        // Of a daemon with more inputs.
        saved.connections = DaemonState.Setting(value: ["2=keys"], option: [])
        #expect(try await answer("ports", after: saved, in: place) == ["OK"])
        // Of an older daemon.
        saved.connections = nil
        #expect(try await answer("ports", after: saved, in: place) == ["OK"])
    }

    @Test("is taken over: the queue, the position and all settings")
    func everything() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let other = run.place.folder.path("other.mid")
        let font = "\(run.place.font)+3"
        let wave = WAVBuilder([WAVBuilder.sine(440, frames: 4_800)])
        let sound = try run.place.folder.write(wave.bytes, to: "my hit.wav")
        for command in [
            #"play "\#(other)" "\#(run.song)" encoding=EUC-KR embedded-font=on"#,
            "enqueue \(other)", "jump 2", "pause", "seek 17:2:100", "speed 3/4", "varispeed 3/2",
            "tempo 92.5",
            "loop 9:1..25:1 3", "repeat on", "single on", "metronome on", "chase-notes on",
            "watch on bar", "mute 1",
            "solo track:1", "transpose -5", "gain -6.5", "load-font \(font)",
            "strip sampler gain=-3 pan=20 inserts=gate;eq,warm", "strip live mute=on",
            "strip master inserts=compressor,master", "strip effects:main inserts=width,mono",
            "effect reverb=plate over=0.05s",
            #"load-clip hit "\#(sound)" strip=hits loop=2 gain=-3"#,
            "save-scene evening",
        ] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        let status = lasting(try await client.ask("status"))
        let queue = try await client.ask("queue")
        let saved = try await run.savedState()
        try await run.end()

        let next = try await SessionRun(in: run.place, restoring: saved)
        let nextClient = next.client()
        let nextStatus = try await nextClient.ask("status")
        #expect(nextStatus.contains("state: paused"))
        #expect(lasting(nextStatus) == status)
        for line in [
            "entry: 2", "position: 17:2:100", "speed: 0.75", "varispeed: 1.5", "tempo: 92.5",
            "loop: 9:1..25:1",
            "loop-count: 3", "repeat: on", "single: on", "metronome: on", "chase-notes: on",
            "watch: on", "watch-at: bar",
            "muted: ch:1", "gain: -6.5", "transpose: -5", "font: \(font)",
        ] {
            #expect(status.contains(line), "\(line) of \(status)")
        }
        // Each daemon counts the changes of its own queue.
        let nextQueue = try await nextClient.ask("queue")
        #expect(
            nextQueue.filter { !$0.hasPrefix("version: ") }
                == queue.filter { !$0.hasPrefix("version: ") }
        )
        let strips = try await nextClient.ask("strips")
        #expect(
            strips.contains {
                $0.hasPrefix("strip: gain=-3 pan=20 ") && $0.contains(" inserts=gate;eq,warm ")
                    && $0.hasSuffix(" sampler")
            },
            "\(strips)"
        )
        #expect(
            strips.contains {
                $0.contains(" inserts=compressor,master ") && $0.hasSuffix(" master")
            }
        )
        #expect(
            strips.contains {
                $0.contains(" inserts=width,mono ") && $0.hasSuffix(" effects:main")
            }
        )
        #expect(
            strips.contains {
                $0.hasPrefix("strip: gain=0 pan=0 mute=on ") && $0.hasSuffix(" live")
            }
        )
        #expect(
            try await nextClient.ask("effects").first == "effects: reverb=plate chorus=default main"
        )
        let clips = try await nextClient.ask("clips")
        #expect(clips == ["clip: idle 0.2 hit hits <- \"\(sound)\"", "OK"])
        #expect(try await next.savedState() == saved.renumbered)
        #expect(saved.entries.map(\.settings.encoding) == ["EUC-KR", "EUC-KR", nil])
        // And it plays on from there.
        #expect(try await nextClient.ask("continue").last == "OK")
        let started = try await next.savedState()
        #expect(started.transport == .playing && started.ticks >= saved.ticks)
        try await next.end()
    }

    @Test("is paused if it played, or plays on if it is to", arguments: [false, true])
    func playing(_ resumes: Bool) async throws {
        let run = try await SessionRun()
        let client = run.client()
        for command in ["play \(run.song)", "seek 100:1"] {
            #expect(try await client.ask(command) == ["OK"])
        }
        let saved = try await run.savedState()
        #expect(saved.transport == .playing)
        try await run.end()
        let status = try await answer("status", after: saved, in: run.place, resumes: resumes)
        #expect(status.contains(resumes ? "state: playing" : "state: paused"), "\(status)")
        #expect(status.contains { $0.hasPrefix("position: 100:") }, "\(status)")
    }

    @Test("is stopped if it was, at the start of the file", arguments: [false, true])
    func stopped(_ resumes: Bool) async throws {
        let run = try await SessionRun()
        let client = run.client()
        for command in ["play \(run.song)", "seek 100:1", "mute 1", "stop"] {
            #expect(try await client.ask(command) == ["OK"])
        }
        let saved = try await run.savedState()
        try await run.end()
        let status = try await answer("status", after: saved, in: run.place, resumes: resumes)
        for line in ["state: stopped", "position: 1:1", "muted: ch:1"] {
            #expect(status.contains(line), "\(line) of \(status)")
        }
    }

    @Test("loses against an option that has changed since")
    func options() async throws {
        let run = try await SessionRun("--gain", "-3")
        #expect(try await run.client().ask("gain -9") == ["OK"])
        let saved = try await run.savedState()
        try await run.end()
        for (option, line) in [("-3", "gain: -9"), ("-4", "gain: -4")] {
            let next = try await SessionRun("--gain", option, in: run.place, restoring: saved)
            #expect(try await next.client().ask("status").contains(line))
            try await next.end()
        }
    }

    @Test("keeps the position in a file that is missing until another one plays")
    func missingForAWhile() async throws {
        let run = try await SessionRun()
        try run.place.add(PlayedSong.endless, "gone.mid")
        let gone = run.place.folder.path("gone.mid")
        for command in ["play \(gone)", "pause", "seek 17:1", "mute 1"] {
            #expect(try await run.client().ask(command) == ["OK"])
        }
        let saved = try await run.savedState()
        try await run.end()
        try FileManager.default.removeItem(atPath: gone)
        let next = try await SessionRun(in: run.place, restoring: saved)
        let kept = try await next.savedState()
        #expect(kept.ticks == saved.ticks && kept.muted == saved.muted && saved.ticks > 0)
        #expect(kept.transport == .paused)
        #expect(try await next.client().ask("play \(run.song)") == ["OK"])
        #expect(try await next.savedState().muted.isEmpty)
        try await next.end()
    }

    @Test("keeps files that are missing, and plays the next one if it is to play on")
    func missing() async throws {
        let run = try await SessionRun()
        try run.place.add(PlayedSong.endless, "gone.mid")
        let gone = run.place.folder.path("gone.mid")
        #expect(
            try await run.client().ask(#"play "\#(gone)" "\#(run.song)""#) == ["added: 2", "OK"]
        )
        let saved = try await run.savedState()
        try await run.end()
        try FileManager.default.removeItem(atPath: gone)
        let stopped = try await answer("status", after: saved, in: run.place)
        for line in ["state: stopped", "entries: 2", "entry: 1", "file: \(gone)"] {
            #expect(stopped.contains(line), "\(line) of \(stopped)")
        }
        let playing = try await answer("status", after: saved, in: run.place, resumes: true)
        for line in ["state: playing", "entries: 2", "entry: 2", "file: \(run.song)"] {
            #expect(playing.contains(line), "\(line) of \(playing)")
        }
    }

    @Test("leaves the SoundFonts of the options if those of a client are missing")
    func fonts() async throws {
        let run = try await SessionRun()
        let font = try run.place.folder.write(MeasuringFont().bytes, to: "font.sf2")
        #expect(try await run.client().ask("load-font \(font)") == ["OK"])
        let saved = try await run.savedState()
        try await run.end()
        #expect(
            try await answer("status", after: saved, in: run.place).contains("font: \(font)")
        )
        try FileManager.default.removeItem(atPath: font)
        let status = try await answer("status", after: saved, in: run.place)
        #expect(status.contains("font: \(run.place.font)"), "\(status)")
    }

    @Test("has the engine of SoundFonts, unless one of the options has changed")
    func engine() async throws {
        let run = try await SessionRun()
        let font = "\(run.place.font)+3"
        let lines = ["load-font \(run.place.font) engine=seqd", "load-font \(font)"]
        for line in lines {
            #expect(try await run.client().ask(line) == ["engine: seqd", "OK"])
            let saved = try await run.savedState()
            #expect(saved.fontEngine == DaemonState.Setting(value: .seqd, option: .auto))
            for (options, engine) in [
                ([], .seqd), (["--engine", "seqd"], .seqd),
                (["--sf2", font], .auto),
            ] as [([String], SynthesisEngine)] {
                let next = try await SessionRun(options, in: run.place, restoring: saved)
                #expect(try await next.samplerSettings().map(\.engine) == [engine], "\(options)")
                if options.isEmpty { #expect(try await next.savedState() == saved) }
                try await next.end()
            }
        }
        #expect(
            try await run.client().ask("load-font \(font) engine=auto") == ["OK"]
        )
        let saved = try await run.savedState()
        // The option has changed, and has priority.
        let next = try await SessionRun(["--engine", "seqd"], in: run.place, restoring: saved)
        #expect(try await next.samplerSettings().map(\.engine) == [.seqd])
        try await next.end()
        try await run.end()
    }

    @Test("remembers that the queue has ended: what is added then plays next")
    func ended() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let other = run.place.folder.path("other.mid")
        #expect(try await client.ask("subscribe transport") == ["OK"])
        #expect(try await client.ask("play \(other)") == ["OK"])
        while !(try await client.event("transport")).contains("change=stopped") {}
        let saved = try await run.savedState()
        #expect(saved.hasEnded)
        try await run.end()
        let next = try await SessionRun(in: run.place, restoring: saved)
        let nextClient = next.client()
        #expect(try await nextClient.ask("enqueue \(run.song)") == ["entry: 2", "OK"])
        #expect(try await nextClient.ask("continue") == ["OK"])
        #expect(try await nextClient.ask("status").contains("entry: 2"))
        try await next.end()
    }
}

extension DaemonState {
    /// The state with entries that are numbered from 1, as they are read.
    var renumbered: DaemonState {
        var state = self
        state.entries = entries.enumerated().map { index, entry in
            PlayQueue.Entry(
                number: index + 1,
                path: entry.path,
                pattern: entry.pattern,
                length: entry.length,
                settings: entry.settings
            )
        }
        return state
    }
}
