import Effects
public import Sequencer
import Wording

/// Values of strips that move with the music: lines through points at positions.
///
/// Encoded as an object of strips, of parameters and of points:
/// `{"bass": {"gain": ["17:1 0", "21:1 -inf"]}}`.
public struct AutomationSettings: Hashable, Sendable {
    /// A point of a line.
    public struct Point: Hashable, Sendable {
        /// Where it is.
        public var position: Position
        /// The value there, in the unit of the parameter.
        public var value: Double

        /// Makes a point.
        public init(_ position: Position, _ value: Double) {
            (self.position, self.value) = (position, value)
        }
    }

    /// A value that moves.
    public enum Parameter: Hashable, Sendable {
        case strip(StripParameter)
        /// A number of an insert: the place of the insert in its strip, from 1, and the name.
        case insert(Int, String)
        /// A parameter of an effects bus: `reverb room-size`.
        case effect(String)
    }

    /// The points of each parameter of each strip, in their order in the music.
    public var strips: [String: [Parameter: [Point]]] = [:]

    /// Makes none.
    public init() {}

    /// Whether there are no lines.
    public var isEmpty: Bool { strips.isEmpty }

    /// The most points of all lines together.
    public static let most = 10_000

    /// The parameters of strips that can move with the music, beside those of inserts.
    private static let parameters: [StripParameter] = [
        .gain, .pan, .reverb, .chorus, .transpose, .tune,
    ]

    /// The parameters that a strip, output or effects bus has beside those of its inserts.
    private static func parameters(of name: String) -> [Parameter] {
        switch OutputInserts.Place(name) {
        case nil: parameters.map(Parameter.strip)
        case .output(.main): [.strip(.gain)]
        case .output: []
        case .effects: EffectsSettings.numbers.compactMap(\.name).map(Parameter.effect)
        }
    }

    /// These lines and others; of a parameter that both have, those of the others.
    public func merging(_ others: AutomationSettings) -> AutomationSettings {
        var result = self
        for (strip, lines) in others.strips {
            result.strips[strip, default: [:]].merge(lines) { $1 }
        }
        return result
    }
}

extension AutomationSettings.Parameter: Comparable {
    private static let insert = "insert "

    /// Reads the name of a number of an insert: `insert 1 frequency`; `nil` for anything else.
    fileprivate init?(insert name: String) {
        let words = name.split(separator: " ", maxSplits: 2)
        guard name.hasPrefix(Self.insert), words.count == 3, let place = Int(words[1]),
            (1...InsertSettings.most).contains(place)
        else { return nil }
        self = .insert(place, String(words[2]))
    }

    /// The name in files and messages.
    package var name: String {
        switch self {
        case .strip(let parameter): parameter.name
        case .insert(let place, let number): "\(Self.insert)\(place) \(number)"
        case .effect(let name): name
        }
    }

    /// The number of an effects bus that it is; `nil` for another.
    fileprivate var effectNumber: InsertNumber? {
        guard case .effect(let name) = self else { return nil }
        return EffectsSettings.numbers.first { $0.name == name }
    }

    private var order: (Int, String) {
        switch self {
        case .strip(let parameter):
            (StripParameter.all.firstIndex(of: parameter) ?? 0, "")
        case .effect(let name): (0, name)
        case .insert(let place, let number): (StripParameter.all.count + place, number)
        }
    }

    /// The order in which they are written: those of the strip, then those of its inserts.
    public static func < (one: Self, other: Self) -> Bool { one.order < other.order }
}

extension AutomationSettings.Point {
    /// Reads `POSITION VALUE`.
    fileprivate init(
        _ text: String,
        of parameter: AutomationSettings.Parameter
    ) throws(RoutingSyntaxError) {
        let form = "expected POSITION VALUE, such as \"17:1 -6\", not \"\(text)\""
        guard let space = text.lastIndex(of: " ") else { throw RoutingSyntaxError(form) }
        let place = text[..<space].trimming { $0 == " " }
        do throws(PositionError) {
            position = try Position(parsing: String(place))
        } catch {
            throw RoutingSyntaxError("\"\(text)\": \(error.description)")
        }
        if position == .nextBar || position == .nextBeat {
            throw RoutingSyntaxError("\"\(text)\": expected a bar, a time, ticks or a marker")
        }
        let number = String(text[text.index(after: space)...])
        guard case .strip(let parameter) = parameter else {
            guard let value = Unit.none.number(number) else {
                throw RoutingSyntaxError("\"\(text)\": expected a number")
            }
            if let number = parameter.effectNumber, !number.canBe(value) {
                throw RoutingSyntaxError("\"\(text)\": expected \(number.expectation)")
            }
            self.value = value
            return
        }
        do throws(RoutingSyntaxError) {
            switch try parameter.value(number) {
            case .number(let number): value = number
            case .integer(let number): value = Double(number)
            case .flag, .inserts: throw RoutingSyntaxError(form)
            }
        } catch {
            throw RoutingSyntaxError("\"\(text)\": \(error.description)")
        }
    }

    /// The text that is read as this point.
    fileprivate var text: String {
        "\(position) \(value == -.infinity ? "-inf" : NumberText.decimal(value, decimals: 6))"
    }
}

extension AutomationSettings: Codable {
    /// Decodes lines.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for a parameter that cannot move, points that cannot be read, none or
    ///   too many.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: AnyKey.self)
        var count = 0
        for strip in container.allKeys {
            let name = strip.stringValue
            let decoder = try container.superDecoder(forKey: strip)
            let keys = try decoder.container(keyedBy: AnyKey.self).allKeys
            let inserts = keys.compactMap { Parameter(insert: $0.stringValue) }.sorted()
            let parameters = Self.parameters(of: name) + inserts
            let fields = try StrictFields(decoder, keys: parameters.map(\.name))
            for parameter in parameters {
                let key = AnyKey(parameter.name)
                guard let texts = try fields.value(key, [String].self) else { continue }
                guard !texts.isEmpty else { throw fields.error(key, "expected points") }
                do throws(RoutingSyntaxError) {
                    strips[name, default: [:]][parameter] =
                        try texts.map { text throws(RoutingSyntaxError) in
                            try Point(text, of: parameter)
                        }
                } catch {
                    throw fields.error(key, error.description)
                }
                count += texts.count
                guard count <= Self.most else {
                    throw fields.error(key, "more than \(Self.most) points in all")
                }
            }
        }
    }

    /// Encodes the lines.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        for (name, lines) in strips.sorted(by: { $0.key < $1.key }) {
            var strip = values.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(name))
            for (parameter, points) in lines.sorted(by: { $0.key < $1.key }) {
                try strip.encode(points.map(\.text), forKey: AnyKey(parameter.name))
            }
        }
    }
}

extension Substring {
    fileprivate func trimming(_ isDropped: (Character) -> Bool) -> Substring {
        var text = drop(while: isDropped)
        while let last = text.last, isDropped(last) { text.removeLast() }
        return text
    }
}
