/// One way to name tracks or channels, with people's numbers.
public enum Selector: Hashable, Sendable {
    /// `all`.
    case all
    /// `10`, `ch:10`, or `ch:2/10` with a port: the channel is 1 … 16, the port FF 21 + 1.
    case channel(port: Int?, channel: Int)
    /// `track:3`: a track, from 1 in file order.
    case track(Int)
    /// `track:Bass`: tracks by name, ignoring case; `*` and `?` match any characters and any one
    /// character.
    case trackName(String)

    /// Reads one selector.
    ///
    /// - Throws: `SelectorError` with the expected form and examples.
    public init(parsing text: String) throws(SelectorError) {
        if text == "all" {
            self = .all
            return
        }
        if let name = Self.rest(of: text, after: "track:"), !name.isEmpty {
            if name.utf8.allSatisfy({ (48...57).contains($0) }) {
                guard let number = Int(name), number >= 1 else {
                    throw Self.syntax(text, "tracks count from 1")
                }
                self = .track(number)
            } else {
                self = .trackName(name)
            }
            return
        }
        let parts = (Self.rest(of: text, after: "ch:") ?? text)
            .split(separator: "/", omittingEmptySubsequences: false)
        let hasPrefix = text.hasPrefix("ch:")
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
        }
        guard numbers.count == parts.count, parts.count == 1 || (parts.count == 2 && hasPrefix),
            let channel = numbers.last
        else {
            // The name of a track, without its prefix.
            let isName = (text.first?.isLetter ?? false) && !text.contains(":")
            throw Self.syntax(
                text,
                isName
                    ? "did you mean the track, track:\(text)?"
                    : "expected ch:10, 10, ch:2/10, track:3, track:Bass or all"
            )
        }
        guard (1...16).contains(channel) else {
            throw Self.syntax(text, "channels are 1 to 16")
        }
        guard parts.count == 1 || (1...256).contains(numbers[0]) else {
            throw Self.syntax(text, "ports are 1 to 256")
        }
        self = .channel(port: parts.count == 2 ? numbers[0] : nil, channel: channel)
    }

    private static func rest(of text: String, after prefix: String) -> String? {
        text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }

    private static func syntax(_ text: String, _ expected: String) -> SelectorError {
        SelectorError(code: .syntax, description: "\"\(text)\" is not a selector: \(expected)")
    }
}

extension Selector: CustomStringConvertible {
    /// The selector as it is typed.
    public var description: String {
        switch self {
        case .all: "all"
        case .channel(let port?, let channel): "ch:\(port)/\(channel)"
        case .channel(nil, let channel): "ch:\(channel)"
        case .track(let number): "track:\(number)"
        case .trackName(let name): "track:\(name)"
        }
    }
}
