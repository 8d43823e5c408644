import Platform
import Wording

extension PluginLibrary {
    /// The most plugins that a message lists.
    private static let mostCandidates = 5

    /// Finds a plugin.
    ///
    /// - Parameter name: Its URI, its name, or a part of that which no other plugin's name has.
    /// - Returns: The URI.
    /// - Throws: `usage` if there is none with this name, or more than one.
    func uri(of name: String) throws(HostError) -> String {
        // All declarations are read for a name, but not for a URI.
        if name.contains(":") {
            guard declaration(name, details: false) == nil else { return name }
            throw unknown(name, among: plugins.map(\.uri))
        }
        let typed = PluginName(name)
        let exact = plugins.filter { PluginName($0.name) == typed }
        let found = exact.isEmpty ? plugins.filter { PluginName($0.name).contains(typed) } : exact
        // An instrument of the same name is not meant.
        let usable = found.filter { $0.obstacle == nil }
        let candidates = usable.isEmpty ? found : usable
        guard candidates.count != 1 else { return candidates[0].uri }
        guard !candidates.isEmpty else {
            // A word of a name is nearer than the whole name.
            let names = plugins.map { PluginName($0.name) }
            throw unknown(name, among: names.map(\.text) + names.flatMap(\.words))
        }
        let isSame = Set(candidates.map(\.typedName)).count == 1
        let names = candidates.prefix(Self.mostCandidates).map { isSame ? $0.uri : $0.typedName }
        let rest = candidates.count - names.count
        throw HostError(
            .usage,
            name,
            "\(candidates.count) plugins have such a name: \(names.joined(separator: ", "))"
                + (rest > 0 ? " and \(NumberText.count(rest, "other"))" : "")
        )
    }

    private func unknown(_ name: String, among names: [String]) -> HostError {
        let hint =
            Suggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
            ?? "seqd plugins lists those that are installed"
        return HostError(.usage, name, "no such plugin; \(hint)")
    }
}
