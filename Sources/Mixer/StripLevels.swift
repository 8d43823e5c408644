import Effects
package import Realtime

/// The factors of a strip, the values that they are made of, and the tuning of its samplers.
package struct StripLevels: BitwiseCopyable, Hashable {
    package var left: Float = 1
    package var right: Float = 1
    package var reverb: Float = 1
    package var chorus: Float = 1
    /// The factor of what its own inputs add.
    package var ownSound: Float = 1
    /// The tuning in cents.
    package var tuning: Float = 0
    /// The values that a longer move changes evenly: the fader, the pan from −1 to 1, and the faders of
    /// the reverb and chorus sends.
    package var values = SIMD4<Float>(1, 0, 1, 1)
    /// Whether it is heard: neither muted, nor silent because others are soloed.
    package var isAudible = true

    @_noLocks
    package init() {}

    /// The position of a fader for a factor: its third root.
    ///
    /// A fader that is pulled down evenly sounds
    /// even, and reaches silence.
    @_noLocks
    package static func fader(_ factor: Float) -> Float {
        Float(Elementary.power(Double(factor), 1.0 / 3))
    }

    /// The levels at values on the way to these.
    @_noLocks
    func passing(_ values: SIMD4<Float>) -> StripLevels {
        var levels = self
        let gain = isAudible ? values.x * values.x * values.x : 0
        let turns = Double(values.y.magnitude) * 0.25
        let attenuated = gain * Float(Elementary.sine(ofTurns: 0.25 + turns))
        levels.left = values.y > 0 ? attenuated : gain
        levels.right = values.y < 0 ? attenuated : gain
        levels.reverb = gain * values.z * values.z * values.z
        levels.chorus = gain * values.w * values.w * values.w
        return levels
    }
}

/// A move of a strip to other levels.
package struct StripMove: BitwiseCopyable {
    package var strip: LoanTicket<Strip>
    package var levels: StripLevels
    /// The frames over which it moves there; fewer than ``Strip/rampFrames`` for as many.
    package var frames = 0

    /// This move in the place of an earlier one of the strip, which has not been made: it takes as long
    /// as that one where it changes none of its values.
    @_noLocks
    package func replacing(_ earlier: StripMove) -> StripMove {
        var move = self
        if frames == 0, levels.values == earlier.levels.values { move.frames = earlier.frames }
        return move
    }
}
