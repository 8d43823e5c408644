import ArgumentParser
import CommandSupport
import Playback
import SamplerHost

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
              seqd live --out 'MKS-50*'                 to a MIDI output, without a sampler
              seqd live --sf2 piano.sf2 --route '1=out:1+piano.sf2' --out 'MKS-50*'

            seqd is a client of ALSA's sequencer: aplaymidi -p seqd song.mid plays on it,
            aconnect 20:0 seqd:0 connects a port. Midi Through and the ports of System need
            their full name or number. Unplugging a keyboard releases its notes and pedals,
            and no others. --out alone leads input n to MIDI output n and opens no device;
            with --route, --rack or --sf2 it connects the outputs that the rules lead to.

            KEYS, on a terminal:
              q       quit      ?       help
              Ctrl-C  quit      Ctrl-Z  suspend and release the device until fg
            """
    )

    @OptionGroup(title: "Live options")
    var live: LiveOptions

    @OptionGroup(title: "MIDI output options")
    var midi: MIDIOutOptions

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
    var streaming: StreamOptions

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
        guard routing.clip.isEmpty else {
            throw ValidationError("--clip: clips play beside a file; seqd play has both")
        }
    }

    /// Whether it plays on MIDI outputs alone.
    private var isMIDIOnly: Bool {
        !midi.out.isEmpty && !routing.choosesSamplers && sound.sf2.isEmpty
    }

    /// Whether no device is opened.
    private var isWithoutDevice: Bool {
        device.isNull || isMIDIOnly && device.chosenDevices.isEmpty
    }

    func run() throws {
        streaming.apply(isQuiet: quiet)
        var inputSettings = try live.settings()
        // Before the fonts are read, which may take long.
        try CommandFailure.catching { () throws(HostError) in
            try LiveInput.check(inputSettings)
        }
        var rack: RackSettings
        if isMIDIOnly {
            rack = .midi(outputs: try midi.outputs(needed: 1).count) { .input($0) }
            try routing.applyToParts(of: &rack)
        } else {
            rack = try routing.rack(sound)
        }
        rack = try rack.withChannels(of: taps.requests(samples.format))
        let midiOutputs = try midi.outputs(needed: rack.midiOutputs)
        midi.apply(midiOutputs, to: &inputSettings)
        var device = device
        device.isNull = isWithoutDevice
        let hasRules = routing.isUsed || isMIDIOnly
        let assignments =
            hasRules
            ? try outputs.applied(
                to: rack,
                inputs: routing.rack == nil && !isMIDIOnly ? live.inputs : 0
            )
            .assignments
            : try outputs.assignments(inputs: live.inputs, playsFiles: false)
        let output = try device.open(
            samples,
            outputs.channels(
                assignments,
                elsewhere: device.further.map(\.pair),
                isQuiet: quiet
            ),
            of: assignments,
            onLoss: loss.onDeviceLoss
        )
        var settings = sound.engineSettings(fonts: rack.fonts, rate: output.rate)
        settings.maximumPeriod = max(output.sink.periodFrames, 64)
        settings.midiOutputs = midiOutputs.count
        settings.workerPriority = device.isNull ? 0 : AudioThread.priority
        settings.latency = live.latency
        settings.inserts = rack.inserts
        settings.outputs = assignments
        let engine = try LiveEngine.make(
            settings,
            on: rack,
            sound,
            routing,
            hasRules: hasRules,
            inputs: live.inputs,
            isQuiet: quiet
        )
        // Not before: reading may take long, and signals end that at once.
        try Signals.watch()
        try play(engine, inputSettings, output)
    }

    private func play(
        _ engine: Engine,
        _ inputSettings: LiveInputSettings,
        _ output: DeviceOptions.Output
    ) throws(CommandFailure) {
        let further = try device.openFurther(
            samples,
            of: engine.settings.outputs,
            behind: output
        )
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
                realTime: !isWithoutDevice || engine.midiOut.outputs > 0,
                onEnd: { Signals.wake() }
            )
        }
        let input: LiveInput
        do throws(HostError) {
            input = try LiveInput(
                inputSettings,
                queue: engine.input,
                feed: engine.midiOut,
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
        var session = LiveSession(
            input,
            on: LiveSession.Sound(engine: engine, thread: thread),
            DeviceReports(
                output.device,
                further: further,
                loss.onDeviceLoss,
                isQuiet: quiet
            ),
            live,
            isQuiet: quiet
        )
        let signal = session.run { text(engine.takeFigures(), $0) }
        input.close()
        let end = Result { () throws(HostError) in try thread.join() }
        input.output?.finish()
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
            if let summary = session.losses.summary { Console.report(summary) }
        }
        if let signal { throw CommandFailure.silent(signal) }
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
