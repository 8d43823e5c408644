package import Effects
package import Racks

/// The settings of a mixer.
package struct MixSettings: Sendable {
    /// Frames per second.
    package var rate: Int
    /// The most frames of a period.
    package var maximumPeriod: Int
    /// The effects of each bus at first.
    package var effects: EffectsSettings
    /// The number of effects buses.
    package var effectsBuses: Int
    /// The strips and effects buses on pairs of output channels of their own.
    package var outputs: OutputAssignments
    /// The master gain as a factor.
    package var gain: Double
    /// Whether the master and the pairs have a limiter.
    package var limiter: Bool

    /// Makes settings.
    package init(
        rate: Int,
        maximumPeriod: Int,
        effects: EffectsSettings,
        effectsBuses: Int,
        outputs: OutputAssignments,
        gain: Double,
        limiter: Bool
    ) {
        self.rate = rate
        self.maximumPeriod = maximumPeriod
        self.effects = effects
        self.effectsBuses = effectsBuses
        self.outputs = outputs
        self.gain = gain
        self.limiter = limiter
    }
}
