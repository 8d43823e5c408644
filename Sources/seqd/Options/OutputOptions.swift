import ArgumentParser
import CommandSupport
import SamplerHost

/// The options for the channels of a device or a file.
struct OutputOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The channel of the mix that each output channel plays, for 1 to 32 of them: 0 "
                + "(left), 1 (right), mono (both), -1 (silence), 2 and 3 (output 3-4) and so on "
                + "(default: 0,1,… up to the highest pair in use).",
            valueName: "list"
        ),
        transform: Self.map
    )
    var map: ChannelMap?

    @Option(
        help: ArgumentHelp(
            "Play a sampler, the metronome, or the reverb and chorus of a bus (effects:main) on output "
                + "channels of its own: drums=3-4, up to 31-32. Repeatable.",
            valueName: "name=pair"
        )
    )
    var pair: [String] = []

    mutating func validate() throws { _ = try assignments() }

    /// The pairs that were given by name.
    ///
    /// - Throws: A usage error that names the argument.
    private func assignments() throws(ValidationError) -> OutputAssignments {
        var assignments = OutputAssignments()
        for text in pair {
            guard let equals = text.lastIndex(of: "="), equals > text.startIndex else {
                throw ValidationError("--pair \(text): expected NAME=PAIR, such as drums=3-4")
            }
            let name = String(text[..<equals])
            guard assignments[name] == nil else {
                throw ValidationError("--pair: \(name): given more than once")
            }
            do throws(RoutingSyntaxError) {
                try assignments.set(String(text[text.index(after: equals)...]), of: name)
            } catch {
                throw ValidationError("--pair \(text): \(error.description)")
            }
        }
        return assignments
    }

    /// The pairs of output channels of a rack's strips and buses, those of the options over them.
    ///
    /// - Parameters:
    ///   - others: The pairs of the rack.
    ///   - problem: The problem of a name that is not in the mixer; `nil` for one that is.
    /// - Returns: The pairs.
    /// - Throws: Status 64 for a name that is not in the mixer.
    private func assignments(
        over others: OutputAssignments,
        _ problem: (String) -> String?
    ) throws(CommandFailure) -> OutputAssignments {
        var all = others
        do throws(ValidationError) {
            let own = try assignments()
            for name in own.names {
                guard let problem = problem(name) else { continue }
                throw ValidationError("--pair \(name): \(problem)")
            }
            all.merge(own)
        } catch {
            throw CommandFailure(.usage, error.message)
        }
        return all
    }

    /// A rack with the pairs of the options.
    ///
    /// - Parameters:
    ///   - rack: The rack.
    ///   - inputs: The number of live inputs whose strips may be called `live`, as without a rack.
    ///   - haveOwnStrips: Whether they have strips of that name; if not, it means the fallback.
    /// - Returns: The rack.
    /// - Throws: Status 64 for a name that is not in the mixer.
    func applied(
        to rack: RackSettings,
        inputs: Int = 0,
        haveOwnStrips: Bool = false
    ) throws(CommandFailure) -> RackSettings {
        let live = Self.liveStrips(inputs).filter { rack.sampler(named: $0) == nil }
        var applied = rack
        applied.outputs = try assignments(over: rack.outputs) { name in
            live.contains(name) ? nil : rack.problem(ofOutput: name)
        }
        guard !haveOwnStrips else { return applied }
        for (input, name) in live.enumerated() {
            guard let pair = applied.outputs[name], let strip = rack.fallbackName(input) else {
                continue
            }
            applied.outputs.strips[name] = nil
            applied.outputs.strips[strip] = applied.outputs[strip] ?? pair
        }
        return applied
    }

    /// The strips of live inputs on an engine without a rack.
    private static func liveStrips(_ inputs: Int) -> [String] {
        (0..<inputs).map { $0 == 0 ? "live" : "live \($0 + 1)" }
    }

    /// The pairs of the strips of an engine without a rack: live inputs, the samplers of files.
    ///
    /// - Parameters:
    ///   - inputs: The number of live inputs.
    ///   - playsFiles: Whether files are played too, on samplers that come with them.
    /// - Returns: The pairs.
    /// - Throws: Status 64 for a name that is not in the mixer.
    func assignments(inputs: Int, playsFiles: Bool) throws(CommandFailure) -> OutputAssignments {
        var names = Self.liveStrips(inputs)
        if playsFiles {
            names += (1...RackSettings.maximumSamplers).map {
                $0 == 1 ? "sampler" : "sampler \($0)"
            }
            names.append("metronome")
        }
        let main = OutputAssignments.effectsPrefix + RackSettings.mainEffects
        return try assignments(over: OutputAssignments()) { name in
            if name == main || names.contains(name) { return nil }
            let examples = names.filter { !$0.hasPrefix("sampler ") } + [main]
            return "not in the mixer; expected one of \(examples.joined(separator: ", "))"
        }
    }

    /// The channels of the output.
    ///
    /// - Parameters:
    ///   - assignments: The pairs that are in use.
    ///   - elsewhere: Those of them that further devices play.
    ///   - isQuiet: Whether only errors are reported.
    /// - Returns: The map; pairs that it leaves out are reported, since they are not heard, and
    ///   channels on which nothing plays.
    func channels(
        _ assignments: OutputAssignments,
        elsewhere: [OutputPair] = [],
        isQuiet: Bool
    ) -> ChannelMap {
        let used = assignments.names.flatMap { assignments[$0]?.all ?? [] }
        guard let map else {
            let here = used.filter { !elsewhere.contains($0) }.map(\.index).max() ?? 0
            return ChannelMap(pairs: here + 1)
        }
        guard !isQuiet else { return map }
        let playing = Set((used + [.main]).map(\.index))
        for (place, source) in map.sources.enumerated() {
            guard case .channel(let channel) = source, !playing.contains(channel / 2),
                map.sources.firstIndex(of: source) == place
            else { continue }
            Console.report("--map: nothing plays on channel \(channel)")
        }
        for name in assignments.names {
            guard let pairs = assignments[name] else { continue }
            for pair in pairs.all where pair != .main && !elsewhere.contains(pair) {
                let channels = [
                    ChannelMap.Source.channel(2 * pair.index), .channel(2 * pair.index + 1),
                ]
                if !channels.contains(where: map.sources.contains) {
                    Console.report("\(name) is not heard: --map leaves out output \(pair.text)")
                }
            }
        }
        return map
    }

    private static func map(_ text: String) throws -> ChannelMap {
        do throws(RoutingSyntaxError) {
            return try ChannelMap(parsing: text)
        } catch {
            throw ValidationError(error.description)
        }
    }
}
