/// A connection from controllers to a parameter: amount × source × amount source is added to it.
public struct RegionModulator: Hashable, Sendable, BitwiseCopyable {
    /// The controller.
    public var source: ControlSource
    /// A second controller, which the first one is multiplied with.
    public var amountSource: ControlSource
    /// The parameter that moves.
    public var destination: RegionParameter
    /// The movement at full source, in the parameter's unit.
    public var amount: Double

    /// Makes a modulator.
    public init(
        _ source: ControlSource,
        to destination: RegionParameter,
        amount: Double,
        by amountSource: ControlSource = .none
    ) {
        self.source = source
        self.amountSource = amountSource
        self.destination = destination
        self.amount = amount
    }

    /// Whether another one connects the same controllers to the same parameter in the same way, so
    /// that it takes the place of this one (SoundFont 2.04, §9.5.1).
    public func isIdentical(to other: RegionModulator) -> Bool {
        source == other.source && amountSource == other.amountSource
            && destination == other.destination
    }

    /// The modulators of every region, but for those that its own take the place of.
    ///
    /// Those of SoundFont 2.04, §8.4, without the one from velocity to cutoff, which makes nearly all
    /// fonts dull, and with one for balance (CC8).
    public static let defaults: [RegionModulator] = [
        RegionModulator(
            ControlSource(general: ControlSource.velocity, curve: .concave, isNegative: true),
            to: .attenuation,
            amount: 960
        ),
        RegionModulator(
            ControlSource(general: ControlSource.channelPressure),
            to: .vibratoToPitch,
            amount: 50
        ),
        RegionModulator(ControlSource(controller: 1), to: .vibratoToPitch, amount: 50),
        RegionModulator(
            ControlSource(controller: 7, curve: .concave, isNegative: true),
            to: .attenuation,
            amount: 960
        ),
        RegionModulator(
            ControlSource(controller: 8, curve: .concave, isBipolar: true),
            to: .balance,
            amount: 960
        ),
        RegionModulator(ControlSource(controller: 10, isBipolar: true), to: .pan, amount: 500),
        RegionModulator(
            ControlSource(controller: 11, curve: .concave, isNegative: true),
            to: .attenuation,
            amount: 960
        ),
        RegionModulator(ControlSource(controller: 91), to: .reverbSend, amount: 200),
        RegionModulator(ControlSource(controller: 93), to: .chorusSend, amount: 200),
        RegionModulator(
            ControlSource(general: ControlSource.wheel, isBipolar: true),
            to: .pitch,
            amount: 12_700,
            by: ControlSource(general: ControlSource.wheelRange)
        ),
    ]

    /// The modulators of the sound controllers CC71 … 78 and of the pressure of single keys, which
    /// SoundFont 2.04 does not have.
    ///
    /// General MIDI 2 names these controllers (RP-021) and says that 64 changes nothing. A vibrato of
    /// less than nothing would be one of the opposite phase, so its depth only grows.
    public static let soundControllers: [RegionModulator] =
        soundControllerAmounts.map { number, destination, amount in
            RegionModulator(
                ControlSource(controller: number, isBipolar: true),
                to: destination,
                amount: amount,
                by: destination == .vibratoToPitch
                    ? ControlSource(controller: number, curve: .step) : .none
            )
        } + [
            RegionModulator(
                ControlSource(general: ControlSource.keyPressure),
                to: .vibratoToPitch,
                amount: 50
            )
        ]

    /// The changes by the whole range below 64, in the parameters' units.
    private static let soundControllerAmounts: [(UInt8, RegionParameter, Double)] = [
        (71, .resonance, 200), (72, .volumeRelease, 4_800), (73, .volumeAttack, 9_600),
        (74, .cutoff, 4_800), (75, .volumeDecay, 4_800), (76, .vibratoFrequency, 2_400),
        (77, .vibratoToPitch, 100), (78, .vibratoDelay, 12_000),
    ]
}
