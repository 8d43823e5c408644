/// A keyboard mapping of Scala's file format (`.kbm`): which degrees of a scale the keys play, and
/// the frequency of one of them.
///
/// Source: "Mappings for keyboards" in the help of Scala, Huygens-Fokker Foundation
/// (huygens-fokker.org/scala/help.htm#mappings).
public struct KeyboardMapping: Hashable, Sendable {
    /// The keys that the scale tunes; the others stay in equal temperament, A4 = 440 Hz.
    public var keys: ClosedRange<Int>
    /// The key of the first entry of ``degrees``.
    public var middleKey: Int
    /// The key whose frequency is given.
    public var referenceKey: Int
    /// Its frequency in Hz.
    public var referenceFrequency: Double
    /// The degree whose pitch is the distance of one pattern to the next; 0 for the interval at
    /// which the scale repeats.
    public var formalOctave: Int
    /// The degrees that the keys of a pattern play, from the middle key up, `nil` for keys that are
    /// silent; empty where each key plays the degree after that of the key below.
    public var degrees: [Int?]

    /// Key 60 plays degree 0 and each key the next degree; key 69 has 440 Hz.
    public static let linear = KeyboardMapping(
        keys: 0...127,
        middleKey: 60,
        referenceKey: 69,
        referenceFrequency: 440,
        formalOctave: 0,
        degrees: []
    )

    /// The frequencies that a file may give in Hz.
    static let frequencies = 1.0...20_000
    /// The numbers of degrees that a file may have.
    private static let degreeRange = -32_768...32_767

    init(
        keys: ClosedRange<Int>,
        middleKey: Int,
        referenceKey: Int,
        referenceFrequency: Double,
        formalOctave: Int,
        degrees: [Int?]
    ) {
        self.keys = keys
        self.middleKey = middleKey
        self.referenceKey = referenceKey
        self.referenceFrequency = referenceFrequency
        self.formalOctave = formalOctave
        self.degrees = degrees
    }

    /// Reads a file.
    ///
    /// Entries that are missing at its end are those of silent keys.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: Its name, for errors.
    /// - Throws: The line, and what was expected in it.
    public init(reading bytes: [UInt8], path: String) throws(TuningError) {
        var lines = ScalaLines(bytes, path: path)
        let size = try lines.integer("the size of the map", 0...Scale.maximumDegrees)
        let first = try lines.integer("the first key to retune", 0...127)
        keys = first...(try lines.integer("the last key to retune", first...127))
        middleKey = try lines.integer("the middle key", 0...127)
        referenceKey = try lines.integer("the reference key", 0...127)
        referenceFrequency = try Self.frequency(&lines)
        formalOctave = try lines.integer("the degree of the formal octave", Self.degreeRange)
        degrees = []
        while degrees.count < size, let line = lines.next() {
            let word = String(decoding: line.word, as: UTF8.self)
            // Many files end with an empty line.
            if word.isEmpty { continue }
            if word == "x" || word == "X" {
                degrees.append(nil)
                continue
            }
            guard let degree = Int(word), Self.degreeRange.contains(degree) else {
                throw lines.error(
                    line,
                    "a degree of the scale, or x (\(degrees.count + 1) of \(size))"
                )
            }
            degrees.append(degree)
        }
        while degrees.count < size { degrees.append(nil) }
        guard degree(ofKey: referenceKey) != nil else {
            throw TuningError(
                path,
                "the reference key \(referenceKey) is not mapped; expected a key that plays"
            )
        }
    }

    private static func frequency(_ lines: inout ScalaLines) throws(TuningError) -> Double {
        let expected = "the reference frequency, 1 to 20000 Hz"
        let line = try lines.next(expected)
        let word = String(decoding: line.word, as: UTF8.self)
        let isPlain = word.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        guard isPlain, let value = Double(word.hasSuffix(".") ? "\(word)0" : word),
            frequencies.contains(value)
        else { throw lines.error(line, expected) }
        return value
    }

    /// The degree that a key plays, and the pattern that it belongs to; `nil` for a silent key.
    func degree(ofKey key: Int) -> (degree: Int, pattern: Int)? {
        let distance = key - middleKey
        guard !degrees.isEmpty else { return (distance, 0) }
        var (pattern, entry) = distance.quotientAndRemainder(dividingBy: degrees.count)
        if entry < 0 {
            pattern -= 1
            entry += degrees.count
        }
        return degrees[entry].map { ($0, pattern) }
    }
}
