import SamplerHost
import Synchronization

/// The settings of samplers, with the SoundFonts in use.
///
/// Replaced on the event loop, and read on the loader's thread too: what is loaded meanwhile with the
/// old ones gets the new ones when it comes.
final class FontStack: Sendable {
    private let sampler: Mutex<SamplerSettings>
    private let named = Mutex(false)

    init(_ sampler: SamplerSettings) {
        self.sampler = Mutex(sampler)
    }

    /// The settings of samplers with these SoundFonts.
    var settings: SamplerSettings { sampler.withLock { $0 } }

    /// Whether a client has named the SoundFonts, and not the daemon's options.
    var areNamedByClient: Bool { named.withLock { $0 } }

    /// Replaces the settings.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - areNamedByClient: Whether a client has named their SoundFonts.
    func replace(_ settings: SamplerSettings, areNamedByClient: Bool) {
        named.withLock { $0 = areNamedByClient }
        sampler.withLock { $0 = settings }
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
