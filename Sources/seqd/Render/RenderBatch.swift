import CommandSupport
import Effects
import Playback
import SamplerHost
import Sequencer
import Wording

/// The jobs of one `seqd render`: runs them, shows their progress and reports how each ended.
struct RenderBatch {
    /// The most times that all files are measured for one gain.
    private static let albumMeasurements = 5

    private let jobs: [RenderJob]
    private let positions: [ObjectIdentifier: Int]
    private let settings: RenderSettings
    private var failures: FirstFailure
    /// The failures by job.
    private var failureOfJob: [ObjectIdentifier: CommandFailure] = [:]

    /// Makes a batch.
    ///
    /// - Parameters:
    ///   - jobs: The jobs, in the order of their inputs.
    ///   - settings: Their settings.
    ///   - failures: The failures so far.
    init(_ jobs: [RenderJob], _ settings: RenderSettings, _ failures: FirstFailure) {
        self.jobs = jobs
        self.settings = settings
        self.failures = failures
        positions = Dictionary(
            uniqueKeysWithValues: jobs.enumerated().map { (ObjectIdentifier($1), $0) }
        )
    }

    /// Runs the jobs to their end.
    ///
    /// - Parameters:
    ///   - atOnce: The number of jobs that run at once.
    ///   - report: The report to write in the end, unless a signal has ended the batch.
    /// - Throws: The first failure, or the status of a signal.
    mutating func run(atOnce: Int, report: RenderReport?) throws(CommandFailure) {
        var gain: Double?
        if settings.isAlbum, let target = settings.rendering.normalization {
            gain = try albumGain(for: target, atOnce: atOnce)
        }
        try runQueue(atOnce: atOnce) { [gain] job throws(CommandFailure) in
            try job.run(albumGain: gain)
        }
        reportSkipped()
        if let report {
            let (jobs, failureOfJob) = (jobs, failureOfJob)
            failures.note { () throws(CommandFailure) in
                try report.write(jobs, failures: failureOfJob)
            }
        }
        if failures.status != nil { throw failures.asError }
    }

    /// Finds the gain that brings all files together to a level, by measuring them.
    ///
    /// Where the limiter works, the loudness does not follow the gain exactly: it is measured with
    /// it again.
    ///
    /// - Parameters:
    ///   - target: The level.
    ///   - atOnce: The number of jobs that run at once.
    /// - Returns: The gain in dB; 0 for silence.
    /// - Throws: The status of a signal.
    private mutating func albumGain(
        for target: Normalization,
        atOnce: Int
    ) throws(CommandFailure) -> Double {
        var gain: Double?
        // The gain that was measured with the limiter, and what was missing then.
        var last: (gain: Double, change: Double)?
        for _ in 0..<Self.albumMeasurements {
            let album = AlbumMeter()
            try runQueue(atOnce: atOnce) { [gain, positions] job throws(CommandFailure) in
                try job.measure(album, as: positions[ObjectIdentifier(job)] ?? 0, gain: gain)
            }
            if album.isEmpty { return 0 }
            let reading = album.finish()
            guard var change = target.gain(for: reading) else { break }
            if let gain {
                if abs(change) <= Normalizer.tolerance { break }
                let missing = change
                if let last {
                    // The limiter takes a part of each change.
                    let heard = (last.change - change) / (gain - last.gain)
                    change /= min(max(heard, 0.25), 1)
                }
                last = (gain, missing)
            }
            gain = (gain ?? 0) + change
            let highest = Decibels.level(reading.truePeak) + change
            let isLimited =
                target.usesLimiter && settings.rendering.engine.limiter
                && highest > Decibels.level(Double(Limiter.threshold))
            if !isLimited { break }
        }
        if !settings.isQuiet {
            Console.report(
                gain.map { "gain of all files: \(NumberText.decimal($0, decimals: 2)) dB" }
                    ?? "all files: too quiet or too short to normalize; unchanged"
            )
        }
        return gain ?? 0
    }

    /// Does work for each job that has not failed, and shows the progress.
    ///
    /// - Parameters:
    ///   - atOnce: The number of jobs that run at once.
    ///   - work: The work.
    /// - Throws: The status of a signal.
    private mutating func runQueue(
        atOnce: Int,
        _ work: @escaping JobQueue<RenderJob>.Work
    ) throws(CommandFailure) {
        let run = JobRun(
            jobs: jobs.filter { failureOfJob[ObjectIdentifier($0)] == nil },
            atOnce: atOnce,
            isQuiet: settings.isQuiet
        )
        try run.run(work) { note($0) }
    }

    private mutating func note(_ ended: JobQueue<RenderJob>.Ended) {
        if let failure = ended.failure {
            failureOfJob[ObjectIdentifier(ended.job)] = failure
            failures.note(failure, at: positions[ObjectIdentifier(ended.job)])
        } else if let levels = ended.job.levels, !settings.isQuiet {
            show(levels, of: ended.job)
        }
    }

    private func show(_ levels: RenderedLevels, of job: RenderJob) {
        let name = job.output == "-" ? "standard output" : job.output
        let length = TimeText.text(
            frames: levels.frames,
            rate: settings.musical.samples.rate,
            decimals: 1...1
        )
        Console.report(
            "\(name): \(length), peak \(Level.text(levels.peak))"
                + Level.limited(levels.gainReduction) + Level.loudness(levels.reading?.loudness)
        )
        let gain = settings.musical.sound.gain
        if settings.rendering.normalization != nil {
            if levels.normalization == nil {
                Console.report("\(name): too quiet or too short to normalize; unchanged")
            } else if levels.clippedSamples > 0 {
                Console.report("\(name): \(levels.clippedSamples) samples clipped")
            }
        } else if levels.clippedSamples > 0 {
            Console.report(
                "\(name): \(levels.clippedSamples) samples clipped; "
                    + "--gain \(Level.gainToFit(levels.peak, at: gain)) would avoid it"
            )
        } else if job.isLossy && levels.peak > 1 {
            Console.report(
                "\(name): peaks above full scale are cut when it is decoded; "
                    + "--gain \(Level.gainToFit(levels.peak, at: gain)) would avoid it"
            )
        }
    }

    /// Says how much of a continued batch was done already.
    private func reportSkipped() {
        guard settings.record != nil, !settings.isQuiet else { return }
        let skipped = jobs.count { $0.isSkipped }
        guard skipped > 0 else { return }
        Console.report("\(skipped) of \(jobs.count) outputs are up to date; skipped")
    }
}
