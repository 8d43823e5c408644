package import Playback
package import SamplerHost

/// What the daemon plays with.
package struct TransportSettings: Sendable {
    /// The samplers, with the SoundFonts at the start.
    package var sampler: SamplerSettings
    /// The device; `nil` for none, in real time.
    package var device: ALSASettings?
    /// Frames a second that are asked for.
    package var rate = 48_000
    /// Frames per period and periods in the buffer, where there is no device.
    package var period = 256
    package var periods = 4
    /// The samples' format, where there is no device.
    package var format = SampleFormat.s16
    /// The level in dB.
    package var gain = 0.0
    /// Seconds of silence after which the device is released; 0 for never.
    package var idleSeconds = 5.0
    /// When live events are heard.
    package var latency = LiveLatency.period
    /// Live MIDI.
    package var live = LiveInputSettings()
    /// How pieces are read and played whose command does not say it.
    package var piece = PlaySettings()
    /// Threads that render.
    package var threads = 1
    /// What a message says of a file that is not a MIDI file, from its path and its content.
    package var fileHint: PieceFile.Hint = { _, _ in nil }

    /// Makes settings for samplers.
    package init(sampler: SamplerSettings) {
        self.sampler = sampler
    }
}
