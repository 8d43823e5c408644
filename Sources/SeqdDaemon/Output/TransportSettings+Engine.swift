import Effects
import SamplerHost

extension TransportSettings {
    /// The settings of an engine that plays on an output.
    func engineSettings(for output: TransportOutput) -> EngineSettings {
        var settings = EngineSettings(sampler: sampler)
        settings.effects = effects
        settings.rate = output.rate
        settings.gain = Decibels.factor(gain)
        settings.limiter = limiter
        settings.outputs = outputs
        settings.maximumPeriod = max(output.sink.periodFrames, 64)
        settings.threads = threads
        settings.workerPriority = device == nil ? 0 : AudioThread.priority
        settings.latency = latency
        settings.midiOutputs = live.outputs
        settings.sync = sync
        settings.sleepsAfter =
            idleSeconds > 0 ? max(1, Int(idleSeconds * Double(output.rate))) : nil
        return settings
    }
}
