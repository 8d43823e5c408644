/// A strip of the mixer: its settings and its level.
public struct StripEntry: Hashable, Sendable {
    /// Levels of the left and the right side, in dBFS; −∞ for silence.
    public struct Levels: Hashable, Sendable {
        /// The left side.
        public var left: Double
        /// The right side.
        public var right: Double

        /// Makes levels.
        public init(left: Double = -.infinity, right: Double = -.infinity) {
            self.left = left
            self.right = right
        }
    }

    /// The name: that of a sampler, or of a sampler and a channel, such as `piano/10`.
    public var name: String
    /// The gain in dB, −200 to 12, or −∞.
    public var gain = 0.0
    /// The pan, −100 (left) to 100 (right).
    public var pan = 0.0
    /// Whether it is muted.
    public var isMuted = false
    /// Whether it plays solo.
    public var isSoloed = false
    /// The level of its reverb sends in dB, −200 to 12, or −∞.
    public var reverb = 0.0
    /// The level of its chorus sends in dB, −200 to 12, or −∞.
    public var chorus = 0.0
    /// The transposition in semitones, −24 to 24.
    public var transpose = 0
    /// The fine tuning in cents, −100 to 100.
    public var tune = 0.0
    /// The peak of the last period.
    public var peak = Levels()
    /// The highest peak: it stays for a second, and then falls by 20 dB a second.
    public var heldPeak = Levels()

    /// Makes a strip that changes nothing and is silent.
    ///
    /// - Parameter name: The name.
    public init(name: String) {
        self.name = name
    }
}
