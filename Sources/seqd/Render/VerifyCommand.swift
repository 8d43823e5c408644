import ArgumentParser
import CommandSupport
import Playback
import SamplerHost
import Sequencer

/// `seqd verify`: whether a file plays as it renders.
struct VerifyCommand: ParsableCommand, MusicalCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that a MIDI file plays as it renders, sample by sample.",
        discussion: """
            EXAMPLES:
              seqd verify song.mid
              seqd verify *.mid --sf2 piano.sf2 --period 100

            Renders each file as seqd render does, plays it as seqd play does, as fast as
            possible and without a device, and compares all samples. Needs no sound device.

            EXIT STATUS:
              0   all files play as they render
              70  a file does not
            """
    )

    @OptionGroup var input: InputOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Frames per period of playing, 16 to 8192.", valueName: "frames"),
        transform: Quantity.period.whole
    )
    var period: Int = 256

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

    func validate() throws {
        if musical.playing.loopRange != nil, musical.playing.loopCount == nil {
            throw ValidationError("--loop-range needs --loop-count, since a render must end")
        }
        if musical.samples.format != nil {
            throw ValidationError("--format: all samples are compared as float, before a format")
        }
        if input.files.contains("-") {
            throw ValidationError("standard input (-) can be read only once; give a file")
        }
    }

    func run() throws {
        try MixedUpInput.checkFonts(among: input.files, command: "verify")
        var failures = FirstFailure()
        var paths: [String] = []
        for source in input.files {
            paths += PlaylistSource.files(source) { failures.note(CommandFailure($0)) }
        }
        let rack = try musical.routing.rack(musical.sound)
        try rack.checkWithoutMIDIOutputs()
        try musical.routing.checkWithoutLiveSources()
        StreamOptions.reportClips()
        try Signals.watch()
        for path in paths {
            var ending: ExitStatus?
            failures.note { () throws(CommandFailure) in
                ending = try Verification(path, musical, rack, period: period).run()
            }
            if let ending { throw CommandFailure.silent(ending) }
        }
        if failures.status != nil { throw failures.asError }
    }
}
