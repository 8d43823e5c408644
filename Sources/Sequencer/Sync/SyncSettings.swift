/// The settings by which playback follows a source of time.
public struct SyncSettings: Hashable, Sendable {
    /// The kinds of sources.
    public enum Source: String, CaseIterable, Hashable, Sendable, Codable {
        /// MIDI clock, with start, stop, continue and song position.
        case clock
        /// MIDI time code.
        case mtc
        /// The transport of a JACK server.
        case jack
    }

    /// The source.
    public var source: Source
    /// The live input that is listened to, from 0; `nil` for all.
    public var input: Int?
    /// The time for which playback continues without messages, in seconds.
    public var freewheel = Self.usualFreewheel
    /// The time code at which a piece begins, in seconds of its clock face: hours, minutes and
    /// seconds of 3600, 60 and 1.
    public var start = 0

    /// The law by which playback is corrected.
    public var law = CorrectionLaw()

    /// The usual time for which playback continues without messages, in seconds.
    public static let usualFreewheel = 1.0
    /// The possible times for which playback continues without messages, in seconds.
    public static let freewheelRange = 0.1...60.0

    /// Makes settings with the usual values.
    public init(_ source: Source) {
        self.source = source
    }
}

extension SyncSettings {
    /// Reads a start as `HH:MM:SS`.
    ///
    /// - Parameter text: The text, 00:00:00 to 23:59:59.
    /// - Returns: The seconds; `nil` for anything else.
    public static func start(parsing text: String) -> Int? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var seconds = 0
        for (part, limit) in zip(parts, [24, 60, 60]) {
            guard part.count == 2, part.allSatisfy({ (0x30...0x39).contains($0) }),
                let value = Int(String(decoding: part, as: UTF8.self)), value < limit
            else { return nil }
            seconds = seconds * 60 + value
        }
        return seconds
    }

    /// The start as ``start(parsing:)`` reads it.
    public var startText: String { Self.text(ofStart: start) }

    /// A start in seconds as ``start(parsing:)`` reads it.
    public static func text(ofStart start: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(two(start / 3_600)):\(two(start / 60 % 60)):\(two(start % 60))"
    }
}

extension SyncSettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case source
        case input
        case freewheel
        case start
        case jump
        case tolerance
        case strength
    }

    /// Decodes settings; what is missing has its usual value.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for a source that is not known.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try values.decode(Source.self, forKey: .source))
        input = try values.decodeIfPresent(Int.self, forKey: .input)
        freewheel = try values.decodeIfPresent(Double.self, forKey: .freewheel) ?? freewheel
        start = try values.decodeIfPresent(Int.self, forKey: .start) ?? start
        law.jump = try values.decodeIfPresent(Double.self, forKey: .jump) ?? law.jump
        law.tolerance = try values.decodeIfPresent(Double.self, forKey: .tolerance) ?? law.tolerance
        law.strength = try values.decodeIfPresent(Double.self, forKey: .strength) ?? law.strength
    }

    /// Encodes the settings.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(source, forKey: .source)
        try values.encodeIfPresent(input, forKey: .input)
        try values.encode(freewheel, forKey: .freewheel)
        try values.encode(start, forKey: .start)
        try values.encode(law.jump, forKey: .jump)
        try values.encode(law.tolerance, forKey: .tolerance)
        try values.encode(law.strength, forKey: .strength)
    }
}
