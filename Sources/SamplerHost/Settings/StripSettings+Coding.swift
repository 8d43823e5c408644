extension StripSettings: Codable {
    /// The levels that a strip can have besides −∞, in dB.
    public static let levels = -200.0...12.0

    /// The keys of its values.
    static let keys = ["gain", "pan", "mute", "solo", "reverb", "chorus", "transpose", "tune"]

    /// Decodes settings; what is missing changes nothing.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for unknown keys and values out of range.
    public init(from decoder: any Decoder) throws {
        try self.init(StrictFields(decoder, keys: Self.keys))
    }

    /// Takes settings out of an object that may have others too.
    init(_ fields: StrictFields) throws {
        self.init()
        gain = try fields.decibels("gain") ?? 0
        pan = try fields.number("pan", -100...100, "") ?? 0
        isMuted = try fields.value("mute") ?? false
        isSoloed = try fields.value("solo") ?? false
        reverbSend = try fields.decibels("reverb") ?? 0
        chorusSend = try fields.decibels("chorus") ?? 0
        transpose = try fields.integer("transpose", -24...24, " semitones") ?? 0
        fineTune = try fields.number("tune", -100...100, " cents") ?? 0
    }

    /// Encodes settings; what changes nothing is left out.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        try encode(into: &values)
    }

    /// Encodes settings among others.
    func encode(into values: inout KeyedEncodingContainer<AnyKey>) throws {
        try values.encode(decibels: gain, forKey: "gain")
        try values.encode(pan, unless: 0, forKey: "pan")
        try values.encode(isMuted, unless: false, forKey: "mute")
        try values.encode(isSoloed, unless: false, forKey: "solo")
        try values.encode(decibels: reverbSend, forKey: "reverb")
        try values.encode(decibels: chorusSend, forKey: "chorus")
        try values.encode(transpose, unless: 0, forKey: "transpose")
        try values.encode(fineTune, unless: 0, forKey: "tune")
    }
}
