/// A distance from the playback position: `+10s`, `-2 bars`.
public enum PositionOffset: Hashable, Sendable {
    /// A time in nanoseconds, at speed 1.
    case seconds(nanoseconds: Int64)
    /// Ticks.
    case ticks(Int64)
    /// Beats of the meters that are passed.
    case beats(Int64)
    /// Bars; the beat and tick in the bar stay the same, as far as the new bar has them.
    case bars(Int64)

    /// Whether a text is meant as an offset: it begins with a sign.
    public static func isOffset(_ text: String) -> Bool {
        text.hasPrefix("+") || text.hasPrefix("-")
    }

    /// Reads an offset.
    ///
    /// - Parameter text: A sign, and a number of `bars` or `beats`, a time, or ticks: `+2 bars`,
    ///   `-1beat`, `+10` (seconds), `-1m30s`, `+480t`.
    /// - Throws: `PositionError` that says what was expected.
    public init(parsing text: String) throws(PositionError) {
        let sign: Int64 = text.hasPrefix("-") ? -1 : 1
        let rest = String(text.dropFirst())
        for (word, unit) in Self.units where rest.hasSuffix(word) {
            let digits = rest.dropLast(word.count)
            let number = digits.hasSuffix(" ") ? digits.dropLast() : digits
            guard Self.isOffset(text), number.utf8.allSatisfy({ (48...57).contains($0) }),
                let count = Int64(number), count <= Self.most
            else { throw Self.syntax(text) }
            self = unit(sign * count)
            return
        }
        guard Self.isOffset(text), let position = try? Position(parsing: rest) else {
            throw Self.syntax(text)
        }
        switch position {
        case .seconds(let nanoseconds): self = .seconds(nanoseconds: sign * nanoseconds)
        case .ticks(let ticks): self = .ticks(sign * ticks)
        default: throw Self.syntax(text)
        }
    }

    /// The most bars or beats: more than any sequence has.
    private static let most: Int64 = 1 << 40

    private static let units: [(word: String, unit: @Sendable (Int64) -> PositionOffset)] = [
        ("bars", { .bars($0) }), ("bar", { .bars($0) }),
        ("beats", { .beats($0) }), ("beat", { .beats($0) }),
    ]

    private static func syntax(_ text: String) -> PositionError {
        PositionError(
            code: .syntax,
            description: "\"\(text)\" is not an offset: expected a sign and a time (+10s, -1m30s), "
                + "bars (-2 bars), beats (+1 beat) or ticks (+480t)"
        )
    }
}

extension PositionOffset: CustomStringConvertible {
    /// The offset as ``init(parsing:)`` reads it.
    public var description: String {
        switch self {
        case .seconds(let nanoseconds):
            Self.sign(nanoseconds)
                + TimeText.text(nanoseconds: abs(nanoseconds), decimals: 1...9)
        case .ticks(let ticks): "\(Self.sign(ticks))\(abs(ticks))t"
        case .beats(let beats): "\(Self.sign(beats))\(abs(beats)) beats"
        case .bars(let bars): "\(Self.sign(bars))\(abs(bars)) bars"
        }
    }

    private static func sign(_ value: Int64) -> String { value < 0 ? "-" : "+" }
}
