import SoundFont

extension ModulatorSource {
    /// The velocity, from 0 to 1, linear.
    static let velocity = ModulatorSource(rawValue: 2)
    /// The velocity as the default modulators to attenuation take it: concave, from 1 to 0.
    static let softness = ModulatorSource(rawValue: 2 | 0x100 | 1 << 10)
    /// The velocity, concave, from 0 to 1.
    static let loudness = ModulatorSource(rawValue: 2 | 1 << 10)
}

extension Modulator {
    /// The modulators for a part of the usual change of volume with velocity.
    ///
    /// SFZ changes the amplitude from 1 − t to 1, a SoundFont an attenuation. Where t is 1 they are the
    /// same; else they agree at velocities 64 and 127, and softer notes become softer than in SFZ.
    ///
    /// - Parameter tracking: The part, −1 … 1; below 0, soft notes are louder.
    /// - Returns: A modulator that replaces the default one (§8.4.1), and for negative parts another.
    static func velocityToAttenuation(tracking: Double) -> [Modulator] {
        let tracking = min(max(tracking, -1), 1)
        func modulator(_ source: ModulatorSource, _ centibels: Double) -> Modulator {
            Modulator(
                source: source,
                destination: .attenuation,
                amount: Units.amount(min(centibels, 960))
            )
        }
        guard tracking < 0 else {
            // The default's 960 cB are 40 · log10(127 / 64) dB at velocity 64.
            let wanted = -Units.decibels(1 - tracking * 0.746_05)
            return [modulator(.softness, 960 * wanted / 11.905_1)]
        }
        return [
            modulator(.softness, 0), modulator(.loudness, -10 * Units.decibels(1 + tracking)),
        ]
    }
}
