extension SFZRegion {
    /// Applies what controllers change, at the values that they have at the start.
    ///
    /// A SoundFont changes volume and pan by controllers 7, 10 and 11 itself.
    mutating func applyModulations(_ control: SFZControl, _ curves: SFZCurves) {
        if let range = conditions[SFZModulation.Source.velocity] {
            velocities = (max(velocities.low, range.low), min(velocities.high, range.high))
        }
        if let range = conditions[SFZModulation.Source.key] {
            keys = (max(keys.low, range.low), min(keys.high, range.high))
        }
        for (opcode, list) in modulations {
            for (controller, modulation) in list.sorted(by: { $0.key < $1.key })
            where !opcode.isControlled(by: controller) {
                if controller == SFZModulation.Source.velocity, takeVelocity(opcode, modulation) {
                    continue
                }
                let value = value(of: controller, control)
                apply(opcode, modulation.value(at: value, curves))
            }
            if let range = opcode.range, let field = opcode.field {
                self[keyPath: field] = min(
                    max(self[keyPath: field], Double(range.lowerBound)),
                    Double(range.upperBound)
                )
            }
        }
        for (controller, fade) in controllerFades {
            let value = value(of: controller, control)
            amplitude *= fade.factor(at: value, isLinear: isLinearFade.controller)
        }
    }

    private mutating func apply(_ opcode: SFZOpcode, _ value: Double) {
        switch opcode {
        case .amplitude: amplitude *= value / 100
        case .cutoff: cutoffShift += value
        default: if let field = opcode.field { self[keyPath: field] += value }
        }
    }

    /// Takes what the velocity of each note changes; `false` where that is not possible.
    private mutating func takeVelocity(_ opcode: SFZOpcode, _ modulation: SFZModulation) -> Bool {
        switch opcode {
        case .amplitude, .volume: velocityModulations.append((opcode, modulation))
        case .cutoff where modulation.curve == 0: filterVelocity += modulation.amount
        case .tune where modulation.curve == 0: pitchVelocity += modulation.amount
        default: return false
        }
        return true
    }

    /// The value of a controller at the start; for one that each note sets, the middle of its values.
    private func value(of controller: Int, _ control: SFZControl) -> Double {
        if let value = control.value(of: controller) { return value }
        switch controller {
        case SFZModulation.Source.velocity: return (velocities.low + velocities.high) / 2
        case SFZModulation.Source.key: return (keys.low + keys.high) / 2
        case SFZModulation.Source.random: return 63.5
        default: return 0
        }
    }
}

extension SFZOpcode {
    /// Whether a SoundFont's default modulators have a controller change it.
    func isControlled(by controller: Int) -> Bool {
        switch self {
        case .volume, .amplitude: controller == 7 || controller == 11
        case .pan: controller == 10
        default: false
        }
    }
}
