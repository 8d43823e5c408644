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
        /// Any number.
        case anyNumber
        /// `name=value` at any place, or not at all.
        case option
    }

    var name: String
    var type: ArgumentType
    var use: Use
    var help: String

    init(_ name: String, _ type: ArgumentType, _ use: Use, _ help: String) {
        self.name = name
        self.type = type
        self.use = use
        self.help = help
    }

    /// A parameter that is needed.
    init(_ name: String, _ type: ArgumentType, _ help: String) {
        self.init(name, type, .required, help)
    }

    /// How it stands in a command's usage: `KEY`, `[SECONDS]`, `TYPES…`, `[position=HZ]`.
    var usage: String {
        let word = name.uppercased()
        return switch use {
        case .required, .rest: word
        case .optional: "[\(word)]"
        case .repeated: "\(word)…"
        case .anyNumber: "[\(word)…]"
        case .option: "[\(name)=\(optionValue)]"
        }
    }

    /// What stands for the value of an option in the usage.
    private var optionValue: String {
        switch type {
        case .position: "POSITION"
        case .encoding: "NAME"
        case .flag: "on|off"
        default: "N"
        }
    }

    /// Whether a request without it is refused.
    var isRequired: Bool {
        switch use {
        case .required, .rest, .repeated: true
        case .optional, .anyNumber, .option: false
        }
    }

    /// Whether it may have several values.
    var isPlural: Bool {
        switch use {
        case .repeated, .anyNumber: true
        case .required, .optional, .rest, .option: false
        }
    }
}
