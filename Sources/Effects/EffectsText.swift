import Wording

/// An effect whose parameters have names, and that has presets.
protocol NamedEffect: Sendable {
    /// The name in messages.
    static var effectName: String { get }
    /// The parameters that mean something on an effects bus only, not in a strip.
    static var ofBuses: [String] { get }
    /// The presets by name, the default one first.
    static var presets: [(name: String, parameters: Self)] { get }
    /// The parameters that are numbers.
    static var parameters: [EffectsParameter<Self>] { get }
    /// The parameters that are words, with the words.
    static var choices: [(name: String, values: [String])] { get }
    /// The name of a strip; `nil` if the effect has no such parameter.
    static var sideChain: SideChainPath? { get }

    init()

    /// Sets a parameter that is a word, which is one of its words.
    mutating func choose(_ name: String, _ value: String)
    /// The word of a parameter.
    func choice(_ name: String) -> String
    /// Whether a parameter that is a number means something beside the others.
    func has(_ name: String) -> Bool
}

extension NamedEffect {
    typealias SideChainPath = any WritableKeyPath<Self, String?> & Sendable

    static var ofBuses: [String] { [] }

    static var choices: [(name: String, values: [String])] { [] }

    static var sideChain: SideChainPath? { nil }

    mutating func choose(_ name: String, _ value: String) {}

    func choice(_ name: String) -> String { "" }

    func has(_ name: String) -> Bool { true }

    /// Checks that a parameter which was given means something beside the others.
    func check(_ parameter: EffectsParameter<Self>) throws(EffectsError) {
        guard !has(parameter.name) else { return }
        let names = Self.parameters.map(\.name).filter { has($0) }.joined(separator: ", ")
        throw EffectsError(
            "\(parameter.name): this \(Self.effectName) has no such parameter; it has \(names)"
        )
    }
}

extension NamedEffect {
    /// Reads `NAME`, `off`, `KEY=VALUE,…` or `NAME,KEY=VALUE,…`.
    ///
    /// - Parameter text: The text.
    /// - Returns: The parameters; `nil` for off.
    /// - Throws: An error for a setting that is unknown, given more than once, out of range or
    ///   meaningless.
    static func parameters(parsing text: String) throws(EffectsError) -> Self? {
        if text == "off" { return nil }
        return try read(text, isInsert: false)
    }

    /// Reads `KEY=VALUE,…` or `NAME,KEY=VALUE,…`.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isInsert: Whether it is an effect of a strip, and not of an effects bus.
    ///   - base: The parameters that are not given.
    /// - Returns: The parameters.
    /// - Throws: As ``parameters(parsing:)``.
    static func read(
        _ text: String,
        isInsert: Bool,
        over base: Self = Self()
    ) throws(EffectsError) -> Self {
        var result = base
        var seen: Set<Substring> = []
        for (index, word) in text.split(separator: ",", omittingEmptySubsequences: false)
            .enumerated()
        {
            let parts = word.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if parts.count == 1, index == 0 {
                guard word != "off" else {
                    throw EffectsError(
                        isInsert
                            ? "write bypass=yes instead of off" : "off takes no parameters"
                    )
                }
                result = try preset(String(word), isInsert)
                continue
            }
            guard parts.count == 2 else {
                throw EffectsError("\"\(word)\": expected KEY=VALUE; \(keys(isInsert))")
            }
            guard seen.insert(parts[0]).inserted else { throw EffectsError("\(parts[0]): twice") }
            try result.set(String(parts[0]), String(parts[1]), isInsert)
        }
        for parameter in parameters where seen.contains(Substring(parameter.name)) {
            try result.check(parameter)
        }
        return result
    }

    /// The parameters of a preset.
    ///
    /// - Throws: An unknown name.
    private static func preset(
        _ name: String,
        _ isInsert: Bool
    ) throws(EffectsError) -> Self {
        guard let preset = presets.first(where: { $0.name == name }) else {
            let names = presets.map(\.name).joined(separator: ", ")
            throw EffectsError(
                "no \(effectName) \"\(name)\"; expected \(isInsert ? "" : "off, ")\(names), "
                    + "or KEY=VALUE,…; \(keys(isInsert))"
            )
        }
        return preset.parameters
    }

    /// The names of all parameters.
    private static func keys(_ isInsert: Bool) -> String {
        let names = (parameters.map(\.name) + choices.map(\.name) + sideChainNames).filter {
            !isInsert || !ofBuses.contains($0)
        }
        let all = names + (isInsert ? ["mix", "bypass"] : [])
        return "the keys are " + all.joined(separator: ", ")
    }

    private static var sideChainNames: [String] {
        sideChain == nil ? [] : [SideChainName.parameter]
    }

    private mutating func set(
        _ name: String,
        _ value: String,
        _ isInsert: Bool
    ) throws(EffectsError) {
        if let parameter = Self.parameters.first(where: { $0.name == name }),
            !isInsert || !Self.ofBuses.contains(name)
        {
            if parameter.setNote(value, of: &self, usual: Self()) { return }
            guard let number = parameter.unit.number(value) else {
                throw EffectsError("\(name)=\(value): expected \(parameter.expectation)")
            }
            do throws(EffectsError) {
                try parameter.set(number, of: &self)
            } catch {
                throw EffectsError("\(name)=\(value): expected \(parameter.expectation)")
            }
            return
        }
        if let path = Self.sideChain, name == SideChainName.parameter {
            guard !value.isEmpty else {
                throw EffectsError("\(name)=: expected \(SideChainName.expectation)")
            }
            self[keyPath: path] = value == SideChainName.none ? nil : value
            return
        }
        guard let choice = Self.choices.first(where: { $0.name == name }) else {
            throw EffectsError("no parameter \"\(name)\"; \(Self.keys(isInsert))")
        }
        guard choice.values.contains(value) else {
            throw EffectsError(
                "\(name)=\(value): expected \(choice.values.joined(separator: " or "))"
            )
        }
        choose(name, value)
    }
}
