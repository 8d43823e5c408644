import ArgumentParser
import Glibc
import Playback
import SamplerHost
import Wording

/// `seqd live`: keyboards and programs that send MIDI, played in the foreground.
struct LiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Play live MIDI from keyboards and programs.",
        discussion: """
            EXAMPLES:
              seqd live                                 all keyboards, now and later
              seqd live --sf2 piano.sf2 --connect 'Keystation*'
              seqd live --inputs 2 --connect hardware --connect '2=rtpmidid*'
              seqd live --route '1=bass.sf2,keys=C-1-B2' --route '1=piano.sf2'
              seqd live --raw /tmp/midi                 after mkfifo /tmp/midi

            seqd is a client of ALSA's sequencer: aplaymidi -p seqd song.mid plays on it,
            aconnect 20:0 seqd:0 connects a port. Midi Through and the ports of System
            need their full name or number. Unplugging a keyboard releases its notes and
            pedals, and no others.

            KEYS, on a terminal:
              q       quit      ?       help
              Ctrl-C  quit      Ctrl-Z  suspend and release the device until fg
            """
    )

    @OptionGroup(title: "Live options")
    var live: LiveOptions

    @OptionGroup(title: "Sound options")
    var sound: SoundOptions

    @OptionGroup(title: "Sound options")
    var routing: RoutingOptions

    @OptionGroup(title: "Device options")
    var device: DeviceOptions

    @OptionGroup(title: "Device options")
    var samples: SampleOptions

    @OptionGroup(title: "Device options")
    var loss: LossOptions

    @OptionGroup(title: "Device options")
    var outputs: OutputOptions

    @OptionGroup(title: "Device options")
    var taps: TapOptions

    @Flag(name: .long, help: "Print errors only.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Print the device's settings, and a summary at the end.")
    var verbose = false

    func validate() throws {
        try Verbosity.check(quiet: quiet, verbose: verbose)
        guard loss.onDeviceLoss != .pause else {
            throw ValidationError(
                "--on-device-loss pause: live MIDI cannot be paused; choose continue or stop"
            )
        }
    }

    func run() throws {
        let inputSettings = try live.settings()
        // Before the fonts are read, which may take long.
        try CommandFailure.catching { () throws(HostError) in
            try LiveInput.check(inputSettings)
        }
        let rack = try routing.rack(sound).withChannels(of: taps.requests(samples.format))
        let assignments =
            routing.isUsed
            ? try outputs.applied(to: rack).assignments
            : try outputs.assignments(inputs: live.inputs, playsFiles: false)
        let output = try device.open(
            samples,
            outputs.channels(
                assignments,
                elsewhere: device.further.map(\.pair),
                isQuiet: quiet
            ),
            onLoss: loss.onDeviceLoss
        )
        var settings = sound.engineSettings(fonts: rack.fonts, rate: output.rate)
        settings.maximumPeriod = max(output.sink.periodFrames, 64)
        settings.workerPriority = device.isNull ? 0 : AudioThread.priority
        settings.latency = live.latency
        settings.outputs = assignments
        let engineSettings = settings
        let engine = try makeEngine(engineSettings, on: rack)
        if !quiet {
            let faults = engine.inputSampleFaults.map(\.description)
            for fault in BoundedLines.of(faults) { Console.report(fault) }
        }
        // Not before: reading may take long, and signals end that at once.
        try Signals.watch()
        try play(engine, inputSettings, output)
    }

    /// Makes the engine: a sampler for each input, or one rack for all of them if there are rules.
    private func makeEngine(
        _ settings: EngineSettings,
        on rack: RackSettings
    ) throws(CommandFailure) -> Engine {
        guard routing.isUsed else {
            if !quiet { sound.reportFoundFont(rack.fonts, routing) }
            return try CommandFailure.catching { () throws(HostError) in
                try Engine(settings, inputs: live.inputs)
            }
        }
        let names = [String?](repeating: nil, count: live.inputs)
        let routes: LiveRouting
        do throws(RoutingError) {
            routes = try rack.routing(ofInputs: names)
        } catch {
            throw CommandFailure(.usage, error.description)
        }
        let samplers = try CommandFailure.catching { () throws(HostError) in
            try SamplerRack(
                live: rack,
                inputs: names,
                rate: settings.rate,
                maximumPeriod: settings.maximumPeriod
            )
        }
        if !quiet {
            if rack.usesFallback(samplers) { sound.reportFoundFont(rack.fonts, routing) }
            Console.report(routing.words(of: routes.findings, in: rack), of: nil)
        }
        return Engine(settings, live: samplers, inputs: live.inputs)
    }

    private func play(
        _ engine: Engine,
        _ inputSettings: LiveInputSettings,
        _ output: DeviceOptions.Output
    ) throws(CommandFailure) {
        let further = try device.openFurther(samples, behind: output)
        try further.connect(to: engine)
        try further.start(isVerbose: verbose)
        let tapRequests = try taps.requests(samples.format)
        let runningTaps = try CommandFailure.catching { () throws(HostError) in
            try RunningTaps(engine, tapRequests)
        }
        let thread = try CommandFailure.catching { () throws(HostError) in
            try AudioThread(
                running: engine,
                into: output.sink,
                realTime: !device.isNull,
                onEnd: { Signals.wake() }
            )
        }
        let input: LiveInput
        do throws(HostError) {
            input = try LiveInput(
                inputSettings,
                queue: engine.input,
                onChange: { Signals.wake() }
            )
        } catch {
            engine.stop()
            try? thread.join()
            further.finish(isVerbose: false)
            try? runningTaps.finish(keeping: false, isQuiet: quiet)
            throw CommandFailure(error)
        }
        if !quiet { Console.report(output.summary) }
        if verbose, let refusal = thread.priorityRefusal ?? input.priorityRefusal {
            Console.report("real-time priority refused (\(refusal)); playing without it")
        }
        if verbose, let refusal = thread.memoryRefusal {
            Console.report("memory not locked (\(refusal))")
        }
        var losses = DeviceReports(
            output.device,
            further: further,
            loss.onDeviceLoss,
            isQuiet: quiet
        )
        let signal = watch(thread, engine, input, &losses)
        input.close()
        let end = Result { () throws(HostError) in try thread.join() }
        further.finish(isVerbose: verbose)
        do throws(HostError) {
            try end.get()
        } catch {
            try? runningTaps.finish(keeping: true, isQuiet: quiet)
            throw CommandFailure(error)
        }
        try CommandFailure.catching { () throws(HostError) in
            try runningTaps.finish(keeping: true, isQuiet: quiet)
        }
        if verbose {
            reportFigures(engine, input.status)
            if let summary = losses.summary { Console.report(summary) }
        }
        if let signal { throw CommandFailure.silent(signal) }
    }

    /// Waits for the end, serves signals and keys, and reports changes.
    ///
    /// - Returns: The status of the signal that ended it, if one did.
    private func watch(
        _ thread: AudioThread,
        _ engine: Engine,
        _ input: LiveInput,
        _ losses: inout DeviceReports
    ) -> ExitStatus? {
        var reports = quiet ? nil : LiveReports(input.status, name: live.name)
        let line = TerminalLine(isShown: !quiet)
        var keys = LiveKeys(besides: live.raw)
        defer {
            keys.leave()
            line.end()
        }
        var ending: ExitStatus?
        while !thread.hasEnded {
            // Without a line and keys, no report is urgent.
            let isAwake = line.isShown || keys.isPossible
            let interval: Int32 = quiet ? -1 : 1_000
            let signal = Signals.next(
                milliseconds: isAwake ? 100 : interval,
                orReading: keys.descriptor
            )
            switch signal {
            case SIGINT, SIGTERM, SIGHUP:
                if ending != nil {
                    // A second signal: the device hangs.
                    keys.leave()
                    line.end()
                    _exit(ending?.rawValue ?? 130)
                }
                ending = Signals.status(of: signal)
                engine.stop()
            case SIGTSTP where ending == nil:
                input.suspend()
                engine.pause()
                line.end()
                keys.leave()
                Signals.stopProcess()
                engine.resume()
                input.resume()
            default:
                break
            }
            for action in keys.actions() {
                switch action {
                case .quit: engine.stop()
                case .help: Console.report(LiveKeys.help)
                }
            }
            reports?.update(input.status)
            losses.update()
            if !quiet {
                for substitution in engine.takeSubstitutions() {
                    Console.report(substitution.description)
                }
            }
            if line.isShown {
                let hint = keys.isPossible ? "  ? help" : ""
                let lost = losses.lostTime.map { "  device lost \(DeviceReports.text($0))" } ?? ""
                line.show(text(engine.takeFigures(), input.status) + lost + hint)
            }
        }
        return ending
    }

    private func text(_ figures: EngineFigures, _ status: LiveInputStatus) -> String {
        [
            "connected \(status.ports.count { $0.isConnected })",
            "messages \(status.messages)",
            "voices \(figures.voices)",
            "peak \(Level.text(figures.peak))\(figures.clippedSamples > 0 ? " CLIP" : "")"
                + Level.limited(figures.gainReduction),
            "xruns \(figures.xruns)",
        ].joined(separator: "  ")
    }

    private func reportFigures(_ engine: Engine, _ status: LiveInputStatus) {
        let figures = engine.takeFigures()
        Console.report(
            "messages \(status.messages), overruns \(status.overruns), "
                + "exclusives dropped \(status.droppedExclusives)"
        )
        Console.report(
            "peak \(Level.text(figures.highestPeak))"
                + Level.limited(figures.highestGainReduction)
                + ", clipped \(figures.clippedSamples), xruns \(figures.xruns)"
        )
        Console.report(figures.renderTimes.text)
    }
}
