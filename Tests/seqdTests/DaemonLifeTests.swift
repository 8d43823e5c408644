import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The daemon", .serialized)
struct DaemonLifeTests {
    @Test("ends within a second of SIGTERM and SIGINT, with 0", arguments: [SIGTERM, SIGINT])
    func signals(_ signal: Int32) async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        let stuck = try daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        // A client that does not read its answers.
        _ = stuck.sendWithoutWaiting(Array(String(repeating: "presets\n", count: 5_000).utf8))
        let sent = ContinuousClock.now
        daemon.process.send(signal: signal)
        let run = await daemon.process.finished()
        #expect(ContinuousClock.now - sent < .seconds(1.5), "a second, and room for a busy machine")
        #expect(run.status == .exited(0), "\(run)")
        #expect(try await client.rest() == [])
        #expect(try daemon.place.folder.names() == ["other.mid", "song.mid"])
    }

    @Test("answers `quit` and ends")
    func quit() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        #expect(try await client.ask("quit") == ["OK"])
        let run = await daemon.process.finished()
        #expect(run.status == .exited(0), "\(run)")
        #expect(try daemon.place.folder.names() == ["other.mid", "song.mid"])
    }

    @Test("reads its configuration again at SIGHUP, and keeps its settings if that has a fault")
    func hangUp() async throws {
        let place = try DaemonRun.place()
        let path = place.folder.path("config.yaml")
        try place.folder.write(Array("gain: -3\n".utf8), to: "config.yaml")
        let daemon = try await DaemonRun(in: place, environment: ["SEQD_CONFIG": path])
        let client = try daemon.client()
        #expect(try await client.status("gainDecibels") == -3)
        try place.folder.write(Array("gain: -7.5\n".utf8), to: "config.yaml")
        daemon.process.send(signal: SIGHUP)
        try await daemon.process.waitForErrorText("configuration reloaded: gain")
        #expect(try await client.status("gainDecibels") == -7.5)
        try place.folder.write(Array("gain: -9\nperiod: 3\n".utf8), to: "config.yaml")
        daemon.process.send(signal: SIGHUP)
        try await daemon.process.waitForErrorText("configuration not reloaded")
        #expect(try await client.status("gainDecibels") == -7.5)
        let answer = try await client.ask("reload-config")
        #expect(answer.last?.hasPrefix("ERR 65 \(path): line 2, column 1: ") ?? false, "\(answer)")
        try place.folder.write(Array("gain: -9\nperiod: 512\n".utf8), to: "config.yaml")
        #expect(
            try await client.ask("reload-config")
                == ["ERR 64 period: cannot change without a restart"]
        )
        #expect(try await client.status("gainDecibels") == -7.5)
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("logs one line for each message, with the journal's prefixes where that listens")
    func log() async throws {
        let daemon = try await DaemonRun()
        let run = await daemon.end()
        let lines = run.errorText.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("seqd: info: listening at ") }, "\(run)")
        #expect(lines.allSatisfy { $0.hasPrefix("seqd: ") }, "\(run)")
        #expect(run.output.isEmpty)
        let quiet = try await DaemonRun("--log-level", "error")
        #expect(await quiet.end().errorText.isEmpty)
        let place = try DaemonRun.place()
        let journal = try await place.shell(
            "exec 2>journal; export JOURNAL_STREAM=$(stat -L -c %d:%i /dev/stderr); "
                + "\"$seqd\" daemon --null --connect none --sf2 \"$font\" --socket s & "
                + "until grep -q listening journal; do sleep 0.02; done; kill $!; wait; "
                + "cat journal"
        )
        #expect(journal.outputText.contains("<6>listening at "), "\(journal)")
    }

    @Test("tells the service manager that it is ready, what its sound does, and that it ends")
    func notification() async throws {
        let place = try DaemonRun.place()
        let (manager, path) = try serviceManager(in: place)
        defer { close(manager) }
        let daemon = try await DaemonRun(in: place, environment: ["NOTIFY_SOCKET": path])
        try await wait(for: ["STATUS=idle", "READY=1"], at: manager)
        let client = try daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        try await wait(for: ["STATUS=playing song.mid"], at: manager)
        #expect(try await client.ask("pause") == ["OK"])
        try await wait(for: ["STATUS=paused: song.mid"], at: manager)
        daemon.process.send(signal: SIGTERM)
        try await wait(for: ["STOPPING=1"], at: manager)
        #expect(await daemon.process.finished().status == .exited(0))
    }

    @Test("is ready without its device, and tells the service manager and clients why")
    func lostDevice() async throws {
        let place = try DaemonRun.place()
        let (manager, path) = try serviceManager(in: place)
        defer { close(manager) }
        let daemon = try await DaemonSoundRun(
            in: place,
            ["--device", "hw:none", "--idle", "0.1"],
            environment: ["NOTIFY_SOCKET": path]
        )
        let lost = try await message(at: manager)
        #expect(lost.hasPrefix("STATUS=device lost: device hw:none: "), "\(lost)")
        #expect(try await message(at: manager) == "READY=1")
        let client = try daemon.client()
        // While nothing sounds the device is not tried, and not known to be lost.
        while !(try await client.ask("status").contains("output: idle")) {}
        let song = place.folder.path("song.mid")
        let answer = try await client.ask("play \(song)")
        let reason = "warning: device lost: device hw:none: "
        #expect(answer.count == 2 && answer[0].hasPrefix(reason), "\(answer)")
        #expect(try await client.ask("note 1 60 100 0.1").first?.hasPrefix(reason) ?? false)
        #expect(try await client.ask("pause") == ["OK"])
        let json = try await client.askJSON(#"{"jsonrpc":"2.0","id":1,"method":"continue"}"#)
        #expect(json.contains(#""result":{"warning":"device lost: device hw:none: "#), "\(json)")
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("plays on another device, or on the one it had where that cannot be")
    func otherDevice() async throws {
        let place = try DaemonRun.place()
        let daemon = try await DaemonSoundRun(in: place, ["--device", "tee:null,'first.wav',wav"])
        let client = try daemon.client()
        #expect(try await client.ask("play \(place.folder.path("song.mid"))").last == "OK")
        let refused = try await client.ask("device hw:none")
        #expect(refused.count == 1, "\(refused)")
        #expect(refused[0].hasPrefix("ERR 69 device hw:none: "), "\(refused)")
        #expect(try await client.ask("outputs")[0].hasPrefix("output: 1-2 running 48000 "))
        let second = place.folder.path("second.wav")
        #expect(try await client.ask("device \"tee:null,'\(second)',wav\"") == ["OK"])
        #expect(try await client.ask("outputs")[0].hasSuffix(" tee:null,'\(second)',wav"))
        // Half a second of sound.
        try await place.waitForSize(4 * 24_000, of: "second.wav")
        #expect(try await client.ask("status").contains("state: playing"))
        #expect(await daemon.end().status == .exited(0))
        let sound = try SoundFile(path: second, encoding: .signed16, rate: 48_000)
        #expect(sound.peak > 0.001)
    }

    @Test("tells the service manager's watchdog that it is alive, with and without sound")
    func watchdog() async throws {
        let place = try DaemonRun.place()
        let (manager, path) = try serviceManager(in: place)
        defer { close(manager) }
        let daemon = try await DaemonRun(
            "--idle",
            "0.1",
            in: place,
            environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "100000", "WATCHDOG_PID": nil]
        )
        for _ in 0..<3 { try await wait(for: ["WATCHDOG=1"], at: manager) }
        let client = try daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        try await wait(for: ["STATUS=playing song.mid"], at: manager)
        for _ in 0..<3 { try await wait(for: ["WATCHDOG=1"], at: manager) }
        #expect(await daemon.end().status == .exited(0))
    }

    /// A socket to which a service is to tell how it is, and its path.
    private func serviceManager(in place: Workplace) throws -> (socket: Int32, path: String) {
        let manager = socket(
            AF_UNIX,
            Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        let path = place.folder.path("notify")
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(manager, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        return (manager, path)
    }

    /// Takes messages until all of these have come, in whatever order.
    private func wait(for messages: Set<String>, at socket: Int32) async throws {
        var left = messages
        while !left.isEmpty { left.remove(try await message(at: socket)) }
    }

    private func message(at socket: Int32) async throws -> String {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        for _ in 0..<2_000 {
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { return String(decoding: buffer.prefix(count), as: UTF8.self) }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw TestSupportError("no message for the service manager")
    }

    @Test("does nothing while nothing is asked of it")
    func idle() async throws {
        let daemon = try await DaemonRun("--idle", "0.1")
        let client = try daemon.client()
        try await client.ask("subscribe all position=100")
        try await Task.sleep(for: .seconds(1))
        let before = try cpuTicks(daemon)
        try await Task.sleep(for: .seconds(1))
        // Of 100 a second.
        #expect(try cpuTicks(daemon) - before <= 2)
    }

    /// User and system time in ticks, proc(5).
    private func cpuTicks(_ daemon: DaemonRun) throws -> Int {
        let path = "/proc/\(daemon.process.processID)/stat"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let fields = (text.split(separator: ") ").last ?? "").split(separator: " ")
        return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    }
}
