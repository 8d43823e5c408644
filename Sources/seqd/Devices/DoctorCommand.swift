import ArgumentParser
import CommandSupport
import ControlProtocol
import JSON
import SamplerHost
import TerminalUI
import Wording

/// `seqd doctor`: whether sound can be made here, and what to do where not.
struct DoctorCommand<Root: RootCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "doctor",
            abstract: "Diagnose missing or faulty sound, and suggest remedies.",
            usage: "seqd doctor [--audio] [--device <name>] [--json] [<options>]",
            discussion: """
                EXAMPLES:
                  seqd doctor
                  seqd doctor --device plughw:CARD=PCH,DEV=0 --period 64
                  seqd doctor --json
                  seqd doctor --audio --device hw:1

                Each line is ok, a note (seqd plays, but something could be better) or a
                problem. The exit status is 0 if seqd can make sound, else that of the first
                problem: 69, 75 or 77 for the device, 66 or 65 for the SoundFont. The check
                opens the device briefly, plays nothing and changes nothing.

                --audio tries periods of 32 to 1024 frames, and that of --period, instead: it
                plays 64 notes silently with each, and prints how long rendering takes and how
                late the system wakes the audio thread. A period is stable if there is no
                underrun and half of the buffer's time is left. The exit status is 0 if one is
                stable, else 69.
                """
        )
    }

    @Flag(help: "Find the smallest stable period of the device.")
    var audio = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds for each period that --audio tries, 1 to 600 (default: 3).",
            valueName: "s"
        ),
        transform: Quantity(1...600, .seconds).whole
    )
    var seconds: Int?

    @Option(
        help: ArgumentHelp(
            "SoundFont to check; repeatable (default: the one that seqd play uses).",
            valueName: "font"
        ),
        completion: .file(extensions: FileCategory.fontExtensions)
    )
    var sf2: [String] = []

    @OptionGroup(title: "Device options")
    var device: DeviceOptions

    @OptionGroup(title: "Device options")
    var samples: SampleOptions

    @OptionGroup
    var daemon: SocketOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        try device.checkSingle()
        guard audio else {
            if seconds != nil { throw ValidationError("--seconds needs --audio") }
            return
        }
        if daemon.isUsed {
            throw ValidationError(
                "--audio does not check the daemon: leave out --socket and --name"
            )
        }
        if sf2.count > 1 { throw ValidationError("--audio plays one SoundFont: give one --sf2") }
    }

    func run() throws {
        guard !audio else { return try testAudio() }
        if let socket = daemon.socket {
            _ = try CommandFailure.catching { () throws(RequestError) in
                try SocketPath.checked(socket)
            }
        }
        let running = DaemonCheck(name: daemon.daemonName, socket: daemon.socket)
        let results =
            ConfigurationCheck<Root>.results
            + [SystemCheck.versions] + [SystemCheck.fluidSynth].compactMap { $0 }
            + [SystemCheck.kernel]
            + DeviceCheck(device: device, samples: samples).results + [JACKCheck.result]
            + [PriorityCheck.result, MemoryCheck.result]
            + FontCheck(named: sf2).results
            + [MIDICheck.result, running.result]
            + [SystemCheck.governor].compactMap { $0 }
        let status = results.lazy.compactMap(\.status).first
        try Console.write(json ? Self.json(results, status) : Self.text(results))
        if let status { throw CommandFailure.silent(status) }
    }

    private func testAudio() throws {
        let font =
            try sf2.first.map { SoundFontReference(parsing: $0, exists: SoundFontSearch.exists) }
            ?? SoundOptions.defaultFont()
        let test = AudioTest(device: device, samples: samples, seconds: seconds ?? 3)
        let trials = try test.run(font) { period, count in
            guard !json else { return }
            Console.report("period \(period): \(test.seconds) s, \(count) periods in all")
        }
        let report = AudioReport(
            output: device.isNull ? "no device" : "device \(device.device)",
            font: font.path,
            periods: device.periods,
            seconds: test.seconds,
            trials: trials
        )
        try Console.write(json ? report.json : report.text)
        guard report.smallest == nil else { return }
        throw CommandFailure(.unavailable, "\(report.output): no stable period")
    }

    private static func text(_ results: [DiagnosticResult]) -> String {
        results.map { $0.text(width: Terminal.textColumns) }.joined()
    }

    private static func json(_ results: [DiagnosticResult], _ status: ExitStatus?) -> String {
        var document = JSONObject()
        document.set("schema", 1)
        document.set("canPlay", status == nil)
        document.set("status", Int((status ?? .success).rawValue))
        document.set("checks", results.map(\.json))
        return document.json.text + "\n"
    }
}
