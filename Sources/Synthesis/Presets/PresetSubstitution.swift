/// A selected preset that no font has, and the one that sounds instead.
public struct PresetSubstitution: Hashable, Sendable, CustomStringConvertible {
    /// The sampler, from 0.
    public let sampler: Int
    /// The sampler's name, if there are several.
    public var samplerName: String?
    /// The channels that selected it, 0 … 15.
    public let channels: [Int]
    /// The bank that is asked for.
    public let bank: Int
    /// The program that is asked for.
    public let program: Int
    /// The preset that sounds instead; `nil` when none does.
    public let substitute: Preset?

    /// A preset by its numbers.
    public struct Choice: Hashable, Sendable, BitwiseCopyable {
        /// The bank.
        public let bank: Int
        /// The program.
        public let program: Int

        /// Makes a choice.
        @_noLocks
        public init(bank: Int, program: Int) {
            self.bank = bank
            self.program = program
        }
    }

    /// Makes a substitution.
    public init(
        sampler: Int,
        samplerName: String? = nil,
        channels: [Int],
        bank: Int,
        program: Int,
        substitute: Preset?
    ) {
        self.sampler = sampler
        self.samplerName = samplerName
        self.channels = channels
        self.bank = bank
        self.program = program
        self.substitute = substitute
    }

    /// The presets that may sound for a bank and a program, best first.
    ///
    /// The preset itself, the same program of bank 0, the first program of its family of eight, the
    /// piano, the first preset that there is. For a drum kit: itself, the standard kit, the first kit.
    /// General MIDI players do the same. FluidSynth by itself knows no families.
    ///
    /// - Parameters:
    ///   - bank: The bank; 128 holds the drum kits.
    ///   - program: The program, 0 … 127.
    ///   - first: The first presets of the fonts.
    /// - Returns: The presets, the one that is asked for first.
    public static func choices(forBank bank: Int, program: Int, first: First) -> [Choice] {
        let choices: [Choice?] =
            bank == 128
            ? [
                Choice(bank: 128, program: program), Choice(bank: 128, program: 0), first.kit,
            ]
            : [
                Choice(bank: bank, program: program), Choice(bank: 0, program: program),
                Choice(bank: 0, program: program & ~7), Choice(bank: 0, program: 0), first.melodic,
            ]
        return choices.compactMap(\.self).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The first presets of some fonts: of a font of one sound, that sound, whatever its numbers are.
    public struct First: Hashable, Sendable {
        /// The first preset that is not a drum kit; `nil` without one.
        public let melodic: Choice?
        /// The first drum kit; `nil` without one.
        public let kit: Choice?

        /// Finds them.
        ///
        /// - Parameter presets: The presets of the fonts in their order, each font's sorted.
        public init(of presets: some Sequence<Choice>) {
            melodic = presets.first { $0.bank != 128 }
            kit = presets.first { $0.bank == 128 }
        }

        /// Whether a preset is one of them: it plays where a program is missing.
        package func contains(bank: Int, program: Int) -> Bool {
            let choice = Choice(bank: bank, program: program)
            return choice == melodic || choice == kit
        }
    }

    /// The preset that sounds when one is selected on a stack of fonts.
    ///
    /// - Parameters:
    ///   - bank: The bank.
    ///   - program: The program.
    ///   - presets: The presets of the fonts.
    ///   - sampler: The sampler, from 0.
    ///   - channel: The channel, 0 … 15.
    /// - Returns: `nil` where a font has the preset.
    public static func substitution(
        bank: Int,
        program: Int,
        in presets: [Preset],
        sampler: Int = 0,
        channel: Int
    ) -> PresetSubstitution? {
        let first = First(of: presets.lazy.map { Choice(bank: $0.bank, program: $0.program) })
        let choices = choices(forBank: bank, program: program, first: first)
        let found = choices.lazy.compactMap { choice in
            presets.first { $0.bank == choice.bank && $0.program == choice.program }
        }.first
        guard found?.bank != bank || found?.program != program else { return nil }
        return PresetSubstitution(
            sampler: sampler,
            channels: [channel],
            bank: bank,
            program: program,
            substitute: found
        )
    }

    /// The substitute for messages: `0:48 Strings plays instead`.
    public var consequence: String {
        guard let substitute else { return "it is silent" }
        let name = substitute.name.isEmpty ? "" : " \(substitute.name)"
        return "\(substitute.bank):\(substitute.program)\(name) plays instead"
    }

    /// In words: `no preset 8:48 in the fonts (channel 3): 0:48 Strings plays instead`, and where
    /// there are several samplers, `… in the fonts of bass (channel 3) …`.
    public var description: String {
        let numbers = channels.map { "\($0 + 1)" }.joined(separator: ", ")
        let owner = samplerName.map { " of \($0)" } ?? ""
        let position =
            (sampler == 0 || samplerName != nil ? "" : "sampler \(sampler + 1), ")
            + "channel\(channels.count == 1 ? "" : "s") \(numbers)"
        return "no preset \(bank):\(program) in the fonts\(owner) (\(position)): \(consequence)"
    }

    /// The substitutions for what is played on samplers: one for each preset of a sampler.
    ///
    /// - Parameters:
    ///   - uses: What is played.
    ///   - presets: The presets of a sampler's fonts, by its number.
    /// - Returns: The substitutions.
    package static func all(
        for uses: [PresetSelections.Use],
        presets: (Int) -> [Preset]
    ) -> [PresetSubstitution] {
        struct Key: Hashable {
            package let sampler: Int
            package let choice: Choice
        }
        var found: [PresetSubstitution] = []
        var indices: [Key: Int] = [:]
        for use in uses {
            let key = Key(sampler: use.sampler, choice: use.choice)
            if let index = indices[key] {
                found[index] = found[index].adding(use.channel)
                continue
            }
            let substitution = substitution(
                bank: use.choice.bank,
                program: use.choice.program,
                in: presets(use.sampler),
                sampler: use.sampler,
                channel: use.channel
            )
            guard let substitution else { continue }
            indices[key] = found.count
            found.append(substitution)
        }
        return found
    }

    /// The same with the name that its sampler has among several.
    package func named(in names: [String]) -> PresetSubstitution {
        guard names.count(where: { !$0.isEmpty }) > 1 else { return self }
        var named = self
        named.samplerName = names[sampler]
        return named
    }

    private func adding(_ channel: Int) -> PresetSubstitution {
        guard !channels.contains(channel) else { return self }
        return PresetSubstitution(
            sampler: sampler,
            samplerName: samplerName,
            channels: (channels + [channel]).sorted(),
            bank: bank,
            program: program,
            substitute: substitute
        )
    }
}
