import ArgumentParser
import CommandSupport
import Platform
import Playback
import SamplerHost
import Sequencer
import Wording

/// `seqd render`: files to sound files.
struct RenderCommand: ParsableCommand, MusicalCommand {
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
              seqd render ~/midi -o out/ --continue     the rest of an interrupted run
              seqd render ~/midi -o out/ --normalize lufs=-14 --report report.json
              seqd render album/*.mid -o out/ --normalize album,lufs=-14
              seqd render song.mid -o song.wav --stems tracks --format float
              seqd render song.mid -o - | aplay
              seqd render song.mid --rack band.json     each part on its own SoundFont
              seqd render game.mid -o game.ogg --loop-range file --loop-count 2 --fade 8s
              seqd render *.mid -o out/ --type flac --tag album='My songs' --tag artist=Me

            Without -o, the output goes to the current folder under the name of the input,
            and overwrites a file only with --force. With -o, a complete output replaces
            an existing file. The same input gives the same bytes on every run and machine,
            except for ogg and opus, whose streams contain a random number.
            """
    )

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
        parsing: .unconditional,
        help: ArgumentHelp(
            "Sound after the last note: auto (until -80 dBFS, at most 10 s), none, or seconds.",
            valueName: "tail"
        ),
        transform: Tail.init(parsing:)
    )
    var tail = Tail.auto

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Longest sound that is rendered, a time such as 90m or 24h (default: 4h). A file that "
                + "is longer, tail and loops included, is refused.",
            valueName: "time"
        ),
        transform: Self.length
    )
    var maxLength: Int64 = RenderingSettings.usualMaximumLength

    @Flag(
        name: .customLong("continue"),
        help: ArgumentHelp(
            "Skip files whose outputs an earlier run with --continue has completed from the same "
                + "file, SoundFonts and options; needs -o DIR/."
        )
    )
    var continues = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Render only share I of N, for N processes or machines that render the same files: "
                + "2/8. The outputs, sorted by name, are dealt out in turn.",
            valueName: "i/n"
        ),
        transform: Self.shard
    )
    var shard: RenderShard?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Level of each file: peak=-1 (highest sample) or true-peak=-1, -60 to 0 dBFS, or "
                + "lufs=-14 (loudness), -60 to -5 LUFS, where the limiter keeps the peaks. With "
                + "album,lufs=-14 all files get the same gain and keep their relative levels; "
                + "album alone is album,true-peak=-1.",
            valueName: "level"
        ),
        completion: .list(["peak=-1", "true-peak=-1", "lufs=-14", "album", "album,lufs=-14"]),
        transform: RenderLevel.init(parsing:)
    )
    var normalize: RenderLevel?

    @Option(
        help: ArgumentHelp(
            "JSON report to write: length, peak, true peak, loudness, limiting, polyphony, missing "
                + "presets, findings and time of each file; - for standard output.",
            valueName: "file"
        ),
        completion: .file(extensions: ["json"])
    )
    var report: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Files to render in parallel, 1 to 256 (default: one per processor).",
            valueName: "n"
        ),
        transform: Quantity(1...256, .count(of: "jobs")).whole
    )
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "Also write stems, a file for each channel, sampler or track and one for the effects, "
                + "into a folder with the name of the output: channels, samplers, tracks. Their sum is "
                + "the mix before the limiter.",
            valueName: "parts"
        )
    )
    var stems: RenderStems.Kind?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Fade out over a time behind the last pass of --loop-range, which repeats until then, such "
                + "as 8s; instead of the rest of the music.",
            valueName: "time"
        ),
        transform: Self.length
    )
    var fade: Int64?

    @OptionGroup var tags: TagOptions

    @OptionGroup var outputs: OutputOptions

    @OptionGroup var taps: TapOptions

    @Flag(name: .long, help: "Print errors only.")
    var quiet = false

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
                guard let seconds = Unit.seconds.number(text), (0...3_600).contains(seconds)
                else { throw ValidationError("expected auto, none, or 0 to 3600 seconds") }
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

    private static func length(_ text: String) throws -> Int64 {
        guard case .seconds(let nanoseconds)? = try? Position(parsing: text), nanoseconds > 0 else {
            throw ValidationError("expected a time, such as 90m or 24h")
        }
        return nanoseconds
    }

    private static func shard(_ text: String) throws -> RenderShard {
        guard let shard = RenderShard(argument: text) else {
            throw ValidationError("expected I/N with I from 1 to N, such as 2/8")
        }
        return shard
    }

    /// Refuses options that normalizing leaves without effect.
    private func validateNormalization() throws {
        guard let normalize else { return }
        if musical.sound.gain != 0 {
            throw ValidationError("--normalize and --gain cannot be used together")
        }
        if !taps.tap.isEmpty || stems != nil {
            throw ValidationError(
                "--normalize and \(stems == nil ? "--tap" : "--stems") cannot be used together"
            )
        }
        if normalize.isOfAlbum {
            let others = [("--continue", continues), ("--shard", shard != nil)]
            if let other = others.first(where: \.1)?.0 {
                throw ValidationError(
                    "--normalize album and \(other) cannot be used together: the gain is that of "
                        + "all files"
                )
            }
            if input.files.contains("-") {
                throw ValidationError(
                    "--normalize album: standard input (-) cannot be read twice; name a file"
                )
            }
        }
        if musical.sound.noLimiter, !normalize.level.usesLimiter {
            throw ValidationError(
                "--no-limiter: --normalize uses the limiter for lufs only, not for peaks"
            )
        }
    }

    /// Refuses options that a fade leaves without effect, or that would not have it.
    private func validateFade() throws {
        guard fade != nil else { return }
        if musical.playing.loopCount == nil {
            throw ValidationError("--fade needs --loop-range and --loop-count")
        }
        if !taps.tap.isEmpty || stems != nil {
            throw ValidationError(
                "--fade and \(stems == nil ? "--tap" : "--stems") cannot be used together: only the "
                    + "mix fades"
            )
        }
        if musical.playing.countIn != nil {
            throw ValidationError("--fade and --count-in cannot be used together")
        }
        if case .auto = tail { return }
        throw ValidationError(
            "--fade and --tail cannot be used together: the sound ends with the fade"
        )
    }

    func validate() throws {
        try validateNormalization()
        if stems != nil, output == "-" || (output.map(SoundFileWriter.isSpecial) ?? false) {
            throw ValidationError("--stems needs an output with a name: -o FILE or -o DIR/")
        }
        if stems == .tracks, musical.routing.rack != nil || !musical.routing.route.isEmpty {
            throw ValidationError(
                "--stems tracks gives each track a sampler; with --rack or --route use samplers"
            )
        }
        if continues, !taps.tap.isEmpty {
            throw ValidationError("--continue and --tap cannot be used together")
        }
        if continues, !(output.map(OutputPaths.isFolder) ?? false) {
            throw ValidationError("--continue needs a folder for the outputs: -o DIR/")
        }
        if musical.playing.loopRange != nil, musical.playing.loopCount == nil {
            throw ValidationError("--loop-range needs --loop-count, since a sound file must end")
        }
        try validateFade()
        if musical.playing.chaseNotes, musical.from == nil, musical.playing.loopRange == nil {
            throw ValidationError(
                "--chase-notes is about the notes held where rendering starts: "
                    + "it needs --from or --loop-range"
            )
        }
    }

    func run() throws {
        try MixedUpInput.checkFonts(among: input.files, command: "render")
        if output == nil {
            try MixedUpInput.checkOutput(among: input.files, command: "render")
        }
        try MixedUpInput.checkSounds(among: input.files)
        var failures = FirstFailure()
        var inputs: [OutputPaths.Input] = []
        for source in input.files {
            inputs += PlaylistSource.inputs(source) { failures.note($0, at: inputs.count) }
        }
        guard !inputs.isEmpty else { throw failures.asError }
        StreamOptions.reportClips()
        let tapRequests = try taps.requests(musical.samples.format)
        let rack = try outputs.applied(to: musical.routing.rack(musical.sound))
            .withChannels(of: tapRequests)
        try rack.checkWithoutMIDIOutputs()
        try musical.routing.checkWithoutLiveSources()
        let map = outputs.channels(rack.assignments, isQuiet: quiet)
        if normalize != nil, rack.assignments.pairCount > 1 {
            throw CommandFailure(
                .usage,
                "--normalize levels output 1-2 only: not with parts on other output channels"
            )
        }
        let destination = try RenderDestination(
            output: output,
            inputs: inputs,
            isForced: force,
            type: type,
            format: musical.samples.format,
            rate: musical.samples.rate,
            channels: map.count
        )
        if !tapRequests.isEmpty {
            guard inputs.count == 1 else {
                throw CommandFailure(.usage, "--tap needs a single input, not \(inputs.count)")
            }
            try refuseOutput(of: tapRequests, among: destination.outputs.paths)
        }
        if stems != nil {
            try CommandFailure.catching { () throws(PlaybackError) in
                try RenderStems.check(destination.outputs.paths)
            }
        }
        // Not before: reading the fonts may block.
        try Signals.watch()
        let paths = destination.outputs.paths
        let indices = shard?.indices(of: paths) ?? Array(paths.indices)
        if let shard, indices.isEmpty, !quiet {
            Console.report(
                "no files in share \(shard.number) of \(shard.count): "
                    + "\(NumberText.count(paths.count, "file")) in all"
            )
        }
        let rate = musical.samples.rate
        let reportFile = try report.map { path throws(CommandFailure) in
            guard !paths.map(OutputPlace.of).contains(OutputPlace.of(path)) else {
                throw CommandFailure(.usage, "--report: \(path) is already the output")
            }
            return try RenderReport(path, rate: rate, inputs: inputs.map(\.path))
        }
        let atOnce = max(1, min(jobs ?? Processors.count, indices.count))
        var settings = RenderSettings(
            musical: musical,
            isQuiet: quiet,
            destination: destination,
            rack: rack,
            threads: max(1, Processors.count / atOnce)
        )
        settings.record = try record(of: destination, rack, map)
        settings.rendering.engine.tail = tailPolicy
        settings.rendering.maximumLength = maxLength
        settings.rendering.names.maximumLength = "--max-length"
        settings.rendering.taps = tapRequests
        settings.rendering.isMeasured = report != nil
        settings.rendering.normalization = normalize?.level
        settings.isAlbum = normalize?.isOfAlbum ?? false
        settings.rendering.stems = stems
        settings.rendering.fade = fade
        settings.rendering.map = map
        let fontReport = RenderJob.FontReport()
        let renderJobs = indices.map { index in
            RenderJob(
                settings.tagged(tags.settings(of: index, among: inputs.count)),
                input: inputs[index].path,
                output: paths[index],
                fontReport: fontReport
            )
        }
        var batch = RenderBatch(renderJobs, settings, failures)
        try batch.run(atOnce: atOnce, report: reportFile)
    }

    /// Refuses taps that would be written to an output's file.
    private func refuseOutput(
        of taps: [TapRequest],
        among outputs: [String]
    ) throws(CommandFailure) {
        let places = Set(outputs.map(OutputPlace.of))
        for tap in taps where places.contains(OutputPlace.of(tap.destination.path)) {
            throw CommandFailure(
                .usage,
                "--tap \(tap.name): \(tap.destination.path) is already the output"
            )
        }
    }

    /// The record of `--continue`.
    private func record(
        of destination: RenderDestination,
        _ rack: RackSettings,
        _ map: ChannelMap
    ) throws(CommandFailure) -> RenderSettings.Record? {
        guard continues, let folder = destination.outputs.folder else { return nil }
        let others = [
            destination.type.rawValue, destination.format.rawValue, "\(tailPolicy)",
            normalize.map { "\($0.level)" } ?? "", stems?.rawValue ?? "",
            map.text, fade.map { "\($0)" } ?? "", tags.text,
        ]
        return RenderSettings.Record(
            record: try RenderRecord(of: folder, shard: shard),
            fingerprint: try SoundFingerprint(musical, rack, others)
        )
    }
}
