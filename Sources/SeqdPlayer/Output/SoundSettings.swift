public import Effects
import Platform
import Playback
public import Racks
import SamplerHost

/// The settings of the sound of a player or a sampler; the defaults are those of `seqd play`.
public struct SoundSettings: Sendable {
    /// The settings of each sampler, among them its SoundFonts, of which the first has priority.
    ///
    /// Without fonts it plays `$SEQD_SOUNDFONT`, else the system's General MIDI bank, else seqd's.
    public var sampler = SamplerSettings(fonts: [])
    /// The reverb and the chorus.
    public var effects = EffectsSettings()
    /// Whether the limiter keeps true peaks below −1 dBFS.
    public var hasLimiter = true
    /// Frames per second, 8,000 … 96,000; a device may have another rate.
    public var rate = 48_000
    /// Frames per period, 16 … 8,192.
    public var period = 256
    /// The periods of the device's buffer, 2 … 64.
    public var periods = 4
    /// The threads that render, 1 or more.
    ///
    /// It changes the speed only.
    public var threads = Processors.count

    /// Makes settings with the usual values.
    public init() {}

    /// The settings with a SoundFont before the others: an SF2, SF3, SFZ or DLS file, or a folder
    /// of samples.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - soundFont: The file; `nil` for none.
    init(_ settings: SoundSettings, soundFont: String?) {
        self = settings
        guard let soundFont else { return }
        let font = SoundFontReference(parsing: soundFont, exists: SoundFontSearch.exists)
        sampler.fonts.insert(font, at: 0)
    }

    /// The settings, checked, and with the default SoundFont where they have none.
    ///
    /// - Throws: `usage` for a number out of range; `noInput` for a font that is not there, `data`
    ///   for a file that is none.
    func resolved() throws(PlaybackError) -> SoundSettings {
        try check("rate", rate, 8_000...96_000, "frames per second")
        try check("period", period, 16...8_192, "frames")
        try check("periods", periods, 2...64, "periods")
        try check("threads", threads, 1...256, "threads")
        var settings = self
        try PlaybackError.catching { () throws(HostError) in
            if sampler.fonts.isEmpty { settings.sampler.fonts = [try Self.defaultFont()] }
            for font in settings.sampler.fonts { try SoundFontFile.check(font.path) }
        }
        return settings
    }

    private func check(
        _ name: String,
        _ value: Int,
        _ range: ClosedRange<Int>,
        _ unit: String
    ) throws(PlaybackError) {
        guard !range.contains(value) else { return }
        throw PlaybackError(
            .usage,
            "\(name) \(value): expected \(range.lowerBound) to \(range.upperBound) \(unit)"
        )
    }

    private static func defaultFont() throws(HostError) -> SoundFontReference {
        do throws(HostError) {
            return try SoundFontSearch.defaultFont(environment: Environment["SEQD_SOUNDFONT"])
        } catch {
            throw HostError(
                error.code,
                "SoundFont",
                "none given, and no default found; name one, set SEQD_SOUNDFONT, or install one "
                    + "(Debian: apt install timgm6mb-soundfont)"
            )
        }
    }

    /// The settings of an engine for an output.
    func engine(for output: OpenOutput, gain: Double, isRealTime: Bool) -> EngineSettings {
        var engine = EngineSettings(sampler: sampler)
        engine.effects = effects
        engine.limiter = hasLimiter
        engine.rate = output.rate
        engine.gain = gain
        engine.maximumPeriod = max(output.sink.periodFrames, 64)
        engine.threads = threads
        engine.workerPriority = isRealTime ? AudioThread.priority : 0
        return engine
    }
}
