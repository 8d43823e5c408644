import Sequencer

/// A preset that the music selects and no font has, and what sounds in its place.
public struct PresetSubstitution: Hashable, Sendable, CustomStringConvertible {
    /// The sampler, from 0.
    public let sampler: Int
    /// The channel, 0 … 15.
    public let channel: Int
    /// The bank that is asked for.
    public let bank: Int
    /// The program that is asked for.
    public let program: Int
    /// The preset that sounds instead; `nil` when none does.
    public let substitute: Choice?

    /// A preset by its numbers.
    public struct Choice: Hashable, Sendable {
        /// The bank.
        public let bank: Int
        /// The program.
        public let program: Int
    }

    /// Whether another instrument sounds, or none: not just the same program's basic variation.
    public var isAnotherInstrument: Bool {
        guard let substitute else { return true }
        return bank == 128 || substitute.program != program
    }

    /// In words: `no preset 8:48 in the fonts (channel 3): 0:48 sounds instead`.
    public var description: String {
        let what = substitute.map { "\($0.bank):\($0.program) sounds instead" } ?? "it is silent"
        let place =
            (sampler == 0 ? "" : "sampler \(sampler + 1), ") + "channel \(channel + 1)"
        return "no preset \(bank):\(program) in the fonts (\(place)): \(what)"
    }

    /// What FluidSynth will substitute for what sequences select on a sampler
    /// (`fluid_synth_program_change`: drums fall back to 128:0; others to bank 0, then to 0:0).
    static func all(
        in sequences: [PreparedSequence],
        sampler: Int,
        mode: BankMode,
        instance: FluidSynthInstance
    ) -> [PresetSubstitution] {
        var found: [PresetSubstitution] = []
        var seen: Set<PresetSubstitution> = []
        for use in sequences.flatMap(\.programs) where Int(use.port) == sampler {
            let bank = Self.bank(of: use, mode: mode)
            let program = Int(use.program)
            guard !instance.hasPreset(bank: bank, program: program) else { continue }
            let fallbacks =
                use.isDrums
                ? [Choice(bank: 128, program: 0)]
                : [Choice(bank: 0, program: program), Choice(bank: 0, program: 0)]
            let substitution = PresetSubstitution(
                sampler: sampler,
                channel: Int(use.channel),
                bank: bank,
                program: program,
                substitute: fallbacks.first {
                    instance.hasPreset(bank: $0.bank, program: $0.program)
                }
            )
            if seen.insert(substitution).inserted { found.append(substitution) }
        }
        return found
    }

    /// The bank that bank select messages mean under a mode.
    private static func bank(of use: ProgramUse, mode: BankMode) -> Int {
        if use.isDrums { return 128 }
        switch mode {
        case .gm: return 0
        case .gs: return Int(use.bankMSB)
        case .xg: return use.bankMSB >= 120 ? 128 : Int(use.bankLSB)
        case .mma: return Int(use.bankMSB) << 7 | Int(use.bankLSB)
        }
    }
}
