extension JSONValue {
    /// The document in lines: an object in an object or a list that would be longer than 80 columns
    /// is broken up, and everything shorter stays on one line.
    package var indentedText: String { indented(by: 0, isRoot: true) }

    private func indented(by depth: Int, isRoot: Bool) -> String {
        let line = spacedText
        if !isRoot, line.utf8.count + depth * 2 <= 80 { return line }
        let (open, close, parts): (String, String, [String])
        switch self {
        case .array(let elements) where !elements.isEmpty:
            (open, close) = ("[", "]")
            parts = elements.map { $0.indented(by: depth + 1, isRoot: false) }
        case .object(let object) where !object.members.isEmpty:
            (open, close) = ("{", "}")
            parts = object.members.map { member in
                "\(JSONValue.string(member.key).text): "
                    + member.value.indented(by: depth + 1, isRoot: false)
            }
        default: return line
        }
        let indent = String(repeating: "  ", count: depth + 1)
        return open + "\n" + parts.map { indent + $0 }.joined(separator: ",\n") + "\n"
            + indent.dropLast(2) + close
    }

    /// The document on one line, with spaces after commas and colons.
    private var spacedText: String {
        switch self {
        case .array(let elements):
            return "[\(elements.map(\.spacedText).joined(separator: ", "))]"
        case .object(let object):
            let parts = object.members.map { member in
                "\(JSONValue.string(member.key).text): \(member.value.spacedText)"
            }
            return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
        default: return text
        }
    }
}
