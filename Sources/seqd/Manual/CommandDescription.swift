import JSON

/// A command as the argument parser describes it.
struct CommandDescription {
    /// An argument, option or flag.
    struct Argument {
        var isPositional: Bool
        var isFlag: Bool
        var isOptional: Bool
        var isRepeating: Bool
        /// `-o`, `--out`.
        var names: [String]
        var valueName: String
        var abstract: String
        var defaultValue: String?
        var allowedValues: [String]
        /// The heading under which the help shows it.
        var section: String?

        /// The meaning, with the values and the default.
        var explanation: String {
            var notes: [String] = []
            if !allowedValues.isEmpty {
                notes.append("values: \(allowedValues.joined(separator: ", "))")
            }
            if let defaultValue { notes.append("default: \(defaultValue)") }
            return notes.isEmpty ? abstract : "\(abstract) (\(notes.joined(separator: "; ")))"
        }

        /// The argument in mdoc's macros: `Fl o , Fl -out Ar file`.
        var mdoc: String {
            guard !isPositional else { return "Ar \(Roff.escaped(valueName))" }
            let names = names.map { "Fl \(Roff.escaped(String($0.dropFirst())))" }
            let value = isFlag ? "" : " Ar \(Roff.escaped(valueName))"
            return names.joined(separator: " , ") + value
        }
    }

    var name: String
    var abstract: String
    var discussion: String
    var arguments: [Argument]
    var subcommands: [CommandDescription]

    /// Reads the description of a command and of those below it that are shown.
    init(_ value: JSONValue) {
        name = value["commandName"].string ?? ""
        abstract = value["abstract"].string ?? ""
        discussion = CtlHelp.filled(value["discussion"].string ?? "")
        arguments = value["arguments"].elements.filter(\.isShown).map(Argument.init)
        subcommands =
            value["subcommands"].elements.filter(\.isShown).map(CommandDescription.init)
            .filter { $0.name != "help" }
    }
}

extension CommandDescription.Argument {
    fileprivate init(_ value: JSONValue) {
        let kind = value["kind"].string
        isPositional = kind == "positional"
        isFlag = kind == "flag"
        isOptional = value["isOptional"].boolean ?? false
        isRepeating = value["isRepeating"].boolean ?? false
        names = value["names"].elements.map { name in
            (name["kind"].string == "short" ? "-" : "--") + (name["name"].string ?? "")
        }
        valueName = value["valueName"].string ?? "value"
        abstract = value["abstract"].string ?? ""
        defaultValue = value["defaultValue"].string
        allowedValues = value["allValues"].elements.compactMap(\.string)
        section = value["sectionTitle"].string
    }
}

extension JSONValue {
    /// A member of an object; `null` if there is none.
    subscript(key: String) -> JSONValue {
        guard case .object(let object) = self else { return .null }
        return object.members.first { $0.key == key }?.value ?? .null
    }

    fileprivate var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    fileprivate var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    fileprivate var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    fileprivate var isShown: Bool { self["shouldDisplay"].boolean ?? true }
}
