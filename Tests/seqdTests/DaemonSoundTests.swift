import Foundation
import TestSupport
import Testing

/// The daemon's sound while its socket is attacked.
///
/// `make soak` runs this for a minute or longer against a release build: `SEQD_SOAK_SECONDS` and
/// `SEQD_SOAK_PROGRAM` say how long and against what.
@Suite("A daemon whose socket is attacked", .serialized)
struct DaemonSoundTests {
    private static let variables = ProcessInfo.processInfo.environment
    private static let seconds = variables["SEQD_SOAK_SECONDS"].flatMap(Int.init) ?? 5

    @Test(
        "plays on as if nothing was, and grows neither in memory nor in open files",
        .timeLimit(.minutes(3 + seconds / 30))
    )
    func attack() async throws {
        let place = try Workplace()
        // It plays for longer than the attack lasts, and is not silent within.
        try place.add(Self.song(seconds: Self.seconds + 2))
        let daemon = try await DaemonSoundRun(
            in: place,
            // Never asleep: ALSA's file begins anew when it is opened again.
            ["--device", "tee:null,'played.wav',wav", "--format", "s32", "--idle", "0"],
            program: Self.variables["SEQD_SOAK_PROGRAM"],
            timeout: .seconds(120 + 2 * Self.seconds)
        )
        let client = try daemon.client()
        let conversation = DaemonSoundConversation(effective: try await effective(client))
        let seed = UInt64.random(in: 0...UInt64.max)
        do {
            try await attack(daemon, client, conversation, seed, in: place)
        } catch {
            // A daemon that has ended says why.
            Issue.record("seed \(seed), \(error): \(await daemon.end())")
        }
    }

    private func attack(
        _ daemon: DaemonSoundRun,
        _ client: ProtocolClient,
        _ conversation: DaemonSoundConversation,
        _ seed: UInt64,
        in place: Workplace
    ) async throws {
        let (process, socket) = (daemon.process, daemon.socket)
        #expect(conversation.effective.contains("play"))
        #expect(!conversation.isHarmless(Array(" seek 3".utf8)))
        // The samplers of the live inputs are quiet at first, not silent; after half a second of that
        // they sleep.
        try await place.waitForSize(8 * 48_000, of: "played.wav")
        #expect(try await client.ask("play \(place.folder.path("song.mid"))") == ["OK"])
        let start = try place.folder.read("played.wav").count
        let before = try await client.ask("status").filter(Self.isSetting)

        // As long as this, memory may still grow to its size.
        let warmUp = max(1, Self.seconds / 4)
        _ = try await attack(socket, conversation, seed, seconds: warmUp, client)
        try await waitUntilAlone(client)
        let (memory, files) = try (residentBytes(process), openFiles(process))
        let account = try await attack(
            socket,
            conversation,
            ~seed,
            seconds: Self.seconds - warmUp,
            client
        )
        try await waitUntilAlone(client)
        let growth = try residentBytes(process) - memory
        print(
            "seed \(seed): \(account), \(memory >> 10) KiB and \(growth >> 10) more, "
                + "\(files) files"
        )
        #expect(account.connections > DaemonSoundAttack.clientCount, "seed \(seed)")
        #expect(account.refused == 0, "seed \(seed)")
        #expect(growth < 8 << 20, "seed \(seed)")
        #expect(try openFiles(process) == files, "seed \(seed)")

        let after = try await client.ask("status")
        #expect(after.filter(Self.isSetting) == before, "seed \(seed)")
        #expect(after.contains("xruns: 0"))
        while try await client.ask("status").first != "state: stopped" {
            try await Task.sleep(for: .milliseconds(100))
        }
        let rendering = try await place.run([
            "render", "song.mid", "-o", "rendered.wav", "--format", "s32",
        ])
        #expect(rendering.status == .exited(0), "\(rendering)")
        // The song's tail, and what ALSA's file keeps back.
        let length = try place.folder.read("rendered.wav").count
        try await place.waitForSize(Int64(start + length + 8 * 48_000), of: "played.wav")
        let run = await daemon.end()
        #expect(run.status == .exited(0), "\(run)")
        try compare(in: place, seed)
    }

    /// The commands that the attack must not say.
    private func effective(_ client: ProtocolClient) async throws -> [String] {
        try await client.ask("help")
            .filter { $0.hasPrefix("command: ") }
            .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
            .filter { !DaemonSoundConversation.harmless.contains($0) }
    }

    /// Attacks for some time, in which a decent client is always answered.
    private func attack(
        _ socket: String,
        _ conversation: DaemonSoundConversation,
        _ seed: UInt64,
        seconds: Int,
        _ client: ProtocolClient
    ) async throws -> DaemonSoundAttack.Account {
        let attack = DaemonSoundAttack(on: socket, saying: conversation, seed: seed)
        let end = ContinuousClock.now + .seconds(seconds)
        while .now < end {
            #expect(try await client.ask("status").last == "OK", "seed \(seed)")
            #expect(try await client.ask("nonsense").first?.hasPrefix("ERR -32601 ") == true)
            try await Task.sleep(for: .milliseconds(20))
        }
        let account = try await attack.end()
        // The clients that have gone are let go of.
        while try await !client.ask("status").contains("clients: 1") {
            try await Task.sleep(for: .milliseconds(10))
        }
        return account
    }

    /// What a client could have changed.
    private static func isSetting(_ line: String) -> Bool {
        let keys = ["file", "entry", "entries", "speed", "loop", "gain", "muted"]
        let more = ["soloed", "transpose", "font"]
        return (keys + more).contains { line.hasPrefix("\($0): ") }
    }

    private func residentBytes(_ process: RunningCommand) throws -> Int {
        let path = "/proc/\(process.processID)/statm"
        let fields = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[1])) * Int(getpagesize())
    }

    /// Waits until the daemon has noticed that the others have gone; at most some 20 s.
    private func waitUntilAlone(_ client: ProtocolClient) async throws {
        for _ in 0..<2_000 {
            if try await client.ask("status").contains("clients: 1") { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("clients that have gone are still counted")
    }

    private func openFiles(_ process: RunningCommand) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processID)/fd").count
    }

    /// Compares what reached the device with a rendering, frame for frame from the first sound on.
    private func compare(in place: Workplace, _ seed: UInt64) throws {
        let expected = Self.sound(try place.sound("rendered.wav").data)
        let played = Self.sound(try place.samples("played.wav"))
        #expect(expected.count > 2 * 48_000 * Self.seconds)
        // The last 10 ms of a rendering fade out; the daemon plays on.
        let count = expected.count - 2 * 480
        // Not in one expression: the differences of long arrays are worked out for minutes.
        let isSame = played.prefix(count) == expected.prefix(count)
        if isSame { return }
        let same = zip(expected, played).enumerated().first { $1.0 != $1.1 }?.offset ?? played.count
        Issue.record("other from frame \(same / 2) on, seed \(seed)")
    }

    /// The samples from the first sound on.
    ///
    /// The effects of samplers that play nothing are not quite silent: 150 dB below full scale.
    private static func sound(_ bytes: [UInt8]) -> [Int32] {
        let samples = bytes.withUnsafeBytes { buffer in
            (0..<buffer.count / 4).map {
                Int32(littleEndian: buffer.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self))
            }
        }
        let first = samples.firstIndex { $0.magnitude > 1 << 10 } ?? samples.endIndex
        return Array(samples[(first & ~1)...])
    }

    /// Notes on two ports all the time, through reverb and chorus.
    private static func song(seconds: Int) -> SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 500)
        for port: UInt8 in 0...1 {
            song.track { track in
                track.port(at: 0, port)
                track.program(at: 0, channel: 0, .wet)
                track.program(at: 0, channel: 1, .saw)
                for time in stride(from: UInt32(0), to: UInt32(seconds) * 1_000, by: 100) {
                    let key = 40 + UInt8(time / 100 * 7 % 41) + port
                    track.note(at: time, length: 350, channel: 0, key: key)
                    track.pedal(at: time + 10, channel: 0, down: time / 100 % 8 < 5)
                    track.note(at: time + 50, length: 60, channel: 1, key: 127 - key, velocity: 70)
                    track.bend(at: time + 60, channel: 1, UInt16(time % 16_384))
                }
            }
        }
        return song
    }
}
