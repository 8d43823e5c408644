import Sequencer
import Wording

extension ClipSettings: CustomStringConvertible {
    /// Reads `FILE`, `FILE@POSITION` or `FILE@POSITION,KEY=VALUE,…`.
    ///
    /// - Parameter text: The text, such as `vocals.flac@9:1,gain=-3`.
    /// - Throws: What was expected.
    public init(parsing text: String) throws(RoutingSyntaxError) {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let (path, position) = Self.place(words[0])
        guard !path.isEmpty else {
            throw RoutingSyntaxError(
                "\"\(text)\": expected FILE@POSITION,KEY=VALUE,…, such as vocals.flac@9:1,gain=-3"
            )
        }
        self.init(path: String(path))
        if let position { start = try Self.position(String(position)) }
        var seen: Set<Substring> = []
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw RoutingSyntaxError(
                    "\"\(word)\": expected KEY=VALUE; the keys are "
                        + ClipParameter.names.joined(separator: ", ")
                )
            }
            guard seen.insert(parts[0]).inserted else {
                throw RoutingSyntaxError("\(parts[0]): given more than once")
            }
            try set(String(parts[0]), String(parts[1]))
        }
        if let problem { throw RoutingSyntaxError("\(path): \(problem.key): \(problem.text)") }
    }

    /// The file, and the position behind its last `@`; that of a marker has one more.
    private static func place(_ text: Substring) -> (path: Substring, position: Substring?) {
        guard let at = text.lastIndex(of: "@"), !text[at...].contains("/") else {
            return (text, nil)
        }
        let path = text[..<at]
        guard path.last == "@" else { return (path, text[text.index(after: at)...]) }
        return (path.dropLast(), text[at...])
    }

    /// Reads the position at which a clip begins.
    static func position(_ text: String) throws(RoutingSyntaxError) -> Position {
        let position: Position
        do throws(PositionError) {
            position = try Position(parsing: text)
        } catch {
            throw RoutingSyntaxError(error.description)
        }
        switch position {
        case .nextBar, .nextBeat:
            throw RoutingSyntaxError("\(text): expected a position in the music, such as 9:1")
        case .barBeat, .seconds, .ticks, .marker: return position
        }
    }

    private mutating func set(_ key: String, _ value: String) throws(RoutingSyntaxError) {
        if let parameter = ClipParameter.all.first(where: { $0.name == key }) {
            self[keyPath: parameter.path] = try parameter.value(value)
            return
        }
        switch key {
        case "name":
            name = try Self.name(value)
            guard !value.contains("@") else {
                throw RoutingSyntaxError(
                    "name=\(value): expected the position behind the file: FILE@POSITION,name=NAME"
                )
            }
        case "follow":
            guard let follow = Follow(rawValue: value) else {
                let words = Follow.allCases.map(\.rawValue).joined(separator: ", ")
                throw RoutingSyntaxError("follow=\(value): expected \(words)")
            }
            self.follow = follow
        default:
            let near = Suggestion.nearest(to: key, among: ClipParameter.names)
            throw RoutingSyntaxError(
                "no parameter \"\(key)\" of a clip; "
                    + (near.map { "did you mean \"\($0)\"?" }
                        ?? "the keys are \(ClipParameter.names.joined(separator: ", "))")
            )
        }
    }

    /// Checks the name of a strip or a clip.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - key: What it is, in messages.
    /// - Returns: The name.
    /// - Throws: What was expected.
    package static func name(
        _ name: String,
        of key: String = "name"
    ) throws(RoutingSyntaxError) -> String {
        guard !name.isEmpty, name.utf8.count <= 200,
            !name.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }),
            RackSettings.Sampler.channel(ofStrip: name) == nil
        else {
            throw RoutingSyntaxError(
                "\(key)=\(String(name.prefix(40)).printable): expected a name of up to 200 bytes, not one "
                    + "like piano/10"
            )
        }
        return name
    }

    /// The settings that differ from those of a whole file, as options have them.
    package var words: [String] {
        let usual = ClipSettings(path: path)
        var words = name.map { ["name=\($0)"] } ?? []
        for parameter in ClipParameter.all {
            let value = self[keyPath: parameter.path]
            guard value != usual[keyPath: parameter.path] else { continue }
            words.append("\(parameter.name)=\(parameter.text(value))")
        }
        if follow != usual.follow { words.append("follow=\(follow.rawValue)") }
        return words
    }

    /// The text that is read as this, unless the file's name has a comma.
    public var description: String {
        // The path alone would be read as a file and a position.
        let isSplit = Self.place(path[...]).position != nil
        let place = start == ClipSettings(path: path).start && !isSplit ? path : "\(path)@\(start)"
        return ([place] + words).joined(separator: ",")
    }
}
