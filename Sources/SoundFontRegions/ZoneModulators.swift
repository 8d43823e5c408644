import SoundFont
import Voices

/// The modulators of a zone and those of its global zone that it does not have itself.
struct ZoneModulators {
    /// Those with a source.
    private(set) var modulators: [RegionModulator] = []
    /// The additions of those without one.
    private(set) var constants: [(RegionParameter, Double)] = []

    /// The most modulators of a zone.
    private static let limit = 64

    /// Takes the modulators of a zone.
    init(_ zone: SoundBank.Zone, _ global: SoundBank.Zone?) {
        add(Self.list(zone))
        if let global { add(Self.list(global)) }
        constants = modulators.filter(\.source.isNone).map { ($0.destination, $0.amount) }
        modulators.removeAll(where: \.source.isNone)
    }

    private mutating func add(_ list: [RegionModulator]) {
        let own = modulators
        for modulator in list
        where modulators.count < Self.limit && !own.contains(where: modulator.isIdentical) {
            modulators.append(modulator)
        }
    }

    /// The modulators of a zone that can be played; of identical ones, the last.
    private static func list(_ zone: SoundBank.Zone) -> [RegionModulator] {
        var list: [RegionModulator] = []
        for modulator in PlayableModulators(zone.modulators).modulators {
            guard let converted = RegionModulator(modulator) else { continue }
            list.removeAll(where: converted.isIdentical)
            list.append(converted)
        }
        return list
    }

    /// Puts the modulators of an instrument in the place of identical ones.
    func replacing(_ defaults: [RegionModulator]) -> [RegionModulator] {
        var result = defaults
        for modulator in modulators {
            if let index = result.firstIndex(where: modulator.isIdentical) {
                result[index] = modulator
            } else {
                result.append(modulator)
            }
        }
        return result
    }

    /// Adds the amounts of a preset's modulators to those of identical ones.
    ///
    /// Those with an amount of 0 stay: a font uses them to switch a controller off.
    func added(to list: [RegionModulator]) -> [RegionModulator] {
        var result = list
        for modulator in modulators {
            if let index = result.firstIndex(where: modulator.isIdentical) {
                result[index].amount += modulator.amount
            } else {
                result.append(modulator)
            }
        }
        return result.filter { !$0.isFromVelocityToCutoff }
    }
}

extension RegionModulator {
    /// Takes a modulator of a SoundFont; `nil` where its destination is no parameter.
    init?(_ modulator: Modulator) {
        guard let number = UInt8(exactly: modulator.destination),
            let destination = RegionParameter(rawValue: number)
        else { return nil }
        self.init(
            ControlSource(modulator.source),
            to: destination,
            amount: Double(modulator.amount),
            by: ControlSource(modulator.amountSource)
        )
    }

    /// Whether it is SoundFont 2.01's from velocity to cutoff (§8.4.2), which synthesizers leave out.
    fileprivate var isFromVelocityToCutoff: Bool {
        let velocity = ControlSource(general: 2, isNegative: true)
        return destination == .cutoff && source == velocity
            && amountSource == ControlSource(general: 2, curve: .step)
    }
}

extension ControlSource {
    /// Takes the source of a SoundFont's modulator.
    fileprivate init(_ source: ModulatorSource) {
        let curve = Curve(rawValue: source.curve) ?? .linear
        if source.isNone {
            // Its value is 1 with any curve, but the curve tells two modulators apart.
            self.init(general: 0, curve: curve)
            return
        }
        if source.isController {
            self.init(
                controller: source.index,
                curve: curve,
                isNegative: source.isNegative,
                isBipolar: source.isBipolar
            )
        } else {
            self.init(
                general: source.index,
                curve: curve,
                isNegative: source.isNegative,
                isBipolar: source.isBipolar
            )
        }
    }
}
