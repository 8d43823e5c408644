public import LV2
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
        case drive(DriveParameters)
        case limiter(LimiterParameters)
        case plugin(PluginSettings)

        /// The kinds, in the order of the reference.
        static let types: [any InsertParameters.Type] = [
            FilterParameters.self, EqualizerParameters.self, CompressorParameters.self,
            GateParameters.self, LimiterParameters.self, DriveParameters.self,
            EchoParameters.self, ReverbParameters.self, ChorusParameters.self,
            WidthParameters.self, PluginSettings.self,
        ]

        /// The parameters.
        var parameters: any InsertParameters {
            switch self {
            case .filter(let parameters): parameters
            case .equalizer(let parameters): parameters
            case .compressor(let parameters): parameters
            case .gate(let parameters): parameters
            case .delay(let parameters): parameters
            case .reverb(let parameters): parameters
            case .chorus(let parameters): parameters
            case .width(let parameters): parameters
            case .drive(let parameters): parameters
            case .limiter(let parameters): parameters
            case .plugin(let settings): settings
            }
        }

        /// The word for the kind.
        public var kind: String { type(of: parameters).kind }

        fileprivate var usualMix: Double { type(of: parameters).usualMix }
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

    /// Whether it follows the tempo of the music.
    package var followsTempo: Bool {
        if case .delay(let parameters) = effect { parameters.note != nil } else { false }
    }

    /// The name of the strip whose sound decides on its gain; `nil` for none.
    package var sideChain: String? {
        switch effect {
        case .compressor(let parameters): parameters.sideChain
        case .gate(let parameters): parameters.sideChain
        default: nil
        }
    }

    /// The frames by which it delays, mix and all.
    ///
    /// - Parameter rate: Frames per second.
    /// - Returns: The frames.
    package func latency(rate: Int) -> Int {
        isBypassed ? 0 : effect.parameters.latency(rate: rate)
    }

    /// The words for the kinds.
    public static var kinds: [String] { Effect.types.map { $0.kind } }

    private static let switches = ["yes": true, "on": true, "no": false, "off": false]

    /// The most inserts of a strip.
    public static let most = 16

    /// Reads an insert.
    ///
    /// - Parameter text: The text: a kind, a preset, parameters.
    /// - Throws: An unknown kind, preset or parameter, or a value out of range.
    public init(parsing text: String) throws(EffectsError) {
        let all = text.split(separator: ",", omittingEmptySubsequences: false)
        let name = all.first.map(String.init) ?? ""
        guard let kind = Effect.types.first(where: { $0.kind == name }) else {
            let near = Suggestion.nearest(to: name, among: Self.kinds)
            throw EffectsError(
                "no insert \"\(name)\"; "
                    + (near.map { "did you mean \"\($0)\"?" }
                        ?? "expected \(Self.kinds.joined(separator: ", "))")
            )
        }
        do throws(EffectsError) {
            let words = try Words(all.dropFirst())
            self.init(try kind.read(words.parameters))
            try set(words)
        } catch {
            throw EffectsError("\(name): \(error.description)")
        }
    }

    /// Changes it.
    ///
    /// - Parameter text: A preset, parameters: all others stay as they are.
    /// - Throws: An unknown preset or parameter, or a value out of range; nothing is changed then.
    public mutating func change(_ text: String) throws(EffectsError) {
        do throws(EffectsError) {
            let words = try Words(text.split(separator: ",", omittingEmptySubsequences: false)[...])
            var result = self
            result.effect = try effect.parameters.changed(words.parameters).effect
            try result.set(words)
            self = result
        } catch {
            throw EffectsError("\(effect.kind): \(error.description)")
        }
    }

    /// The words behind a kind.
    private struct Words {
        /// Those of its own parameters.
        var parameters: [Substring] = []
        var mix: Substring?
        var bypass: Substring?

        init(_ words: ArraySlice<Substring>) throws(EffectsError) {
            for word in words {
                if word.hasPrefix("mix=") {
                    guard mix == nil else { throw EffectsError("mix: twice") }
                    mix = word.dropFirst("mix=".count)
                } else if word.hasPrefix("bypass=") {
                    guard bypass == nil else { throw EffectsError("bypass: twice") }
                    bypass = word.dropFirst("bypass=".count)
                } else {
                    parameters.append(word)
                }
            }
        }
    }

    /// Sets what all kinds have.
    private mutating func set(_ words: Words) throws(EffectsError) {
        if let mix = words.mix {
            guard let number = Unit.none.number(String(mix)), (0...1).contains(number) else {
                throw EffectsError("mix=\(mix): expected 0 to 1")
            }
            self.mix = number
        }
        if let bypass = words.bypass {
            guard let isBypassed = Self.switches[String(bypass)] else {
                throw EffectsError("bypass=\(bypass): expected yes or no")
            }
            self.isBypassed = isBypassed
        }
    }

    /// The text that is read as this insert.
    public var description: String {
        var words = [effect.kind] + effect.parameters.words
        if mix != effect.usualMix { words.append("mix=\(NumberText.decimal(mix))") }
        if isBypassed { words.append("bypass=yes") }
        return words.joined(separator: ",")
    }
}
