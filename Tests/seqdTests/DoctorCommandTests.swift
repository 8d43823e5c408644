import Glibc
import TestSupport
import Testing

@Suite("seqd doctor")
struct DoctorCommandTests {
    /// Runs it where `default` plays, with the measuring font for the default one and a folder for
    /// sockets.
    private func doctor(
        _ arguments: [String] = [],
        definitions: String = "pcm.!default { type plug slave.pcm null }",
        font: String? = nil
    ) async throws -> CommandRun {
        let place = try Workplace()
        var environment = try place.configureALSA(definitions)
        environment["SEQD_SOUNDFONT"] = font ?? place.font
        environment["XDG_RUNTIME_DIR"] = place.folder.path
        return try await seqd(["doctor"] + arguments, environment: environment)
    }

    @Test("finds nothing that keeps seqd from playing where all is there")
    func healthy() async throws {
        let run = try await doctor()
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorOutput.isEmpty, "\(run)")
        let text = run.outputText
        #expect(!text.contains("problem"), "\(run)")
        #expect(text.contains("ok       seqd "), "\(run)")
        for library in ["FluidSynth ", "alsa-lib ", "libsndfile "] {
            #expect(text.contains(library), "\(run)")
        }
        #expect(
            run.words.contains(
                "ok device default (plug → null): 48000 Hz, period 256, buffer 1024 frames, s16"
            ),
            "\(run)"
        )
        #expect(run.words.contains("9 presets, from $SEQD_SOUNDFONT"), "\(run)")
        #expect(run.words.contains("ok no daemon at /"), "\(run)")
        #expect(run.words.contains("real-time priority 41 "), "\(run)")
        // Each line says how much it matters, or goes on below the one that does.
        for line in text.split(separator: "\n") {
            let isBegun = ["ok       ", "note     ", "problem  "].contains { line.hasPrefix($0) }
            #expect(isBegun || line.hasPrefix("         "), "\(line)")
        }
    }

    @Test("prints one JSON object")
    func json() async throws {
        let run = try await doctor(["--json"])
        #expect(run.status == .exited(0), "\(run)")
        let document = try Document(run.output)
        #expect(document["schema"] == 1)
        #expect(document["canPlay"] == true)
        #expect(document["status"] == 0)
        let checks = document.list("checks")
        let subjects = checks.compactMap { $0["check"] }
        #expect(
            subjects.prefix(11) == [
                "configuration", "versions", "fluidsynth", "kernel", "device", "jack", "priority",
                "memory",
                "font",
                "midi", "daemon",
            ]
        )
        #expect(checks.allSatisfy { $0["severity"] != nil && $0["message"] != nil })
    }

    @Test("tries periods on a device, and says which is the smallest stable one")
    func audio() async throws {
        // Which are stable depends on the machine.
        let run = try await doctor(["--audio", "--seconds", "1", "--period", "2048"])
        let text = run.outputText
        #expect(run.status == .exited(text.contains("Smallest stable") ? 0 : 69), "\(run)")
        for period in [32, 64, 128, 256, 512, 1_024, 2_048] {
            #expect(
                String(decoding: run.errorOutput, as: UTF8.self).contains(
                    "period \(period): 1 s, 7 periods"
                ),
                "\(run)"
            )
            #expect(text.contains(" \(period)  "), "\(run)")
        }
        #expect(text.hasPrefix("device default, 48000 Hz, 4 periods in the buffer\n"), "\(run)")
        #expect(text.contains("Wake-ups at period"), "\(run)")
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("/") })
    }

    @Test("prints the trials of periods as one JSON object, without a device too")
    func audioJSON() async throws {
        let run = try await doctor(["--audio", "--seconds", "1", "--null", "--json"])
        let document = try Document(run.output)
        #expect(document["schema"] == 1)
        #expect(document["output"] == "no device")
        let trials = document.list("trials")
        #expect(trials.map { $0["period"] } == [1_024, 512, 256, 128, 64, 32])
        #expect(trials.allSatisfy { $0["xruns"] == 0 && $0["latencySeconds"] != nil })
        #expect(run.status == .exited(document["smallestStablePeriod"] == nil ? 69 : 0), "\(run)")
    }

    @Test("reports a device that is not there, and options that do not fit")
    func audioFailures() async throws {
        let absent = try await doctor(["--audio", "--device", "hw:27"])
        #expect(absent.status == .exited(69), "\(absent)")
        #expect(
            String(decoding: absent.errorOutput, as: UTF8.self).contains(
                "device hw:27: no such device"
            ),
            "\(absent)"
        )
        for arguments in [
            ["--seconds", "2"], ["--audio", "--seconds", "0"], ["--audio", "--name", "x"],
            ["--audio", "--sf2", "a.sf2", "--sf2", "b.sf2"],
        ] {
            let refused = try await doctor(arguments)
            #expect(refused.status == .exited(64), "\(refused)")
        }
    }

    @Test("gives the status of a font that is not there, and says what to do")
    func noFont() async throws {
        let run = try await doctor(font: "/none/such.sf2")
        #expect(run.status == .exited(66), "\(run)")
        #expect(run.errorOutput.isEmpty, "\(run)")
        #expect(run.words.contains("problem /none/such.sf2: no such file"), "\(run)")
        #expect(run.words.contains("To do: set by $SEQD_SOUNDFONT"), "\(run)")
        let named = try await doctor(["--sf2", "/none/such.sf2", "--json"])
        #expect(named.status == .exited(66), "\(named)")
        let font = try Document(named.output).list("checks").first { $0["check"] == "font" }
        #expect(font?["severity"] == "problem")
        #expect(named.words.contains("apt install"), "\(named)")
    }

    @Test("gives the status of a font that is none")
    func noSoundFont() async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write("not at all", to: "text.sf2")
        let run = try await doctor(["--sf2", path])
        #expect(run.status == .exited(65), "\(run)")
        #expect(run.words.contains("not a SoundFont"), "\(run)")
    }

    @Test("gives the status of a device that is not there, before that of a font")
    func noDevice() async throws {
        let run = try await doctor(["--device", "nosuch"], font: "/none/such.sf2")
        #expect(run.status == .exited(69), "\(run)")
        #expect(run.errorOutput.isEmpty, "\(run)")
        #expect(run.words.contains("problem device nosuch: no such device"), "\(run)")
        #expect(run.words.contains("To do: "), "\(run)")
        let json = try await doctor(["--device", "nosuch", "--json"])
        let document = try Document(json.output)
        #expect(document["canPlay"] == false)
        #expect(document["status"] == 69)
    }

    @Test("gives the status of a device that does not take what is asked for")
    func unsuitableDevice() async throws {
        let run = try await doctor(
            ["--device", "narrow", "--format", "float"],
            definitions: "pcm.narrow { type linear; slave { pcm null; format S16_LE } }"
        )
        #expect(run.status == .exited(69), "\(run)")
        #expect(run.words.contains("float not supported"), "\(run)")
    }

    @Test("names the mistake in a configuration that cannot be read")
    func mistake() async throws {
        let run = try await doctor(definitions: "pcm.broken { type }")
        #expect(run.status == .exited(69), "\(run)")
        #expect(run.words.contains("ALSA's configuration cannot be read"), "\(run)")
        #expect(run.words.contains("~/.asoundrc"), "\(run)")
    }

    @Test("finds a daemon that runs, and changes nothing about it")
    func daemon() async throws {
        let place = try Workplace()
        let socket = place.folder.path("control.sock")
        let daemon = try RunningCommand(
            builtProduct("seqd"),
            ["daemon", "--null", "--sf2", place.font, "--connect", "none", "--socket", socket],
            directory: place.folder.path
        )
        var answered = false
        for _ in 0..<2_000 where !answered {
            let run = try await seqd(["ctl", "--socket", socket, "ping"])
            answered = run.status == .exited(0)
            if !answered { try await Task.sleep(for: .milliseconds(10)) }
        }
        #expect(answered)
        let run = try await doctor(["--socket", socket])
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            run.words.contains("ok daemon: running (process \(daemon.processID)), seqd "),
            "\(run)"
        )
        daemon.send(signal: SIGTERM)
        #expect(await daemon.finished().status == .exited(0))
    }

    @Test("does not wait for ever for a socket at which nobody answers")
    func silentSocket() async throws {
        let place = try Workplace()
        let socket = place.folder.path("control.sock")
        let listener = try SilentListener(path: socket)
        let run = try await doctor(["--socket", socket])
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.words.contains("note a daemon is running but does not answer"), "\(run)")
        withExtendedLifetime(listener) {}
    }

    @Test(
        "refuses options that make no sense, with the range",
        arguments: [
            ["--period", "8"], ["--rate", "7999"], ["--name", "7 up"], ["--socket", ""],
        ]
    )
    func options(_ arguments: [String]) async throws {
        let run = try await seqd(["doctor"] + arguments)
        run.expectRefusal(64)
    }
}

extension CommandRun {
    /// What it printed, as one line: where lines are broken depends on how long paths are.
    fileprivate var words: String {
        outputText.split { $0.isWhitespace }.joined(separator: " ")
    }
}

/// A socket that takes connections and says nothing.
private final class SilentListener {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0 && listen(descriptor, 4) == 0)
    }

    deinit {
        close(descriptor)
    }
}
