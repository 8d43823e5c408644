import ArgumentParser
import CommandSupport
import Platform
import Playback
import SamplerHost
import Sequencer
import Wording

/// `seqd record`: what is played on live inputs, as a MIDI file.
struct RecordCommand: ParsableCommand, MusicalCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record live MIDI to a MIDI file.",
        discussion: """
            EXAMPLES:
              seqd record take.mid                      all keyboards, until Ctrl-C
              seqd record take.mid --tempo 96 --meter 3/4 --metronome --count-in 1
              seqd record take.mid --play song.mid --append
              seqd record take.mid --play song.mid --loop-range 5:1..9:1
              seqd record take.mid --silent --inputs 2 --split channel --quantise 1/16
              seqd record take.mid --recover            after a crash

            What comes in is heard as with seqd live. Without --play, --metronome and
            --count-in, the first note is the beginning of bar 1. With them, positions are
            those that were heard when the key was pressed, and the recording ends with the
            file. Each pass of --loop-range becomes a track. What is played in the count-in
            is left out, but for a note up to a sixteenth early.

            The recording is written while it is made, as take.mid.part, a MIDI file too; a
            crash loses less than a second of it. Ctrl-C, SIGTERM and q end the recording:
            the file is complete then, and the exit status 0.
            """
    )

    @Argument(help: ArgumentHelp("MIDI file to write.", valueName: "file"))
    var file: String

    @OptionGroup(title: "Recording options")
    var recording: RecordOptions

    @OptionGroup(title: "Live options")
    var live: LiveOptions

    @OptionGroup(title: "Musical options")
    var sound: SoundOptions

    @OptionGroup(title: "Musical options")
    var routing: RoutingOptions

    @OptionGroup(title: "Musical options")
    var piece: PieceOptions

    @OptionGroup(title: "Musical options")
    var playing: PlayingOptions

    @OptionGroup(title: "Musical options")
    var text: TextOptions

    @OptionGroup(title: "Musical options")
    var samples: SampleOptions

    @OptionGroup(title: "Device options")
    var device: DeviceOptions

    @OptionGroup(title: "Device options")
    var loss: LossOptions

    @OptionGroup(title: "Device options")
    var streaming: StreamOptions

    @OptionGroup(title: "Device options")
    var outputs: OutputOptions

    @Flag(name: .long, help: "Print errors only.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Print the device's settings.")
    var verbose = false

    func validate() throws {
        try Verbosity.check(quiet: quiet, verbose: verbose)
        try device.checkSingle()
        guard loss.onDeviceLoss != .pause else {
            throw ValidationError(
                "--on-device-loss pause: live MIDI cannot be paused; choose continue or stop"
            )
        }
        if recording.silent, musical.playing.metronome || musical.playing.countIn != nil {
            let option = musical.playing.metronome ? "--metronome" : "--count-in"
            throw ValidationError("--silent and \(option) cannot be used together")
        }
        guard recording.play == nil else { return }
        if let option = musical.optionForFile {
            throw ValidationError("\(option) needs --play")
        }
        if musical.playing.loopRange != nil || musical.from != nil || musical.to != nil,
            !musical.playing.metronome, musical.playing.countIn == nil
        {
            throw ValidationError(
                "--from, --to and --loop-range need --play, --metronome or --count-in"
            )
        }
    }

    func run() throws {
        guard !recording.recover else { return try recover() }
        try OutputName.check(
            file,
            for: .midi,
            inputs: [recording.play].compactMap { $0 },
            command: "record"
        )
        if !recording.force, FileStatus(file) != nil {
            throw CommandFailure(.cannotCreate, "\(file): already exists; --force replaces it")
        }
        streaming.apply(isQuiet: quiet)
        let inputSettings = try live.settings()
        // Before the fonts are read, which may take long.
        try CommandFailure.catching { () throws(HostError) in
            try LiveInput.check(inputSettings)
        }
        let plan = try RecordPlan(recording, musical)
        var request = TakeRequest(file, plan.plan)
        request.mayReplace = recording.force
        request.accompaniment = plan.accompaniment
        let run = RecordRun(
            request,
            duration: recording.duration,
            live: live,
            isQuiet: quiet,
            isVerbose: verbose
        )
        guard !recording.silent else {
            try Signals.watch()
            return try run.silently(inputSettings)
        }
        try run.on(try makeStage(plan), inputSettings)
    }

    private func recover() throws(CommandFailure) {
        if !recording.force, FileStatus(file) != nil {
            throw CommandFailure(.cannotCreate, "\(file): already exists; --force replaces it")
        }
        let summary = try CommandFailure.catching { () throws(HostError) in
            try TakeFile.recover(file, mayReplace: recording.force)
        }
        if let remark = summary.remark { Console.report(remark) }
        if !quiet { Console.report("recovered \(RecordRun.text(summary))") }
    }

    /// Opens the device, and makes the engine and what plays along.
    private func makeStage(_ plan: RecordPlan) throws -> RecordStage {
        let rack = try musical.routing.rack(musical.sound)
        try rack.checkWithoutMIDIOutputs()
        let assignments =
            musical.routing.isUsed
            ? try outputs.applied(
                to: rack,
                inputs: musical.routing.rack == nil ? live.inputs : 0
            ).assignments
            : try outputs.assignments(inputs: live.inputs, playsFiles: true)
        let output = try device.open(
            musical.samples,
            outputs.channels(assignments, isQuiet: quiet),
            of: assignments,
            onLoss: loss.onDeviceLoss
        )
        var settings = musical.sound.engineSettings(fonts: rack.fonts, rate: output.rate)
        settings.variSpeed = musical.varispeed.factor
        settings.maximumPeriod = max(output.sink.periodFrames, 64)
        settings.workerPriority = device.isNull ? 0 : AudioThread.priority
        settings.latency = live.latency
        settings.inserts = rack.inserts
        settings.outputs = assignments
        let engine = try LiveEngine.make(
            settings,
            on: rack,
            musical.sound,
            musical.routing,
            hasRules: musical.routing.isUsed,
            inputs: live.inputs,
            isQuiet: quiet
        )
        var player: RecordPlayer?
        if let file = plan.file {
            let piece = try RecordPlan.piece(of: file, musical, on: rack, for: engine.settings)
            player = try RecordPlayer(piece, musical, on: engine)
        }
        // Not before: reading may take long, and signals end that at once.
        try Signals.watch()
        return RecordStage(
            engine: engine,
            output: output,
            player: player,
            loss: loss.onDeviceLoss,
            isRealTime: !device.isNull
        )
    }
}

extension MusicalOptions {
    /// An option that changes how a file is played, if one is given.
    fileprivate var optionForFile: String? {
        if !piece.mute.isEmpty { return "--mute" }
        if !piece.solo.isEmpty { return "--solo" }
        if piece.transpose != 0 { return "--transpose" }
        if piece.speed != .normal { return "--speed" }
        if piece.varispeed != .normal { return "--varispeed" }
        if piece.pattern != nil { return "--pattern" }
        if piece.embeddedFont { return "--embedded-font" }
        return playing.chaseNotes ? "--chase-notes" : nil
    }
}
