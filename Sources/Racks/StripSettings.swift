public import Effects
import Glibc

/// The gain, pan, sends, tuning and inserts of a sampler, or of a channel of one.
public struct StripSettings: Hashable, Sendable {
    /// The gain in dB, −∞ … 12.
    public var gain = 0.0
    /// The position, −100 (left) … 100 (right): the other side is attenuated by
    /// cos(|pan| · π / 200), so the middle changes nothing.
    public var pan = 0.0
    /// Whether it is muted.
    public var isMuted = false
    /// Whether it is solo: while any strip is, only solo strips are audible.
    public var isSoloed = false
    /// The level of its reverb sends in dB, −∞ … 12; 0 is what the instruments send.
    public var reverbSend = 0.0
    /// The level of its chorus sends in dB, −∞ … 12.
    public var chorusSend = 0.0
    /// The transposition in semitones, −24 … 24; drum channels too.
    public var transpose = 0
    /// The fine tuning in cents, −100 … 100.
    public var fineTune = 0.0

    /// The effects that its sound passes through before the gain, the first one first.
    public var inserts: [InsertSettings] = []

    /// The left and right factors for the position.
    package var panFactors: (left: Double, right: Double) {
        let position = max(-100, min(100, pan))
        let other = position.magnitude == 100 ? 0 : cos(position.magnitude * .pi / 200)
        return position > 0 ? (other, 1) : (1, other)
    }

    /// Makes settings that change nothing.
    public init() {}
}
