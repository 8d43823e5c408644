import ControlProtocol
import Playback
import SamplerHost

/// Reads a rack and adds routes to it.
struct RackReader {
    /// The folders below which clients may name files.
    let policy: PathPolicy
    /// The number of MIDI outputs.
    let outputs: Int

    /// Reads a rack; its SoundFonts are not opened.
    ///
    /// - Parameters:
    ///   - choice: The rack and the routes.
    ///   - sampler: The settings for events that no rule takes, unless the rack has them; and of
    ///     new samplers, but for the fonts.
    ///   - present: The instruments in use: samplers of the same routes keep their names.
    /// - Returns: The instruments.
    /// - Throws: Status 66 or 65 for a file that cannot be read, 64 for a route, 77 for a file that is
    ///   not allowed.
    func read(
        _ choice: RackChoice,
        rest sampler: SamplerSettings,
        after present: Instruments
    ) throws(RequestError) -> Instruments {
        var instruments = Instruments(sampler)
        guard !choice.isEmpty else { return instruments }
        var rack = RackSettings(samplers: [])
        if let file = choice.file {
            let path = try policy.resolved(file)
            rack = try RequestError.catching { () throws(PlaybackError) in
                try RegularFile.check(path)
                return try RackFile.read(path)
            }
        }
        let hasOwnFallback = rack.fallback != nil
        if !hasOwnFallback {
            rack.fallback = RackSettings.Sampler(name: rack.nameForFallback, settings: sampler)
        }
        var plain = sampler
        plain.fonts = []
        var routes: [RouteArgument] = []
        for route in choice.routes {
            routes.append(try Self.parse(route, "routes", RouteArgument.init(parsing:)))
        }
        var programs: [ProgramArgument] = []
        for program in choice.programs {
            programs.append(try Self.program(program))
        }
        do throws(RoutingSyntaxError) {
            try rack.add(
                routes,
                settings: plain,
                keeping: present.samplersOfRoutes,
                presets: presets(of:),
                fontExists: policy.exists
            )
        } catch {
            throw RequestError(.usage, "routes: \(error)")
        }
        do throws(RoutingSyntaxError) {
            try rack.add(programs, presets: presets(of:))
        } catch {
            throw RequestError(.usage, "programs: \(error)")
        }
        for text in choice.changes {
            let change = try Self.parse(text, "changes", ControllerChange.init(parsing:))
            if !rack.changes.contains(change) { rack.changes.append(change) }
        }
        rack.clips += choice.clips
        if let problem = rack.problemOfClips { throw RequestError(.usage, problem) }
        var inserts: [String] = []
        for text in choice.inserts {
            let insert = try Self.parse(text, "inserts", InsertArgument.init(parsing:))
            // The options have been checked; a strip may go with its rack or route.
            guard (try? rack.add(insert)) != nil else { continue }
            inserts.append(text)
        }
        if let drums = choice.drums { rack.drumChannels = drums }
        guard rack.midiOutputs <= outputs else {
            throw RequestError(
                .usage,
                "a rule leads to \(MIDIOutputName.name(rack.midiOutputs - 1)), and the daemon has "
                    + "\(outputs) MIDI output\(outputs == 1 ? "" : "s"); --midi-outs makes more"
            )
        }
        try resolveFiles(of: &rack)
        var read = choice
        // A name may mean nothing in the SoundFonts that come next.
        read.routes = zip(routes, rack.rules).map { route, rule in
            route.text(choosing: rule.destinations.map(\.preset))
        }
        read.inserts = inserts
        read.programs = zip(programs, rack.programs).map { $0.text(choosing: $1.preset) }
        instruments.setRack(read, rack, hasOwnFallback: hasOwnFallback)
        return instruments
    }

    /// The texts of routes as they are saved: that of a route in use has its presets by number.
    ///
    /// - Parameters:
    ///   - routes: The texts as a client has them.
    ///   - present: The instruments in use.
    /// - Returns: The texts; one that is not in use, or is no route, is as it was.
    func savedTexts(of routes: [String], in present: Instruments) -> [String] {
        guard let rack = present.rack else { return routes }
        let kept = present.rulesOfRoutes
        return routes.map { text in
            guard !kept.contains(where: { $0.text == text }),
                let route = try? RouteArgument(parsing: text)
            else { return text }
            let same = kept.first {
                route.means($0.text, $0.rule, in: rack, presets: presets(of:))
            }
            return same?.text ?? text
        }
    }

    /// Reads the preset of a part.
    ///
    /// - Parameter text: `PART=PRESET`.
    /// - Returns: Both.
    /// - Throws: Status 64 for one that cannot be read.
    static func program(_ text: String) throws(RequestError) -> ProgramArgument {
        try parse(text, "programs", ProgramArgument.init(parsing:))
    }

    private static func parse<Argument>(
        _ text: String,
        _ name: String,
        _ read: (String) throws(RoutingSyntaxError) -> Argument
    ) throws(RequestError) -> Argument {
        do throws(RoutingSyntaxError) {
            return try read(text)
        } catch {
            throw RequestError(.usage, "\(name): \(RequestError.quoted(text)): \(error)")
        }
    }

    /// The presets of a SoundFont that clients may name.
    private func presets(of font: SoundFontReference) -> [Preset]? {
        guard let font = try? policy.resolved(font) else { return nil }
        return PresetNames.read(font)
    }

    /// Replaces the paths of files by those without links, if they are allowed.
    private func resolveFiles(of rack: inout RackSettings) throws(RequestError) {
        for index in rack.clips.indices {
            rack.clips[index].path = try policy.resolved(rack.clips[index].path)
        }
        for index in rack.samplers.indices { try resolveFiles(of: &rack.samplers[index]) }
        if var fallback = rack.fallback {
            try resolveFiles(of: &fallback)
            rack.fallback = fallback
        }
    }

    private func resolveFiles(of sampler: inout RackSettings.Sampler) throws(RequestError) {
        do throws(RequestError) {
            for index in sampler.settings.fonts.indices {
                let font = sampler.settings.fonts[index]
                guard font.path.hasPrefix("/") else {
                    throw RequestError(.usage, "\(font.path): not an absolute path")
                }
                let resolved = try policy.resolved(font)
                sampler.settings.fonts[index] = resolved
                try RequestError.catching { () throws(PlaybackError) in
                    try RegularFile.check(resolved.path, allowsFolder: true)
                }
            }
            sampler.settings.tuning = try resolved(sampler.settings.tuning)
            for (channel, tuning) in sampler.channelTunings {
                sampler.channelTunings[channel] = try resolved(tuning)
            }
            for tuning in sampler.tunings {
                try RequestError.catching { () throws(HostError) in try tuning.check() }
            }
        } catch {
            throw RequestError(
                number: error.number,
                "sampler \"\(sampler.name)\": \(error.message)"
            )
        }
    }

    private func resolved(_ tuning: TuningSettings) throws(RequestError) -> TuningSettings {
        var tuning = tuning
        if let scale = tuning.scale { tuning.scale = try policy.resolved(scale) }
        if let mapping = tuning.mapping { tuning.mapping = try policy.resolved(mapping) }
        return tuning
    }
}
