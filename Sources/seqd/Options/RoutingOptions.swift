import ArgumentParser
import CommandSupport
import Configuration
import Effects
import Platform
import Playback
import Racks
import SamplerHost
import SeqdDaemon
import Sequencer

/// The options for routing: which part plays on which sampler.
struct RoutingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "JSON file with a rack of samplers and rules (docs/routing.md).",
            valueName: "file"
        ),
        completion: .file(extensions: ["json"])
    )
    var rack: String?

    @Option(
        help: ArgumentHelp(
            "Route a part to a SoundFont, to a sampler of --rack, or to a MIDI output: track:Bass=bass.sf2, "
                + "ch:10=drums.sf2@128:25, track:3=strings.sf2@0:48,gain=-3,pan=-20, "
                + "ch:1=piano.sf2+strings.sf2 (a layer), ch:10=out:1, ch:2=out:1/10 (its channel 10), "
                + "ch:16=none. Parts are track:NAME, "
                + "track:3, ch:10, ch:2/10, port:2, device:NAME (FF 09), input:1, input:NAME (live "
                + "sources by name), all. "
                + "After a comma: gain, pan, "
                + "reverb, chorus, tune, tuning, mapping, a4, name, transpose, channel, keys, "
                + "velocities, velocity, kinds, changes, drums, "
                + "output. Repeatable; the first match has priority, before the rules of "
                + "--rack; --sf2 plays the rest.",
            valueName: "part=font"
        ),
        transform: Self.route
    )
    var route: [RouteArgument] = []

    @Option(
        help: ArgumentHelp(
            "Preset that a part plays, whatever the music selects: track:Lead=Violin, 4=0:40, "
                + "ch:10=25. Parts are those of --route; presets are BANK:PROGRAM, PROGRAM, or a "
                + "name or part of one, as seqd presets lists them. Repeatable; the first match has "
                + "priority.",
            valueName: "part=preset"
        ),
        completion: .custom(ProgramCompletion.candidates),
        transform: Self.program
    )
    var program: [ProgramArgument] = []

    @Option(
        help: ArgumentHelp(
            "Change a controller, a key or pressure in everything that plays: cc2:cc11 (the breath "
                + "controller as expression), cc1:none (docs/routing.md). Repeatable.",
            valueName: "change"
        ),
        transform: Self.change
    )
    var change: [ControllerChange] = []

    @Option(
        help: ArgumentHelp(
            "Insert an effect into a strip, behind those that it has: 'bass=compressor,ratio=4', "
                + "'sampler/10=eq,peak=3000:4', 'master=compressor,master'. Kinds: "
                + InsertSettings.kinds.joined(separator: ", ") + " (docs/inserts.md). Repeatable.",
            valueName: "strip=insert"
        ),
        transform: Self.insert
    )
    var insert: [InsertArgument] = []

    @Option(
        help: ArgumentHelp(
            "Play a sound file beside the music: 'vocals.flac@9:1,gain=-3' (docs/clips.md). After "
                + "a comma: name (of its strip), gain (dB), pan (-100 to 100); offset, length, "
                + "fade-in, fade-out, loop-start, loop-end (seconds); loop (yes, or a number of "
                + "passes); follow (no, pitch, tempo). Repeatable.",
            valueName: "file@position"
        ),
        completion: .file(),
        transform: Self.clip
    )
    var clip: [ClipSettings] = []

    @Option(
        help: ArgumentHelp(
            "The only channels that play drums: 10,11, 1-4, none (default: 10, and those that the "
                + "music makes drum channels).",
            valueName: "channels"
        ),
        transform: Self.drums
    )
    var drums: UInt16?

    mutating func validate() throws {
        if let problem = ControllerChange.problem(of: change) {
            throw ValidationError("--change \(problem)")
        }
    }

    /// The rack of the options: that of `--rack`, with the routes before its rules and the fonts of
    /// `--sf2`, or else those of its fallback, for the rest.
    ///
    /// - Parameter sound: The options for the sound of new samplers.
    /// - Returns: The rack; each of its fonts is a SoundFont that can be read.
    /// - Throws: The fault in the rack, a route or a SoundFont.
    func rack(_ sound: SoundOptions) throws(CommandFailure) -> RackSettings {
        var rack = try namedRack()
        // A rack of a file may leave out the rest; that is reported where it matters.
        if self.rack == nil || !sound.sf2.isEmpty {
            let fonts = try sound.fonts()
            if rack.fallback == nil {
                rack.fallback = RackSettings.Sampler(
                    name: rack.nameForFallback,
                    settings: sound.samplerSettings(fonts: fonts)
                )
            } else {
                rack.fallback?.settings.fonts = fonts
            }
        }
        try addRoutes(to: &rack, sound)
        rack.drumChannels = drums ?? rack.drumChannels
        rack.clips += clip
        for clip in rack.clips where FileStatus(clip.path) == nil {
            throw CommandFailure(.noInput, "clip \(clip.path): \(SystemError.text())")
        }
        if let problem = rack.problemOfClips { throw CommandFailure(.usage, "--clip: \(problem)") }
        sound.apply(to: &rack)
        try sound.tune(&rack)
        try Self.checkFonts(of: rack)
        try applyToParts(of: &rack)
        return rack
    }

    /// Checks the files that the rack and the routes name.
    ///
    /// - Parameter sound: The options for the sound of new samplers.
    /// - Throws: The fault in the rack, a route or a file.
    func checkFiles(_ sound: SoundOptions) throws(CommandFailure) {
        var rack = try namedRack()
        let fallback = rack.fallback
        // Its SoundFonts come later, and nothing is looked up in them.
        let settings = sound.samplerSettings(fonts: [SoundFontReference(path: "")])
        rack.fallback =
            fallback ?? RackSettings.Sampler(name: rack.nameForFallback, settings: settings)
        try addRoutes(to: &rack, sound) { _ in nil }
        rack.fallback = fallback
        try sound.tune(&rack)
        try Self.checkFonts(of: rack)
    }

    /// The rack of `--rack`.
    private func namedRack() throws(CommandFailure) -> RackSettings {
        guard let path = rack else { return RackSettings(samplers: []) }
        return try CommandFailure.catching { () throws(PlaybackError) in try RackFile.read(path) }
    }

    private func addRoutes(
        to rack: inout RackSettings,
        _ sound: SoundOptions,
        presets: PresetNames.Source = PresetNames.read
    ) throws(CommandFailure) {
        do throws(RoutingSyntaxError) {
            try rack.add(
                route,
                settings: sound.samplerSettings(fonts: []),
                presets: presets,
                fontExists: SoundFontSearch.exists
            )
        } catch {
            throw CommandFailure(.usage, "--route \(error.description)")
        }
    }

    /// Gives parts the presets of `--program` and the changes of `--change`, and strips the effects of
    /// `--insert`.
    ///
    /// - Parameter rack: The rack.
    /// - Throws: A preset or a strip that there is not; changes that do not go together.
    func applyToParts(of rack: inout RackSettings) throws(CommandFailure) {
        rack.changes += change.filter { !rack.changes.contains($0) }
        if let problem = ControllerChange.problem(of: rack.changes) {
            throw CommandFailure(.usage, "--change \(problem)")
        }
        do throws(RoutingSyntaxError) {
            try rack.add(program)
        } catch {
            throw CommandFailure(.usage, "--program \(error.description)")
        }
        for insert in insert {
            do throws(RoutingSyntaxError) {
                try rack.add(insert)
            } catch {
                throw CommandFailure(.usage, "--insert: \(error.description)")
            }
        }
    }

    private static func checkFonts(of rack: RackSettings) throws(CommandFailure) {
        for sampler in rack.allSamplers {
            for font in sampler.settings.fonts {
                do throws(CommandFailure) {
                    try SoundOptions.check(font)
                } catch {
                    throw CommandFailure(
                        error.status,
                        "sampler \"\(sampler.name)\": \(error.description)"
                    )
                }
            }
        }
    }

    /// Refuses routes for live sources, in a command that hears none.
    ///
    /// Rules of a rack's file may have them: `live` and the daemon use the same file.
    func checkWithoutLiveSources() throws(CommandFailure) {
        let named =
            route.map { ("--route \($0.text)", $0.selector) }
            + program.map { ("--program \($0.text)", $0.part) }
        for (option, selector) in named {
            switch selector.source {
            case .input, .inputName, .socket:
                throw CommandFailure(
                    .usage,
                    "\(option): only live, record, play --practice and the daemon "
                        + "have live sources"
                )
            case .all, .track, .trackName, .port, .deviceName: continue
            }
        }
    }

    /// Whether there is anything but the default.
    var isUsed: Bool {
        choosesSamplers || !program.isEmpty || !change.isEmpty || !insert.isEmpty || !clip.isEmpty
    }

    /// Whether parts may have other samplers, or MIDI outputs, than by default.
    var choosesSamplers: Bool { rack != nil || !route.isEmpty || drums != nil }

    /// The rack, the routes, the programs and the drum channels as a daemon is given them, with
    /// absolute paths.
    ///
    /// - Parameter rack: The rack of these options; `nil` where ``isUsed`` is false.
    /// - Returns: The choice.
    func choice(in rack: RackSettings?) -> RackChoice {
        var choice = RackChoice()
        choice.file = self.rack.map(AbsolutePath.of)
        choice.routes = route.map { RouteFonts.resolved($0.text, in: AbsolutePath.of(".")) }
        choice.programs = zip(program, rack?.programs ?? []).map {
            $0.text(choosing: $1.preset)
        }
        choice.changes = change.map(\.description)
        choice.inserts = insert.map(\.description)
        choice.clips = clip.map { $0.within(AbsolutePath.of(".") + "/") }
        choice.drums = drums
        return choice
    }

    /// Findings in words: a rule is called by its route, or by its number in the file of the rack.
    ///
    /// - Parameters:
    ///   - findings: The findings about a piece.
    ///   - rack: The rack of these options.
    ///   - sequence: The piece; `nil` for live sources.
    /// - Returns: A phrase for each.
    func words(
        of findings: [RoutingFinding],
        in rack: RackSettings,
        for sequence: PreparedSequence? = nil
    ) -> [String] {
        let routes = route.map { "--route \($0.text)" }
        return findings.map { finding in
            let text = finding.words { rack.name(ofRule: $0, routes: routes, file: self.rack) }
            let selector: RoutingSelector? =
                switch finding {
                case .unmatchedRule(let rule) where routes.indices.contains(rule):
                    route[rule].selector
                case .unmatchedProgram(let part): part
                default: nil
                }
            guard let parts = selector.flatMap({ sequence?.parts(insteadOf: $0) }) else {
                return text
            }
            return "\(text); \(parts)"
        }
    }

    private static func route(_ text: String) throws -> RouteArgument {
        do throws(RoutingSyntaxError) {
            return try RouteArgument(parsing: text)
        } catch {
            throw ValidationError(error.description)
        }
    }

    private static func program(_ text: String) throws -> ProgramArgument {
        do throws(RoutingSyntaxError) {
            return try ProgramArgument(parsing: text)
        } catch {
            throw ValidationError(error.description)
        }
    }

    private static func change(_ text: String) throws -> ControllerChange {
        do throws(RoutingSyntaxError) {
            return try ControllerChange(parsing: text)
        } catch {
            throw ValidationError(error.description)
        }
    }

    private static func insert(_ text: String) throws -> InsertArgument {
        do throws(RoutingSyntaxError) {
            return try InsertArgument(parsing: text)
        } catch {
            throw ValidationError(error.description)
        }
    }

    private static func clip(_ text: String) throws -> ClipSettings {
        do throws(RoutingSyntaxError) {
            return try ClipSettings(parsing: text)
        } catch {
            throw ValidationError(error.description)
        }
    }

    private static func drums(_ text: String) throws -> UInt16 {
        guard text != "none" else { return 0 }
        do throws(RoutingSyntaxError) {
            return try ChannelList.parse(text)
        } catch {
            throw ValidationError("expected channels 1 to 16, such as 10,11, or none")
        }
    }
}

extension PreparedSequence {
    /// The parts that there are, where a route's selector matches none; `nil` if that is not known.
    fileprivate func parts(insteadOf selector: RoutingSelector) -> String? {
        guard let selector = try? SelectorSet(parsing: selector.description) else { return nil }
        do throws(SelectorError) {
            _ = try selector.resolve(in: self)
            return nil
        } catch {
            return error.alternatives
        }
    }
}

extension RackSettings {
    /// Whether a part of the music plays on the fallback.
    func usesFallback(_ rack: SamplerRack) -> Bool {
        let named = Set(samplers.map(\.name))
        return rack.names.contains { name in
            !name.isEmpty && !named.contains(name) && MIDIOutputName.output(name) == nil
        }
    }
}
