import Tuning

/// The tuning of a sampler, or of a channel of one, read from its files.
struct SamplerTuning: Hashable, Sendable {
    /// The keys of melodic channels.
    var keys = KeyTuning.equal
    /// What is added to them all: the distance of A4 from 440 Hz in cents.
    var concertPitch = 0.0
}
