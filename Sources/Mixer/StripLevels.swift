import Effects
import Racks
package import Realtime

/// The factors of a strip, and the values that they are made of.
package struct StripLevels: BitwiseCopyable, Hashable {
    package var left: Float = 1
    package var right: Float = 1
    package var reverb: Float = 1
    package var chorus: Float = 1
    /// The factor of what its own inputs add.
    package var ownSound: Float = 1
    /// The values that moves change evenly, by their lanes.
    package var values = Self.neutral

    /// The lanes of ``values``.
    package enum Lane {
        /// The position of the fader.
        package static var gain: Int { @_noLocks get { 0 } }
        /// The pan from −1 to 1.
        package static var pan: Int { @_noLocks get { 1 } }
        /// The positions of the faders of both sends.
        package static var reverb: Int { @_noLocks get { 2 } }
        package static var chorus: Int { @_noLocks get { 3 } }
        /// Whether it is heard, neither muted nor silent because others are soloed: 1 or 0.
        package static var audible: Int { @_noLocks get { 4 } }
        /// The transposition and the fine tuning in cents.
        package static var transpose: Int { @_noLocks get { 5 } }
        package static var fineTune: Int { @_noLocks get { 6 } }

        /// Whether a change of a value takes no time.
        static func isSwitch(_ lane: Int) -> Bool { lane == audible }
    }

    private static var neutral: SIMD8<Float> {
        @_noLocks get { SIMD8(1, 0, 1, 1, 1, 0, 0, 0) }
    }

    @_noLocks
    package init() {}

    /// The levels of settings.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - isHeard: Whether it is not silent because others are soloed.
    ///   - isOwnSoundHeard: The same of what its own inputs add.
    init(_ settings: StripSettings, isHeard: Bool, isOwnSoundHeard: Bool) {
        let isAudible = isHeard && !settings.isMuted
        let gain = isAudible ? Decibels.factor(settings.gain) : 0
        func fader(_ decibels: Double) -> Float { Self.fader(Float(Decibels.factor(decibels))) }
        values[Lane.gain] = fader(settings.gain)
        values[Lane.pan] = Float(settings.pan / 100)
        values[Lane.reverb] = fader(settings.reverbSend)
        values[Lane.chorus] = fader(settings.chorusSend)
        values[Lane.audible] = isAudible ? 1 : 0
        values[Lane.transpose] = Float(settings.transpose) * 100
        values[Lane.fineTune] = Float(settings.fineTune)
        left = Float(gain * settings.panFactors.left)
        right = Float(gain * settings.panFactors.right)
        reverb = Float(gain * Decibels.factor(settings.reverbSend))
        chorus = Float(gain * Decibels.factor(settings.chorusSend))
        ownSound = isOwnSoundHeard ? 1 : 0
    }

    /// The tuning in cents.
    package var tuning: Float { @_noLocks get { values[Lane.transpose] + values[Lane.fineTune] } }

    /// The values without those that act before the inserts.
    var outputValues: SIMD8<Float> {
        @_noLocks get {
            var output = values
            output[Lane.transpose] = 0
            output[Lane.fineTune] = 0
            return output
        }
    }

    /// The values that act before the inserts.
    var inputValues: SIMD8<Float> {
        @_noLocks get {
            var input = SIMD8<Float>()
            input[Lane.transpose] = values[Lane.transpose]
            input[Lane.fineTune] = values[Lane.fineTune]
            return input
        }
    }

    /// The position of a fader for a factor: its third root.
    ///
    /// A fader that is pulled down evenly sounds even, and reaches silence.
    @_noLocks
    package static func fader(_ factor: Float) -> Float {
        Float(Elementary.power(Double(factor), 1.0 / 3))
    }

    /// The levels at values on the way to these.
    @_noLocks
    func passing(_ values: SIMD8<Float>) -> StripLevels {
        var levels = self
        func cube(_ lane: Int) -> Float { values[lane] * values[lane] * values[lane] }
        let gain = cube(Lane.gain) * values[Lane.audible]
        let pan = values[Lane.pan]
        let turns = Double(pan.magnitude) * 0.25
        let attenuated = gain * Float(Elementary.sine(ofTurns: 0.25 + turns))
        levels.left = pan > 0 ? attenuated : gain
        levels.right = pan < 0 ? attenuated : gain
        levels.reverb = gain * cube(Lane.reverb)
        levels.chorus = gain * cube(Lane.chorus)
        return levels
    }
}

/// A move of a strip to other levels.
package struct StripMove: BitwiseCopyable {
    package var strip: LoanTicket<Strip>
    package var levels: StripLevels
    /// The frames over which each value moves there; 0 for the fewest.
    package var frames = SIMD8<Int32>()

    /// This move in the place of an earlier one of the strip, which has not been made: the values that
    /// it leaves take as long as in that one.
    @_noLocks
    package func replacing(_ earlier: StripMove) -> StripMove {
        var move = self
        for lane in 0..<8 where levels.values[lane] == earlier.levels.values[lane] {
            move.frames[lane] = max(move.frames[lane], earlier.frames[lane])
        }
        return move
    }
}
