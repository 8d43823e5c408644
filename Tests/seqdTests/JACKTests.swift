import AudioOutput
import Foundation
import Platform
import Racks
import TestSupport
import Testing

/// JACK as the output, with a server of its own for each test.
@Suite(
    .serialized,
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jackd"), "needs jackd")
)
struct JACKTests {
    private let state: TemporaryDirectory

    init() throws { state = try TemporaryDirectory() }

    private var environment: [String: String?] { JACKTestServer.environment(state: state) }

    private static func open(_ settings: DeviceSettings) throws(HostError) -> JACKSink {
        try JACKSink(settings, server: JACKTestServer.name)
    }

    private func settings(_ device: String = "jack", periods: Int = 4) -> DeviceSettings {
        var settings = DeviceSettings()
        settings.device = device
        settings.periods = periods
        settings.stateFolder = state.path("seqd")
        return settings
    }

    /// Writes a period of a value.
    @discardableResult
    private static func write(_ value: Float, to sink: some DeviceSink) throws -> Int {
        let samples = [Float](
            repeating: value,
            count: sink.periodFrames * sink.map.count
        )
        return try sink.write(samples.span.bytes, frames: sink.periodFrames)
    }

    /// Looks every 20 ms, for at most 20 s.
    private static func wait(for what: String, _ isThere: () throws -> Bool) async throws {
        for _ in 0..<1_000 {
            if try isThere() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw TestSupportError("waited in vain for \(what)")
    }

    // MARK: Sound

    @Test("A client gets the samples that are rendered, and those of a pair by its name")
    func samples() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        try state.write(
            """
            {"out_1":["recorder:in_1"],"out_2":["recorder:in_2"],
            "metronome_1":["recorder:in_3"],"metronome_2":["recorder:in_4"]}
            """,
            to: "seqd/jack/seqd.json"
        )
        let server = try await JACKTestServer()
        let recorder = try JACKRecorder(server: JACKTestServer.name)
        let options = ["--metronome", "--pair", "metronome=3-4"]
        let played = try await place.run(
            ["play", "song.mid", "--device", "jack", "--periods", "32"] + options,
            environment: environment
        )
        #expect(played.status == .exited(0), "\(played)")
        #expect(played.output.isEmpty && played.errorOutput.isEmpty, "\(played)")
        let recorded = recorder.channels
        recorder.close()
        await server.end()
        let rendered = try await place.run(
            ["render", "song.mid", "-o", "out.wav", "--format", "float"] + options
        )
        #expect(rendered.status == .exited(0), "\(rendered)")
        let sound = try place.sound("out.wav")
        #expect(sound.channels.count == 4 && sound.seconds > 1)
        func isSound(_ sample: Float) -> Bool { sample != 0 }
        let start = try #require(sound.channels.compactMap { $0.firstIndex(where: isSound) }.min())
        let offset =
            try #require(recorded.compactMap { $0.firstIndex(where: isSound) }.min()) - start
        for (port, channel) in sound.channels.enumerated() {
            #expect(channel.contains(where: isSound))
            let part = recorded[port].dropFirst(offset)
            #expect(part.starts(with: channel), "port \(port + 1)")
            #expect(!part.dropFirst(channel.count).contains(where: isSound), "port \(port + 1)")
        }
    }

    @Test("A ring that runs empty counts as an underrun")
    func underrun() async throws {
        let server = try await JACKTestServer()
        let sink = try Self.open(settings())
        #expect(sink.rate == 48_000 && sink.periodFrames == JACKTestServer.period)
        #expect(sink.bufferFrames == 3 * JACKTestServer.period)
        for _ in 0..<6 { try Self.write(0.5, to: sink) }
        // The time at which the next frame is heard is ahead by at least what the ring holds.
        let now = Int64(DispatchTime.now().uptimeNanoseconds)
        let ahead = try #require(sink.endTime()) - now
        #expect(ahead > 0 && ahead < 1_000_000_000)
        var xruns = 0
        for _ in 0..<50 where xruns == 0 {
            try await Task.sleep(for: .milliseconds(100))
            xruns += try Self.write(0.5, to: sink)
        }
        #expect(xruns > 0)
        try sink.finish()
        await server.end()
    }

    @Test("Playback survives the end of the server, and is heard on the next one")
    func restart() async throws {
        let first = try await JACKTestServer()
        let sink = ReconnectingSink(
            settings(),
            delays: [50_000_000],
            onChange: {},
            open: { settings throws(HostError) in try Self.open(settings) }
        )
        #expect(sink.state == .running)
        for _ in 0..<20 { try Self.write(0.5, to: sink) }
        await first.end()
        try await Self.wait(for: "the loss") {
            try Self.write(0.5, to: sink)
            return sink.state != .running
        }
        guard case .lost(let loss) = sink.state else {
            Issue.record("\(sink.state)")
            return
        }
        #expect(loss.reason.description.contains("JACK server"), "\(loss.reason)")
        let second = try await JACKTestServer()
        try await Self.wait(for: "the return") {
            try Self.write(0.5, to: sink)
            return sink.state == .running
        }
        let recorder = try JACKRecorder(server: JACKTestServer.name)
        #expect(try recorder.connections(of: "seqd:out_1") == ["system:playback_1"])
        #expect(try recorder.connections(of: "seqd:out_2") == ["system:playback_2"])
        try recorder.connect("seqd:out_2", "recorder:in_1")
        try await Self.wait(for: "the sound") {
            try Self.write(0.5, to: sink)
            return recorder.channels[0].contains(0.5)
        }
        // In a pause the client stays.
        try sink.pause()
        #expect(sink.state == .idle)
        #expect(try recorder.connections(of: "seqd:out_1") == ["system:playback_1"])
        try sink.resume()
        #expect(sink.state == .running)
        // Another name, while nothing plays.
        try sink.pause()
        try sink.changing("jack:piano")
        try sink.resume()
        #expect(try recorder.connections(of: "piano:out_1") == ["system:playback_1"])
        #expect(throws: TestSupportError.self) { try recorder.connections(of: "seqd:out_1") }
        recorder.close()
        // A server that ends meanwhile: JACK's library frees what it has lost when a client is opened.
        try sink.pause()
        await second.end()
        try await Self.wait(for: "the closing") { !JACKClient.hasLost }
        #expect(throws: HostError.self) {
            try JACKClient("probe", server: JACKTestServer.name, device: "jack").close()
        }
        let third = try await JACKTestServer()
        try sink.resume()
        try await Self.wait(for: "another return") {
            try Self.write(0.5, to: sink)
            return sink.state == .running
        }
        try sink.finish()
        await third.end()
    }

    @Test("An engine that runs keeps its period on a server with another one")
    func otherPeriod() async throws {
        let server = try await JACKTestServer()
        var settings = settings()
        settings.period = 100
        settings.needsPeriod = true
        let sink = try Self.open(settings)
        #expect(sink.periodFrames == 100 && sink.bufferFrames == 2 * JACKTestServer.period)
        let recorder = try JACKRecorder(server: JACKTestServer.name)
        try recorder.connect("seqd:out_1", "recorder:in_1")
        for _ in 0..<40 { try Self.write(0.25, to: sink) }
        try sink.finish()
        #expect(recorder.channels[0].contains(0.25))
        recorder.close()
        await server.end()
    }

    // MARK: Connections

    @Test("Connections that the user changes are remembered by name")
    func connections() async throws {
        let server = try await JACKTestServer()
        let recorder = try JACKRecorder(server: JACKTestServer.name)
        var sink = try Self.open(settings("jack:drums"))
        #expect(try recorder.connections(of: "drums:out_1") == ["system:playback_1"])
        try recorder.connect("drums:out_1", "recorder:in_3")
        try recorder.connect("drums:out_2", "system:playback_2", isConnected: false)
        sink.abandon()
        #expect(
            JACKConnectionFile(of: "drums", in: state.path("seqd")).read() == [
                "out_1": ["recorder:in_3", "system:playback_1"], "out_2": [],
            ]
        )
        sink = try Self.open(settings("jack:drums"))
        #expect(
            try recorder.connections(of: "drums:out_1") == ["recorder:in_3", "system:playback_1"]
        )
        #expect(try recorder.connections(of: "drums:out_2") == [])
        sink.abandon()
        sink = try Self.open(settings("jack:other,connect=no"))
        #expect(try recorder.connections(of: "other:out_1") == [])
        sink.abandon()
        recorder.close()
        await server.end()
    }

    // MARK: Transport

    @Test("A daemon follows the transport: it starts, moves and stops playback")
    func transport() async throws {
        let server = try await JACKTestServer()
        let recorder = try JACKRecorder(server: JACKTestServer.name)
        try recorder.stopTransport()
        let daemon = try await DaemonRun("--follow", "jack", environment: environment)
        let client = try daemon.client()
        func wait(for line: String) async throws {
            for _ in 0..<1_000 {
                if try await client.ask("status").contains(line) { return }
                try await Task.sleep(for: .milliseconds(20))
            }
            throw TestSupportError("waited in vain for \(line)")
        }
        try await wait(for: "follow-state: stopped")
        _ = try await client.ask("play \(daemon.song)")
        try recorder.startTransport(atFrame: 480_000)
        try await wait(for: "state: playing")
        // Ten seconds at 120 quarter notes per minute are five bars; a busy machine may take its time.
        let status = try await client.ask("status")
        let position = try #require(status.first { $0.hasPrefix("position: ") })
        let begin = try #require(Int(position.dropFirst(10).prefix { $0.isNumber }))
        #expect((6...20).contains(begin), "\(position)")
        try recorder.startTransport(atFrame: 4_800_000)
        var bar: String?
        for _ in 0..<1_000 where bar == nil {
            let status = try await client.ask("status")
            bar = status.first { $0.hasPrefix("position: 5") }
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(bar != nil)
        try recorder.stopTransport()
        try await wait(for: "state: paused")
        _ = await daemon.end()
        recorder.close()
        await server.end()
    }

    // MARK: Reports

    @Test("Without the library or a server the message names the remedy")
    func absence() async throws {
        let device = "seqd: device jack: "
        try state.write([], to: "libjack.so.0")
        var run = try await seqd(
            ["tone", "--device", "jack"],
            environment: environment.merging(["LD_LIBRARY_PATH": state.path]) { $1 }
        )
        #expect(run.status == .exited(69), "\(run)")
        #expect(run.errorText.hasPrefix(device + "JACK's library cannot be loaded ("), "\(run)")
        #expect(run.errorText.contains("; install libjack-jackd2-0, or pipewire-jack"), "\(run)")
        run = try await seqd(["tone", "--device", "jack"], environment: environment)
        #expect(run.status == .exited(69), "\(run)")
        #expect(run.errorText.hasPrefix(device + "no JACK server is running; start one"), "\(run)")
        #expect(run.errorText.filter { $0 == "\n" }.count == 1, "\(run)")
    }

    @Test("devices and doctor describe the server")
    func reports() async throws {
        let server = try await JACKTestServer(rate: 44_100)
        let devices = try Document(
            try await seqd(["devices", "--json"], environment: environment).output
        )
        #expect(devices["jack", "available"] == true)
        #expect(devices["jack", "rate"] == 44_100 && devices["jack", "period"] == 512)
        let doctor = try await seqd(
            ["doctor", "--device", "jack", "--json"],
            environment: environment
        )
        #expect(doctor.status == .exited(0), "\(doctor)")
        let checks = try Document(doctor.output).list("checks")
        let message = try #require(checks.first { $0["check"] == "device" }?["message"])
        #expect(
            "\(message)".contains(
                "device jack (JACK server): 44100 Hz (48000 requested), period 512"
            )
        )
        await server.end()
    }
}
