import ArgumentParser
import CommandSupport
import Platform
import Playback
import SamplerHost
import Sequencer
import Waveform
import Wording

/// `seqd peaks`: the waveform of sound files and MIDI files, as data and as a picture.
struct PeaksCommand: ParsableCommand, MusicalCommand {
    static let configuration = CommandConfiguration(
        commandName: "peaks",
        abstract: "Write the waveform of sound files and MIDI files: peaks, RMS, a picture.",
        discussion: """
            EXAMPLES:
              seqd peaks song.flac                      song.dat in the current folder
              seqd peaks song.mid -o song.json --bits 8
              seqd peaks album/*.flac -o web/ --samples-per-pixel 256,2048,16384
              seqd peaks song.mid --svg song.svg        a picture with bars and markers
              seqd peaks take.wav --svg take.svg --channels split --from 1m --to 1m30s
              sox input.mp3 -t wav - | seqd peaks - -o input.dat

            Reads every sound file that libsndfile reads, and renders MIDI files with the
            musical options of seqd play. For a file that seqd render makes with --tail,
            --fade or --normalize, take the peaks of that file.

            Writes the formats of audiowaveform, which peaks.js, wavesurfer.js and other
            players read: for each pixel the lowest and the highest sample. A file appears
            when it is complete.

            Peaks are taken before the conversion to a sample format. Samples beyond full
            scale count as full scale.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Sound files, MIDI files, game music; - for standard input.",
            valueName: "file"
        ),
        completion: .file()
    )
    var files: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "File to write, - for standard output, or a folder (DIR/) for several files. Several "
                + "resolutions become NAME.256.dat and so on.",
            valueName: "out"
        ),
        completion: .file(extensions: ["dat", "json"])
    )
    var output: String?

    @Flag(help: "Overwrite existing files when --output is not given, and NAME.256.dat and so on.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "File type: dat or json (default: by extension, else dat).",
            valueName: "type"
        )
    )
    var type: PeakFormat.Kind?

    @Option(
        name: [.customLong("samples-per-pixel"), .customShort("z")],
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Frames per pixel, 2 to 2147483647 (default: 256); repeatable, or several with commas.",
            valueName: "n"
        ),
        transform: Resolutions.init(parsing:)
    )
    var samplesPerPixel: [Resolutions] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Fit the whole sound into at most this many pixels, 16 to 16000; also the width of the "
                + "picture (default: 1200).",
            valueName: "pixels"
        ),
        transform: Quantity(16...16_000, .count(of: "pixels")).whole
    )
    var width: Int?

    @Option(help: ArgumentHelp("Bits of a value.", valueName: "bits"))
    var bits: Bits = .sixteen

    @Option(
        help: ArgumentHelp(
            "Channels: mix for their mean as one, split for each by itself.",
            valueName: "channels"
        )
    )
    var channels: Channels = .mix

    @Flag(
        help: ArgumentHelp(
            "Add the RMS of each pixel to JSON, as \"rms\"; audiowaveform itself refuses such a file."
        )
    )
    var rms = false

    @Option(
        help: ArgumentHelp(
            "Draw the waveform to a .svg file, or to .svg files in a folder (DIR/). Without --output "
                + "or --type, nothing else is written.",
            valueName: "out"
        ),
        completion: .file(extensions: ["svg"])
    )
    var svg: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Files to read in parallel, 1 to 256 (default: the number of processors).",
            valueName: "n"
        ),
        transform: Quantity(1...256, .count(of: "jobs")).whole
    )
    var jobs: Int?

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

    /// The values of `--bits`.
    enum Bits: String, CaseIterable, ExpressibleByArgument {
        case eight = "8"
        case sixteen = "16"
    }

    /// The values of `--channels`.
    enum Channels: String, CaseIterable, ExpressibleByArgument {
        case mix
        case split
    }

    /// A value of `--samples-per-pixel`.
    struct Resolutions {
        var values: [Int]

        init(parsing text: String) throws {
            let quantity = Quantity(PeakFormat.samplesPerPixel, .count(of: "frames"))
            values = try text.split(separator: ",", omittingEmptySubsequences: false).map {
                try quantity.whole(String($0))
            }
        }
    }

    func validate() throws {
        if musical.samples.format != nil {
            throw ValidationError(
                "--format: peaks are taken before the conversion to a sample format"
            )
        }
        if musical.playing.loopRange != nil, musical.playing.loopCount == nil {
            throw ValidationError("--loop-range needs --loop-count, since a render must end")
        }
        if musical.playing.countIn != nil, svg != nil {
            throw ValidationError(
                "--count-in and --svg cannot be used together: the bars of a picture begin with the "
                    + "music"
            )
        }
        let all = samplesPerPixel.flatMap(\.values)
        if let double = all.first(where: { value in all.count(where: { $0 == value }) > 1 }) {
            throw ValidationError("--samples-per-pixel: \(double) given more than once")
        }
        if width != nil, !all.isEmpty, svg == nil {
            throw ValidationError(
                "--width and --samples-per-pixel cannot be used together, except with --svg"
            )
        }
        if rms, type == .dat {
            throw ValidationError("--rms needs JSON: the format dat has no room for it")
        }
        guard files.count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("standard input (-) given more than once")
        }
    }

    func run() throws {
        try MixedUpInput.checkFonts(among: files, command: "peaks")
        try AudibleFile.checkTerminal(among: files)
        if output == nil { try PeaksOutputs.checkOutput(among: files) }
        let resolutions = samplesPerPixel.flatMap(\.values).sorted()
        let settings = PeaksSettings(
            samplesPerPixel: resolutions.isEmpty && width == nil ? [256] : resolutions,
            width: width,
            hasPicture: svg != nil,
            isSplit: channels == .split,
            bits: bits == .eight ? 8 : 16,
            hasRMS: rms,
            start: musical.from,
            end: musical.to
        )
        let outputs = try PeaksOutputs(
            output: output,
            kind: type,
            picture: svg,
            inputs: files.map { OutputPaths.Input($0) },
            samplesPerPixel: settings.samplesPerPixel,
            isForced: force
        )
        if rms, outputs.kind == .dat {
            throw CommandFailure(
                .usage,
                "--rms needs JSON: the format dat has no room for it; add --type json"
            )
        }
        let atOnce = max(1, min(jobs ?? Processors.count, files.count))
        let music = try music(among: files, atOnce: atOnce)
        // Not before: reading the fonts may block.
        try Signals.watch()
        let peaksJobs = zip(files, outputs.paths).map { input, paths in
            PeaksJob(input, to: paths, of: outputs, settings, music, isQuiet: quiet)
        }
        var failures = FirstFailure()
        let positions = Dictionary(
            uniqueKeysWithValues: peaksJobs.enumerated().map { (ObjectIdentifier($1), $0) }
        )
        let run = JobRun(jobs: peaksJobs, atOnce: atOnce, isQuiet: quiet)
        try run.run({ job throws(CommandFailure) in try job.run() }) { ended in
            guard let failure = ended.failure else { return }
            failures.note(failure, at: positions[ObjectIdentifier(ended.job)])
        }
        if failures.status != nil { throw failures.asError }
    }
}
