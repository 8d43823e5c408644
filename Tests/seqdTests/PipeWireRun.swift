import Foundation
import Glibc
import TestSupport

/// A PipeWire of its own for a test, without a sound card: a sink that discards its sound, WirePlumber,
/// and a recording of what the sink gets.
final class PipeWireRun: Sendable {
    private let folder: TemporaryDirectory
    private let bus: SessionBus
    private let server: RunningCommand
    private let manager: RunningCommand

    private static let sink = "seqd-test-sink"

    /// ALSA's plugin for PipeWire, where the system or packaging/setup.sh has put it; `nil` if it is not
    /// there.
    static let plugin: String? = {
        let cache =
            ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache"
        let files = FileManager.default
        for root in ["", cache + "/seqd/pipewire-alsa"] {
            let libraries = root + "/usr/lib"
            for name in (try? files.contentsOfDirectory(atPath: libraries)) ?? [] {
                let folder = "\(libraries)/\(name)/alsa-lib"
                let path = "\(folder)/libasound_module_pcm_pipewire.so"
                if files.fileExists(atPath: path) { return path }
            }
        }
        return nil
    }()

    /// Whether all programs are there.
    static let isInstalled = ["pipewire", "wireplumber", "pw-jack", "pw-record", "pw-link"]
        .allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }

    /// Starts PipeWire and waits until the sink can be connected.
    init() async throws {
        let folder = try TemporaryDirectory()
        self.folder = folder
        try folder.write(Self.sinkSettings, to: "c/pipewire/pipewire.conf.d/sink.conf")
        // Not the sound cards of this machine, for WirePlumber 0.4 and later ones.
        try folder.write(
            "alsa_monitor.enabled = false\nlibcamera_monitor.enabled = false\n"
                + "v4l2_monitor.enabled = false\n",
            to: "c/wireplumber/main.lua.d/90-no-cards.lua"
        )
        try folder.write(
            "wireplumber.profiles = { main = { monitor.alsa = disabled } }\n",
            to: "c/wireplumber/wireplumber.conf.d/no-cards.conf"
        )
        bus = try await SessionBus()
        var variables: [String: String?] = bus.environment
        for (name, value) in Self.variables(folder) { variables[name] = value }
        server = try RunningCommand("/usr/bin/pipewire", environment: variables)
        let socket = folder.path("pipewire-0")
        try await SessionBus.wait(for: "PipeWire") {
            FileManager.default.fileExists(atPath: socket)
        }
        manager = try RunningCommand("/usr/bin/wireplumber", environment: variables)
        try await SessionBus.wait(for: "the sink") {
            try await run("pw-link", ["-i"]).outputText.contains("\(Self.sink):playback_FR")
        }
    }

    deinit {
        manager.send(signal: SIGKILL)
        server.send(signal: SIGKILL)
    }

    /// Ends it.
    func end() async {
        manager.send(signal: SIGTERM)
        _ = await manager.finished()
        server.send(signal: SIGTERM)
        _ = await server.finished()
        await bus.end()
    }

    private static let sinkSettings = """
        context.objects = [ { factory = adapter args = {
          factory.name = support.null-audio-sink node.name = \(sink)
          node.description = "a sink for tests" media.class = Audio/Sink
          audio.position = [ FL FR ] priority.session = 9000 priority.driver = 9000
        } } ]

        """

    private static func variables(_ folder: TemporaryDirectory) -> [String: String] {
        [
            "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path("c"),
            "XDG_STATE_HOME": folder.path("s"), "HOME": folder.path,
            "PIPEWIRE_RUNTIME_DIR": folder.path,
        ]
    }

    /// The environment in which programs find it; with ALSA's plugin, and `default` as Debian's package
    /// sets it.
    func environment() throws -> [String: String?] {
        var variables: [String: String?] = [:]
        for (name, value) in Self.variables(folder) { variables[name] = value }
        variables["SEQD_CONFIG"] = ""
        guard let plugin = Self.plugin else { return variables }
        try folder.write(
            """
            </usr/share/alsa/alsa.conf>
            pcm_type.pipewire { lib "\(plugin)" }
            pcm.pipewire {
              type pipewire server "pipewire-0" playback_node "-1" capture_node "-1"
              rate 0 channels 0
            }
            pcm.!default { type pipewire playback_node "-1" capture_node "-1" }

            """,
            to: "asound.conf"
        )
        variables["ALSA_CONFIG_PATH"] = folder.path("asound.conf")
        return variables
    }

    private func run(_ program: String, _ arguments: [String]) async throws -> CommandRun {
        var variables: [String: String?] = [:]
        for (name, value) in Self.variables(folder) { variables[name] = value }
        return try await CommandRun.run(
            "/usr/bin/\(program)",
            arguments,
            environment: variables,
            timeout: .seconds(30)
        )
    }

    /// Records what the sink gets while something is done.
    ///
    /// - Parameter work: The work.
    /// - Returns: The sound, in floating-point samples.
    /// - Throws: The error of the work; that of a recording that cannot begin.
    func recording(_ work: () async throws -> Void) async throws -> SoundFile {
        var variables: [String: String?] = [:]
        for (name, value) in Self.variables(folder) { variables[name] = value }
        let path = folder.path("recording.wav")
        let recorder = try RunningCommand(
            "/usr/bin/pw-record",
            [
                "--target", Self.sink, "-P", "{ stream.capture.sink=true }", "--rate", "48000",
                "--channels", "2", "--format", "f32", path,
            ],
            environment: variables
        )
        try await SessionBus.wait(for: "the recording") {
            try await run("pw-link", ["-l"]).outputText.contains("|-> pw-record:input_FR")
        }
        try await work()
        recorder.send(signal: SIGINT)
        _ = await recorder.finished()
        return try SoundFile(path: path)
    }
}
