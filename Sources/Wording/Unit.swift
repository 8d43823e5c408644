/// The unit of a number that people type.
///
/// The one place that knows how units are written: a number is accepted with its unit as seqd prints
/// it, with another unit of the same kind, and without one.
package enum Unit: Hashable, Sendable {
    /// A number without a unit.
    case none
    case decibels
    /// Decibels of a level below full scale.
    case fullScale
    /// A loudness.
    case loudness
    case hertz
    case beatsPerMinute
    case seconds
    case milliseconds
    case minutes
    case semitones
    case cents
    /// Memory in units of 2^20 bytes.
    case mebibytes
    /// A number of things: `bars`, `frames`, `voices`.
    case count(of: String)

    /// The unit in messages; empty for ``none``.
    package var text: String {
        switch self {
        case .none: ""
        case .decibels: "dB"
        case .fullScale: "dBFS"
        case .loudness: "LUFS"
        case .hertz: "Hz"
        case .beatsPerMinute: "quarter notes per minute"
        case .seconds: "seconds"
        case .milliseconds: "ms"
        case .minutes: "minutes"
        case .semitones: "semitones"
        case .cents: "cents"
        case .mebibytes: "MiB"
        case .count(let noun): noun
        }
    }

    /// The unit behind a number in messages, with a blank before it.
    package var suffix: String { text.isEmpty ? "" : " \(text)" }

    /// The spellings, in lower case, and what a number in each is in this unit.
    private var spellings: [String: Double] {
        switch self {
        case .none: [:]
        case .decibels: ["db": 1]
        case .fullScale: ["dbfs": 1, "dbtp": 1, "db": 1]
        case .loudness: ["lufs": 1]
        case .hertz: ["hz": 1, "khz": 1_000, "k": 1_000]
        case .beatsPerMinute: ["bpm": 1]
        case .seconds: Self.times
        case .milliseconds: Self.times.mapValues { $0 * 1_000 }
        case .minutes: Self.times.mapValues { $0 / 60 }
        case .semitones: ["st": 1, "semitone": 1, "semitones": 1]
        case .cents: ["ct": 1, "cent": 1, "cents": 1]
        case .mebibytes: ["mib": 1, "m": 1, "mb": 1, "gib": 1_024, "g": 1_024, "gb": 1_024]
        case .count(let noun):
            [noun: 1, noun.hasSuffix("s") ? String(noun.dropLast()) : "\(noun)s": 1]
        }
    }

    /// Spellings of times, in seconds.
    private static let times: [String: Double] = [
        "ms": 0.001, "s": 1, "sec": 1, "second": 1, "seconds": 1, "m": 60, "min": 60,
        "minute": 60, "minutes": 60, "h": 3_600, "hour": 3_600, "hours": 3_600,
    ]

    /// Reads a number: `-3`, `-3dB`, `48000 Hz`, `44.1k`, `1m30s`.
    ///
    /// - Parameter text: The text.
    /// - Returns: The number in this unit, which is finite; `nil` for anything else.
    package func number(_ text: some StringProtocol) -> Double? {
        // Double reads hexadecimal digits, and words, too.
        if !text.contains(where: { "xXnN".contains($0) }), let plain = Double(text) {
            return plain.isFinite ? plain : nil
        }
        var rest = text[...]
        var sign = 1.0
        if let first = rest.first, "+-\u{2212}".contains(first) {
            if first != "+" { sign = -1 }
            rest = rest.dropFirst()
        }
        var sum = 0.0
        var isFirst = true
        repeat {
            let digits = rest.prefix { Self.isDigit($0) || $0 == "." }
            guard digits.first?.isNumber ?? false, let value = Double(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix { !Self.isDigit($0) }
            rest = rest.dropFirst(name.count).trimmed
            let spelling = name.trimmed.lowercased()
            // Several parts need a unit each.
            let isPlain = name.isEmpty && isFirst && rest.isEmpty
            guard let factor = isPlain ? 1 : spellings[spelling] else { return nil }
            sum += value * factor
            isFirst = false
        } while !rest.isEmpty
        // Without the noise of a factor: 44.1 kHz are 44100 Hz.
        let rounded = (sum * 1e6).rounded() / 1e6
        return rounded.isFinite ? sign * rounded : nil
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.isASCII && character.isNumber
    }
}

extension StringProtocol {
    /// The text without blanks at its ends.
    fileprivate var trimmed: SubSequence {
        var text = self[...]
        while text.first == " " { text = text.dropFirst() }
        while text.last == " " { text = text.dropLast() }
        return text
    }
}
