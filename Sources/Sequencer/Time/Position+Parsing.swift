extension Position {
    /// Reads a position.
    ///
    /// - Parameter text: Such as `17:1`, `17:1:240`, `83.5s`, `1m23.5s`, `1h2m3s`, `1m30`, `83.5`
    ///   (seconds), `1:23.5`, `480t`, `@Name`, `next-bar`, `next-beat`; exactly, with no spaces
    ///   around it.
    /// - Throws: `PositionError` that says what was expected, with an example.
    public init(parsing text: String) throws(PositionError) {
        if text == "next-bar" {
            self = .nextBar
        } else if text == "next-beat" {
            self = .nextBeat
        } else if text.utf8.first == UInt8(ascii: "@") {
            guard text.utf8.count > 1 else {
                throw Self.syntax(text, "a marker's name follows the @, such as @Chorus")
            }
            self = .marker(String(text.dropFirst()))
        } else if text.utf8.contains(UInt8(ascii: ":")) {
            // Bars, beats and ticks are whole numbers, so a point makes it a time.
            let isTime = text.utf8.contains(UInt8(ascii: "."))
            self = isTime ? try Self.clock(parsing: text) : try Self.barBeat(parsing: text)
        } else if text.utf8.last == UInt8(ascii: "t") {
            guard let ticks = Self.number(text.utf8.dropLast()) else {
                throw Self.syntax(text, "ticks are a whole number and t, such as 480t")
            }
            self = .ticks(ticks)
        } else {
            self = try Self.time(parsing: text)
        }
    }

    private static func barBeat(parsing text: String) throws(PositionError) -> Position {
        let parts = text.utf8.split(
            separator: UInt8(ascii: ":"),
            omittingEmptySubsequences: false
        )
        let numbers = parts.compactMap { number($0) }
        guard numbers.count == parts.count, (2...3).contains(numbers.count) else {
            throw syntax(
                text,
                "a bar and beat are written 17:1 or, with ticks, 17:1:240; a time 1m30s"
            )
        }
        guard numbers[0] > 0, numbers[1] > 0 else {
            throw syntax(text, "bars and beats count from 1, such as 1:1; a time is written 1m30s")
        }
        return .barBeat(bar: numbers[0], beat: numbers[1], tick: parts.count == 3 ? numbers[2] : 0)
    }

    /// Minutes and seconds as a clock shows them, with hours before them: `1:29.6`, `1:02:03.5`.
    ///
    /// The seconds have decimals, and two digits before them; the minutes have two behind hours.
    private static func clock(parsing text: String) throws(PositionError) -> Position {
        var parts = text.utf8.split(
            separator: UInt8(ascii: ":"),
            omittingEmptySubsequences: false
        )
        let seconds = parts.removeLast()
        let minutes = parts.popLast()
        let hours = parts.popLast()
        guard let minutes, parts.isEmpty,
            isSexagesimal(seconds.prefix { $0 != UInt8(ascii: ".") }),
            hours == nil || isSexagesimal(minutes),
            let total = sum(
                [(hours ?? "0".utf8[...], hour), (minutes, minute), (seconds, second)]
            )
        else {
            throw syntax(
                text,
                "bars, beats and ticks are whole numbers, such as 17:1; a time is written 1m29.6s "
                    + "or 1:29.6"
            )
        }
        return .seconds(nanoseconds: total)
    }

    /// Hours, minutes and seconds, each at most once and in this order; a bare number is seconds
    /// if it is the only one, or stands behind minutes.
    private static func time(parsing text: String) throws(PositionError) -> Position {
        var rest = text.utf8[...]
        var total: Int64 = 0
        var units: [(letter: UInt8, nanoseconds: Int64)] = [
            (UInt8(ascii: "h"), hour), (UInt8(ascii: "m"), minute), (UInt8(ascii: "s"), second),
        ]
        repeat {
            let digits = rest.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
            rest = rest.dropFirst(digits.count)
            let letter = rest.popFirst()
            let isBare = letter == nil && (digits.count == text.utf8.count || units.count == 1)
            let index =
                isBare ? units.count - 1 : units.firstIndex { $0.letter == letter }
            guard let index, let amount = decimal(digits, unit: units[index].nanoseconds) else {
                throw syntax(
                    text,
                    "a position is a time (83.5s, 1m23.5s, 1:23.5), a bar and beat (17:1), "
                        + "ticks (480t), a marker (@Chorus), next-bar or next-beat"
                )
            }
            let (sum, overflow) = total.addingReportingOverflow(amount)
            guard !overflow else { throw syntax(text, "the longest time is 2562047h") }
            total = sum
            units.removeSubrange(...index)
        } while !rest.isEmpty
        return .seconds(nanoseconds: total)
    }

    /// The units of a time in nanoseconds.
    private static let (hour, minute, second): (Int64, Int64, Int64) =
        (3_600_000_000_000, 60_000_000_000, 1_000_000_000)

    /// Two digits of a number below 60.
    private static func isSexagesimal(_ digits: Substring.UTF8View) -> Bool {
        digits.count == 2 && number(digits).map { $0 < 60 } ?? false
    }

    /// Numbers of units in nanoseconds; `nil` if one is not a number, or the sum is too much.
    private static func sum(_ parts: [(digits: Substring.UTF8View, unit: Int64)]) -> Int64? {
        var total: Int64 = 0
        for (digits, unit) in parts {
            guard let amount = decimal(digits, unit: unit) else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(amount)
            guard !overflow else { return nil }
            total = sum
        }
        return total
    }

    /// A decimal number of `unit` nanoseconds, exactly; decimals only where the unit is a second.
    ///
    /// `nil` if it is no such number, has more than nine decimals or does not fit.
    private static func decimal(_ digits: Substring.UTF8View, unit: Int64) -> Int64? {
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, let whole = number(first) else {
            return nil
        }
        var fraction: Int64 = 0
        if parts.count == 2 {
            guard unit == second, parts[1].count <= 9, let value = number(parts[1]) else {
                return nil
            }
            fraction = value
            for _ in parts[1].count..<9 { fraction *= 10 }
        }
        let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
        let (sum, tooMuch) = product.addingReportingOverflow(fraction)
        return overflow || tooMuch ? nil : sum
    }

    /// A whole number without a sign.
    private static func number(_ digits: some Collection<UInt8>) -> Int64? {
        guard !digits.isEmpty else { return nil }
        var result: Int64 = 0
        for digit in digits {
            guard isDigit(digit) else { return nil }
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            let (sum, tooMuch) = product.addingReportingOverflow(Int64(digit - 48))
            guard !overflow, !tooMuch else { return nil }
            result = sum
        }
        return result
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func syntax(_ text: String, _ expected: String) -> PositionError {
        PositionError(code: .syntax, description: "\"\(text)\" is not a position: \(expected)")
    }
}
