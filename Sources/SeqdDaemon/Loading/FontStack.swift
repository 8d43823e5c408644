import SamplerHost
import Synchronization

/// The instruments in use.
///
/// Replaced on the event loop, and read on the loader's thread too: what is loaded meanwhile with the
/// old ones gets the new ones when it comes.
final class FontStack: Sendable {
    private let values: Mutex<(instruments: Instruments, areNamedByClient: Bool)>

    init(_ sampler: SamplerSettings) {
        values = Mutex((Instruments(sampler), false))
    }

    /// The instruments.
    var instruments: Instruments { values.withLock(\.instruments) }

    /// The settings of samplers with the SoundFonts in use, but for their engine.
    var settings: SamplerSettings { instruments.sampler }

    /// Whether a client has named the files, and not the daemon's options.
    var areNamedByClient: Bool { values.withLock(\.areNamedByClient) }

    /// Replaces them.
    ///
    /// - Parameters:
    ///   - instruments: The instruments.
    ///   - areNamedByClient: Whether a client has named their files.
    func replace(_ instruments: Instruments, areNamedByClient: Bool) {
        values.withLock { $0 = (instruments, areNamedByClient) }
    }
}
