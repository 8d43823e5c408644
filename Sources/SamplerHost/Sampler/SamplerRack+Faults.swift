/// Faults of samples that its music plays.
extension SamplerRack {
    /// Faults of samples in the fonts of the samplers, each once.
    static func sampleFaults(
        _ parts: [Part],
        _ uses: [PresetSelections.Use]?,
        _ substitutions: [PresetSubstitution]
    ) -> [SampleFault] {
        let played = uses.map { Self.played($0, substitutions) }
        var searched: Set<[SoundFontReference]> = []
        var faults: [SampleFault] = []
        for part in parts where searched.insert(part.settings.fonts).inserted {
            let found = part.sampler.instances.first?.fonts.sampleFaults { bank, program in
                let choice = PresetSubstitution.Choice(bank: bank, program: program)
                return played?.contains(choice) ?? true
            }
            for fault in found ?? [] where !faults.contains(fault) { faults.append(fault) }
        }
        return faults
    }

    /// The presets that sound: those that are used, and what sounds instead where they are missing.
    private static func played(
        _ uses: [PresetSelections.Use],
        _ substitutions: [PresetSubstitution]
    ) -> Set<PresetSubstitution.Choice> {
        var played = Set(uses.map(\.choice))
        for substitute in substitutions.compactMap(\.substitute) {
            played.insert(
                PresetSubstitution.Choice(bank: substitute.bank, program: substitute.program)
            )
        }
        return played
    }
}
