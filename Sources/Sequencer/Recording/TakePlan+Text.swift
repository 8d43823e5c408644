import SMF

/// A plan as words, as a journal has it: `take 1 ticks=960 tempo=0:500000 meter=0:4/2/24/8 …`.
extension TakePlan {
    /// The first words: what it is, and the version of the form.
    private static let heading = ["take", "1"]

    /// The words.
    var text: String {
        var words = Self.heading
        words.append("ticks=\(ticksPerQuarter)")
        let tempos = tempos.map { "\($0.tick):\($0.microsecondsPerQuarter)" }
        words.append("tempo=\(tempos.joined(separator: ","))")
        let meters = meters.map {
            let meter = $0.signature
            return "\($0.tick):\(meter.numerator)/\(meter.denominatorPower)/"
                + "\(meter.clocksPerClick)/\(meter.thirtySecondsPerQuarter)"
        }
        words.append("meter=\(meters.joined(separator: ","))")
        switch timing {
        case .free(let origin): words.append("origin=\(origin)")
        case .firstNote: words.append("origin=note")
        case .transport: words.append("transport=1")
        }
        words.append("split=\(split.rawValue)")
        if let grid { words.append("grid=\(grid)") }
        if let punch { words.append("punch=\(punch.lowerBound)/\(punch.upperBound)") }
        if let accompaniment { words.append("song=\(Self.escaped(accompaniment))") }
        if startedAt != 0 { words.append("started=\(startedAt)") }
        return words.joined(separator: " ")
    }

    /// Reads the words; `nil` if they are not a plan.
    init?(text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.starts(with: Self.heading) else { return nil }
        self.init()
        (tempos, meters) = ([], [])
        for word in words.dropFirst(Self.heading.count) {
            guard let sign = word.firstIndex(of: "=") else { return nil }
            let value = String(word[word.index(after: sign)...])
            guard take(String(word[..<sign]), value) else { return nil }
        }
        guard ticksPerQuarter > 0 else { return nil }
    }

    /// Takes a setting; `false` if it cannot be read.
    private mutating func take(_ name: String, _ value: String) -> Bool {
        switch name {
        case "ticks":
            guard let ticks = UInt16(value), (1...32_767).contains(ticks) else { return false }
            ticksPerQuarter = ticks
        case "tempo":
            for item in value.split(separator: ",") {
                guard let numbers = Self.numbers(item, count: 2),
                    let tempo = UInt32(exactly: numbers[1])
                else { return false }
                tempos.append(.init(tick: numbers[0], microsecondsPerQuarter: tempo))
            }
        case "meter":
            for item in value.split(separator: ",") {
                guard let numbers = Self.numbers(item, count: 5) else { return false }
                let bytes = numbers.dropFirst().compactMap { UInt8(exactly: $0) }
                guard bytes.count == 4 else { return false }
                let signature = TimeSignature(
                    numerator: bytes[0],
                    denominatorPower: bytes[1],
                    clocksPerClick: bytes[2],
                    thirtySecondsPerQuarter: bytes[3]
                )
                meters.append(.init(tick: numbers[0], signature: signature))
            }
        case "origin" where value == "note":
            timing = .firstNote
        case "origin":
            guard let origin = Int64(value) else { return false }
            timing = .free(origin: origin)
        case "transport":
            timing = .transport
        case "split":
            guard let split = Split(rawValue: value) else { return false }
            self.split = split
        case "grid":
            guard let grid = NoteValue(parsing: value) else { return false }
            self.grid = grid
        case "punch":
            guard let numbers = Self.numbers(value, count: 2), numbers[0] <= numbers[1] else {
                return false
            }
            punch = numbers[0]..<numbers[1]
        case "song":
            guard let path = Self.unescaped(value) else { return false }
            accompaniment = path
        case "started":
            guard let time = Int64(value) else { return false }
            startedAt = time
        default:
            return false
        }
        return true
    }

    /// A path as one word: spaces, control characters and `%` as `%` and two hexadecimal digits.
    private static func escaped(_ path: String) -> String {
        var bytes: [UInt8] = []
        for byte in path.utf8 {
            guard byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(byte, radix: 16, uppercase: true)
            bytes += "%\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func unescaped(_ word: String) -> String? {
        var rest = Array(word.utf8)[...]
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(validating: rest.prefix(2), as: UTF8.self),
                digits.utf8.count == 2, let value = UInt8(digits, radix: 16)
            else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Whole numbers with `:` or `/` between them.
    private static func numbers(_ text: some StringProtocol, count: Int) -> [Int64]? {
        let numbers = text.split { $0 == ":" || $0 == "/" }.compactMap { Int64($0) }
        return numbers.count == count ? numbers : nil
    }
}
