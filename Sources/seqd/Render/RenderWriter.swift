import SamplerHost

/// Writes what an engine renders to a sound file, at once or normalized.
struct RenderWriter {
    /// The levels of what was written.
    struct Levels: Sendable {
        /// The length in frames.
        var frames: Int64
        /// The highest sample.
        var peak: Float
        /// The measurement before the conversion; `nil` where none was asked for.
        var reading: LoudnessMeter.Reading?
        var clippedSamples: Int
        var limitedFrames: Int64
        /// The limiter's largest gain reduction, in dB.
        var gainReduction: Double
        /// The gain in dB that normalizing has added.
        var normalization: Double?
    }

    private let settings: RenderSettings
    private let output: String
    private let sink: (any PeriodSink)?

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - settings: The settings of the job.
    ///   - output: The path.
    ///   - sink: Where the sound goes instead; `nil` for the output.
    init(_ settings: RenderSettings, output: String, sink: (any PeriodSink)? = nil) {
        self.sink = sink
        self.settings = settings
        self.output = output
    }

    /// Runs an engine, and writes what it renders.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - expected: The most frames that there will be.
    ///   - isCancelled: Whether to stop.
    ///   - betweenPeriods: Called after each period.
    /// - Returns: The levels.
    /// - Throws: The failure of the engine or of the file; nothing of it is left then.
    func write(
        _ engine: Engine,
        expected: Int64,
        isCancelled: () -> Bool,
        betweenPeriods: () -> Void
    ) throws(HostError) -> Levels {
        guard let target = settings.normalization else {
            let sink = try open(expected)
            let meter =
                settings.isMeasured ? try LoudnessMeter(rate: engine.settings.rate) : nil
            try engine.run(into: sink, measuring: meter, betweenPeriods: betweenPeriods)
            let figures = engine.takeFigures()
            return Levels(
                frames: figures.frame,
                peak: figures.highestPeak,
                reading: meter?.finish(),
                clippedSamples: figures.clippedSamples,
                limitedFrames: figures.limitedFrames,
                gainReduction: figures.highestGainReduction
            )
        }
        // An output that cannot be written is an error before the work.
        let sink = try open(expected)
        let spool: SoundSpool
        let meter: LoudnessMeter
        do throws(HostError) {
            spool = try SoundSpool(periodFrames: RenderSettings.period)
            meter = try LoudnessMeter(rate: engine.settings.rate)
            try engine.run(into: spool, measuring: meter, betweenPeriods: betweenPeriods)
        } catch {
            sink.abandon()
            throw error
        }
        let outcome = try Normalizer(
            spool,
            to: target,
            limiter: !settings.musical.sound.noLimiter,
            rate: engine.settings.rate
        ).write(to: sink, measured: meter.finish(), isCancelled: isCancelled)
        return Levels(
            frames: spool.frames,
            peak: Float(outcome.reading.peak),
            reading: outcome.reading,
            clippedSamples: outcome.clippedSamples,
            limitedFrames: outcome.limitedFrames,
            gainReduction: outcome.gainReduction,
            normalization: outcome.gain
        )
    }

    private func open(_ expected: Int64) throws(HostError) -> any PeriodSink {
        if let sink { return sink }
        return try SoundFileWriter.open(
            path: output,
            type: settings.destination.type,
            format: settings.destination.format,
            rate: settings.musical.samples.rate,
            periodFrames: RenderSettings.period,
            map: settings.map,
            expectedFrames: expected,
            mayReplace: settings.destination.outputs.mayReplace
        )
    }
}
