import Wording

extension StripSettings: Codable {
    /// The levels that a strip can have besides −∞, in dB.
    public static let levels = -200.0...12.0

    /// The keys of its values.
    package static let keys = StripParameter.all.map(\.name)

    /// Decodes settings; missing values are neutral.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for unknown keys and values out of range.
    public init(from decoder: any Decoder) throws {
        try self.init(StrictFields(decoder, keys: Self.keys))
    }

    /// Takes settings from an object that may contain others too.
    package init(_ fields: StrictFields) throws {
        self.init()
        for parameter in StripParameter.all {
            guard let value = try fields.value(of: parameter) else { continue }
            self[parameter] = value
        }
    }

    /// Encodes settings, without neutral values.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        try encode(into: &values)
    }

    /// Encodes settings among others.
    package func encode(into values: inout KeyedEncodingContainer<AnyKey>) throws {
        let usual = StripSettings()
        for parameter in StripParameter.all where self[parameter] != usual[parameter] {
            let key = AnyKey(parameter.name)
            switch self[parameter] {
            case .number(-.infinity): try values.encode("-inf", forKey: key)
            case .number(let number): try values.encode(number, forKey: key)
            case .integer(let number): try values.encode(number, forKey: key)
            case .flag(let isOn): try values.encode(isOn, forKey: key)
            case .inserts(let inserts): try values.encode(StripParameter.text(inserts), forKey: key)
            }
        }
    }
}

extension StrictFields {
    /// The value of a strip's parameter; `nil` without its key.
    fileprivate func value(of parameter: StripParameter) throws -> StripParameter.Value? {
        let key = AnyKey(parameter.name)
        return switch parameter.kind {
        case .level: try decibels(key).map { .number($0) }
        case .number(let range, let unit):
            try number(key, range, unit.suffix).map { .number($0) }
        case .integer(let range, let unit):
            try integer(key, range, unit.suffix).map { .integer($0) }
        case .flag: try value(key, Bool.self).map { .flag($0) }
        case .inserts:
            try text(key) { text throws(RoutingSyntaxError) in
                .inserts(try StripParameter.inserts(text))
            }
        }
    }
}
