import Effects
import SamplerHost

/// The strips and effects that clients have set.
struct MixerSettings: Hashable, Sendable {
    /// The settings of strips, by their names.
    var strips: [String: StripSettings] = [:]
    /// The effects of buses, by their names.
    var effects: [String: EffectsSettings] = [:]
}
