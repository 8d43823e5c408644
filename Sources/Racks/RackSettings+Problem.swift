import Wording

extension RackSettings {
    /// A fault in a rack.
    package struct Problem {
        /// Its position in the encoded form.
        var path: [any CodingKey]
        /// The fault, for people.
        var description: String
    }

    /// The first name that is given more than once, that a sampler cannot have or that nothing has, or
    /// too many samplers; `nil` for a sound rack.
    package var problem: Problem? {
        if let problemOfCount {
            return Problem(path: [AnyKey("samplers")], description: problemOfCount)
        }
        var names: Set<String> = []
        for (index, sampler) in samplers.enumerated() {
            let path: [any CodingKey] = [AnyKey("samplers"), IndexKey(index), AnyKey("name")]
            guard names.insert(sampler.name).inserted else {
                return Problem(
                    path: path,
                    description: "\"\(sampler.name)\" is the name of another sampler"
                )
            }
            if let description = Self.problem(ofName: sampler.name) {
                return Problem(path: path, description: description)
            }
        }
        if let fallback, names.contains(fallback.name) {
            return Problem(
                path: [AnyKey("fallback"), AnyKey("name")],
                description: "\"\(fallback.name)\" is the name of another sampler"
            )
        }
        if let description = fallback.flatMap({ Self.problem(ofName: $0.name) }) {
            return Problem(path: [AnyKey("fallback"), AnyKey("name")], description: description)
        }
        for (index, sampler) in samplers.enumerated() {
            if let description = problem(ofBus: sampler.effects) {
                return Problem(
                    path: [AnyKey("samplers"), IndexKey(index), AnyKey("effects")],
                    description: description
                )
            }
        }
        if let description = problem(ofBus: fallback?.effects) {
            return Problem(
                path: [AnyKey("fallback"), AnyKey("effects")],
                description: description
            )
        }
        let buses = effects.keys.count { $0 != Self.mainEffects }
        if buses > Self.maximumEffectsBuses {
            return Problem(
                path: [AnyKey("effects")],
                description: "\(buses) effects buses; expected at most \(Self.maximumEffectsBuses)"
                    + " beside \"\(Self.mainEffects)\""
            )
        }
        for name in outputs.names {
            if let description = problem(ofOutput: name) {
                return Problem(
                    path: [AnyKey("outputs"), AnyKey(name)],
                    description: description
                )
            }
        }
        for name in inserts.names {
            guard let place = OutputInserts.Place(name),
                let description = problem(ofInsertsAt: place)
            else { continue }
            return Problem(path: [AnyKey("inserts"), AnyKey(name)], description: description)
        }
        if let problemOfClips {
            return Problem(path: [AnyKey("clips")], description: problemOfClips)
        }
        for (index, rule) in rules.enumerated() {
            for (place, destination) in rule.destinations.enumerated()
            where !names.contains(destination.sampler)
                && !isFallback(destination.sampler)
                && MIDIOutputName.output(destination.sampler) == nil
            {
                var path: [any CodingKey] = [AnyKey("rules"), IndexKey(index), AnyKey("to")]
                if rule.destinations.count > 1 { path.append(IndexKey(place)) }
                return Problem(path: path, description: missing(destination.sampler))
            }
        }
        return nil
    }

    /// The fault in the name of a sampler's effects bus.
    private func problem(ofBus name: String?) -> String? {
        guard let name, name != Self.mainEffects, effects[name] == nil else { return nil }
        let names = (effects.keys.filter { $0 != Self.mainEffects } + [Self.mainEffects])
            .sorted().joined(separator: ", ")
        return "no effects bus \"\(name)\"; the rack has: \(names)"
    }

    /// Whether a name is the fallback's, or that of its sampler of a port.
    private func isFallback(_ name: String) -> Bool {
        guard let fallback = fallback?.name, name.hasPrefix(fallback) else { return false }
        let rest = name.dropFirst(fallback.count)
        return rest.isEmpty || rest.first == " " && Int(rest.dropFirst()) ?? 0 > 1
    }

    /// The message about a sampler that does not exist.
    private func missing(_ name: String) -> String {
        if MIDIOutputName.isReserved(name) {
            return "no MIDI output \"\(name)\"; expected out:1 to out:\(MIDIOutputName.maximum)"
        }
        let names = samplers.map(\.name) + [fallback?.name].compactMap { $0 }
        let hint: String =
            if let near = Suggestion.nearest(to: name, among: names) {
                "did you mean \"\(near)\"?"
            } else if names.isEmpty {
                "the rack has none"
            } else {
                "the samplers are: \(names.joined(separator: ", "))"
            }
        return "no sampler \"\(name)\"; \(hint)"
    }
}

/// An index of a list.
package struct IndexKey: CodingKey {
    package let index: Int
    package var stringValue: String { "\(index)" }
    package var intValue: Int? { index }

    package init(_ index: Int) { self.index = index }

    package init?(stringValue: String) { nil }

    package init?(intValue: Int) { self.init(intValue) }
}
