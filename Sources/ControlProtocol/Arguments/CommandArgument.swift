import Sequencer

/// A parameter of a command, and the property of the command that it sets.
struct CommandArgument<Root: Sendable>: Sendable {
    private(set) var parameter: Parameter
    /// Sets the property to the values that were given; not called if there are none.
    private let set: @Sendable (inout Root, [any Sendable]) throws(RequestError) -> Void
    /// Writes the property.
    let written: @Sendable (Root) -> [WrittenArgument]

    /// Declares a parameter that stands for a value of any form.
    ///
    /// - Parameters:
    ///   - name: The name, a key in JSON.
    ///   - kind: The kind of its values.
    ///   - use: The number of values, and their notation.
    ///   - help: The description in the help and the reference.
    ///   - placeholder: The word for a value in the usage; `nil` for that of the kind.
    ///   - set: Sets the property to the values.
    ///   - values: The values of the property.
    init<Value>(
        _ name: String,
        _ kind: ArgumentKind<Value>,
        _ use: Parameter.Use,
        _ help: String,
        placeholder: String? = nil,
        set: @escaping @Sendable (inout Root, [Value]) throws(RequestError) -> Void,
        values: @escaping @Sendable (Root) -> [Value]
    ) {
        parameter = Parameter(name, kind.type, use, help, placeholder: placeholder)
        self.set = { root, given throws(RequestError) in
            var values: [Value] = []
            for value in given {
                guard let value = value as? ArgumentValue<Value> else {
                    throw .internal("\(name) has another type")
                }
                values.append(value.value)
            }
            try set(&root, values)
        }
        written = { values($0).map(kind.written) }
    }

    private init(_ parameter: Parameter, _ part: CommandArgument, _: Void) {
        (self.parameter, set, written) = (parameter, part.set, part.written)
    }

    /// Reads the parameter's values, if any were given.
    func read(_ root: inout Root, _ given: [any Sendable]) throws(RequestError) {
        if !given.isEmpty { try set(&root, given) }
    }

    // MARK: Forms

    /// Declares one value, which must be given.
    static func required<Value>(
        _ name: String,
        _ kind: ArgumentKind<Value>,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ help: String,
        _ use: Parameter.Use = .required,
        placeholder: String? = nil
    ) -> CommandArgument {
        CommandArgument(name, kind, use, help, placeholder: placeholder) {
            $0[keyPath: path] = $1[0]
        } values: {
            [$0[keyPath: path]]
        }
    }

    /// Declares one value that may be missing.
    static func option<Value>(
        _ name: String,
        _ kind: ArgumentKind<Value>,
        _ path: any WritableKeyPath<Root, Value?> & Sendable,
        _ help: String,
        _ use: Parameter.Use = .option,
        placeholder: String? = nil
    ) -> CommandArgument {
        CommandArgument(name, kind, use, help, placeholder: placeholder) {
            $0[keyPath: path] = $1[0]
        } values: {
            $0[keyPath: path].map { [$0] } ?? []
        }
    }

    /// Declares one value that may be missing, and is written unless it is the default.
    static func option<Value: Equatable>(
        _ name: String,
        _ kind: ArgumentKind<Value>,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        default usual: Value,
        _ help: String,
        _ use: Parameter.Use = .option,
        placeholder: String? = nil
    ) -> CommandArgument {
        CommandArgument(name, kind, use, help, placeholder: placeholder) {
            $0[keyPath: path] = $1[0]
        } values: {
            $0[keyPath: path] == usual ? [] : [$0[keyPath: path]]
        }
    }

    /// Declares several values.
    static func list<Value>(
        _ name: String,
        _ kind: ArgumentKind<Value>,
        _ path: any WritableKeyPath<Root, [Value]> & Sendable,
        _ use: Parameter.Use,
        _ help: String
    ) -> CommandArgument {
        CommandArgument(name, kind, use, help) {
            $0[keyPath: path] = $1
        } values: {
            $0[keyPath: path]
        }
    }

    /// Declares the parts of a set of selectors.
    static func selectors(
        _ name: String,
        _ path: any WritableKeyPath<Root, SelectorSet> & Sendable,
        _ help: String
    ) -> CommandArgument {
        CommandArgument(name, .selectors, .repeated, help) {
            $0[keyPath: path] = SelectorSet($1.flatMap(\.selectors))
        } values: {
            $0[keyPath: path].selectors.map { SelectorSet([$0]) }
        }
    }

    /// Declares the parts of a set of selectors, or `off`.
    static func selectorsOrOff(
        _ name: String,
        _ path: any WritableKeyPath<Root, SelectorSet?> & Sendable,
        _ help: String
    ) -> CommandArgument {
        CommandArgument(name, .selectorsOrOff, .repeated, help) {
            root,
            values throws(RequestError) in
            let sets = values.compactMap { $0 }
            guard sets.count == values.count || values.count == 1 else {
                throw .arguments("\(name): off cannot be combined with other selectors")
            }
            root[keyPath: path] = sets.isEmpty ? nil : SelectorSet(sets.flatMap(\.selectors))
        } values: {
            $0[keyPath: path].map { $0.selectors.map { SelectorSet([$0]) } } ?? [nil]
        }
    }

    // MARK: Refinements

    /// The parameter with another name in JSON, which it had before.
    func formerly(_ alias: String) -> CommandArgument {
        CommandArgument(parameter.formerly(alias), self, ())
    }

    /// The parameter with a further name in JSON.
    func alias(_ alias: String) -> CommandArgument {
        var parameter = parameter
        parameter.alias = alias
        return CommandArgument(parameter, self, ())
    }

    /// The parameter of a part as a parameter of the whole.
    func moved<Whole: Sendable>(
        to path: any WritableKeyPath<Whole, Root> & Sendable
    ) -> CommandArgument<Whole> {
        CommandArgument<Whole>(self, path)
    }

    private init<Part>(
        _ part: CommandArgument<Part>,
        _ path: any WritableKeyPath<Root, Part> & Sendable
    ) {
        parameter = part.parameter
        set = { root, given throws(RequestError) in try part.set(&root[keyPath: path], given) }
        written = { part.written($0[keyPath: path]) }
    }
}

extension SelectorSet {
    fileprivate init(_ selectors: [Selector]) {
        self.init()
        self.selectors = selectors
    }
}
