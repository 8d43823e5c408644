import CommandSupport
import Instruments
import Playback
import SamplerHost
import Sequencer
import Synchronization
import Waveform
import Wording

/// One file of `seqd peaks`: from reading or rendering it to the finished outputs, on a thread of its
/// own.
final class PeaksJob: QueuedJob {
    let input: String
    private let paths: PeaksOutputs.Paths
    private let settings: PeaksSettings
    private let outputs: PeaksOutputs
    private let music: MusicRendering?
    private let isQuiet: Bool
    private let state = Mutex(State())

    private struct State {
        var isCancelled = false
        /// The rendering of a MIDI file while it runs.
        var render: RenderJob?
        /// The seconds of a MIDI file that were rendered.
        var secondsRendered = 0.0
        /// The frames of a sound file.
        var framesDone: Int64 = 0
        var framesTotal: Int64 = 0
        var rate = 1
        var hasEnded = false
    }

    /// Makes a job, which does not run yet.
    ///
    /// - Parameters:
    ///   - input: The file.
    ///   - paths: Its outputs.
    ///   - outputs: The outputs of all files.
    ///   - settings: The settings, shared by all jobs.
    ///   - music: The settings with which MIDI files are rendered; `nil` where none are among the files.
    ///   - isQuiet: Whether only errors are printed.
    init(
        _ input: String,
        to paths: PeaksOutputs.Paths,
        of outputs: PeaksOutputs,
        _ settings: PeaksSettings,
        _ music: MusicRendering?,
        isQuiet: Bool
    ) {
        self.input = input
        self.paths = paths
        self.outputs = outputs
        self.settings = settings
        self.music = music
        self.isQuiet = isQuiet
    }

    /// The name of the input in messages.
    private var name: String { input == "-" ? "standard input" : input }

    /// Does the work.
    ///
    /// Any thread.
    ///
    /// - Throws: The fault in the file, the options for it, or the output.
    func run() throws(CommandFailure) {
        defer { end() }
        let kind = try AudibleFile(input)
        try outputs.prepare(paths)
        let sound: PeaksSound
        switch kind {
        case .music:
            guard let music else {
                throw CommandFailure(.data, "\(name): changed while it was read")
            }
            sound = try render(music)
        case .sound: sound = try read()
        }
        if isCancelled { throw .silent(.interrupted) }
        guard sound.collector.frames > 0 else {
            throw CommandFailure(.data, "\(name): no sound in it")
        }
        let invalid = sound.collector.invalidSamples
        if invalid > 0 {
            Console.report(
                "\(name): \(NumberText.count(invalid, "sample")) not finite; taken as 0"
            )
        }
        try write(sound)
    }

    /// Keeps only the seconds: the rendering has the pixels and the music, and the job lives as long
    /// as the queue.
    private func end() {
        let render = state.withLock { state in
            state.hasEnded = true
            return state.render
        }
        guard let render else { return }
        let seconds = render.secondsDone
        state.withLock { state in
            state.secondsRendered = seconds
            state.render = nil
        }
    }

    // MARK: Sound

    private func render(_ music: MusicRendering) throws(CommandFailure) -> PeaksSound {
        let sink = PeakSink(
            PeakCollector(channels: 2, rate: music.musical.samples.rate, settings)
        )
        let job = try RenderJob(
            input,
            into: sink,
            music.musical,
            on: music.rack,
            threads: music.threads,
            isQuiet: isQuiet,
            fontReport: music.fontReport
        )
        let isCancelled = state.withLock { state in
            state.render = job
            return state.isCancelled
        }
        if isCancelled { job.cancel() }
        try job.run()
        return PeaksSound(sink.collector, inputChannels: 2, job.program)
    }

    private func read() throws(CommandFailure) -> PeaksSound {
        try CommandFailure.catching { () throws(HostError) in
            let file = try AudiblePart(input, name: name, from: settings.start, to: settings.end)
            let collector = PeakCollector(channels: file.channels, rate: file.rate, settings)
            state.withLock { state in
                state.framesTotal = file.length ?? 0
                state.rate = file.rate
            }
            try file.forEachPiece { samples, count throws(HostError) in
                try collector.add(samples)
                let isCancelled = state.withLock { state in
                    state.framesDone += Int64(count)
                    return state.isCancelled
                }
                if isCancelled { throw HostError(.cancelled, name, "cancelled") }
            }
            return PeaksSound(collector, inputChannels: file.channels, start: file.start)
        }
    }

    // MARK: Outputs

    private func write(_ sound: PeaksSound) throws(CommandFailure) {
        let collector = sound.collector
        let finished = try CommandFailure.catching { () throws(HostError) in
            try collector.finish()
        }
        var resolutions = finished
        if !paths.data.isEmpty, settings.samplesPerPixel.isEmpty {
            let least = PeakFormat.samplesPerPixel.lowerBound
            resolutions = try CommandFailure.catching { () throws(HostError) in
                try collector.fitted(least: least).map { pixels throws(HostError) in
                    let spool = PeakSpool()
                    try spool.add(pixels.buckets.map(PeakValues.init))
                    return [(pixels.frames, spool)]
                } ?? []
            }
        }
        for (path, resolution) in zip(paths.data, resolutions) {
            let writer = PeaksWriter(
                format: PeakFormat(
                    kind: outputs.kind,
                    bits: settings.bits,
                    rate: collector.rate,
                    samplesPerPixel: resolution.samplesPerPixel,
                    channels: collector.channels
                ),
                hasRMS: settings.hasRMS
            )
            try writer.write(resolution.values, to: path, mayReplace: outputs.mayReplace)
            let pixels = resolution.values.count / collector.channels
            report(
                path,
                sound,
                "\(NumberText.count(pixels, "pixel")) of \(resolution.samplesPerPixel) frames"
            )
        }
        guard let path = paths.picture, let pixels = collector.fitted() else { return }
        let picture = WaveformPicture(
            sound.content(of: pixels, title: input == "-" ? "standard input" : fileName),
            width: settings.width ?? WaveformPicture.usualWidth
        )
        try DataDestination(path).write(picture.svg)
        if paths.data.isEmpty { report(path, sound, "picture") }
    }

    private var fileName: String { input.split(separator: "/").last.map(String.init) ?? input }

    private func report(_ path: String, _ sound: PeaksSound, _ content: String) {
        guard !isQuiet else { return }
        Console.report(
            "\(path == "-" ? "standard output" : path): \(sound.lengthText), \(content), "
                + "peak \(Level.text(sound.collector.peak))"
        )
    }

    // MARK: Progress

    private var isCancelled: Bool { state.withLock(\.isCancelled) }

    var secondsDone: Double {
        state.withLock { state in
            state.render?.secondsDone
                ?? state.secondsRendered + Double(state.framesDone) / Double(state.rate)
        }
    }

    var fractionDone: Double {
        state.withLock { state in
            if state.hasEnded { return 0 }
            if let render = state.render { return render.fractionDone }
            guard state.framesTotal > 0 else { return 0 }
            return Double(state.framesDone) / Double(state.framesTotal)
        }
    }

    var isSkipped: Bool { false }

    func cancel() {
        let render = state.withLock { state in
            state.isCancelled = true
            return state.render
        }
        render?.cancel()
    }
}
