import Wording

/// A tempo that people ask for, in quarter notes per minute.
public struct Tempo: Hashable, Sendable, CustomStringConvertible {
    /// The tempos that can be asked for, in quarter notes per minute.
    public static let range = 4.0...1_000.0

    /// Microseconds per quarter note, rounded to the nearest.
    public let microsecondsPerQuarter: UInt32
    /// Quarter notes per minute, as they were given.
    public let beatsPerMinute: Double

    /// The tempo as it is typed, with at most three decimals: `120`, `92.5`.
    public var description: String {
        let thousandths = Int64((beatsPerMinute * 1_000).rounded())
        let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1_000)
        guard rest > 0 else { return "\(whole)" }
        var decimals = String(rest + 1_000).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return "\(whole).\(decimals)"
    }

    /// Makes a tempo; `nil` outside of ``range``.
    ///
    /// - Parameter beatsPerMinute: Quarter notes per minute.
    public init?(beatsPerMinute: Double) {
        guard Self.range.contains(beatsPerMinute) else { return nil }
        self.beatsPerMinute = beatsPerMinute
        microsecondsPerQuarter = UInt32((60_000_000 / beatsPerMinute).rounded())
    }

    /// Reads `92.5`, `92.5bpm`; `nil` for anything else, and outside of ``range``.
    ///
    /// - Parameter text: The tempo as people type it.
    public init?(parsing text: String) {
        guard let value = Unit.beatsPerMinute.number(text) else { return nil }
        self.init(beatsPerMinute: value)
    }
}
