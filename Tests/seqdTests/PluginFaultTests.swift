import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A plugin that fails while it plays", .serialized)
struct PluginFaultTests {
    private static let warning =
        "strip sampler: insert 1 (lv2,test-nan) output NaN or infinity and is bypassed"

    /// A plugin that outputs no numbers as soon as there is sound: in its trial there is.
    private static let source = PluginSource(
        name: "nan",
        run: """
            for (uint32_t i = 0; i < frames; i++) { OUT(2)[i] = NAN; OUT(3)[i] = INFINITY; }
            """
    )

    /// A plugin that inverts, and after its first 500 blocks waits for some ms in each.
    private static let slow = PluginSource(
        name: "slow",
        ports: PluginSource.stereo + [PluginSource.control("wait", "lv2:default 2 ;")],
        code: """
            #include <time.h>
            static double now(void) {
                struct timespec time;
                timespec_get(&time, TIME_UTC);
                return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
            }
            """,
        run: """
            double end = now() + VALUE(4);
            while (self->extra[0] >= 500 && now() < end) {}
            self->extra[0]++;
            for (uint32_t i = 0; i < frames; i++) {
                OUT(2)[i] = -IN(0)[i];
                OUT(3)[i] = -IN(1)[i];
            }
            """
    )

    /// A plugin whose first instance in a process outputs no numbers while its control is above 0.5.
    private static let first = PluginSource(
        name: "first",
        ports: PluginSource.stereo
            + [PluginSource.control("level", "lv2:default 0 ; lv2:minimum 0 ; lv2:maximum 2 ;")],
        code: "static int made;",
        instantiate: "self->extra[0] = ++made;",
        run: """
            for (uint32_t i = 0; i < frames; i++) {
                int is_broken = VALUE(4) > 0.5f && self->extra[0] == 1;
                OUT(2)[i] = is_broken ? NAN : IN(0)[i];
                OUT(3)[i] = is_broken ? NAN : IN(1)[i];
            }
            """
    )

    /// The variables with which the plugins are found.
    private static func install(in place: Workplace) async throws -> [String: String?] {
        try await source.build(in: place.folder)
        try await slow.build(in: place.folder)
        try await first.build(in: place.folder)
        return ["LV2_PATH": place.folder.path]
    }

    @Test("is an event, a line of the log and a warning of `status` in a daemon")
    func daemon() async throws {
        let place = try DaemonRun.place()
        let daemon = try await DaemonRun(
            "--log-level",
            "warning",
            in: place,
            environment: try await Self.install(in: place)
        )
        let client = try daemon.client()
        try await client.ask("subscribe error")
        try await client.ask("play \(daemon.song)")
        #expect(try await client.ask("strip sampler inserts=lv2,test-nan") == ["OK"])
        let event = try await client.event("error")
        #expect(event.contains(Self.warning), "\(event)")
        func warnings() async throws -> [String] {
            try await client.ask("status").filter { $0.hasPrefix("warning: ") }
        }
        #expect(try await warnings() == ["warning: \(Self.warning)"])
        try await client.ask("strip sampler inserts=none")
        #expect(try await warnings() == [])
        // The same settings once more are another instance.
        try await client.ask("strip sampler inserts=lv2,test-nan")
        let next = try await client.event("error")
        #expect(next.contains(Self.warning), "\(next)")
        let run = await daemon.end()
        let lines = run.errorText.split(separator: "\n").filter { $0.contains("NaN") }
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix(Self.warning) }, "\(run)")
    }

    @Test("does so by a control that was set while it plays: it is not made again")
    func control() async throws {
        let place = try DaemonRun.place()
        let daemon = try await DaemonRun(
            in: place,
            environment: try await Self.install(in: place)
        )
        let client = try daemon.client()
        try await client.ask("subscribe error")
        try await client.ask("play \(daemon.song)")
        #expect(try await client.ask("strip sampler inserts=lv2,test-first,level=0.1") == ["OK"])
        let wrong = try await client.ask("set-insert sampler 1 level=3")
        #expect(wrong.contains { $0.contains("level=3: expected") }, "\(wrong)")
        #expect(try await client.ask("set-insert sampler 1 level=1 over=0.2s") == ["OK"])
        let event = try await client.event("error")
        #expect(event.contains("insert 1 (lv2,test-first) output NaN"), "\(event)")
        // One that has failed is made again.
        #expect(try await client.ask("set-insert sampler 1 level=0.2") == ["OK"])
        let warnings = try await client.ask("status").filter { $0.hasPrefix("warning: ") }
        #expect(warnings == [])
        _ = await daemon.end()
    }

    @Test("by taking longer than a period is bypassed, and `status` has its times")
    func slow() async throws {
        let place = try DaemonRun.place()
        let daemon = try await DaemonRun(
            in: place,
            environment: try await Self.install(in: place)
        )
        let client = try daemon.client()
        try await client.ask("subscribe error")
        try await client.ask("play \(daemon.song)")
        #expect(try await client.ask("strip sampler inserts=eq;lv2,test-slow,wait=30") == ["OK"])
        let event = try await client.event("error")
        let fault = "took longer than a period three times within a second and is bypassed"
        #expect(event.contains("strip sampler: insert 2 (lv2,test-slow) \(fault)"), "\(event)")
        let status = try await client.ask("status")
        let plugins = status.filter { $0.hasPrefix("plugin: ") }
        #expect(plugins.count == 1 && plugins[0].hasSuffix(" 2 test-slow sampler"), "\(plugins)")
        let times = plugins[0].split(separator: " ").dropFirst().prefix(2).compactMap { Double($0) }
        #expect(times.count == 2 && times[1] > 100 && times[0] <= times[1], "\(plugins)")
        #expect(status.contains("state: playing"))
        _ = await daemon.end()
    }

    @Test("by taking longer than a period is none in a render")
    func slowRender() async throws {
        let place = try DaemonRun.place()
        let environment = try await Self.install(in: place)
        func render(_ arguments: String...) async throws -> [Float] {
            let run = try await CommandRun.run(
                builtProduct("seqd"),
                [
                    "render", "other.mid", "-o", "out.wav", "--force", "--format", "float",
                    "--no-limiter", "--tail", "none", "--sf2", place.font,
                ] + arguments,
                environment: environment,
                directory: place.folder.path
            )
            #expect(run.status == .exited(0) && !run.errorText.contains("test-slow"), "\(run)")
            return try SoundFile(path: place.folder.path("out.wav")).channels[0]
        }
        let plain = try await render()
        let inverted = try await render("--insert", "master=lv2,test-slow,wait=2")
        #expect(inverted == plain.map { -$0 })
        #expect(plain.count > 32_000 + 64 * 100)
    }

    @Test("is one warning of `play`")
    func play() async throws {
        let place = try DaemonRun.place()
        let environment = try await Self.install(in: place)
        let run = try await CommandRun.run(
            builtProduct("seqd"),
            [
                "play", "other.mid", "--null", "--sf2", place.font, "--insert",
                "sampler=lv2,test-nan",
            ],
            environment: environment,
            directory: place.folder.path
        )
        let lines = run.errorText.split(separator: "\n").filter { $0.contains("NaN") }
        #expect(lines == ["seqd: \(Self.warning)"], "\(run)")
    }

    @Test("is one warning of `live`")
    func live() async throws {
        let place = try Workplace()
        let environment = try await Self.install(in: place)
        try #require(mkfifo(place.folder.path("midi"), 0o600) == 0)
        let process = try RunningCommand(
            builtProduct("seqd"),
            [
                "live", "--sf2", place.font, "--connect", "none", "--raw", "midi", "--null",
                "--insert", "sampler=lv2,test-nan",
            ],
            environment: environment,
            directory: place.folder.path
        )
        try await process.waitForErrorText("midi")
        _ = try await place.shell(#"{ printf '\x90\x45\x64'; sleep 0.1; } > midi"#)
        try await process.waitForErrorText("NaN")
        process.send(signal: SIGTERM)
        let run = await process.finished()
        let lines = run.errorText.split(separator: "\n").filter { $0.contains("NaN") }
        #expect(lines.count == 1, "\(run)")
    }
}
