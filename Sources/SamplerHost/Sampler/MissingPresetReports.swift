/// Remembers which missing presets of a rack's samplers have been reported.
///
/// The controlling thread's.
struct MissingPresetReports {
    /// The number of missing presets of each instance that were reported.
    private var counts: [Int]
    private var reported: Set<Reported> = []

    private struct Reported: Hashable {
        let sampler: Int
        let choice: PresetSubstitution.Choice
    }

    /// Has reported nothing yet.
    ///
    /// - Parameter instances: The number of instances of the rack.
    init(instances: Int) { counts = Array(repeating: 0, count: instances) }

    /// The missing presets that have been selected since the last call, each once.
    mutating func take(from parts: [SamplerRack.Part?]) -> [PresetSubstitution] {
        var found: [PresetSubstitution] = []
        var index = 0
        for (number, part) in parts.enumerated() {
            guard let part else { continue }
            for instance in part.sampler.instances {
                let missing = instance.missingPresets(from: counts[index])
                counts[index] += missing.count
                index += 1
                found += missing.compactMap { preset in
                    let choice = PresetSubstitution.Choice(
                        bank: preset.bank,
                        program: preset.program
                    )
                    // Each instance has a record of its own.
                    let isNew = reported.insert(Reported(sampler: number, choice: choice)).inserted
                    guard isNew else { return nil }
                    return PresetSubstitution.substitution(
                        bank: preset.bank,
                        program: preset.program,
                        in: part.presets,
                        sampler: number,
                        channel: preset.channel
                    )
                }
            }
        }
        return found
    }
}
