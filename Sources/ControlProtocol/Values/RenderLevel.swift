import Wording

/// The level that a file is brought to when it is rendered or played.
public enum RenderLevel: Hashable, Sendable, CustomStringConvertible {
    /// The highest sample, −60 to 0 dBFS.
    case peak(Double)
    /// The highest true peak, −60 to 0 dBFS.
    case truePeak(Double)
    /// The loudness, −60 to −5 LUFS; the limiter keeps the peaks.
    case loudness(Double)

    /// Reads `peak=-1`, `true-peak=-1` or `lufs=-14`; `nil` for anything else.
    public init?(parsing text: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2,
            let level = (parts[0] == "lufs" ? Unit.loudness : .fullScale).number(parts[1])
        else { return nil }
        switch parts[0] {
        case "peak" where (-60...0).contains(level): self = .peak(level)
        case "true-peak" where (-60...0).contains(level): self = .truePeak(level)
        case "lufs" where (-60 ... -5).contains(level): self = .loudness(level)
        default: return nil
        }
    }

    /// The text as it is read.
    public var description: String {
        switch self {
        case .peak(let level): "peak=\(NumberText.decimal(level))"
        case .truePeak(let level): "true-peak=\(NumberText.decimal(level))"
        case .loudness(let level): "lufs=\(NumberText.decimal(level))"
        }
    }
}

extension RenderLevel: Codable {
    /// Decodes a level from its text.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for another text.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let level = RenderLevel(parsing: text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "\"\(text)\": expected lufs=-16, true-peak=-1 or peak=-1"
                )
            )
        }
        self = level
    }

    /// Encodes the level as its text.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
