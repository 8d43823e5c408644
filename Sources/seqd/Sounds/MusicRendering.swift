import SamplerHost

/// The settings with which MIDI files are rendered for a command that also reads sound files.
struct MusicRendering: Sendable {
    /// The musical options.
    var musical: MusicalOptions
    /// The samplers and rules.
    var rack: RackSettings
    /// The number of threads that render one file.
    var threads: Int
    /// The report of the SoundFont that was found, which all files share.
    let fontReport = RenderJob.FontReport()
}
