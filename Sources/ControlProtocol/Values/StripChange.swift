/// Changes of a mixer strip; values that are `nil` stay as they are.
public struct StripChange: Hashable, Sendable {
    /// The gain in dB, −200 to 12, or −∞.
    public var gain: Double?
    /// The pan, −100 (left) to 100 (right).
    public var pan: Double?
    /// Whether it is muted.
    public var isMuted: Bool?
    /// Whether it plays solo.
    public var isSoloed: Bool?
    /// The level of its reverb sends in dB, −200 to 12, or −∞.
    public var reverb: Double?
    /// The level of its chorus sends in dB, −200 to 12, or −∞.
    public var chorus: Double?
    /// The transposition in semitones, −24 to 24.
    public var transpose: Int?
    /// The fine tuning in cents, −100 to 100.
    public var tune: Double?

    /// Makes a change that changes nothing.
    public init() {}
}
