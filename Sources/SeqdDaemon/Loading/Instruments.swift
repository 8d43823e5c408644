import Playback
import SamplerHost

/// The instruments of everything that plays: SoundFonts and, if parts have samplers of their own, the
/// rack of these.
struct Instruments: Equatable, Sendable {
    /// The settings of the samplers for what no rule of the rack takes.
    var sampler: SamplerSettings
    /// The rack as it was named.
    private(set) var choice = RackChoice()
    /// The rack as it was read, with the routes; its fallback's fonts are those of ``sampler``.
    private var parts: RackSettings?
    /// Whether the rack says how what no rule takes is played.
    private var hasOwnFallback = false

    /// Makes the instruments without a rack.
    init(_ sampler: SamplerSettings) {
        self.sampler = sampler
    }

    /// The rack; `nil` if each port of a file has a sampler.
    var rack: RackSettings? {
        guard var rack = parts else { return nil }
        if hasOwnFallback {
            rack.fallback?.settings.fonts = sampler.fonts
        } else {
            rack.fallback?.settings = sampler
        }
        return rack
    }

    /// All SoundFonts, each once.
    var fonts: [SoundFontReference] {
        var fonts = sampler.fonts
        for font in (parts?.samplers ?? []).flatMap(\.settings.fonts) where !fonts.contains(font) {
            fonts.append(font)
        }
        return fonts
    }

    /// Makes them play with a rack.
    ///
    /// - Parameters:
    ///   - choice: The rack as it was named.
    ///   - rack: The rack, with a fallback.
    ///   - hasOwnFallback: Whether that is the rack's own, and not ``sampler``.
    mutating func setRack(_ choice: RackChoice, _ rack: RackSettings, hasOwnFallback: Bool) {
        self.choice = choice
        self.hasOwnFallback = hasOwnFallback
        parts = rack
        if let fonts = rack.fallback?.settings.fonts { sampler.fonts = fonts }
    }

    /// Whether samplers made for others sound the same.
    func soundsLike(_ other: Instruments) -> Bool {
        sampler.soundsLike(other.sampler) && rack == other.rack
    }
}

extension SamplerSettings {
    /// Whether samplers with other settings sound the same.
    func soundsLike(_ other: SamplerSettings) -> Bool {
        fonts == other.fonts && bankMode == other.bankMode
            && interpolation == other.interpolation && halfPedal == other.halfPedal
            && tuning == other.tuning
    }
}
