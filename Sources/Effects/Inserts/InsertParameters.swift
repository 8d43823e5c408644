import Wording

/// The parameters of a kind of insert.
///
/// All that texts, messages and the reference know of a kind is here; ``InsertSettings/Effect`` lists
/// the kinds.
protocol InsertParameters: Hashable, Sendable {
    /// The word for the kind.
    static var kind: String { get }
    /// The mix where none is given: what is added to a sound is less than that of what changes it.
    static var usualMix: Double { get }
    /// The rows of the reference without the kind: parameter, values, default.
    static var rows: [String] { get }
    /// The case of these parameters.
    var effect: InsertSettings.Effect { get }
    /// The words that are read as these parameters.
    var words: [String] { get }

    /// Reads the words behind the kind.
    ///
    /// - Parameter words: A preset, parameters.
    /// - Throws: An unknown preset or parameter, or a value out of range.
    init(parsing words: [Substring]) throws(EffectsError)

    /// These parameters, with those that the words set.
    ///
    /// - Parameter words: A preset, parameters.
    /// - Returns: The parameters.
    /// - Throws: As ``init(parsing:)``.
    func changed(_ words: [Substring]) throws(EffectsError) -> Self

    /// Whether the effect can move to other parameters while it sounds.
    func canMove(to other: Self) -> Bool
    /// The parameters as numbers, in the order in which the audio thread has them.
    func numbers(rate: Int) -> [InsertNumber]
    /// A number for what decides on the order of ``numbers(rate:)`` beside the kind.
    var layout: Int { get }

    /// The frames of silence that the effect's sound may follow.
    func gap(rate: Int) -> Int
    /// The frames by which the effect delays.
    func latency(rate: Int) -> Int
}

extension InsertParameters {
    static var usualMix: Double { 1 }

    func canMove(to other: Self) -> Bool { false }

    var layout: Int { 0 }

    func gap(rate: Int) -> Int { 0 }

    func latency(rate: Int) -> Int { 0 }

    /// Reads an effect.
    static func read(_ words: [Substring]) throws(EffectsError) -> InsertSettings.Effect {
        try Self(parsing: words).effect
    }
}

extension InsertParameters where Self: NamedEffect {
    static var kind: String { effectName }

    var words: [String] { self == Self() ? [] : [text] }

    init(parsing words: [Substring]) throws(EffectsError) {
        self = try Self().changed(words)
    }

    func changed(_ words: [Substring]) throws(EffectsError) -> Self {
        guard !words.isEmpty else { return self }
        return try .read(words.joined(separator: ","), isInsert: true, over: self)
    }

    static var rows: [String] {
        let usual = Self()
        let choices = choices.map { choice in
            let values = choice.values.map { "`\($0)`" }.joined(separator: ", ")
            return "`\(choice.name)` | \(values) | `\(usual.choice(choice.name))`"
        }
        let numbers = parameters.filter { !ofBuses.contains($0.name) }.map { parameter in
            let value = NumberText.decimal(usual[keyPath: parameter.path])
            return "`\(parameter.name)` | \(parameter.expectation) | \(value)"
        }
        let strips = sideChain.map { _ in
            "`\(SideChainName.parameter)` | \(SideChainName.expectation) | "
                + "`\(SideChainName.none)`"
        }
        let presets = presets.map(\.name).filter { $0 != "default" }
        let names = presets.map { "`\($0)`" }.joined(separator: ", ")
        return choices + numbers + (strips.map { [$0] } ?? [])
            + (presets.isEmpty ? [] : ["presets | \(names) | "])
    }
}
