import Wording

/// An effect in a strip, with its parameters and its mix.
///
/// Written as its kind, the name of a preset and parameters:
/// `compressor,vocal,threshold=-24,mix=0.8`.
public struct InsertSettings: Hashable, Sendable, CustomStringConvertible {
    /// The kind of effect with its parameters.
    public enum Effect: Hashable, Sendable {
        case filter(FilterParameters)
        case equalizer(EqualizerParameters)
        case compressor(CompressorParameters)
        case gate(GateParameters)
        case delay(EchoParameters)
        case reverb(ReverbParameters)
        case chorus(ChorusParameters)
        case width(WidthParameters)
    }

    /// The effect.
    public var effect: Effect
    /// The mix: 0 is the input alone, 1 the effect alone.
    public var mix: Double
    /// Whether it is bypassed: everything passes unchanged.
    public var isBypassed = false

    /// Makes an insert with the usual mix of its kind.
    public init(_ effect: Effect) {
        self.effect = effect
        mix = effect.usualMix
    }

    /// The words for the kinds.
    public static let kinds = kindTable.map(\.name)

    private static let switches = ["yes": true, "on": true, "no": false, "off": false]

    /// The most inserts of a strip.
    public static let most = 16

    private static let kindTable: [(name: String, read: @Sendable (Words) throws -> Effect)] = [
        ("filter", { .filter(try $0.parameters()) }),
        ("eq", { .equalizer(try EqualizerParameters(parsing: $0.words)) }),
        ("compressor", { .compressor(try $0.parameters()) }),
        ("gate", { .gate(try $0.parameters()) }),
        ("delay", { .delay(try $0.parameters()) }),
        ("reverb", { .reverb(try $0.parameters()) }),
        ("chorus", { .chorus(try $0.parameters()) }),
        ("width", { .width(try $0.parameters()) }),
    ]

    /// The words behind the kind.
    private struct Words {
        var words: [Substring]

        func parameters<Parameters: NamedEffect>() throws(EffectsError) -> Parameters {
            guard !words.isEmpty else { return Parameters() }
            return try Parameters.read(words.joined(separator: ","), isInsert: true)
        }
    }

    /// Reads an insert.
    ///
    /// - Parameter text: The text: a kind, a preset, parameters.
    /// - Throws: An unknown kind, preset or parameter, or a value out of range.
    public init(parsing text: String) throws(EffectsError) {
        let all = text.split(separator: ",", omittingEmptySubsequences: false)
        let name = all.first.map(String.init) ?? ""
        guard let kind = Self.kindTable.first(where: { $0.name == name }) else {
            let near = Suggestion.nearest(to: name, among: Self.kinds)
            throw EffectsError(
                "no insert \"\(name)\"; "
                    + (near.map { "did you mean \"\($0)\"?" }
                        ?? "expected \(Self.kinds.joined(separator: ", "))")
            )
        }
        var words: [Substring] = []
        var (mix, bypass): (Substring?, Substring?)
        for word in all.dropFirst() {
            if word.hasPrefix("mix=") {
                guard mix == nil else { throw EffectsError("mix: twice") }
                mix = word.dropFirst("mix=".count)
            } else if word.hasPrefix("bypass=") {
                guard bypass == nil else { throw EffectsError("bypass: twice") }
                bypass = word.dropFirst("bypass=".count)
            } else {
                words.append(word)
            }
        }
        do {
            self.init(try kind.read(Words(words: words)))
        } catch let error as EffectsError {
            throw EffectsError("\(name): \(error.description)")
        } catch {
            throw EffectsError("\(name): \(error)")
        }
        if let mix {
            guard let number = Unit.none.number(String(mix)), (0...1).contains(number) else {
                throw EffectsError("\(name): mix=\(mix): expected 0 to 1")
            }
            self.mix = number
        }
        if let bypass {
            guard let isBypassed = Self.switches[String(bypass)] else {
                throw EffectsError("\(name): bypass=\(bypass): expected yes or no")
            }
            self.isBypassed = isBypassed
        }
    }

    /// The text that is read as this insert.
    public var description: String {
        var words = [effect.kind] + effect.words
        if mix != effect.usualMix { words.append("mix=\(NumberText.decimal(mix))") }
        if isBypassed { words.append("bypass=yes") }
        return words.joined(separator: ",")
    }
}

extension InsertSettings.Effect {
    /// The word for the kind.
    public var kind: String {
        switch self {
        case .filter: "filter"
        case .equalizer: "eq"
        case .compressor: "compressor"
        case .gate: "gate"
        case .delay: "delay"
        case .reverb: "reverb"
        case .chorus: "chorus"
        case .width: "width"
        }
    }

    /// The mix of what is added to a sound is less than that of what changes it.
    fileprivate var usualMix: Double {
        switch self {
        case .delay, .reverb: 0.3
        case .chorus: 0.5
        case .filter, .equalizer, .compressor, .gate, .width: 1
        }
    }

    fileprivate var words: [String] {
        switch self {
        case .filter(let parameters): parameters.insertWords
        case .equalizer(let parameters): parameters.words
        case .compressor(let parameters): parameters.insertWords
        case .gate(let parameters): parameters.insertWords
        case .delay(let parameters): parameters.insertWords
        case .reverb(let parameters): parameters.insertWords
        case .chorus(let parameters): parameters.insertWords
        case .width(let parameters): parameters.insertWords
        }
    }
}

extension NamedEffect where Self: Hashable {
    /// The words behind an insert's kind.
    fileprivate var insertWords: [String] { self == Self() ? [] : [text] }
}
