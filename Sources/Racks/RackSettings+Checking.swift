extension RackSettings {
    /// The most samplers of a rack, those of its ports included.
    public static let maximumSamplers = 64
    /// The most patterns for live sources by name; those of two racks have numbers at a time.
    public static let maximumSourceNames = 16
    /// The most destinations of a rule.
    public static let maximumDestinations = 4
    /// The name of the sampler of the first live input, without rules.
    package static let liveName = "live"

    /// A rack without rules: the sampler of every port is like this one.
    ///
    /// - Parameters:
    ///   - settings: The settings of the samplers.
    ///   - name: The name of the first; the second has this name and " 2", and so on.
    public init(_ settings: SamplerSettings, name: String = "sampler") {
        samplers = []
        fallback = Sampler(name: name, settings: settings)
    }

    /// The sampler with a name, the fallback's of any port included.
    ///
    /// - Parameter name: The name.
    /// - Returns: The sampler, with that name; `nil` where there is none.
    public func sampler(named name: String) -> Sampler? {
        if let sampler = samplers.first(where: { $0.name == name }) { return sampler }
        guard var sampler = fallback else { return nil }
        let isFallback = (0..<Self.maximumSamplers).contains { fallbackName($0) == name }
        sampler.name = name
        return isFallback ? sampler : nil
    }

    /// Renames the fallback, so that rules can use the name too, unless another sampler has it.
    ///
    /// - Parameter name: The name.
    package mutating func renameFallback(to name: String) {
        guard let old = fallback?.name, !samplers.contains(where: { $0.name.hasPrefix(name) })
        else { return }
        fallback?.name = name
        for rule in rules.indices {
            for index in rules[rule].destinations.indices
            where rules[rule].destinations[index].sampler == old {
                rules[rule].destinations[index].sampler = name
            }
        }
    }

    /// The name of the fallback's sampler of a port or input, from 0.
    package func fallbackName(_ number: Int) -> String? {
        fallback.map { number == 0 ? $0.name : "\($0.name) \(number + 1)" }
    }

    /// Whether music plays as without a rack: each port on the fallback.
    package var changesNothing: Bool {
        rules.isEmpty && changes.isEmpty && programs.isEmpty && drumChannels == nil
    }

    /// The changes of what a rule takes: those of all sources, and its own, which replace those of
    /// the same source.
    package func changes(with rule: RoutingRule) -> [ControllerChange] {
        let own = rule.changes
        return changes.filter { change in !own.contains { $0.source == change.source } } + own
    }

    /// Checks the samplers' names and the rules' values, whatever is played.
    ///
    /// - Throws: The first fault.
    public func check() throws(RoutingError) {
        if let problem = problemOfCount { throw RoutingError(.tooManySamplers, problem) }
        if let problem = ControllerChange.problem(of: changes) {
            throw RoutingError(.invalidValue, problem)
        }
        for name in allSamplers.map(\.name) {
            guard let problem = Self.problem(ofName: name) else { continue }
            throw RoutingError(.duplicateName, problem)
        }
        var names: Set<String> = []
        for sampler in samplers where !names.insert(sampler.name).inserted {
            throw RoutingError(.duplicateName, "two samplers have the name \"\(sampler.name)\"")
        }
        for number in 0..<Self.maximumSamplers {
            guard let name = fallbackName(number) else { break }
            guard !names.contains(name) else {
                throw RoutingError(.duplicateName, "two samplers have the name \"\(name)\"")
            }
        }
        guard sourceNames.count <= Self.maximumSourceNames else {
            throw RoutingError(
                .tooManySourceNames,
                "\(sourceNames.count) names of live sources, "
                    + "expected at most \(Self.maximumSourceNames)"
            )
        }
        for (number, rule) in rules.enumerated() {
            do throws(RoutingError) {
                try check(rule)
            } catch {
                var fault = error
                fault.rule = number
                throw fault
            }
        }
        for part in programs { try part.preset.check() }
    }

    /// The problem of more samplers than a rack can have.
    package var problemOfCount: String? {
        samplers.count <= Self.maximumSamplers
            ? nil : "\(samplers.count) samplers, expected at most \(Self.maximumSamplers)"
    }

    /// The problem of more clips than a rack can have.
    package var problemOfClips: String? {
        clips.count <= ClipSettings.most
            ? nil : "\(clips.count) clips, expected at most \(ClipSettings.most)"
    }

    /// The problem of a name that a sampler cannot have.
    package static func problem(ofName name: String) -> String? {
        SamplerName.otherMeaning(of: name).map {
            "a sampler cannot have the name \"\(name)\", which means \($0)"
        }
    }

    /// The patterns for live sources by name, each once.
    package var sourceNames: [String] {
        var names: [String] = []
        for case let name? in rules.map(\.sourceName) where !names.contains(name) {
            names.append(name)
        }
        return names
    }

    private func check(_ rule: RoutingRule) throws(RoutingError) {
        guard rule.destinations.count <= Self.maximumDestinations else {
            throw RoutingError(
                .tooManyDestinations,
                "\(rule.destinations.count) destinations, "
                    + "expected at most \(Self.maximumDestinations)"
            )
        }
        guard rule.keys.upperBound <= 127 else {
            throw RoutingError(.invalidValue, "key \(rule.keys.upperBound), expected 0 … 127")
        }
        guard rule.velocities.upperBound <= 127 else {
            throw RoutingError(
                .invalidValue,
                "velocity \(rule.velocities.upperBound), expected 1 … 127"
            )
        }
        if let problem = ControllerChange.problem(of: changes(with: rule)) {
            throw RoutingError(.invalidValue, problem)
        }
        guard rule.changes.isEmpty || !rule.destinations.isEmpty else {
            throw RoutingError(.invalidValue, "changes without a destination")
        }
        for destination in rule.destinations {
            try destination.check()
            if MIDIOutputName.output(destination.sampler) != nil { continue }
            guard !MIDIOutputName.isReserved(destination.sampler) else {
                throw RoutingError(
                    .unknownSampler,
                    "no MIDI output \"\(destination.sampler)\"; expected out:1 to "
                        + "out:\(MIDIOutputName.maximum)"
                )
            }
            guard sampler(named: destination.sampler) != nil else {
                let names = samplers.map(\.name) + [fallback?.name].compactMap { $0 }
                throw RoutingError(
                    .unknownSampler,
                    "no sampler \"\(destination.sampler)\"; "
                        + (names.isEmpty
                            ? "the rack has none"
                            : "the samplers are: \(names.joined(separator: ", "))")
                )
            }
        }
    }
}

extension RoutingDestination {
    fileprivate func check() throws(RoutingError) {
        if let channel { try RoutingError.check("channel", Int(channel) + 1, 1...16) }
        try RoutingError.check("transposition", transpose, -127...127)
        try preset?.check()
        switch velocity {
        case .linear: break
        case .fixed(let value): try RoutingError.check("velocity", Int(value), 1...127)
        case .power(let exponent):
            guard exponent >= 0.1, exponent <= 10 else {
                throw RoutingError(
                    .invalidValue,
                    "velocity exponent \(exponent), expected 0.1 … 10"
                )
            }
        }
    }
}

extension RoutingDestination.FixedPreset {
    fileprivate func check() throws(RoutingError) {
        try RoutingError.check("bank", bank, 0...16_383)
        try RoutingError.check("program", program, 0...127)
    }
}

extension RoutingError {
    fileprivate static func check(
        _ what: String,
        _ value: Int,
        _ range: ClosedRange<Int>
    ) throws(RoutingError) {
        guard !range.contains(value) else { return }
        throw RoutingError(
            .invalidValue,
            "\(what) \(value), expected \(range.lowerBound) … \(range.upperBound)"
        )
    }
}
