import SMF
import SamplerHost
public import Sequencer
import Transcoding
import Wording

/// The settings with which a piece is read and played, the same for playing, rendering and a daemon.
///
/// Positions, selectors, speeds and tempos are encoded as people type them.
public struct PlaySettings: Hashable, Sendable {
    /// The speed, at the same pitch.
    public var speed = Speed.normal
    /// The vari-speed, which changes speed and pitch together: 0.01 … 8.
    public var variSpeed = Speed.normal
    /// One tempo for all of it; `nil` for its own.
    public var tempo: Tempo?
    /// The part that is repeated.
    public var loop = LoopSetting.off
    /// The number of times that the loop is played before playing continues; `nil` for ever.
    public var loopCount: Int?
    /// The muted parts.
    public var muted = SelectorSet()
    /// The parts that play solo; none for all.
    public var soloed = SelectorSet()
    /// Semitones by which all but drums is transposed.
    public var transpose = 0
    /// Whether notes held at the start position are restarted.
    public var chasesNotes = false
    /// Whether it begins with its first note, and ends with its last.
    public var skipsSilence = false
    /// Bars of clicks before the start; `nil` for none.
    public var countIn: Int?
    /// Whether there is a click on each beat.
    public var hasMetronome = false
    /// The gain in dB.
    public var gain = 0.0
    /// The start position; `nil` for the beginning.
    public var start: Position?
    /// The end position; `nil` plays all.
    public var end: Position?
    /// The pattern of a file of format 2, from 1; `nil` for all.
    public var pattern: Int?
    /// The name of the encoding of the file's texts; `nil` guesses it.
    public var encoding: String?
    /// Whether a SoundFont that the file carries is played before the others.
    public var usesEmbeddedFont = false

    /// Makes settings that play a piece as it is.
    public init() {}

    /// The changes in the sequence.
    public var arrangement: Arrangement {
        Arrangement(tempo: tempo)
    }

    /// The options with which the piece's file is read.
    ///
    /// - Throws: `usage` for an unknown encoding.
    public func reading() throws(PlaybackError) -> ReadingOptions {
        var reading = ReadingOptions(
            keepsSoundBank: usesEmbeddedFont,
            includesClips: true
        )
        guard let encoding else { return reading }
        do throws(TranscodingError) {
            reading.decoder = try TextDecoder(encoding: encoding)
        } catch {
            throw PlaybackError(.usage, "encoding: \(error)")
        }
        return reading
    }
}

extension PlaySettings {
    /// The speed at which the music plays: speed and vari-speed.
    public var pace: Speed { speed.times(variSpeed) }

    /// The problem of speed and vari-speed that are no speed together; `nil` for none.
    package var paceProblem: String? {
        let factor = speed.factor * variSpeed.factor
        guard factor < 0.01 || factor > 100 else { return nil }
        return
            "speed \(speed) and varispeed \(variSpeed) are \(NumberText.decimal(factor)) together; "
            + "expected 0.01 to 100"
    }
}

extension PlaySettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case speed
        case variSpeed
        case tempo
        case loop
        case loopCount
        case muted
        case soloed
        case transpose
        case chasesNotes
        case skipsSilence
        case countIn
        case hasMetronome
        case gain
        case start
        case end
        case pattern
        case encoding
        case usesEmbeddedFont
    }

    /// Decodes settings; what is missing is as in ``init()``.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for a value that cannot be set.
    public init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.container(keyedBy: CodingKeys.self)
        /// Reads a value as people type it.
        func text<Value>(
            _ key: CodingKeys,
            _ parse: (String) throws -> Value?
        ) throws -> Value? {
            guard let text = try values.decodeIfPresent(String.self, forKey: key) else {
                return nil
            }
            if let value = try? parse(text) { return value }
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: values,
                debugDescription: "cannot be set to \"\(text)\""
            )
        }
        func selectors(_ key: CodingKeys) throws -> SelectorSet {
            let texts = try values.decodeIfPresent([String].self, forKey: key) ?? []
            return texts.isEmpty ? SelectorSet() : try SelectorSet(parsing: texts)
        }
        speed = try text(.speed) { Speed(parsing: $0) } ?? .normal
        variSpeed = try text(.variSpeed) { Speed(parsing: $0) } ?? .normal
        tempo = try text(.tempo) { Tempo(parsing: $0) }
        loop = try text(.loop) { try LoopSetting(parsing: $0) } ?? .off
        loopCount = try values.decodeIfPresent(Int.self, forKey: .loopCount)
        muted = try selectors(.muted)
        soloed = try selectors(.soloed)
        transpose = try values.decodeIfPresent(Int.self, forKey: .transpose) ?? 0
        chasesNotes = try values.decodeIfPresent(Bool.self, forKey: .chasesNotes) ?? false
        skipsSilence = try values.decodeIfPresent(Bool.self, forKey: .skipsSilence) ?? false
        countIn = try values.decodeIfPresent(Int.self, forKey: .countIn)
        hasMetronome = try values.decodeIfPresent(Bool.self, forKey: .hasMetronome) ?? false
        gain = try values.decodeIfPresent(Double.self, forKey: .gain) ?? 0
        start = try text(.start) { try Position(parsing: $0) }
        end = try text(.end) { try Position(parsing: $0) }
        pattern = try values.decodeIfPresent(Int.self, forKey: .pattern)
        encoding = try values.decodeIfPresent(String.self, forKey: .encoding)
        usesEmbeddedFont =
            try values.decodeIfPresent(Bool.self, forKey: .usesEmbeddedFont) ?? false
    }

    /// Encodes settings; those that are `nil` are left out.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(speed.description, forKey: .speed)
        if variSpeed != .normal {
            try values.encode(variSpeed.description, forKey: .variSpeed)
        }
        try values.encodeIfPresent(tempo?.description, forKey: .tempo)
        try values.encode(loop.description, forKey: .loop)
        try values.encodeIfPresent(loopCount, forKey: .loopCount)
        try values.encode(muted.selectors.map(\.description), forKey: .muted)
        try values.encode(soloed.selectors.map(\.description), forKey: .soloed)
        try values.encode(transpose, forKey: .transpose)
        try values.encode(chasesNotes, forKey: .chasesNotes)
        if skipsSilence { try values.encode(true, forKey: .skipsSilence) }
        try values.encodeIfPresent(countIn, forKey: .countIn)
        try values.encode(hasMetronome, forKey: .hasMetronome)
        try values.encode(gain, forKey: .gain)
        try values.encodeIfPresent(start?.description, forKey: .start)
        try values.encodeIfPresent(end?.description, forKey: .end)
        try values.encodeIfPresent(pattern, forKey: .pattern)
        try values.encodeIfPresent(encoding, forKey: .encoding)
        try values.encode(usesEmbeddedFont, forKey: .usesEmbeddedFont)
    }
}
