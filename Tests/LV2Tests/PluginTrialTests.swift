import LV2
import Platform
import TestSupport
import Testing

@Suite("The trial of a plugin")
struct PluginTrialTests {
    /// Plugins that fail at some time.
    private static func failing(_ name: String) -> PluginSource {
        var source = PluginSource(
            name: name,
            ports: PluginSource.stereo + [PluginSource.control("danger", "lv2:default 0 ;")],
            run: """
                memset(OUT(2), 0, frames * sizeof(float));
                memset(OUT(3), 0, frames * sizeof(float));
                """
        )
        switch name {
        case "crash": source.instantiate = "*(volatile int *)8 = 1;"
        case "abort": source.run = "if (IN(0)[0] != 0) abort();"
        case "hang": source.instantiate = "for (;;) pause();"
        case "exit": source.run = "if (VALUE(4) > 0) _exit(3);"
        case "leave": source.run = "exit(0);"
        case "refuse": source.instantiate = "return NULL;"
        default: break
        }
        return source
    }

    private static func trial(limit: Double = 60) throws -> PluginTrial {
        PluginTrial(command: [try builtProduct("seqd"), "plugins"], limit: limit)
    }

    private static func error(_ name: String, _ words: String = "", limit: Double = 60) async throws
        -> HostError?
    {
        let folder = try await PluginFolder([failing(name)])
        return #expect(throws: HostError.self) {
            try Plugin(
                PluginFolder.settings(name + words),
                rate: 48_000,
                library: folder.library,
                trial: trial(limit: limit)
            )
        }
    }

    @Test(
        "finds those that end the process",
        arguments: [
            (
                "crash", "",
                "the plugin's trial was ended by signal 11 (segmentation fault) while it was "
                    + "instantiated"
            ),
            (
                "abort", "",
                "the plugin's trial was ended by signal 6 (aborted) while it processed sound"
            ),
            ("exit", ",danger=1", "the plugin's trial exited with status 3 while it was started"),
            ("leave", "", "the plugin's trial exited with status 0 while it was started"),
            (
                "refuse", "",
                "the plugin cannot be instantiated at 48000 Hz, or its library cannot be loaded"
            ),
        ]
    )
    func failures(name: String, words: String, message: String) async throws {
        let error = try await Self.error(name, words)
        #expect(error == HostError(.unavailable, "Test \(name)", message))
    }

    @Test("ends those that hang")
    func hang() async throws {
        let error = try await Self.error("hang", limit: 1.5)
        let message = "the plugin hung while it was instantiated: its trial timed out after 1.5 s"
        #expect(error == HostError(.unavailable, "Test hang", message))
    }

    @Test("passes the others, once for all their instances at a rate")
    func success() async throws {
        let folder = try await PluginFolder([Self.failing("fine")])
        let settings = try PluginFolder.settings("fine,danger=1")
        let place = try TemporaryDirectory()
        let log = place.path("log")
        let script = try place.write(
            "#!/bin/sh\necho x >> \(log)\nexec \(try builtProduct("seqd")) plugins \"$@\"\n",
            to: "try.sh"
        )
        let trial = PluginTrial(command: ["sh", script], limit: 60)
        for rate in [48_000, 44_100, 48_000] {
            _ = try Plugin(settings, rate: rate, library: folder.library, trial: trial)
        }
        // A line for each rate.
        #expect(try place.read("log").count == 4)
    }

    @Test("takes a URI with a comma, whose plugin was found by its name")
    func comma() async throws {
        let folder = try await PluginFolder([Self.failing("com,ma")])
        let plugin = try Plugin(
            PluginFolder.settings("com-ma,danger=1"),
            rate: 48_000,
            library: folder.library,
            trial: Self.trial()
        )
        #expect(plugin.name == "Test com,ma")
    }

    @Test("says so if there is no program for it")
    func noProgram() async throws {
        let folder = try await PluginFolder([Self.failing("fine")])
        let error = #expect(throws: HostError.self) {
            try Plugin(
                PluginFolder.settings("fine"),
                rate: 48_000,
                library: folder.library,
                trial: PluginTrial(command: ["/nowhere/seqd"])
            )
        }
        #expect(error?.code == .unavailable)
        #expect(
            error?.description.contains("cannot be tried: /nowhere/seqd: No such file") ?? false,
            "\(String(describing: error))"
        )
    }

    @Test("is made by the seqd beside a program that is not seqd")
    func standard() throws {
        #expect(PluginTrial.standard?.command == [try builtProduct("seqd"), "plugins"])
    }
}
