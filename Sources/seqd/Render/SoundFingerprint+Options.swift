import CommandSupport
import JSON
import Playback
import SamplerHost

extension SoundFingerprint {
    /// The fingerprint of what a batch renders.
    ///
    /// - Parameters:
    ///   - musical: The musical options.
    ///   - rack: The rack, to which the options have been applied.
    ///   - others: The other options that change what is written.
    /// - Throws: A font that cannot be read.
    init(
        _ musical: MusicalOptions,
        _ rack: RackSettings,
        _ others: [String]
    ) throws(CommandFailure) {
        var settings = JSONObject()
        settings.set("settings", Self.encoded(musical.settings))
        // These also apply to the clicks, which are not in the rack.
        settings.set("engine", musical.sound.engine.rawValue)
        settings.set("bankMode", musical.sound.bankMode.rawValue)
        settings.set("interpolation", musical.sound.interpolation.rawValue)
        settings.set("limiter", !musical.sound.noLimiter)
        settings.set("rate", musical.samples.rate)
        settings.set("others", others)
        self = try CommandFailure.catching { () throws(HostError) in
            try SoundFingerprint(rack, settings)
        }
    }
}
