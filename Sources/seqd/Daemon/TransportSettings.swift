import Playback
import SamplerHost

/// What the daemon plays with.
struct TransportSettings: Sendable {
    /// The samplers, with the SoundFonts at the start.
    var sampler: SamplerSettings
    /// The device; `nil` for none, in real time.
    var device: ALSASettings?
    /// Frames a second that are asked for.
    var rate = 48_000
    /// Frames per period and periods in the buffer, where there is no device.
    var period = 256
    var periods = 4
    /// The samples' format, where there is no device.
    var format = SampleFormat.s16
    /// The level in dB.
    var gain = 0.0
    /// Seconds of silence after which the device is released; 0 for never.
    var idleSeconds = 5.0
    /// When live events are heard.
    var latency = LiveLatency.period
    /// Live MIDI.
    var live = LiveInputSettings()
    /// How pieces are read and played whose command does not say it.
    var piece = PieceOptions()
    /// Threads that render.
    var threads = 1
}
