/// A parameter of a command.
package struct Parameter: Sendable {
    /// The number of its values, and their notation.
    package enum Use: Sendable {
        /// Exactly one.
        case required
        /// At most one.
        case optional
        /// The rest of the line, including blanks, unless it is quoted.
        case rest
        /// One or more.
        case repeated
        /// One or more in quotation marks; without them, the rest of the line is one.
        case repeatedRest
        /// Any number in quotation marks; without them, the rest of the line is one.
        case anyNumberRest
        /// Any number.
        case anyNumber
        /// `name=value` at any position, or absent.
        case option
    }

    /// The name, a key in JSON.
    package var name: String
    package var type: ArgumentType
    package var use: Use
    /// The description in the help and the reference.
    package var help: String
    /// The word for a value in the usage: the possible words, or a name.
    package var placeholder: String
    /// Another name in JSON.
    package var alias: String?

    /// Whether it has a key in JSON: its name, its alias, or the name as results spell it
    /// (`countIn`).
    func hasKey(_ key: String) -> Bool {
        key == name || key == alias || name.contains("-") && key == Self.joined(name)
    }

    /// A name in which a capital letter takes the place of each hyphen.
    static func joined(_ name: String) -> String {
        let parts = name.split(separator: "-")
        return parts.dropFirst().reduce(String(parts.first ?? "")) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }

    package init(
        _ name: String,
        _ type: ArgumentType,
        _ use: Use,
        _ help: String,
        placeholder: String? = nil
    ) {
        self.name = name
        self.type = type
        self.use = use
        self.help = help
        self.placeholder = placeholder ?? type.placeholder ?? name.uppercased()
    }

    /// The parameter with another name in JSON, which it had before.
    func formerly(_ alias: String) -> Parameter {
        var parameter = self
        parameter.alias = alias
        parameter.help += "; in JSON, `\(alias)` is an alias"
        return parameter
    }

    /// The parameter in a command's usage: `KEY`, `[SECONDS]`, `on|off`, `TYPE…`, `[position=HZ]`.
    package var usage: String {
        switch use {
        case .required, .rest: placeholder
        case .optional: "[\(placeholder)]"
        case .repeated, .repeatedRest:
            "\(placeholder)…\(type.content.isSelectorsOrOff ? "|off" : "")"
        case .anyNumber, .anyNumberRest: "[\(placeholder)…]"
        case .option: "[\(name)=\(placeholder)]"
        }
    }

    /// Whether a request without it is refused.
    package var isRequired: Bool {
        switch use {
        case .required, .rest, .repeated, .repeatedRest: true
        case .optional, .anyNumber, .anyNumberRest, .option: false
        }
    }

    /// Whether a word without quotation marks begins a value that extends to the end of the line.
    package var takesRest: Bool {
        switch use {
        case .rest, .repeatedRest, .anyNumberRest: true
        case .required, .optional, .repeated, .anyNumber, .option: false
        }
    }

    /// Whether it may have several values.
    package var isPlural: Bool {
        switch use {
        case .repeated, .repeatedRest, .anyNumber, .anyNumberRest: true
        case .required, .optional, .rest, .option: false
        }
    }
}
