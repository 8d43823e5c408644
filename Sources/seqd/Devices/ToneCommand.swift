public import ArgumentParser
import CommandSupport
import Glibc
public import SamplerHost
import Wording

/// `seqd tone`: a test tone, left, right and from both sides.
struct ToneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tone",
        abstract: "Play a test tone: left, right, both.",
        usage: "seqd tone [--device <name>] [--channel <channel>] [<options>]",
        discussion: """
            EXAMPLES:
              seqd tone
              seqd tone --device plughw:CARD=PCH,DEV=0
              seqd tone --channel left --seconds 10
              seqd tone --frequency 1000 --level -6

            seqd devices lists the devices. Ctrl-C quits; Ctrl-Z suspends and releases the
            device until fg.
            """
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Frequency in Hz, 20 to 20000.", valueName: "hz"),
        transform: Quantity(20...20_000, .hertz).value
    )
    var frequency = 440.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Peak level in dBFS, -60 to 0.", valueName: "db"),
        transform: Quantity(-60...0, .fullScale).value
    )
    var level = -20.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Duration on each channel in seconds, 0.1 to 3600.", valueName: "s"),
        transform: Quantity(0.1...3_600, .seconds).value
    )
    var seconds = 1.0

    @Option(help: ArgumentHelp("Play on one channel only.", valueName: "channel"))
    var channel: TestTone.Side?

    @OptionGroup(title: "Device options")
    var device: DeviceOptions

    @OptionGroup(title: "Device options")
    var samples: SampleOptions

    @Flag(name: .long, help: "Print errors only.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Say what the device gave, and how it went.")
    var verbose = false

    func validate() throws {
        try Verbosity.check(quiet: quiet, verbose: verbose)
        try device.checkSingle()
    }

    func run() throws {
        let output = try device.open(samples)
        let sides = channel.map { [$0] } ?? [.left, .right, .both]
        let tone: TestTone
        do throws(HostError) {
            tone = try TestTone(
                frequency: frequency,
                level: level,
                sides: sides,
                seconds: seconds,
                rate: output.rate
            )
        } catch {
            output.sink.abandon()
            throw CommandFailure(error)
        }
        try Signals.watch()
        let player = try CommandFailure.catching { () throws(HostError) in
            try TonePlayer(
                tone,
                into: output.sink,
                realTime: !device.isNull,
                onChange: { Signals.wake() }
            )
        }
        if verbose {
            Console.report(output.summary)
            if let refusal = player.priorityRefusal {
                Console.report("real-time priority refused (\(refusal)); playing without it")
            }
        }
        let signal = watch(player, tone)
        try CommandFailure.catching { () throws(HostError) in try player.join() }
        if verbose { Console.report("xruns \(player.xruns)") }
        if let signal { throw CommandFailure.silent(signal) }
    }

    /// Waits for the end, serves signals and reports the steps.
    ///
    /// - Returns: The status of the signal that ended it, if one did.
    private func watch(_ player: TonePlayer, _ tone: TestTone) -> ExitStatus? {
        var ending: ExitStatus?
        var reported = 0
        func tell() {
            guard !quiet, ending == nil, let step = player.step else { return }
            while reported <= step {
                Console.report(tone.sides[reported].rawValue)
                reported += 1
            }
        }
        while !player.hasEnded {
            switch Signals.next(milliseconds: -1) {
            case let signal where [SIGINT, SIGTERM, SIGHUP].contains(signal):
                if let ending {
                    // Asked twice: the device hangs.
                    _exit(ending.rawValue)
                }
                ending = Signals.status(of: signal)
                player.stop()
            case SIGTSTP where ending == nil:
                player.pause()
                Signals.stopProcess()
                player.resume()
            default:
                break
            }
            tell()
        }
        tell()
        return ending
    }
}

extension TestTone.Side: ExpressibleByArgument {}
