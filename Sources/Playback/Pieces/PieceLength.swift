import SMF
public import Sequencer

/// The duration of a piece, at its own tempo or at any other.
public struct PieceLength: Hashable, Sendable {
    private let division: Division
    private let endTick: Int64
    /// Frames at its own tempo.
    private let frames: Int64
    private let rate: Int

    /// The length of a sequence.
    ///
    /// - Parameters:
    ///   - sequence: The sequence at its own tempo.
    ///   - rate: Frames per second.
    public init(_ sequence: PreparedSequence, rate: Int) {
        division = sequence.division
        endTick = sequence.endTick
        frames = sequence.endFrame(rate: rate)
        self.rate = rate
    }

    /// Whether it lasts no time.
    public var isEmpty: Bool { frames == 0 }

    /// The duration in seconds at speed 1.
    ///
    /// - Parameter tempo: The tempo that replaces its own; `nil` for its own.
    /// - Returns: The same as of a sequence that has been given this tempo.
    public func seconds(at tempo: Tempo?) -> Double {
        var frames = frames
        if let tempo {
            let change = TempoMap.Change(
                tick: 0,
                microsecondsPerQuarter: tempo.microsecondsPerQuarter
            )
            frames = TempoMap(division: division, changes: [change])
                .frame(atTick: endTick, rate: rate)
        }
        return Double(frames) / Double(rate)
    }
}

extension PieceLength: Codable {
    private enum CodingKeys: String, CodingKey {
        case ticksPerQuarter
        case framesPerSecond
        case ticksPerFrame
        case ticks
        case frames
        case rate
    }

    /// Decodes a length.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for a number that no piece has.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func number<Number: FixedWidthInteger & Decodable>(
            _ key: CodingKeys,
            _ range: ClosedRange<Number>
        ) throws -> Number {
            let number = try values.decode(Number.self, forKey: key)
            if range.contains(number) { return number }
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: values,
                debugDescription:
                    "expected \(range.lowerBound) to \(range.upperBound), not \(number)"
            )
        }
        if values.contains(.ticksPerQuarter) {
            division = .ticksPerQuarter(try number(.ticksPerQuarter, 1...32_767))
        } else {
            let number: UInt8 = try number(.framesPerSecond, 24...30)
            guard let rate = SMPTERate(rawValue: number) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .framesPerSecond,
                    in: values,
                    debugDescription: "expected 24, 25, 29 or 30, not \(number)"
                )
            }
            division = .smpte(
                rate,
                ticksPerFrame: try values.decode(UInt8.self, forKey: .ticksPerFrame)
            )
        }
        endTick = try number(.ticks, 0...Int64.max)
        frames = try number(.frames, 0...TempoMap.lastFrame)
        rate = try number(.rate, 1...1_000_000)
    }

    /// Encodes the length.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch division {
        case .ticksPerQuarter(let ticks):
            try values.encode(ticks, forKey: .ticksPerQuarter)
        case .smpte(let rate, let ticksPerFrame):
            try values.encode(rate.rawValue, forKey: .framesPerSecond)
            try values.encode(ticksPerFrame, forKey: .ticksPerFrame)
        }
        try values.encode(endTick, forKey: .ticks)
        try values.encode(frames, forKey: .frames)
        try values.encode(rate, forKey: .rate)
    }
}
