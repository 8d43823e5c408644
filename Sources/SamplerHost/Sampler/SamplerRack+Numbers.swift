import Clips
import Realtime

/// The numbers of a rack's samplers, which stay the same in a rack that replaces it.
extension SamplerRack {
    /// The names of a rack's samplers: those that an old one has too at their indices, then the
    /// others.
    ///
    /// There are never fewer than in the old one: sources may still hold keys of the last. Live sources
    /// may for any time, so numbers that are free are used again only beyond sixteen.
    static func names(
        of music: [RoutedSequence],
        adding others: [String] = [],
        clips: [String] = [],
        _ settings: RackSettings,
        after old: SamplerRack?
    ) throws(HostError) -> [String] {
        var wanted = settings.samplers.map(\.name)
        for name in others where !wanted.contains(name) { wanted.append(name) }
        for name in music.flatMap(\.samplers) where !wanted.contains(name) { wanted.append(name) }
        // A rack has a sampler, whatever plays.
        if wanted.isEmpty, let name = settings.fallback?.name { wanted = [name] }
        let (identities, kept) = (
            wanted.compactMap(settings.identity), old?.samplerIdentities ?? []
        )
        var numbered = StableNumbers.numbered(identities, after: kept)
        if old?.liveRouting != nil {
            let spared = StableNumbers.numbered(identities, after: kept.map { $0 ?? .named("") })
            if spared.count <= 16 { numbered = spared }
        }
        let names = numbered.map { identity in
            wanted.first { settings.identity(of: $0) == identity } ?? ""
        }
        guard names.count <= RackSettings.maximumSamplers else {
            throw HostError(
                .usage,
                "rack",
                "\(names.count) samplers, expected at most \(RackSettings.maximumSamplers)"
            )
        }
        // Clips behind the samplers, which keep their numbers.
        return clips.reduce(into: names) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Makes its samplers take over from those of another rack that are the same.
    ///
    /// Before it goes to the audio thread.
    func takesOver(from old: SamplerRack) {
        for (index, identity) in identities.enumerated() {
            guard identity != nil else {
                // Live sources still hold what they do at the sampler that was here.
                let isKept = liveRouting != nil && old.identities.indices.contains(index)
                rack.value.samplers[index].source = isKept ? index : -1
                continue
            }
            rack.value.samplers[index].source = old.identities.firstIndex(of: identity) ?? -1
        }
        for index in clips.indices {
            let isSame =
                old.clips.indices.contains(index) && old.clips[index] == clips[index]
                && old.clipVersions[index] == clipVersions[index]
            rack.value.clips[index].isContinued = isSame
        }
    }

    /// Whether the numbers of another rack's samplers mean samplers here too: the same ones, or
    /// others where those were removed.
    func keepsNumbers(of old: SamplerRack) -> Bool {
        samplerIdentities.count >= old.samplerIdentities.count
            && old.samplerIdentities.enumerated().allSatisfy { index, identity in
                identity == nil || identities[index] == identity || !identities.contains(identity)
            }
    }
}
