public import SamplerHost
import Wording

extension RackSettings {
    /// Puts routes before the rules of the rack, and adds the samplers that they need.
    ///
    /// A destination is a sampler if the rack, or a route before, has one of that name, and else a
    /// SoundFont: it gets a sampler with the option `name`, or named after its file ("strings",
    /// "strings 2").
    ///
    /// - Parameters:
    ///   - routes: The routes, in the order of their priority.
    ///   - settings: The settings of new samplers, but for the fonts.
    ///   - names: The names of the samplers that routes led to before, by their texts: samplers that
    ///     are named after files keep them.
    ///   - presets: The presets of a SoundFont, for presets that are named.
    ///   - fontExists: Tells whether a file exists.
    /// - Throws: The route that names neither a sampler nor a file, or has options that belong to
    ///   a sampler which is there already.
    public mutating func add(
        _ routes: [RouteArgument],
        settings: SamplerSettings,
        keeping names: [String: [String]] = [:],
        presets: PresetNames.Source = PresetNames.read,
        fontExists: (String) -> Bool
    ) throws(RoutingSyntaxError) {
        // Explicit names first: no font's base name takes one away.
        for name in routes.compactMap(\.options.name) {
            if let meaning = SamplerName.otherMeaning(of: name) {
                throw RoutingSyntaxError(
                    "name=\(name): not a name for a sampler; it means \(meaning)"
                )
            }
            guard !isTaken(name), routes.count(where: { $0.options.name == name }) == 1 else {
                throw RoutingSyntaxError("name=\(name): the name of another sampler")
            }
        }
        let explicit = Set(routes.compactMap(\.options.name))
        let kept = routes.map { route in
            (names[route.text] ?? []).map { explicit.contains($0) ? "" : $0 }
        }
        let reserved = explicit.union(kept.joined())
        var added: [RoutingRule] = []
        for (route, names) in zip(routes, kept) {
            do throws(RoutingSyntaxError) {
                added.append(
                    try rule(
                        route,
                        settings,
                        names,
                        reserved: reserved,
                        presets: presets,
                        fontExists: fontExists
                    )
                )
            } catch {
                throw RoutingSyntaxError("\(route.text): \(error.description)")
            }
        }
        rules = added + rules
    }

    /// The name of a fallback that the rack itself does not have.
    package var nameForFallback: String {
        ["sampler", "others", "rest"].first { name in !samplers.contains { $0.name == name } }
            ?? "the rest"
    }

    private mutating func rule(
        _ route: RouteArgument,
        _ settings: SamplerSettings,
        _ names: [String],
        reserved: Set<String>,
        presets: PresetNames.Source,
        fontExists: (String) -> Bool
    ) throws(RoutingSyntaxError) -> RoutingRule {
        let options = route.options
        var destinations: [RoutingDestination] = []
        for (place, target) in route.targets.enumerated() {
            let output = try output(target, options)
            let sampler: String
            if let output {
                sampler = output.name
            } else if isTaken(target.name) {
                sampler = try existing(target, options)
            } else {
                let name = names.indices.contains(place) ? names[place] : nil
                sampler = try new(
                    target,
                    options,
                    settings,
                    name: name,
                    reserved: reserved,
                    fontExists
                )
            }
            var destination = RoutingDestination(sampler: sampler)
            destination.channel = output?.channel ?? options.channel
            destination.transpose = options.transpose
            destination.velocity = options.velocity
            destination.preset = try route.preset(of: target, at: sampler, in: self, presets)
            destination.isDrums = options.isDrums
            destinations.append(destination)
        }
        var rule = RoutingRule(source: route.selector.source, destinations: destinations)
        rule.channels = route.selector.channels
        rule.keys = options.keys
        rule.velocities = options.velocities
        rule.kinds = options.kinds
        rule.changes = options.changes
        return rule
    }

    /// The MIDI output that a target names, `out:1` or `out:1/10` for one of its channels; `nil` for a
    /// sampler or a file.
    private func output(
        _ target: RouteArgument.Target,
        _ options: RouteArgument.Options
    ) throws(RoutingSyntaxError) -> (name: String, channel: UInt8?)? {
        guard target.name.hasPrefix("out:") else { return nil }
        let parts = target.name.split(separator: "/", omittingEmptySubsequences: false)
        let channel = parts.count == 2 ? UInt8(parts[1]) : nil
        guard MIDIOutputName.output(String(parts[0])) != nil,
            parts.count == 1 || (1...16).contains(channel ?? 0)
        else {
            throw RoutingSyntaxError(
                "\"\(target.name)\": expected out:1 to out:\(MIDIOutputName.maximum), or out:1/10 for "
                    + "a channel"
            )
        }
        let misplaced = options.given.first { RouteArgument.Options.ofSamplers.contains($0) }
        guard misplaced == nil, target.bankOffset == nil else {
            throw RoutingSyntaxError(
                "\(misplaced ?? "an offset") belongs to a sampler, and \"\(target.name)\" is a MIDI "
                    + "output"
            )
        }
        return (String(parts[0]), channel.map { $0 - 1 })
    }

    private func existing(
        _ target: RouteArgument.Target,
        _ options: RouteArgument.Options
    ) throws(RoutingSyntaxError) -> String {
        let misplaced = options.given.first { RouteArgument.Options.ofSamplers.contains($0) }
        guard misplaced == nil, target.bankOffset == nil else {
            let option = misplaced ?? "an offset"
            throw RoutingSyntaxError(
                "\(option) belongs where the sampler \"\(target.name)\" is made; "
                    + "for a file of that name write ./\(target.name)"
            )
        }
        return target.name
    }

    private mutating func new(
        _ target: RouteArgument.Target,
        _ options: RouteArgument.Options,
        _ settings: SamplerSettings,
        name kept: String?,
        reserved: Set<String>,
        _ fontExists: (String) -> Bool
    ) throws(RoutingSyntaxError) -> String {
        // A name that looks like a file is left to the reader of SoundFonts, whose error says more.
        if !target.name.contains("."), !target.name.contains("/"), !fontExists(target.name) {
            let names = samplers.map(\.name) + [fallback?.name].compactMap { $0 }
            let hint: String =
                if let near = Suggestion.nearest(to: target.name, among: names) {
                    "; did you mean \"\(near)\"?"
                } else if names.isEmpty {
                    ""
                } else {
                    "; the samplers are: \(names.joined(separator: ", "))"
                }
            throw RoutingSyntaxError("\"\(target.name)\" is neither a sampler nor a file\(hint)")
        }
        var settings = settings
        settings.fonts = [
            SoundFontReference(path: target.name, bankOffset: target.bankOffset ?? 0)
        ]
        settings.tuning = options.tuning.completed(with: settings.tuning)
        settings.engine = options.engine ?? settings.engine
        settings.polyphony = options.polyphony ?? settings.polyphony
        let name =
            options.name ?? kept.flatMap { $0.isEmpty || isTaken($0) ? nil : $0 }
            ?? unusedName(ofFont: target.name, reserved)
        var sampler = Sampler(name: name, settings: settings)
        sampler.strip = options.strip
        sampler.output = options.output
        guard samplers.count < Self.maximumSamplers else {
            throw RoutingSyntaxError(
                "one sampler too many; a rack has at most \(Self.maximumSamplers)"
            )
        }
        samplers.append(sampler)
        return name
    }

    private func isTaken(_ name: String) -> Bool {
        fallback?.name == name || samplers.contains { $0.name == name }
    }

    /// The file's name without folder and extension, with a number if that name is taken.
    private func unusedName(ofFont path: String, _ reserved: Set<String>) -> String {
        var name = path.split(separator: "/").last.map(String.init) ?? path
        for ending in [".sf2", ".sf3", ".sfz", ".dls", ".aupreset", ".pat", ".cfg"]
        where name.lowercased().hasSuffix(ending) && name.count > ending.count {
            name.removeLast(ending.count)
        }
        var candidate = name
        var number = 2
        while isTaken(candidate) || reserved.contains(candidate)
            || SamplerName.needsNumber(candidate)
        {
            candidate = "\(name) \(number)"
            number += 1
        }
        return candidate
    }
}
