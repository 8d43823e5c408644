/// An argument that a command takes.
struct Parameter {
    enum Use {
        /// Exactly one.
        case required
        case optional
        /// The rest of the line, blanks and all, unless it is quoted.
        case rest
        /// One or more.
        case repeated
        /// One or more in quotation marks; without them the rest of the line is one.
        case repeatedRest
        /// Any number.
        case anyNumber
        /// `name=value` at any place, or not at all.
        case option
    }

    var name: String
    var type: ArgumentType
    var use: Use
    var help: String
    /// What stands for a value in the usage: the words that it may be, or a name for it.
    var placeholder: String
    /// Another name that it has in JSON.
    var alias: String?

    init(
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

    /// A parameter that is needed.
    init(_ name: String, _ type: ArgumentType, _ help: String) {
        self.init(name, type, .required, help)
    }

    /// How it stands in a command's usage: `KEY`, `[SECONDS]`, `on|off`, `TYPE…`, `[position=HZ]`.
    var usage: String {
        switch use {
        case .required, .rest: placeholder
        case .optional: "[\(placeholder)]"
        case .repeated, .repeatedRest: "\(placeholder)…\(type.isSelectorsOrOff ? "|off" : "")"
        case .anyNumber: "[\(placeholder)…]"
        case .option: "[\(name)=\(placeholder)]"
        }
    }

    /// Whether a request without it is refused.
    var isRequired: Bool {
        switch use {
        case .required, .rest, .repeated, .repeatedRest: true
        case .optional, .anyNumber, .option: false
        }
    }

    /// Whether a word without quotation marks begins a value that goes on to the end of the line.
    var takesRest: Bool { use == .rest || use == .repeatedRest }

    /// Whether it may have several values.
    var isPlural: Bool {
        switch use {
        case .repeated, .repeatedRest, .anyNumber: true
        case .required, .optional, .rest, .option: false
        }
    }
}
