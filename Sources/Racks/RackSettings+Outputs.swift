extension RackSettings {
    /// The pairs of output channels of all strips and buses: those of the samplers, and
    /// ``outputs`` over them.
    public var assignments: OutputAssignments {
        var assignments = OutputAssignments()
        for sampler in samplers { assignments.strips[sampler.name] = sampler.output }
        if let output = fallback?.output {
            for number in 0..<Self.maximumSamplers {
                if let name = fallbackName(number) { assignments.strips[name] = output }
            }
        }
        assignments.merge(outputs)
        return assignments
    }

    /// The problem of a name that has a pair of output channels; `nil` where something of the rack
    /// has the name.
    ///
    /// - Parameter name: The name, as in ``OutputAssignments/names``.
    /// - Returns: The problem, in words.
    public func problem(ofOutput name: String) -> String? {
        if Sampler.channel(ofStrip: name) != nil {
            return "the strip of a channel leads to its sampler, and has no output of its own"
        }
        let buses = Set(effects.keys).union([Self.mainEffects])
            .map { OutputAssignments.effectsPrefix + $0 }
        let others = [SamplerName.metronome] + buses.sorted()
        let strips = clips.map(\.stripName)
        if others.contains(name) || strips.contains(name) || sampler(named: name) != nil {
            return nil
        }
        let known = strips + samplers.map(\.name) + [fallback?.name].compactMap(\.self) + others
        return "not in the mixer; expected one of \(known.joined(separator: ", "))"
    }
}
