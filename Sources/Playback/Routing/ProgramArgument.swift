public import SamplerHost

/// The preset of a part as it is typed: `PART=PRESET`.
///
/// `track:Lead=Violin` · `4=0:40` · `ch:10=25` (a drum kit)
public struct ProgramArgument: Hashable, Sendable {
    /// The argument as it was typed.
    public let text: String
    /// The part.
    public let part: RoutingSelector
    /// The preset.
    public let choice: PresetChoice

    /// Reads an argument.
    ///
    /// - Parameter text: The text; a backslash escapes the next character of the part.
    /// - Throws: What cannot be read, and what was expected.
    public init(parsing text: String) throws(RoutingSyntaxError) {
        self.text = text
        let letters = RouteText(text)
        guard let equals = letters.index(of: "=") else {
            throw RoutingSyntaxError("expected PART=PRESET, such as track:Lead=Violin or 4=0:40")
        }
        part = try RoutingSelector(parsing: letters[..<equals].plain)
        if case .inputName(let name) = part.source {
            throw RoutingSyntaxError(
                text,
                "expected a part, or an input by number; for a live source by name use a route, "
                    + "input:\(name)=FONT@PRESET"
            )
        }
        let preset = letters[(equals + 1)...].plain
        guard !preset.isEmpty else {
            throw RoutingSyntaxError("expected a preset after \"=\": Violin, 0:40 or 40")
        }
        choice = try PresetChoice(parsing: preset)
    }
}

extension ProgramArgument {
    /// The same argument with a preset by its numbers, which names it in other SoundFonts too.
    ///
    /// - Parameter preset: The preset that ``choice`` means.
    /// - Returns: The text.
    public func text(choosing preset: RoutingDestination.FixedPreset) -> String {
        let given = choice.description
        guard text.hasSuffix("=\(given)") else { return text }
        return text.dropLast(given.count) + preset.description
    }

    /// Whether another argument is for the same part.
    public func isForPart(of other: ProgramArgument) -> Bool { part == other.part }
}

extension RackSettings {
    /// Gives parts presets, before those that they have.
    ///
    /// A name is looked up in the SoundFonts of the samplers that rules lead the part to, then in those
    /// of the fallback, then in those of the other samplers.
    ///
    /// - Parameters:
    ///   - programs: The parts and their presets, the first with the highest priority.
    ///   - presets: The presets of a SoundFont.
    /// - Throws: The argument whose name is not that of one preset.
    public mutating func add(
        _ programs: [ProgramArgument],
        presets: PresetNames.Source = PresetNames.read
    ) throws(RoutingSyntaxError) {
        var added: [PartPreset] = []
        for program in programs {
            do throws(RoutingSyntaxError) {
                let preset = try preset(program, presets)
                added.append(
                    PartPreset(
                        program.part.source,
                        channels: program.part.channels,
                        preset: preset
                    )
                )
            } catch {
                throw RoutingSyntaxError("\(program.text): \(error.description)")
            }
        }
        self.programs = added + self.programs
    }

    private func preset(
        _ program: ProgramArgument,
        _ presets: PresetNames.Source
    ) throws(RoutingSyntaxError) -> RoutingDestination.FixedPreset {
        let isRhythm = program.part.channels == 1 << 9
        let own = fonts(of: program.part)
        let rest = fallback?.settings.fonts ?? []
        let others = samplers.flatMap(\.settings.fonts)
        let fonts =
            [own, rest].first { !$0.isEmpty && program.choice.isKnown(in: $0, presets) }
            ?? own + rest + others
        return try program.choice.preset(isRhythm: isRhythm, in: fonts, presets)
    }

    /// The SoundFonts of the samplers that rules lead a part to.
    private func fonts(of part: RoutingSelector) -> [SoundFontReference] {
        var fonts: [SoundFontReference] = []
        for rule in rules
        where part.channels & ~rule.channels == 0
            && (rule.source == part.source || rule.source == .all)
        {
            for destination in rule.destinations {
                fonts += sampler(named: destination.sampler)?.settings.fonts ?? []
            }
            if rule.takesEveryNote { break }
        }
        return fonts
    }
}
