/// The text of a socket, `PATH[,role=ROLE][,group=NAME][,mode=MODE]`, in which a backslash escapes the
/// next character.
enum SocketText {
    /// The names of its settings.
    static let keys = ["path", "role", "group", "mode"]

    /// The text for settings of a mapping; `nil` without a path.
    static func text(_ settings: [(name: String, value: String)]) -> String? {
        guard let path = settings.first(where: { $0.name == "path" }) else { return nil }
        let others = settings.filter { $0.name != "path" }
        return ([escaped(path.value)] + others.map { "\($0.name)=\(escaped($0.value))" })
            .joined(separator: ",")
    }

    /// The text with its path resolved.
    static func resolved(_ text: String, _ resolve: (String) -> String) -> String {
        var path = ""
        var rest = text[...]
        while let character = rest.first, character != "," {
            rest.removeFirst()
            path.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
        return escaped(resolve(path)) + rest
    }

    private static func escaped(_ text: String) -> String {
        text.map { $0 == "," || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    }
}
