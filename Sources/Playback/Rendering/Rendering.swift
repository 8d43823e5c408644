import Glibc
import Platform
package import SamplerHost
import Sequencer
import Synchronization

/// A sound file while it is rendered, with its stems and taps.
///
/// It has samplers of its own, since an instance of FluidSynth that was used before sounds different in
/// the last bits, even after a reset. The same settings give the same bytes, no matter which
/// program renders.
package final class Rendering: Sendable {
    /// The progress, in frames of the output.
    package struct Progress: Hashable, Sendable {
        /// The frames that have been rendered.
        package var framesDone: Int64 = 0
        /// The length of the music, without the tail; 0 before that is known.
        package var framesTotal: Int64 = 0
    }

    private let settings: RenderingSettings
    private let output: String
    private let state = Mutex(State())

    private struct State {
        var engine: Engine?
        var framesTotal: Int64 = 0
        var isCancelled = false
    }

    /// The destination of the sound instead of the output; only ``run(_:onStart:)`` uses it.
    private nonisolated(unsafe) let sink: (any PeriodSink)?

    /// Makes a rendering, which does not run yet.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - output: The path of the sound file.
    ///   - sink: Where the sound goes instead; `nil` for the output.
    package init(
        _ settings: RenderingSettings,
        to output: String,
        into sink: (any PeriodSink)? = nil
    ) {
        unsafe self.sink = sink
        self.settings = settings
        self.output = output
    }

    /// Renders; the files appear when they are complete.
    ///
    /// Any thread, once.
    ///
    /// - Parameters:
    ///   - music: The music, prepared with the same settings and for the same output.
    ///   - isWanted: Asked now and then: `false` is as ``cancel()``.
    ///   - onStart: Called with the engine before it renders.
    /// - Returns: The sound.
    /// - Throws: The error of a SoundFont or of a file; `cancelled` after ``cancel()``. Nothing is
    ///   left then.
    package func run(
        _ music: PreparedRendering,
        isWanted: () -> Bool = { true },
        onStart: (Engine) -> Void = { _ in }
    ) throws(PlaybackError) -> RenderedSound {
        var engineSettings = settings.engine
        engineSettings.isRealTime = false
        engineSettings.variSpeed = settings.play.variSpeed.factor
        engineSettings.maximumPeriod = RenderingSettings.period
        engineSettings.fadeOut = music.fadeOut
        if let gain = settings.albumGain {
            engineSettings.gain += gain
            if settings.normalization?.usesLimiter == false { engineSettings.limiter = false }
        } else if settings.normalization != nil {
            // Normalizing has a limiter of its own, behind its gain.
            engineSettings.limiter = false
        }
        // The clicks come from the fallback's fonts, the file's own among them.
        engineSettings.sampler.fonts = music.rack.fonts
        return try EmbeddedFont.catching(music.embeddedFont) { () throws(HostError) in
            let engine = try music.program.makeEngine(engineSettings, on: music.rack)
            try setStrips(of: engine)
            try addMetronome(to: engine, for: music.program)
            onStart(engine)
            return try render(music, with: engine, isWanted)
        }
    }

    /// Ends it soon and without an output.
    ///
    /// Any thread.
    package func cancel() {
        state.withLock {
            $0.isCancelled = true
            $0.engine?.cancel()
        }
    }

    /// The progress.
    ///
    /// Any thread.
    package var progress: Progress {
        state.withLock { state in
            guard let engine = state.engine else { return Progress() }
            return Progress(framesDone: engine.framesRendered, framesTotal: state.framesTotal)
        }
    }

    // MARK: Steps

    private func setStrips(of engine: Engine) throws(HostError) {
        for name in engine.strips {
            guard let strip = settings.strips[name] else { continue }
            try engine.setStrip(name, strip)
        }
    }

    /// Adds the clicks that the settings ask for.
    private func addMetronome(to engine: Engine, for program: Program) throws(HostError) {
        let play = settings.play
        guard play.hasMetronome || play.countIn != nil,
            program.sequences.contains(where: \.hasBars)
        else { return }
        let rack = try SamplerRack(
            metronome: engine.settings.sampler,
            rate: engine.settings.rate,
            maximumPeriod: engine.settings.maximumPeriod
        )
        guard engine.installMetronome(rack) else { return }
        engine.setMetronome(play.hasMetronome)
    }

    private func render(
        _ music: PreparedRendering,
        with engine: Engine,
        _ isWanted: () -> Bool
    ) throws(HostError) -> RenderedSound {
        let program = music.program
        let isCancelled = state.withLock { state in
            state.engine = engine
            state.framesTotal = program.length
            return state.isCancelled
        }
        defer { state.withLock { $0.engine = nil } }
        if isCancelled { throw HostError(.cancelled, music.name, "cancelled") }
        let longest = program.length(
            withTail: settings.engine.tail,
            rate: engine.settings.rate
        )
        var requests: [StemRequest] = []
        if let stems { requests = try stems.requests(engine, program, expected: longest) }
        let taps: RunningTaps
        do throws(HostError) {
            taps = try RunningTaps(engine, settings.taps, stems: requests)
        } catch {
            removeStemFolder()
            throw error
        }
        let feeder = Mutex(ProgramFeeder(program, to: engine))
        let levels: RenderedLevels
        do throws(HostError) {
            levels = try RenderWriter(
                settings,
                output: output,
                tags: music.tags,
                sink: unsafe sink
            ).write(
                engine,
                expected: longest,
                isCancelled: { state.withLock { $0.isCancelled } }
            ) {
                // The engine has no room for all pieces at once.
                feeder.withLock { _ = $0.update() }
                if !isWanted() { cancel() }
            }
        } catch {
            try? taps.finish(keeping: false)
            removeStemFolder()
            throw error
        }
        try taps.finish(keeping: true)
        return RenderedSound(levels, engine, stems: requests.map(\.destination.path))
    }

    /// The stems of the file; `nil` where none are asked for.
    private var stems: RenderStems? {
        settings.stems.map { RenderStems($0, output: output, settings) }
    }

    /// Removes the folder of the stems, unless something is in it.
    private func removeStemFolder() {
        if let stems { _ = unsafe rmdir(stems.folder.systemPath) }
    }
}
