import SamplerHost

/// The settings that all jobs of `seqd render` share.
struct RenderSettings: Sendable {
    /// The musical options.
    var musical: MusicalOptions
    /// The sound after the last note.
    var tail: TailPolicy
    /// The taps, of a single input.
    var taps: [TapRequest]
    /// Whether only errors are printed.
    var isQuiet: Bool
    /// The outputs and their type.
    var destination: RenderDestination
    /// The samplers and rules.
    var rack: RackSettings
    /// The number of threads that render one file.
    var threads: Int
    /// The record of outputs that are complete, for a run that can be continued.
    var record: Record?
    /// The parts of which stems are written; `nil` for no stems.
    var stems: RenderStems.Kind?
    /// The level that each file is brought to; `nil` for none.
    var normalization: Normalization?
    /// The channels of the outputs.
    var map = ChannelMap.stereo
    /// Whether loudness and true peaks are measured, for a report.
    var isMeasured = false

    /// A record, and what the outputs that it is about depend on.
    struct Record: Sendable {
        var record: RenderRecord
        var fingerprint: RenderFingerprint
    }

    /// Frames per rendered period, which affect the speed only.
    static let period = 4_096
}
