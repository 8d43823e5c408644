import CommandSupport
import Platform
import Playback
import SamplerHost
import Sequencer

/// The comparison of one file as it plays with the same as it renders.
struct Verification {
    private let path: String
    private let musical: MusicalOptions
    private let rack: RackSettings
    private let period: Int

    /// Makes a comparison.
    ///
    /// - Parameters:
    ///   - path: The MIDI file.
    ///   - musical: The options for both.
    ///   - rack: The rack of the options.
    ///   - period: Frames per period of playing.
    init(_ path: String, _ musical: MusicalOptions, _ rack: RackSettings, period: Int) {
        self.path = path
        self.musical = musical
        self.rack = rack
        self.period = period
    }

    /// Renders and plays the file, and prints the outcome.
    ///
    /// - Returns: The status of the signal that ended it, if one did.
    /// - Throws: A file that cannot be played, and status 70 for one that does not play as it
    ///   renders.
    func run() throws(CommandFailure) -> ExitStatus? {
        let file = try PieceFile.load(path, reporting: .errors, reading: musical.reading)
        guard try file.playable(musical).count == 1 else {
            throw CommandFailure(
                .usage,
                "\(path): several patterns render on the same samplers, and play on others; "
                    + "choose one with --pattern"
            )
        }
        let sound = try rendered()
        let sink = ComparingSink(sound, periodFrames: period)
        if let ending = try play(into: sink) { return ending }
        try report(sink.outcome)
        return nil
    }

    /// The sound as `seqd render` writes it, before it is converted.
    private func rendered() throws(CommandFailure) -> SoundSpool {
        let spool = try CommandFailure.catching { () throws(HostError) in
            try SoundSpool(periodFrames: RenderingSettings.period)
        }
        let job = try RenderJob(
            path,
            into: spool,
            musical,
            on: rack,
            threads: Processors.count,
            isQuiet: true
        )
        try job.run()
        return spool
    }

    /// Plays the file as `seqd play` does.
    private func play(into sink: ComparingSink) throws(CommandFailure) -> ExitStatus? {
        var settings = musical.sound.engineSettings(for: rack, rate: musical.samples.rate)
        settings.variSpeed = musical.varispeed.factor
        settings.isRealTime = false
        settings.maximumPeriod = max(period, 64)
        try CommandFailure.catching { () throws(HostError) in try settings.prepareInserts() }
        let engine = Engine(settings)
        let loader = PlaylistLoader(musical, on: rack, for: settings, reporting: .errors)
        let player = Player(
            Playlist([path], passes: 1, isShuffled: false),
            engine: engine,
            loader: loader,
            musical: musical,
            isQuiet: true,
            failures: FirstFailure()
        )
        guard player.prepare() else { throw player.failures.asError }
        player.begin()
        let thread = try CommandFailure.catching { () throws(HostError) in
            try AudioThread(running: engine, into: sink, realTime: false) { Signals.wake() }
        }
        let signal = player.run(until: thread)
        try CommandFailure.catching { () throws(HostError) in try thread.join() }
        return signal
    }

    private func report(_ outcome: ComparingSink.Outcome) throws(CommandFailure) {
        let rate = musical.samples.rate
        func time(_ frames: Int64) -> String {
            TimeText.text(frames: frames, rate: rate, decimals: 3...3)
        }
        guard !outcome.isSame else {
            return try Console.write(
                "\(path): plays as it renders: \(outcome.frames) frames, "
                    + "\(time(outcome.frames))\n"
            )
        }
        guard let first = outcome.firstDifference else {
            throw CommandFailure(
                .internal,
                "\(path): plays \(outcome.frames) frames, renders \(outcome.expectedFrames)"
            )
        }
        throw CommandFailure(
            .internal,
            "\(path): does not play as it renders from frame \(first) (\(time(first))) on: "
                + "\(outcome.differingSamples) samples differ, at most by "
                + Level.text(outcome.highestDifference)
        )
    }
}
