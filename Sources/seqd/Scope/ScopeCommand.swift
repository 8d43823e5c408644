import ArgumentParser
import CommandSupport
import ControlProtocol
import Platform
import Playback
import SamplerHost
import Scope
import Sequencer
import Wording

/// `seqd scope`: a sound as an oscilloscope, Lissajous figure, spectrum, spectrogram, correlation or
/// loudness, live from a daemon or of a file.
struct ScopeCommand: ParsableCommand, MusicalCommand {
    static let configuration = CommandConfiguration(
        commandName: "scope",
        abstract: "Show a sound: oscilloscope, Lissajous, spectrum, correlation, loudness.",
        discussion: """
            EXAMPLES:
              seqd scope                                the output of a daemon, live
              seqd scope --strip bass --view spectrum
              seqd scope --seconds 60 --view loudness -o minute.png
              seqd scope take.wav --view loudness       a picture in the terminal
              seqd scope song.mid --view spectrogram -o song.png
              seqd scope take.flac --view lissajous --from 1m --to 1m30s -o take.svg
              sox input.mp3 -t wav - | seqd scope - --view spectrum -o input.svg

            VIEWS:
              oscilloscope    both channels from a rising zero crossing on
              lissajous       left against right: mono is the diagonal from the lower
                              left, two tones 90 degrees apart are a circle
              spectrum        20 Hz to 20 kHz in dBFS, with the highest levels held;
                              Hann windows of 0.17 s, a full-scale sine has 0 dBFS
              spectrogram     the same over time, as colours from -96 to 0 dBFS
              correlation     +1 mono, 0 nothing in common, -1 opposite channels
              loudness        momentary and short-term loudness, and as numbers the
                              integrated loudness and the true peak (EBU R 128)

            KEYS:
              1 to 6      the views, in this order
              v           next view; V previous
              space       freeze, and continue
              + -         show a shorter or longer time, or less or more decibels
              r           reset what is held and measured
              q           quit; the daemon keeps running

            Reads every sound file that libsndfile reads, and renders MIDI files with the
            musical options of seqd play. One channel counts as the same sound on both
            sides; of more than two the first two are shown. The spectrum shows the louder
            channel at each frequency.

            Without a file, the sound comes from a tap of the daemon, which needs the role
            admin. The daemon writes it to a named pipe, which is removed at once.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Sound file, MIDI file or game music; - for standard input (default: a daemon's output).",
            valueName: "file"
        ),
        completion: .file()
    )
    var file: String?

    @Option(help: ArgumentHelp("View.", valueName: "view"))
    var view: ScopeViewKind = .oscilloscope

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Picture to draw, .svg or .png (default: draw in the terminal).",
            valueName: "out"
        ),
        completion: .file(extensions: ["svg", "png"])
    )
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Size of the picture in pixels, 240 to 4096 each (default: 1200x600; of lissajous "
                + "800x800).",
            valueName: "width x height"
        ),
        transform: Self.size
    )
    var size: PlotPicture.Size?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Time that the oscilloscope shows, 0.5 to 10000 ms (default: 20).",
            valueName: "ms"
        ),
        transform: Quantity(0.5...10_000, .milliseconds).value
    )
    var span: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Draw so many seconds of the daemon's sound once, 0.1 to 3600 (default: live).",
            valueName: "seconds"
        ),
        transform: Quantity(0.1...3_600, .seconds).value
    )
    var seconds: Double?

    @Option(
        help: ArgumentHelp(
            "Strip of the daemon, or master for the whole mix (default: master).",
            valueName: "name"
        )
    )
    var strip: String?

    @Option(
        help: ArgumentHelp(
            "Folder for the pipe that the daemon writes to (default: $XDG_RUNTIME_DIR or /tmp).",
            valueName: "folder"
        ),
        completion: .directory
    )
    var pipeFolder: String?

    @OptionGroup
    var daemon: SocketOptions

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

    /// Reads a size such as `1200x600`.
    private static func size(_ text: String) throws -> PlotPicture.Size {
        let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
            .map { Int($0.filter { $0 != " " }) }
        guard parts.count == 2, let width = parts[0], let height = parts[1],
            PlotPicture.Size.lengths.contains(width), PlotPicture.Size.lengths.contains(height)
        else { throw ValidationError("expected two numbers of 240 to 4096, such as 1200x600") }
        return PlotPicture.Size(width: width, height: height)
    }

    func validate() throws {
        if samples.format != nil {
            throw ValidationError(
                "--format: the sound is shown before the conversion to a sample format"
            )
        }
        if playing.loopRange != nil, playing.loopCount == nil {
            throw ValidationError("--loop-range needs --loop-count, since a render must end")
        }
        if size != nil, output == nil { throw ValidationError("--size needs --output") }
        if span != nil, view != .oscilloscope {
            throw ValidationError("--span is for the view oscilloscope")
        }
        if file == nil {
            if output != nil, seconds == nil {
                throw ValidationError(
                    "--output needs a file, or --seconds for the sound of a daemon"
                )
            }
            let given: [(option: String, isGiven: Bool)] = [
                ("--from", piece.from != nil), ("--to", piece.to != nil),
                ("--quiet", quiet && seconds == nil),
            ]
            if let option = (given + soundlessOptions).first(where: \.isGiven)?.option {
                throw ValidationError("\(option) needs a file")
            }
        } else {
            // A configuration file may set --socket and --name.
            let given = [
                ("--strip", strip != nil), ("--pipe-folder", pipeFolder != nil),
                ("--seconds", seconds != nil),
            ]
            if let option = given.first(where: \.1)?.0 {
                throw ValidationError("\(option) is for the sound of a daemon, and a file is given")
            }
        }
    }

    func run() throws {
        guard let file else {
            if let seconds { try draw(seconds: seconds) } else { try runLive() }
            return
        }
        try MixedUpInput.checkFonts(among: [file], command: "scope")
        try AudibleFile.checkTerminal(among: [file])
        let destination = try ScopeDestination(output, input: file, size: size, view: view)
        let settings = ScopeSettings(
            view: view,
            span: spanSeconds,
            start: piece.from,
            end: piece.to
        )
        let music = try music(among: [file], atOnce: 1)
        // Not before: reading the fonts may block.
        try Signals.watch()
        let job = ScopeJob(file, settings, music, to: destination, isQuiet: quiet)
        var failure: CommandFailure?
        let run = JobRun(jobs: [job], atOnce: 1, isQuiet: quiet)
        try run.run({ job throws(CommandFailure) in try job.run() }) { failure = $0.failure }
        if let failure { throw failure }
        if let text = job.text { try Console.write(text) }
    }

    /// The time that the oscilloscope shows, in seconds.
    private var spanSeconds: Double { span.map { $0 / 1_000 } ?? Oscilloscope.usualSpan }

    private func tap() throws(CommandFailure) -> ScopeTap {
        try ScopeTap(
            of: strip ?? "master",
            socket: daemon.socket,
            name: daemon.daemonName,
            folder: pipeFolder
        )
    }

    /// Shows the sound of a daemon until the user quits.
    private func runLive() throws {
        let screen = try ScopeScreen()
        // Before any thread is started.
        try Signals.watch()
        let scope = try LiveScope(tap(), on: screen, view: view, span: spanSeconds)
        if let status = try scope.run() { throw CommandFailure.silent(status) }
    }

    /// Draws some seconds of the sound of a daemon.
    private func draw(seconds: Double) throws {
        let destination = try ScopeDestination(output, input: nil, size: size, view: view)
        try destination.prepare()
        try Signals.watch()
        let recorder = try TapRecorder(tap: tap(), seconds: seconds)
        let feed = try recorder.record(view, span: spanSeconds)
        let text = try destination.draw(feed, view, title: recorder.tap.strip, isQuiet: quiet)
        if let text { try Console.write(text) }
    }
}

// The words of the option are the raw values, and its help and errors list them.
extension ScopeViewKind: ExpressibleByArgument {}
