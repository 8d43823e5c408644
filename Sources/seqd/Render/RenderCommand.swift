import ArgumentParser
import Glibc
import Playback
import SamplerHost
import Sequencer

/// `seqd render`: files to sound files.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Render MIDI files to sound files.",
        discussion: """
            EXAMPLES:
              seqd render song.mid -o song.wav
              seqd render song.mid -o song.flac --format s24 --rate 96000
              seqd render song.mid                      song.wav in the current folder
              seqd render *.mid -o out/ --type ogg
              seqd render ~/midi list.m3u -o out/       folders and playlists
              seqd render song.mid -o - | aplay
              seqd render song.mid --rack band.json     each part on its own SoundFont
              seqd render game.mid -o game.ogg --loop-range file --loop-count 2

            Without -o, the output goes to the current folder under the name of the input,
            and overwrites a file only with --force. With -o, a complete output replaces
            an existing file. The same input gives the same bytes on every run and machine,
            except for ogg and opus, whose streams contain a random number.
            """
    )

    /// The time that jobs have to end after a signal.
    private static let patience = Duration.seconds(2)

    @OptionGroup var input: InputOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Sound file to write, - for standard output, or a folder (DIR/) for several files.",
            valueName: "out"
        ),
        completion: .file()
    )
    var output: String?

    @Flag(help: "Overwrite existing files when --output is not given.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "File type: wav, rf64, flac, ogg, opus, mp3, aiff, raw (default: by extension).",
            valueName: "type"
        )
    )
    var type: SoundFileType?

    @Option(
        help: ArgumentHelp(
            "Sound after the last note: auto (until -80 dBFS, at most 10 s), none, or seconds.",
            valueName: "tail"
        ),
        transform: Tail.init(parsing:)
    )
    var tail = Tail.auto

    @Option(
        help: ArgumentHelp(
            "Files to render in parallel, 1 to 256 (default: one per processor).",
            valueName: "n"
        )
    )
    var jobs: Int?

    @OptionGroup var taps: TapOptions

    @Flag(name: .long, help: "Print errors only.")
    var quiet = false

    @OptionGroup(title: "Musical options")
    var musical: MusicalOptions

    /// The value of `--tail`.
    enum Tail {
        case auto
        case none
        case seconds(Double)

        init(parsing text: String) throws {
            switch text {
            case "auto": self = .auto
            case "none": self = .none
            default:
                guard let seconds = Double(text), (0...3_600).contains(seconds) else {
                    throw ValidationError("expected auto, none, or 0 to 3600 seconds")
                }
                self = .seconds(seconds)
            }
        }
    }

    /// The tail in frames.
    var tailPolicy: TailPolicy {
        switch tail {
        case .auto: .auto
        case .none: .none
        case .seconds(let seconds):
            .frames(Int64((seconds * Double(musical.samples.rate)).rounded()))
        }
    }

    func validate() throws {
        if let jobs, !(1...256).contains(jobs) {
            throw ValidationError("--jobs: expected 1 to 256, not \(jobs)")
        }
        if musical.playing.loopRange != nil, musical.playing.loopCount == nil {
            throw ValidationError("--loop-range needs --loop-count, since a sound file must end")
        }
        if musical.playing.chaseNotes, musical.from == nil, musical.playing.loopRange == nil {
            throw ValidationError(
                "--chase-notes is about the notes held where rendering starts: "
                    + "it needs --from or --loop-range"
            )
        }
    }

    func run() throws {
        try MixedUpInput.checkFonts(among: input.files, command: "render")
        var failures = FirstFailure()
        var inputs: [OutputPaths.Input] = []
        for source in input.files {
            inputs += PlaylistSource.inputs(source) { failures.note($0, at: inputs.count) }
        }
        guard !inputs.isEmpty else { throw failures.asError }
        let destination = try RenderDestination(
            output: output,
            inputs: inputs,
            isForced: force,
            type: type,
            format: musical.samples.format,
            rate: musical.samples.rate
        )
        let tapRequests = try taps.requests(musical.samples.format)
        let rack = try musical.routing.rack(musical.sound).withChannels(of: tapRequests)
        if let tap = tapRequests.first {
            guard inputs.count == 1 else {
                throw CommandFailure(.usage, "--tap needs a single input, not \(inputs.count)")
            }
            for request in tapRequests where request.destination.path == output {
                throw CommandFailure(
                    .usage,
                    "--tap \(tap.name): \(request.destination.path) is already the output"
                )
            }
        }
        // Not before: reading the fonts may block.
        try Signals.watch()
        let atOnce = min(jobs ?? Processors.count, inputs.count)
        let settings = RenderSettings(
            musical: musical,
            tail: tailPolicy,
            taps: tapRequests,
            isQuiet: quiet,
            destination: destination,
            rack: rack,
            threads: max(1, Processors.count / atOnce)
        )
        let fontReport = RenderJob.FontReport()
        let renderJobs = zip(inputs, destination.outputs.paths).map { input, output in
            RenderJob(settings, input: input.path, output: output, fontReport: fontReport)
        }
        let queue = try RenderQueue(renderJobs, threads: atOnce)
        try watch(queue, renderJobs, &failures)
    }

    private func watch(
        _ queue: RenderQueue,
        _ jobs: [RenderJob],
        _ failures: inout FirstFailure
    ) throws {
        let line = ProgressLine(isShown: !quiet, rate: musical.samples.rate, jobs: jobs)
        var ending: ExitStatus?
        var endingSince: ContinuousClock.Instant?
        while true {
            // Asked before the jobs that ended are taken, so that none is missed.
            let isDone = queue.isDone
            for ended in queue.takeEnded() {
                line.clear()
                let position = jobs.firstIndex { $0 === ended.job } ?? 0
                report(ended, at: position, &failures, isCancelled: ending != nil)
            }
            if isDone { break }
            line.show(done: queue.endedCount)
            let signal = Signals.next(milliseconds: 200)
            switch signal {
            case SIGINT, SIGTERM, SIGHUP:
                ending = ending ?? Signals.status(of: signal)
                endingSince = endingSince ?? .now
                queue.cancel()
            case SIGTSTP:
                line.end()
                Signals.stopProcess()
            default: break
            }
            if let ending, let endingSince, .now - endingSince > Self.patience {
                // A job is blocked by a pipe without a writer or reader.
                line.clear()
                _exit(ending.rawValue)
            }
        }
        line.clear()
        queue.join()
        if let ending { throw CommandFailure.silent(ending) }
        if failures.status != nil { throw failures.asError }
    }

    private func report(
        _ ended: RenderQueue.Ended,
        at position: Int,
        _ failures: inout FirstFailure,
        isCancelled: Bool
    ) {
        if let failure = ended.failure {
            // The user has cancelled it.
            guard !isCancelled || failure.status != .interrupted else { return }
            failures.note(failure, at: position)
        } else if let outcome = ended.job.outcome, !quiet {
            let name = ended.job.output == "-" ? "standard output" : ended.job.output
            let length = TimeText.text(
                frames: outcome.frames,
                rate: musical.samples.rate,
                decimals: 1...1
            )
            Console.report(
                "\(name): \(length), peak \(Level.text(outcome.peak))"
                    + Level.limited(outcome.gainReduction)
            )
            if outcome.clipped > 0 {
                Console.report(
                    "\(name): \(outcome.clipped) samples clipped; "
                        + "--gain \(Level.gainToFit(outcome.peak, at: musical.sound.gain)) would avoid it"
                )
            } else if ended.job.isLossy && outcome.peak > 1 {
                Console.report(
                    "\(name): peaks above full scale are cut when it is decoded; "
                        + "--gain \(Level.gainToFit(outcome.peak, at: musical.sound.gain)) would avoid it"
                )
            }
        }
    }
}
