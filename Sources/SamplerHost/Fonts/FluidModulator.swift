import CFluidSynth
import SoundFont

/// A modulator as FluidSynth takes it.
struct FluidModulator: Hashable {
    /// What makes two modulators the same: all but the amount (SoundFont 2.04 §9.5.1).
    struct Identity: Hashable {
        let destination: UInt8
        let source: UInt8
        let sourceFlags: UInt8
        let amountSource: UInt8
        let amountSourceFlags: UInt8
    }

    let identity: Identity
    let amount: Int16

    /// The most modulators of a zone.
    private static let limit = 64

    private init(_ modulator: Modulator) {
        let (source, amountSource) = (modulator.source, modulator.amountSource)
        var amountFlags = Self.flags(amountSource)
        // Without a second source its value is 1: never below 0.
        if amountSource.index == 0, !amountSource.isController { amountFlags &= ~2 }
        identity = Identity(
            // FluidSynth takes the low byte alone.
            destination: UInt8(truncatingIfNeeded: modulator.destination),
            source: source.index,
            sourceFlags: Self.flags(source),
            amountSource: amountSource.index,
            amountSourceFlags: amountFlags
        )
        let isDefined = source.curve <= 3 && amountSource.curve <= 3 && modulator.transform == 0
        amount = isDefined ? modulator.amount : 0
    }

    /// `fluid_mod_flags`.
    private static func flags(_ source: ModulatorSource) -> UInt8 {
        (source.isNegative ? 1 : 0) | (source.isBipolar ? 2 : 0)
            | (source.curve <= 3 ? source.curve << 2 : 0) | (source.isController ? 16 : 0)
    }

    /// Whether its sources exist (§8.2.1); FluidSynth would refuse it, in words, for each note.
    private var hasSources: Bool {
        let isNone = identity.source == 0 && identity.sourceFlags & 16 == 0
        return !isNone && Self.exists(identity.source, identity.sourceFlags)
            && Self.exists(identity.amountSource, identity.amountSourceFlags)
    }

    private static func exists(_ index: UInt8, _ flags: UInt8) -> Bool {
        guard flags & 16 != 0 else {
            switch index {
            // None, velocity, key, key pressure, channel pressure, pitch wheel and its range.
            case 0, 2, 3, 10, 13, 14, 16: return true
            default: return false
            }
        }
        switch index {
        // Bank select, data entry, parameter numbers, channel mode messages.
        case 0, 32, 6, 38, 98...101, 120...127: return false
        default: return true
        }
    }

    /// Whether FluidSynth can carry it out without reading or writing where it must not.
    ///
    /// It does not check what a modulator leads to. The ends of samples and loops stay where they
    /// are, and there is no generator above 62.
    var isSafe: Bool {
        switch identity.destination {
        case 1, 3, 12, 50: false
        default: identity.destination < 63
        }
    }

    /// Whether it moves the start of a sample or a loop.
    var movesStart: Bool {
        switch identity.destination {
        case 0, 2, 4, 45: true
        default: false
        }
    }

    /// What it controls in the place of what seqd has for it: bits of `seqd_own_control`.
    var ownControls: UInt16 {
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

    /// The modulators of a zone: without those that have no source; of equal ones, the last.
    static func list(_ modulators: [Modulator]) -> [FluidModulator] {
        var seen: Set<Identity> = []
        var list: [FluidModulator] = []
        for modulator in modulators.reversed() {
            let modulator = FluidModulator(modulator)
            guard seen.insert(modulator.identity).inserted, modulator.hasSources else { continue }
            list.append(modulator)
        }
        return Array(list.reversed().prefix(limit))
    }

    /// The modulators of a zone and those of its global zone that it does not have itself.
    static func merged(
        _ local: [FluidModulator],
        _ global: [FluidModulator]
    ) -> [FluidModulator] {
        guard !global.isEmpty else { return local }
        let known = Set(local.map(\.identity))
        return Array((local + global.filter { !known.contains($0.identity) }).prefix(limit))
    }
}
