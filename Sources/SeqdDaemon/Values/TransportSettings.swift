package import ControlProtocol
package import Effects
package import Logging
package import Playback
package import SamplerHost
package import Sequencer

/// The settings of the daemon's sound.
package struct TransportSettings: Sendable {
    /// The samplers, with the SoundFonts at the start.
    package var sampler: SamplerSettings
    /// The rack and the routes of the options.
    package var rack = RackChoice()
    /// The paths of the files that the options name: SoundFonts, the rack with its own, tunings.
    package var ownFiles: Set<String> = []
    /// The names of the samplers of that rack.
    package var samplers: [String] = []
    /// The names of samplers that may be added later, at least that of pieces.
    var expectedSamplers: [String] { ["sampler"] + samplers }
    /// The effects that samplers send to.
    package var effects = EffectsSettings()
    /// The device; `nil` for none, in real time.
    package var device: DeviceSettings?
    /// The reaction of playback to the loss of the device.
    package var lossAction = DeviceLossAction.continue
    /// The devices after the first, each with the pair of output channels that it plays.
    package var further: [(device: DeviceSettings, pair: OutputPair)] = []
    /// The requested rate in frames per second.
    package var rate = 48_000
    /// Frames per period and periods in the buffer, if there is no device.
    package var period = 256
    package var periods = 4
    /// The samples' format, if there is no device.
    package var format = SampleFormat.s16
    /// The channels, if there is no device.
    package var map = ChannelMap.stereo
    /// The strips and the effects bus on pairs of output channels of their own.
    package var outputs = OutputAssignments()
    /// The gain in dB.
    package var gain = 0.0
    /// The level that files are brought to; `nil` for their own.
    package var level: Normalization?
    /// The folder of the measurements of files; `nil` to measure each time.
    package var loudnessFolder: String?
    /// Whether the master's limiter is on.
    package var limiter = true
    /// Strips and the master that are written while they are heard.
    package var taps: [TapRequest] = []
    /// Seconds of silence after which the device is released; 0 for never.
    package var idleSeconds = 5.0
    /// The latency of live events.
    package var latency = LiveLatency.period
    /// The clock and the time code that MIDI outputs get.
    package var sync = SyncOutputs()
    /// Live MIDI.
    package var live = LiveInputSettings()
    /// The settings by which incoming messages are stored for captures; `nil` stores none.
    package var capture: CaptureSettings?
    /// The source of time that playback follows.
    package var follow: SyncSettings?
    /// Whether playback leads JACK's transport.
    package var leadsTransport = false
    /// Controllers that send commands.
    package var controls: [ControllerMap] = []
    /// The folder of the playlists; `nil` for a user without one.
    package var playlists: String?
    /// The settings of pieces for which a request sets no others.
    package var piece = PlaySettings()
    /// The folders below which clients may name files.
    package var policy = PathPolicy.unrestricted
    /// The lowest level that is logged.
    package var logLevel = Logger.Level.info
    /// The values of the daemon's other options, by their names: they need a restart.
    package var others: [String: String] = [:]
    /// Threads that render.
    package var threads = 1
    /// The hint in the message for a file that is not a MIDI file, from its path and its content.
    package var fileHint: PieceFile.Hint = { _, _ in nil }

    /// Makes settings for samplers.
    package init(sampler: SamplerSettings) {
        self.sampler = sampler
    }
}
