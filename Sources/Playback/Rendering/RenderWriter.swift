import SamplerHost

/// Writes what an engine renders to a sound file, at once or normalized.
struct RenderWriter {
    private let settings: RenderingSettings
    private let output: String
    private let tags: SoundFileTags
    private let sink: (any PeriodSink)?

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - settings: The settings of the job.
    ///   - output: The path.
    ///   - tags: The tags of the file.
    ///   - sink: Where the sound goes instead; `nil` for the output.
    init(
        _ settings: RenderingSettings,
        output: String,
        tags: SoundFileTags,
        sink: (any PeriodSink)? = nil
    ) {
        self.sink = sink
        self.tags = tags
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
        let isAlone = settings.albumGain == nil && settings.album == nil
        guard isAlone, let target = settings.normalization else {
            return try writeAtOnce(engine, expected: expected, betweenPeriods)
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

    /// Writes what an engine renders at the level that it has.
    private func writeAtOnce(
        _ engine: Engine,
        expected: Int64,
        _ betweenPeriods: () -> Void
    ) throws(HostError) -> RenderedLevels {
        let sink = try open(expected)
        let isMeasured = settings.isMeasured || settings.album != nil
        let meter = isMeasured ? try LoudnessMeter(rate: engine.settings.rate) : nil
        try engine.run(into: sink, measuring: meter, betweenPeriods: betweenPeriods)
        if let meter, let album = settings.album { album.meter.add(meter, as: album.number) }
        let figures = engine.takeFigures()
        return RenderedLevels(
            frames: figures.frame,
            peak: figures.highestPeak,
            // An album reads its meters when it has all of them.
            reading: settings.album == nil ? meter?.finish() : nil,
            clippedSamples: figures.clippedSamples,
            limitedFrames: figures.limitedFrames,
            gainReduction: figures.highestGainReduction,
            normalization: settings.albumGain
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
            mayReplace: settings.mayReplace,
            tags: tags
        )
    }
}
