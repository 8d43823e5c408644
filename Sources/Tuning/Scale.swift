import Glibc

/// A scale of Scala's file format (`.scl`).
///
/// Source: "Scala scale file format", Huygens-Fokker Foundation
/// (huygens-fokker.org/scala/scl_format.html).
public struct Scale: Hashable, Sendable {
    /// The description, the first line of the file; it may be empty.
    public var description: String
    /// The pitches of the degrees from 1 on, in cents above degree 0; the last is the interval at
    /// which the scale repeats.
    public var cents: [Double]

    /// The most degrees of a scale: the format allows readers to refuse larger ones.
    public static let maximumDegrees = 16_384

    /// Makes a scale.
    ///
    /// - Parameters:
    ///   - description: Its description.
    ///   - cents: The pitches of the degrees from 1 on.
    public init(description: String, cents: [Double]) {
        self.description = description
        self.cents = cents
    }

    /// Twelve equal semitones.
    public static let equalTemperament = Scale(
        description: "12-tone equal temperament",
        cents: (1...12).map { Double($0) * 100 }
    )

    /// Reads a file.
    ///
    /// Text behind a pitch is ignored, and so are lines behind the last pitch.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: Its name, for errors.
    /// - Throws: The line, and what was expected in it.
    public init(reading bytes: [UInt8], path: String) throws(TuningError) {
        var lines = ScalaLines(bytes, path: path)
        description = try lines.next("a description").text
        let count = try lines.integer("the number of notes", 0...Self.maximumDegrees)
        cents = []
        for number in 0..<count {
            let expected =
                "a pitch (\(number + 1) of \(count)): a ratio such as 3/2, or cents with a period"
            let line = try lines.next(expected)
            guard let pitch = Self.pitch(line.bytes) else { throw lines.error(line, expected) }
            cents.append(pitch)
        }
    }

    /// The pitch at the beginning of a line, in cents; `nil` for none.
    private static func pitch(_ line: ArraySlice<UInt8>) -> Double? {
        var rest = line.drop(while: ScalaLines.Line.isSpace)
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let whole = digits(&rest)
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            let part = digits(&rest)
            guard !whole.isEmpty || !part.isEmpty else { return nil }
            let text = String(decoding: [UInt8](whole) + [UInt8(ascii: ".")] + part, as: UTF8.self)
            guard let cents = Double("0\(text)0"), cents <= Self.maximumCents else { return nil }
            return isNegative ? -cents : cents
        }
        // A negative ratio is meaningless.
        guard !isNegative, let numerator = number(whole) else { return nil }
        rest = rest.drop(while: ScalaLines.Line.isSpace)
        guard rest.first == UInt8(ascii: "/") else { return 1_200 * log2(numerator) }
        rest = rest.dropFirst().drop(while: ScalaLines.Line.isSpace)
        guard let denominator = number(digits(&rest)), rest.first != UInt8(ascii: "/") else {
            return nil
        }
        return 1_200 * (log2(numerator) - log2(denominator))
    }

    /// Larger than any ratio of the numbers that a double has.
    private static let maximumCents = 3_000_000.0

    private static func digits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let found = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(found.count)
        return found
    }

    /// A number above 0, to the precision of a double: ratios in the archive are larger than 2^64.
    private static func number(_ digits: ArraySlice<UInt8>) -> Double? {
        guard let value = Double(String(decoding: digits, as: UTF8.self)), value > 0,
            value.isFinite
        else { return nil }
        return value
    }

    /// The pitch of any degree in cents above degree 0; the scale repeats in both directions.
    ///
    /// - Parameter degree: The degree.
    /// - Returns: The pitch; 0 for every degree of a scale that has none but the first.
    public func pitch(ofDegree degree: Int) -> Double {
        guard let period = cents.last else { return 0 }
        var (octave, step) = degree.quotientAndRemainder(dividingBy: cents.count)
        if step < 0 {
            octave -= 1
            step += cents.count
        }
        return Double(octave) * period + (step == 0 ? 0 : cents[step - 1])
    }
}
