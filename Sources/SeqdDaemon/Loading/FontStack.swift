import SamplerHost
import Synchronization

/// The SoundFonts in use.
///
/// Changed on the loader's thread, so that everything that is loaded after a `load-font` has the new
/// ones.
final class FontStack: Sendable {
    private let sampler: Mutex<SamplerSettings>

    init(_ sampler: SamplerSettings) {
        self.sampler = Mutex(sampler)
    }

    /// The settings of samplers with these SoundFonts.
    var settings: SamplerSettings { sampler.withLock { $0 } }

    /// Replaces the SoundFonts.
    func replace(_ fonts: [SoundFontReference]) {
        sampler.withLock { $0.fonts = fonts }
    }
}
