import SamplerHost
import Synchronization

/// The SoundFonts in use.
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

    /// Replaces the SoundFonts by those that a client has named.
    func replace(_ fonts: [SoundFontReference]) {
        named.withLock { $0 = true }
        sampler.withLock { $0.fonts = fonts }
    }
}
