package import Effects
import Wording

extension RackSettings {
    /// The problem of automation that moves something that there is not; `nil` for none.
    ///
    /// - Parameters:
    ///   - automation: The automation of the rack and of a file of music.
    ///   - others: Clips that play beside the rack's.
    ///   - rate: Frames per second.
    /// - Returns: The problem.
    package func problem(
        of automation: AutomationSettings,
        _ others: [ClipSettings],
        rate: Int
    ) -> String? {
        let clipNames = (clips + others).map(\.stripName)
        for name in automation.strips.keys.sorted() {
            if let place = OutputInserts.Place(name) {
                guard let problem = problem(ofInsertsAt: place) else { continue }
                return "automation: \(name): \(problem)"
            }
            guard !hasStrip(name, clipNames) else {
                guard let (sampler, channel) = Sampler.channel(ofStrip: name),
                    self.automation.strips[name] == nil,
                    self.sampler(named: sampler)?.channels[channel] == nil
                else { continue }
                return "automation: strip \"\(name)\": \(Sampler.missingStrip)"
            }
            let names = stripNames(clipNames) + [OutputInserts.master]
            let hint = Suggestion.nearest(to: name, among: names).map { "did you mean \"\($0)\"?" }
            return "automation: no strip \"\(name)\"; "
                + (hint ?? "expected one of \(names.joined(separator: ", "))")
        }
        for (name, lines) in automation.strips.sorted(by: { $0.key < $1.key }) {
            let inserts = inserts(ofStrip: name, others)
            for (parameter, points) in lines.sorted(by: { $0.key < $1.key }) {
                let problem = Self.problem(of: parameter, points, inserts, rate: rate)
                if let problem { return "automation of \(name), \(parameter.name): \(problem)" }
            }
        }
        return nil
    }

    /// The inserts of a strip, or of the master.
    ///
    /// - Parameters:
    ///   - name: The name of the strip.
    ///   - others: Clips that play beside the rack's.
    /// - Returns: The inserts, the first one first; none of a strip that there is not.
    package func inserts(ofStrip name: String, _ others: [ClipSettings]) -> [InsertSettings] {
        if let place = OutputInserts.Place(name) { return inserts[place] }
        if let clip = (clips + others).first(where: { $0.stripName == name }) {
            return clip.inserts
        }
        guard let (sampler, channel) = Sampler.channel(ofStrip: name) else {
            return self.sampler(named: name)?.strip.inserts ?? []
        }
        return self.sampler(named: sampler)?.channels[channel]?.inserts ?? []
    }

    /// The problem of a number of an insert that is to move; `nil` for none.
    private static func problem(
        of parameter: AutomationSettings.Parameter,
        _ points: [AutomationSettings.Point],
        _ inserts: [InsertSettings],
        rate: Int
    ) -> String? {
        guard case .insert(let place, let name) = parameter else { return nil }
        guard place <= inserts.count else {
            let number = inserts.isEmpty ? "none" : "\(inserts.count)"
            return "no insert \(place); the rack gives the strip \(number)"
        }
        let insert = inserts[place - 1]
        let numbers = insert.numbers(rate: rate)
        guard let number = numbers.first(where: { $0.name == name }) else {
            let names = numbers.compactMap(\.name)
            let near = Suggestion.nearest(to: name, among: names)
            let hint =
                near.map { "did you mean \"\($0)\"?" }
                ?? "expected \(names.joined(separator: ", "))"
            return "\(insert.effect.kind) has no number \"\(name)\" that can move; \(hint)"
        }
        guard let point = points.first(where: { !number.canBe($0.value) }) else {
            return nil
        }
        return "\(NumberText.decimal(point.value)): expected \(number.expectation)"
    }
}

extension AutomationSettings {
    /// The problem of what only a rack has, without one; `nil` for none.
    package var problemWithoutRack: String? {
        for (strip, lines) in strips.sorted(by: { $0.key < $1.key }) {
            if case .effects(let bus) = OutputInserts.Place(strip), bus != RackSettings.mainEffects
            {
                return "automation: \(strip): no rack has this effects bus"
            }
            for parameter in lines.keys.sorted() {
                guard case .insert = parameter else { continue }
                return "automation of \(strip), \(parameter.name): no rack gives the strip inserts"
            }
        }
        return nil
    }
}
