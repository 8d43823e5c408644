package import SamplerHost

/// The settings with which a file is rendered to a sound file.
package struct RenderingSettings: Sendable {
    /// The settings of its music.
    package var play = PlaySettings()
    /// The samplers and rules.
    package var rack: RackSettings
    /// The engine: rate, gain, limiter, effects, tail and threads.
    ///
    /// The longest period and the SoundFonts of the clicks are set when it is made.
    package var engine: EngineSettings
    /// The settings of strips by name that the rack does not set, such as those of further ports.
    package var strips: [String: StripSettings] = [:]
    /// The taps.
    package var taps: [TapRequest] = []
    /// The parts of which stems are written; `nil` for no stems.
    package var stems: RenderStems.Kind?
    /// The level that the file is brought to; `nil` for none.
    package var normalization: Normalization?
    /// The gain in dB with which the file is brought to ``normalization`` together with others;
    /// `nil` to bring it there by itself.
    package var albumGain: Double?
    /// The album that the file is measured for, and its place on it; `nil` for none.
    package var album: (meter: AlbumMeter, number: Int)?
    /// Whether loudness and true peak are measured.
    package var isMeasured = false
    /// The tags of the file; `nil` for none.
    package var tags: TagSettings? = TagSettings()
    /// The time in nanoseconds over which the sound fades out behind the last pass of the loop, which
    /// repeats until then; `nil` to play the rest of the music instead.
    package var fade: Int64?
    /// The kind of file.
    package var type: SoundFileType
    /// The samples' format, one that the type holds.
    package var format: SampleFormat
    /// The channels of the file.
    package var map = ChannelMap.stereo
    /// The longest sound that is rendered, with its tail, in nanoseconds; `nil` for any.
    package var maximumLength: Int64? = Self.usualMaximumLength
    /// Whether files may be replaced.
    package var mayReplace = true
    /// The names of settings in messages.
    package var names = Piece.SettingNames()
    /// The way to render a file without its SoundFont, in messages.
    package var embeddedFontRemedy: String

    /// Four hours: longer than music is, and short enough for a disk.
    package static let usualMaximumLength: Int64 = 4 * 3_600_000_000_000

    /// Frames per rendered period, which affect the speed only.
    package static let period = 4_096

    /// Makes settings.
    ///
    /// - Parameters:
    ///   - rack: The samplers and rules.
    ///   - engine: The engine.
    ///   - type: The kind of file.
    ///   - format: The samples' format, one that the type holds.
    ///   - embeddedFontRemedy: The way to render a file without its SoundFont, in messages.
    package init(
        rack: RackSettings,
        engine: EngineSettings,
        type: SoundFileType,
        format: SampleFormat,
        embeddedFontRemedy: String
    ) {
        self.rack = rack
        self.engine = engine
        self.type = type
        self.format = format
        self.embeddedFontRemedy = embeddedFontRemedy
    }
}
