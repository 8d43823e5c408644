import ControlProtocol
import Foundation
import Glibc
import Platform
import Sequencer
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("A daemon that is started again", .serialized)
struct StateDaemonTests {
    private let place: Workplace
    private let state: TemporaryDirectory

    init() throws {
        place = try DaemonRun.place()
        state = try TemporaryDirectory()
    }

    private func daemon(
        _ arguments: [String] = [],
        _ environment: [String: String?] = [:]
    ) async throws -> DaemonRun {
        try await DaemonRun(
            arguments,
            in: place,
            environment: ["XDG_STATE_HOME": state.path].merging(environment) { $1 }
        )
    }

    private var file: StateFile { StateFile(folder: state.path("seqd"), name: "seqd") }

    /// The state in the file; damaged ones are a failure.
    private func saved() throws -> DaemonState? {
        try file.read { Issue.record("\($0)") }?.state
    }

    @Test("has the queue and the settings of the one before, however that ended")
    func ends() async throws {
        let song = place.folder.path("song.mid")
        var daemon = try await daemon()
        var client = try daemon.client()
        for command in ["play \(song)", "seek 50:1", "gain -6"] {
            #expect(try await client.ask(command) == ["OK"])
        }
        let ended = await daemon.end()
        #expect(ended.status == .exited(0), "\(ended)")
        #expect(try saved()?.transport == .playing)
        #expect(
            try state.names(in: "seqd").filter { !$0.hasSuffix(".old") }
                == ["seqd.json", "seqd.json.lock"]
        )

        daemon = try await self.daemon()
        client = try daemon.client()
        var status = try await client.ask("status")
        for line in ["state: paused", "file: \(song)", "gain: -6"] {
            #expect(status.contains(line), "\(line) of \(status)")
        }
        #expect(try await client.ask("continue") == ["OK"])
        #expect(try await client.ask("quit") == ["OK"])
        #expect(await daemon.process.finished().status == .exited(0))

        daemon = try await self.daemon([], ["SEQD_RESUME": "yes"])
        client = try daemon.client()
        status = try await client.ask("status")
        #expect(status.contains("state: playing"), "\(status)")
        #expect(await daemon.end().status == .exited(0))

        daemon = try await self.daemon(["--no-state"])
        client = try daemon.client()
        let before = try state.read("seqd/seqd.json")
        #expect(try await client.ask("status").contains("entries: 0"))
        #expect(try await client.ask("gain 3") == ["OK"])
        #expect(await daemon.end().status == .exited(0))
        #expect(try state.read("seqd/seqd.json") == before)
    }

    @Test("writes nothing if nothing has changed")
    func unchanged() async throws {
        var daemon = try await daemon()
        #expect(await daemon.end().status == .exited(0))
        #expect(try state.names(in: "seqd") == ["seqd.json.lock"])
        daemon = try await self.daemon()
        #expect(try await daemon.client().ask("enqueue \(daemon.song)").last == "OK")
        #expect(await daemon.end().status == .exited(0))
        let identity = FileStatus(state.path("seqd/seqd.json"))
        #expect(identity != nil)
        daemon = try await self.daemon()
        #expect(await daemon.end().status == .exited(0))
        #expect(FileStatus(state.path("seqd/seqd.json")) == identity)
    }

    @Test("says what is wrong with the state, and starts")
    func damaged() async throws {
        try state.write("{", to: "seqd/seqd.json")
        let path = state.path("seqd/seqd.json")
        let daemon = try await daemon()
        #expect(try await daemon.client().ask("status").contains("entries: 0"))
        let run = await daemon.end()
        #expect(run.status == .exited(0))
        #expect(run.errorText.contains("warning: \(path): not a state of this version: "), "\(run)")
        #expect(try state.names(in: "seqd").contains("seqd.json.damaged"))
    }

    @Test("plays without a state that it cannot write, and says so once")
    func unwritable() async throws {
        try state.write("in the way", to: "seqd")
        let daemon = try await daemon()
        let client = try daemon.client()
        for gain in 1...20 { #expect(try await client.ask("gain \(gain)") == ["OK"]) }
        let run = await daemon.end()
        #expect(run.status == .exited(0))
        let warnings = run.errorText.split(separator: "\n")
            .filter { $0.contains("Not a directory") }
        #expect(warnings.count == 1, "\(run)")
        #expect(warnings.first?.contains("\(state.path("seqd")): ") ?? false)
    }

    @Test("keeps its state below the home folder if $XDG_STATE_HOME names no folder")
    func home() async throws {
        for folder in [nil, "relative", ""] {
            let home = try TemporaryDirectory()
            let daemon = try await daemon([], ["XDG_STATE_HOME": folder, "HOME": home.path])
            #expect(try await daemon.client().ask("gain -6") == ["OK"])
            #expect(await daemon.end().status == .exited(0))
            #expect(
                try home.names(in: ".local/state/seqd") == ["seqd.json", "seqd.json.lock"]
            )
        }
        let daemon = try await daemon([], ["XDG_STATE_HOME": nil, "HOME": nil])
        let run = await daemon.end()
        #expect(run.status == .exited(0))
        #expect(run.errorText.contains("no $XDG_STATE_HOME and no $HOME: the state is not kept"))
    }

    @Test("has a state of its own for each name")
    func names() async throws {
        for (name, gain) in [("seqd", -1), ("stage", -2)] {
            let daemon = try await daemon(["--name", name])
            #expect(try await daemon.client().ask("gain \(gain)") == ["OK"])
            #expect(await daemon.end().status == .exited(0))
        }
        let daemon = try await daemon(["--name", "stage"])
        #expect(try await daemon.client().ask("status").contains("gain: -2"))
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("cannot resume without a state, whoever asks for it")
    func excluded() async throws {
        let run = try await place.run(["daemon", "--null", "--resume", "--no-state"])
        #expect(run.status == .exited(64))
        #expect(run.errorText.contains("--resume needs the state: not with --no-state"), "\(run)")
        // An option has priority over a setting.
        let daemon = try await daemon(["--no-state"], ["SEQD_RESUME": "yes"])
        #expect(await daemon.end().status == .exited(0))
        #expect(try state.names() == [])
    }

    @Test("has no state if another of its name runs, at whichever socket")
    func twice() async throws {
        let first = try await daemon()
        #expect(try await first.client().ask("gain -6") == ["OK"])
        let second = try await DaemonRun(environment: ["XDG_STATE_HOME": state.path])
        #expect(try await second.client().ask("status").contains("gain: 0"))
        #expect(try await second.client().ask("gain 3") == ["OK"])
        let run = await second.end()
        #expect(run.errorText.contains("in use by another daemon of this name"), "\(run)")
        #expect(await first.end().status == .exited(0))
        #expect(try saved()?.gain?.value == -6)
    }

    // MARK: Crashes

    /// How often a daemon is killed; `make test-crashes` does it more often, and then the age of what
    /// it leaves is checked too.
    private static let count = Environment["SEQD_CRASHES"].flatMap { Int($0) }

    @Test("has a complete state of at most a second ago, whenever the one before was killed")
    func crashes() async throws {
        let song = place.folder.path("song.mid")
        var generator = SeededGenerator(seed: 1)
        var counter = 0
        var last = 0
        for round in 1...(Self.count ?? 10) {
            let socket = place.folder.path("s")
            let process = try RunningCommand(
                builtProduct("seqd"),
                ["daemon", "--null", "--connect", "none", "--sf2", place.font, "--socket", socket],
                environment: ["XDG_STATE_HOME": state.path, "SEQD_CONFIG": ""],
                timeout: .seconds(120)
            )
            // From the start of the process on, so that some are killed while they restore.
            let delay = Duration.milliseconds(Int.random(in: 0...2_500, using: &generator))
            let killer = Task {
                try? await Task.sleep(for: delay)
                process.send(signal: SIGKILL)
            }
            var sent: [(counter: Int, at: ContinuousClock.Instant)] = []
            while !process.isFinished {
                guard let client = try? ProtocolClient(socket) else {
                    try await Task.sleep(for: .milliseconds(2))
                    continue
                }
                _ = try? await client.ask(round == 1 ? "play \(song)" : "continue")
                if let restored = Self.counter(in: (try? await client.ask("status")) ?? []) {
                    #expect(restored == last, "round \(round)")
                }
                while !process.isFinished {
                    counter += 1
                    sent.append((counter, .now))
                    let answer = try? await client.ask("tempo \(Self.tempo(counter))")
                    guard answer == ["OK"] else { break }
                    // Whenever one looks there is a whole document.
                    if let saved = try saved() { last = max(last, Self.counter(of: saved)) }
                }
            }
            let killed = ContinuousClock.now
            await killer.value
            let run = await process.finished()
            #expect(!run.errorText.contains("warning"), "round \(round): \(run)")
            let saved = try saved()
            let kept = saved.map(Self.counter) ?? 0
            #expect(kept >= last && kept <= counter, "round \(round)")
            last = kept
            guard Self.count != nil, let lost = sent.first(where: { $0.counter > kept }) else {
                continue
            }
            // A second, and room for a busy disk.
            #expect(killed - lost.at < .seconds(2), "round \(round)")
        }
        #expect(last > 0)
        let daemon = try await daemon()
        let status = try await daemon.client().ask("status")
        #expect(Self.counter(in: status) == last)
        #expect(status.contains("file: \(song)"))
        let run = await daemon.end()
        #expect(run.status == .exited(0) && !run.errorText.contains("warning"), "\(run)")
    }

    /// A tempo that stands for a number, from 1 on.
    private static func tempo(_ counter: Int) -> String {
        "\(4 + counter / 1_000).\(String(1_000 + counter % 1_000).dropFirst())"
    }

    private static func counter(of state: DaemonState) -> Int {
        state.tempo.map { Int((($0.beatsPerMinute - 4) * 1_000).rounded()) } ?? 0
    }

    /// The number in the lines of `status`; 0 for none, `nil` without an answer.
    private static func counter(in status: [String]) -> Int? {
        guard let line = status.first(where: { $0.hasPrefix("tempo: ") }) else { return nil }
        return Double(line.dropFirst(7)).map { Int((($0 - 4) * 1_000).rounded()) } ?? 0
    }
}
