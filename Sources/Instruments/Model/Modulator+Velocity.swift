import SoundFont

extension ModulatorSource {
    /// The velocity, from 0 to 1, linear.
    static let velocity = ModulatorSource(rawValue: 2)
    /// The key, from 0 to 1, linear.
    static let key = ModulatorSource(rawValue: 3)
    /// The velocity as the default modulators to attenuation take it: concave, from 1 to 0.
    static let softness = ModulatorSource(rawValue: 2 | 0x100 | 1 << 10)
}

extension Region {
    /// Replaces the change of volume with velocity that zones have by default (§8.4.1).
    ///
    /// - Parameters:
    ///   - gain: The change of volume that replaces it.
    ///   - isForFile: Whether it has to be approximated: then it agrees at the highest velocity and in
    ///     the middle, and for the key in the middle. Else the default is only switched off.
    mutating func takeVelocity(_ gain: NoteGain, isForFile: Bool) {
        var amount = 0.0
        if isForFile, let keys = keys.numbers, let velocities = velocities.numbers {
            let high = velocities.upperBound
            let middle = (velocities.lowerBound + high + 1) / 2
            self.gain += Double(gain.keys[(keys.lowerBound + keys.upperBound) / 2])
            let top = Double(gain.velocities[high])
            self.gain += top
            let drop = top - Double(gain.velocities[middle])
            // The default's 960 cB are 40 · log10(127 / velocity) dB.
            let (atMiddle, atTop) = (Self.defaultLoss(middle), Self.defaultLoss(high))
            if atMiddle > atTop {
                let part = min(max(drop / (atMiddle - atTop), -1.5), 1.5)
                amount = part * 960
                self.gain += part * atTop
            }
        }
        modulators.append(
            Modulator(
                source: .softness,
                destination: .attenuation,
                amount: Units.amount(amount)
            )
        )
    }

    /// The decibels that a note of a velocity loses by default.
    private static func defaultLoss(_ velocity: Int) -> Double {
        -2 * Units.decibels(Double(max(velocity, 1)) / 127)
    }
}
