package import CFluidSynth
package import SoundFont

/// A modulator as FluidSynth takes it.
package struct FluidModulator: Hashable {
    /// The values that make two modulators identical: all but the amount (SoundFont 2.04 §9.5.1).
    package struct Identity: Hashable {
        package let destination: UInt8
        package let source: UInt8
        package let sourceFlags: UInt8
        package let amountSource: UInt8
        package let amountSourceFlags: UInt8
    }

    package let identity: Identity
    package let amount: Int16

    /// The most modulators of a zone.
    private static let limit = 64

    private init(_ modulator: Modulator) {
        let (source, amountSource) = (modulator.source, modulator.amountSource)
        var amountFlags = Self.flags(amountSource)
        // Without a second source its value is 1: never below 0.
        if amountSource.isNone { amountFlags &= ~2 }
        identity = Identity(
            destination: UInt8(truncatingIfNeeded: modulator.destination),
            source: source.index,
            sourceFlags: Self.flags(source),
            amountSource: amountSource.index,
            amountSourceFlags: amountFlags
        )
        amount = modulator.amount
    }

    /// `fluid_mod_flags`.
    private static func flags(_ source: ModulatorSource) -> UInt8 {
        (source.isNegative ? 1 : 0) | (source.isBipolar ? 2 : 0)
            | (source.curve <= 3 ? source.curve << 2 : 0) | (source.isController ? 16 : 0)
    }

    /// Whether it has no source, so that it adds its amount to the generator at all times;
    /// FluidSynth would take its value as 0.
    package var isConstant: Bool { identity.source == 0 && identity.sourceFlags & 16 == 0 }

    /// The amount that a constant one adds.
    package var addition: seqd_generator {
        seqd_generator(value: Float(amount), number: identity.destination)
    }

    /// Whether it moves the start of a sample or a loop.
    package var movesStart: Bool {
        switch identity.destination {
        case 0, 2, 4, 45: true
        default: false
        }
    }

    /// The controls that it takes over from seqd: bits of `seqd_own_control`.
    package var ownControls: UInt16 {
        var controls: UInt32 = 0
        for (index, flags) in [
            (identity.source, identity.sourceFlags),
            (identity.amountSource, identity.amountSourceFlags),
        ] {
            switch (flags & 16 != 0, index) {
            case (true, 71...78): controls |= 1 << UInt32(index - 71)
            case (true, 67): controls |= SEQD_OWN_SOFT_PEDAL.rawValue
            case (true, 1) where identity.destination == UInt8(GEN_VIBLFOTOPITCH.rawValue):
                controls |= SEQD_OWN_MODULATION.rawValue
            case (false, 10): controls |= SEQD_OWN_KEY_PRESSURE.rawValue
            default: break
            }
        }
        return UInt16(truncatingIfNeeded: controls)
    }

    /// The modulators of a zone that can be played; of equal ones, the last.
    package static func list(_ modulators: [Modulator]) -> [FluidModulator] {
        var seen: Set<Identity> = []
        var list: [FluidModulator] = []
        for modulator in PlayableModulators(modulators).modulators.reversed() {
            let modulator = FluidModulator(modulator)
            guard seen.insert(modulator.identity).inserted else { continue }
            list.append(modulator)
        }
        return Array(list.reversed().prefix(limit))
    }

    /// The modulators of a zone and those of its global zone that it does not have itself.
    package static func merged(
        _ local: [FluidModulator],
        _ global: [FluidModulator]
    ) -> [FluidModulator] {
        guard !global.isEmpty else { return local }
        let known = Set(local.map(\.identity))
        return Array((local + global.filter { !known.contains($0.identity) }).prefix(limit))
    }
}
