package import Effects
import JSON
package import SamplerHost
import Sequencer

/// Measures pieces before they are played, each once.
///
/// Any thread.
package final class PieceLoudness: Sendable {
    private let engine: EngineSettings
    private let cache: LoudnessCache?
    /// Gets the reason why a piece cannot be measured, on any thread.
    let onFailure: @Sendable (String) -> Void

    /// Makes a meter for pieces.
    ///
    /// - Parameters:
    ///   - engine: The settings of the engine that will play.
    ///   - cache: The measurements made before; `nil` to measure always.
    ///   - onFailure: Gets the reason why a piece cannot be measured, on any thread.
    package init(
        _ engine: EngineSettings,
        cache: LoudnessCache?,
        onFailure: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.onFailure = onFailure
        var engine = engine
        // All parts count, whichever pair of channels they are heard on.
        engine.outputs = OutputAssignments()
        (engine.gain, engine.limiter) = (0, false)
        engine.workerPriority = 0
        (engine.midiOutputs, engine.sync) = (0, SyncOutputs())
        (engine.sleepsAfter, engine.tail) = (nil, .auto)
        self.engine = engine
        self.cache = cache
    }

    /// The music that is measured, and all that its sound depends on.
    package struct Music: Sendable {
        /// The index of the sequence among those of the file.
        package let index: Int
        /// The file.
        package let file: PieceFile
        /// The samplers and rules.
        package let rack: RackSettings
        /// The semitones by which it is transposed.
        package let transpose: Int
        /// The effects; `nil` for those of the engine.
        package let effects: EffectsSettings?

        /// Names a sequence of a file.
        package init(
            sequence index: Int,
            of file: PieceFile,
            on rack: RackSettings,
            transpose: Int = 0,
            effects: EffectsSettings? = nil
        ) {
            (self.index, self.file, self.rack) = (index, file, rack)
            (self.transpose, self.effects) = (transpose, effects)
        }
    }

    /// The longest music that is measured, in nanoseconds: of longer music the beginning.
    private static let longest: Int64 = 3_600_000_000_000

    /// Measures what a sequence of a file sounds like: all of it once, at most the first hour, all
    /// parts, at gain 0 and without the limiter.
    ///
    /// Renders it, unless that has been done before.
    ///
    /// - Parameters:
    ///   - music: The sequence, with its samplers.
    ///   - isWanted: Asked meanwhile: whether the measurement is still wanted.
    /// - Returns: The measurement; `nil` if it is not wanted any more.
    /// - Throws: The fault in the file or in a SoundFont.
    package func reading(
        of music: Music,
        isWanted: () -> Bool = { true }
    ) throws(PlaybackError) -> LoudnessMeter.Reading? {
        var engine = engine
        engine.effects = music.effects ?? engine.effects
        engine.inserts = music.rack.inserts
        let file = music.file
        let digest = try PlaybackError.catching { () throws(HostError) -> UInt64? in
            try self.digest(of: music, engine)
        }
        if let digest, let known = cache?.reading(digest) { return known }
        var settings = RenderingSettings(
            rack: Self.measured(music.rack),
            engine: engine,
            type: .wav,
            format: .float,
            embeddedFontRemedy: "play it without its SoundFont"
        )
        settings.play.transpose = music.transpose
        let sequence = file.sequences[music.index]
        if sequence.tempoMap.nanoseconds(atTick: sequence.endTick) > Self.longest {
            settings.play.end = .seconds(nanoseconds: Self.longest)
        }
        settings.isMeasured = true
        settings.tags = nil
        let prepared = try PreparedRendering([sequence], of: file, settings, to: "")
        let sink = DiscardingSink(periodFrames: RenderingSettings.period)
        let rendering = Rendering(settings, to: "", into: sink)
        do throws(PlaybackError) {
            let sound = try rendering.run(prepared, isWanted: isWanted)
            guard let reading = sound.levels.reading else { return nil }
            if let digest { cache?.store(reading, as: digest) }
            return reading
        } catch {
            guard error.code == .cancelled else { throw error }
            return nil
        }
    }

    /// A rack that is as loud, and renders faster.
    ///
    /// seqd's own voices play a SoundFont as FluidSynth's do (docs/voices.md), in less than half of
    /// the time.
    private static func measured(_ rack: RackSettings) -> RackSettings {
        var rack = rack
        for index in rack.samplers.indices where rack.samplers[index].settings.engine == .auto {
            rack.samplers[index].settings.engine = .seqd
        }
        if rack.fallback?.settings.engine == .auto { rack.fallback?.settings.engine = .seqd }
        return rack
    }

    private func digest(
        of music: Music,
        _ engine: EngineSettings
    ) throws(HostError) -> UInt64? {
        guard cache != nil, let version = music.file.version else { return nil }
        var settings = JSONObject()
        settings.set("effects", SoundFingerprint.encoded(engine.effects))
        settings.set("rate", engine.rate)
        settings.set("transpose", music.transpose)
        settings.set("embeddedFont", music.file.isSoundBankWanted)
        // Rules choose tracks by their names.
        settings.set("encoding", music.file.encoding)
        return try SoundFingerprint(music.rack, settings).digest("\(version) \(music.index)")
    }
}
