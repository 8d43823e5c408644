package import Tuning

/// The tuning of a sampler, or of a channel of one, read from its files.
package struct SamplerTuning: Hashable, Sendable {
    /// The keys of melodic channels.
    package var keys = KeyTuning.equal
    /// The offset added to all keys: the distance of A4 from 440 Hz in cents.
    package var concertPitch = 0.0

    /// Makes the default tuning.
    package init() {}
}
