import SamplerHost

/// Writes what an engine renders to a sound file, at once or normalized.
struct RenderWriter {
    private let settings: RenderingSettings
    private let output: String
    private let sink: (any PeriodSink)?

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - settings: The settings of the job.
    ///   - output: The path.
    ///   - sink: Where the sound goes instead; `nil` for the output.
    init(_ settings: RenderingSettings, output: String, sink: (any PeriodSink)? = nil) {
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
    ) throws(HostError) -> RenderedLevels {
        guard let target = settings.normalization else {
            let sink = try open(expected)
            let meter =
                settings.isMeasured ? try LoudnessMeter(rate: engine.settings.rate) : nil
            try engine.run(into: sink, measuring: meter, betweenPeriods: betweenPeriods)
            let figures = engine.takeFigures()
            return RenderedLevels(
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
            spool = try SoundSpool(periodFrames: RenderingSettings.period)
            meter = try LoudnessMeter(rate: engine.settings.rate)
            try engine.run(into: spool, measuring: meter, betweenPeriods: betweenPeriods)
        } catch {
            sink.abandon()
            throw error
        }
        let outcome = try Normalizer(
            spool,
            to: target,
            limiter: settings.engine.limiter,
            rate: engine.settings.rate
        ).write(to: sink, measured: meter.finish(), isCancelled: isCancelled)
        return RenderedLevels(
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
            type: settings.type,
            format: settings.format,
            rate: settings.engine.rate,
            periodFrames: RenderingSettings.period,
            map: settings.map,
            expectedFrames: expected,
            mayReplace: settings.mayReplace
        )
    }
}
