/// The name of a plugin, preset or value as it is typed: small letters, digits and `-`.
struct PluginName: Hashable {
    /// The words of the name.
    let words: [String]

    /// Makes the typed form of a name.
    init(_ name: String) {
        let parts = name.lowercased().split { !($0.isLetter || $0.isNumber) }
        words = parts.map(String.init)
    }

    /// The words with `-` between them.
    var text: String { words.joined(separator: "-") }

    /// Whether the words of another name are among its words, one behind the other.
    func contains(_ other: PluginName) -> Bool {
        let count = other.words.count
        guard count > 0, count <= words.count else { return false }
        return (0...(words.count - count)).contains { start in
            words[start..<(start + count)].elementsEqual(other.words)
        }
    }
}
