import Realtime
import Sequencer

/// The presets that its samplers have, and those that are selected.
extension SamplerRack {
    /// The presets of a sampler, in the order of the files.
    ///
    /// - Parameter name: The sampler's name.
    /// - Returns: The presets; `nil` where there is no sampler of the name.
    public func presets(ofSampler name: String) -> [Preset]? {
        names.firstIndex(of: name).flatMap { parts[$0]?.presets }
    }

    /// The presets of a sampler by its number; `nil` where there is none.
    func presets(ofSampler number: Int) -> [Preset]? {
        parts.indices.contains(number) ? parts[number]?.presets : nil
    }

    /// The samplers that lack a preset which is selected on a channel of a live input by the socket.
    ///
    /// - Parameters:
    ///   - bank: The bank.
    ///   - program: The program.
    ///   - input: The input, from 0.
    ///   - channel: The input's channel, 0 … 15.
    /// - Returns: The substitution of each sampler that the channel leads to, if it lacks the preset.
    public func substitutions(
        ofBank bank: Int,
        program: Int,
        input: Int,
        channel: Int
    ) -> [PresetSubstitution] {
        guard let liveRouting else { return [] }
        var found: [PresetSubstitution] = []
        for way in liveRouting.routes(input: input, channel: channel, bySocket: true) {
            // A preset that a rule gives stays.
            guard way.kinds.contains(.programs), way.preset == nil, let sampler = way.sampler,
                let number = names.firstIndex(of: liveRouting.samplers[sampler]),
                let presets = presets(ofSampler: number),
                !found.contains(where: { $0.sampler == number }),
                let missing = PresetSubstitution.substitution(
                    bank: bank,
                    program: program,
                    in: presets,
                    sampler: number,
                    channel: Int(way.channel)
                )
            else { continue }
            found.append(missing)
        }
        return found
    }

    /// The presets that its channels have selected, as far as the audio thread has proceeded.
    ///
    /// Any thread.
    var chosenPresets: [PresetSelections.Use] {
        parts.indices.flatMap { sampler -> [PresetSelections.Use] in
            guard parts[sampler] != nil else { return [] }
            return (0..<16).compactMap { channel in
                let shard = rack.value.samplers[sampler].shard(of: channel)
                return rack.value.shards[shard].chosen.choice(of: channel).map {
                    PresetSelections.Use(sampler: sampler, channel: channel, choice: $0)
                }
            }
        }
    }
}
