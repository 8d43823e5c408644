import CommandSupport
import Playback
import SamplerHost

/// The settings that all jobs of `seqd render` share.
struct RenderSettings: Sendable {
    /// The musical options.
    var musical: MusicalOptions
    /// Whether only errors are printed.
    var isQuiet: Bool
    /// The outputs and their type.
    var destination: RenderDestination
    /// The record of outputs that are complete, for a run that can be continued.
    var record: Record?
    /// The settings of each file.
    var rendering: RenderingSettings

    /// Whether all files are brought to their level together, with the same gain.
    var isAlbum = false

    /// Makes the settings that options ask for.
    ///
    /// - Parameters:
    ///   - musical: The musical options.
    ///   - isQuiet: Whether only errors are printed.
    ///   - destination: The outputs and their type.
    ///   - rack: The samplers and rules.
    ///   - threads: The number of threads that render one file.
    init(
        musical: MusicalOptions,
        isQuiet: Bool,
        destination: RenderDestination,
        rack: RackSettings,
        threads: Int
    ) {
        self.musical = musical
        self.isQuiet = isQuiet
        self.destination = destination
        rendering = RenderingSettings(
            rack: rack,
            engine: musical.sound.engineSettings(
                for: rack,
                rate: musical.samples.rate,
                threads: threads
            ),
            type: destination.type,
            format: destination.format,
            embeddedFontRemedy: MusicalOptions.embeddedFontRemedy
        )
        rendering.play = musical.settings
        rendering.names = MusicalOptions.positionNames
        rendering.mayReplace = destination.outputs.mayReplace
    }

    /// The settings with the tags of one file.
    func tagged(_ tags: TagSettings?) -> RenderSettings {
        var settings = self
        settings.rendering.tags = tags
        return settings
    }

    /// A record, and what the outputs that it is about depend on.
    struct Record: Sendable {
        var record: RenderRecord
        var fingerprint: SoundFingerprint
    }
}
