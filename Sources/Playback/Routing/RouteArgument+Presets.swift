public import SamplerHost

extension RouteArgument {
    /// The same route with presets by their numbers, which mean the same in other SoundFonts too.
    ///
    /// - Parameter presets: The presets of the destinations, in their order.
    /// - Returns: The text; it is ``text`` where no destination has a preset by name.
    public func text(choosing presets: [RoutingDestination.FixedPreset?]) -> String {
        let letters = RouteText(text)
        guard targets.contains(where: { $0.presetName != nil }), presets.count == targets.count,
            let equals = letters.index(of: "=")
        else { return text }
        var chosen = zip(targets, presets).filter { $0.0.preset != nil }[...]
        let parts = letters[(equals + 1)...].split("," as Character)
        let named = parts[0].split("+" as Character).map { target in
            guard let at = target.lastIndex(of: "@"), let (own, preset) = chosen.popFirst(),
                own.presetName != nil, let preset
            else { return target.escaped }
            return "\(target[...at].escaped)\(preset)"
        }
        let options = parts.dropFirst().map(\.escaped)
        let destinations = [named.joined(separator: "+")] + options
        return "\(letters[...equals].escaped)\(destinations.joined(separator: ","))"
    }

    /// Whether a rule was made of this route, by the names of its presets too.
    ///
    /// - Parameters:
    ///   - text: The text of the route that the rule was made of, with presets by their numbers.
    ///   - rule: The rule.
    ///   - rack: The rack of the rule.
    ///   - presets: The presets of a SoundFont.
    /// - Returns: `false` as well where a name means nothing in the SoundFonts any more.
    public func means(
        _ text: String,
        _ rule: RoutingRule,
        in rack: RackSettings,
        presets: PresetNames.Source = PresetNames.read
    ) -> Bool {
        if self.text == text { return true }
        guard self.text(choosing: rule.destinations.map(\.preset)) == text else { return false }
        return zip(targets, rule.destinations).allSatisfy { target, destination in
            guard target.presetName != nil else { return true }
            return (try? preset(of: target, at: destination.sampler, in: rack, presets))
                == destination.preset
        }
    }

    /// The preset that a destination plays; `nil` for what the music selects.
    ///
    /// - Parameters:
    ///   - target: The destination.
    ///   - sampler: Its sampler.
    ///   - rack: The rack.
    ///   - presets: The presets of a SoundFont.
    /// - Returns: The preset.
    /// - Throws: A name that is not that of one preset.
    func preset(
        of target: Target,
        at sampler: String,
        in rack: RackSettings,
        _ presets: PresetNames.Source
    ) throws(RoutingSyntaxError) -> RoutingDestination.FixedPreset? {
        do throws(RoutingSyntaxError) {
            return try target.preset?.preset(
                isRhythm: selector.channels == 1 << 9,
                in: rack.sampler(named: sampler)?.settings.fonts ?? [],
                presets
            )
        } catch {
            throw RoutingSyntaxError("@\(error.description); an @ in a name is written \\@")
        }
    }
}

extension RouteArgument.Target {
    /// The name of its preset; `nil` for one by numbers, or none.
    fileprivate var presetName: String? {
        if case .name(let name) = preset { name } else { nil }
    }
}
