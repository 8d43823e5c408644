public import Effects

/// The time between the arrival of a live event and its sound.
public enum LiveLatency: String, Hashable, Sendable, CaseIterable {
    /// Always one period and the device's buffer later: the distances between events are preserved.
    case period
    /// As soon as the audio thread sees it, at most one period earlier; the distances are rounded
    /// to periods.
    case asap
}

/// The settings of an engine.
public struct EngineSettings: Sendable {
    /// Frames per second, 8,000 … 96,000.
    public var rate = 48_000
    /// Whether it plays in real time.
    ///
    /// Otherwise it plays for a file: what plugins schedule is done at once, so the same settings give
    /// the same samples.
    public var isRealTime = true
    /// The settings of each sampler.
    public var sampler: SamplerSettings
    /// The inserts of the master, of further outputs and of effects buses.
    public var inserts = OutputInserts()
    /// The effects that samplers send to.
    public var effects = EffectsSettings()
    /// The number of effects buses, 1 … ``maximumEffectsBuses``, for samplers with effects of their own.
    ///
    /// Each bus begins with ``effects``.
    public var effectsBuses = maximumEffectsBuses
    /// The strips and effects buses on pairs of output channels of their own.
    ///
    /// The master's gain and the transport's fades are for all pairs; each has a limiter of its own.
    /// The engine mixes the pairs up to the highest; a sink's `PeriodSink.map` says which of them
    /// it takes.
    public var outputs = OutputAssignments()
    /// The master gain in dB; −∞ is silent.
    public var gain = 0.0
    /// The vari-speed with which it begins, 0.01 … 8: see ``Engine/setVariSpeed(_:over:)``.
    public var variSpeed = 1.0
    /// Whether the master's limiter keeps true peaks below −1 dBFS.
    ///
    /// Levels half a dB below that or lower are not changed. Notes played live are heard 1.3 ms later
    /// (64 frames at 48 kHz; at most 2 ms); music is not.
    public var limiter = true
    /// The time that it renders after the last sequence.
    public var tail = TailPolicy.auto
    /// The fade with which the sound ends, whatever plays; `nil` for none.
    public var fadeOut: FadeOut?
    /// The most frames that one call renders.
    public var maximumPeriod = 4_096
    /// Threads that render, the audio thread included.
    ///
    /// It changes the speed only.
    public var threads = 1
    /// The real-time priority of the render workers; 0 for none.
    public var workerPriority = 0
    /// Frames of silence, with nothing playing, after which the device is released and nothing is
    /// rendered until something is to be played; `nil` for never.
    public var sleepsAfter: Int?
    /// The number of MIDI outputs, 0 … 16, whose messages a `MIDIOutput` sends.
    public var midiOutputs = 0
    /// The clock and the time code that MIDI outputs get.
    public var sync = SyncOutputs()
    /// The time between the arrival of live events and their sound.
    public var latency = LiveLatency.period

    /// The most live inputs of an engine.
    public static let maximumInputs = 16
    /// The most effects buses of an engine.
    public static let maximumEffectsBuses = RackSettings.maximumEffectsBuses + 1

    /// Makes settings with the usual values.
    public init(sampler: SamplerSettings) {
        self.sampler = sampler
    }
}

extension EngineSettings {
    /// The settings of its mixer.
    var mix: MixSettings {
        MixSettings(
            rate: rate,
            maximumPeriod: maximumPeriod,
            effects: effects,
            effectsBuses: effectsBuses,
            outputs: outputs,
            gain: Decibels.factor(gain),
            limiter: limiter
        )
    }
}

extension EngineSettings {
    /// Gets ready what may fail of the inserts of outputs and effects buses, before an engine is made:
    /// a plugin is tried in another process, which may take seconds.
    ///
    /// - Throws: `usage` for a pair of output channels, a plugin, preset or control that there is
    ///   not, `unavailable` for a plugin that does not work.
    public func prepareInserts() throws(HostError) {
        for (place, list) in inserts.places {
            if case .output(let pair) = place, pair.index >= outputs.pairCount {
                let reason = "nothing plays on output \(pair.text)"
                throw HostError(.usage, "inserts of \(place.name)", reason)
            }
            for insert in list { try insert.prepare(rate: rate, isNew: false) }
        }
    }
}
