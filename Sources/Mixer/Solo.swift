/// The strips that are heard while some are soloed: those, the channels of a soloed sampler, and the
/// sampler of a soloed channel, of which nothing else is heard.
package struct Solo {
    private let soloed: Set<String>
    /// The samplers of soloed channels.
    private let parents: Set<String>

    /// - Parameter strips: The name of each strip, that of its sampler where it is a channel's, and
    ///   whether it is soloed.
    package init(_ strips: [(name: String, parent: String?, isSoloed: Bool)]) {
        let soloed = strips.filter(\.isSoloed)
        self.soloed = Set(soloed.map(\.name))
        parents = Set(soloed.compactMap(\.parent))
    }

    /// Whether anything comes out of a strip.
    package func isHeard(_ name: String, of parent: String?) -> Bool {
        isOwnSoundHeard(name, of: parent) || parents.contains(name)
    }

    /// Whether the sound is heard that a strip adds to that of its channels' strips.
    package func isOwnSoundHeard(_ name: String, of parent: String?) -> Bool {
        soloed.isEmpty || soloed.contains(name) || parent.map(soloed.contains) ?? false
    }
}
