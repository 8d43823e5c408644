extension Speed: CustomStringConvertible {
    /// Reads `0.5`, `2`, `2x`, `3/4` or `150%`; `nil` for anything else, and outside 1/100 … 100.
    ///
    /// Decimals have at most six digits after the point.
    ///
    /// - Parameter given: The speed as people type it.
    public init?(parsing given: String) {
        let parts = given.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard let numerator = Self.whole(parts[0]), let denominator = Self.whole(parts[1])
            else { return nil }
            self.init(numerator: numerator, denominator: denominator)
            return
        }
        var text = given[...]
        var scale: Int64 = 1
        switch text.last {
        case "%":
            text.removeLast()
            scale = 100
        // As the player shows it.
        case "x", "\u{D7}": text.removeLast()
        default: break
        }
        if text.last == " ", text.endIndex != given.endIndex { text.removeLast() }
        let digits = text.utf8
        let digitGroups = digits.split(
            separator: UInt8(ascii: "."),
            omittingEmptySubsequences: false
        )
        guard let first = digitGroups.first, digitGroups.count <= 2, let units = Self.whole(first)
        else {
            return nil
        }
        guard digitGroups.count == 2 else {
            self.init(numerator: units, denominator: scale)
            return
        }
        guard digitGroups[1].count <= 6, let fraction = Self.whole(digitGroups[1]) else {
            return nil
        }
        var power: Int64 = 1
        for _ in digitGroups[1] { power *= 10 }
        self.init(numerator: units * power + fraction, denominator: power * scale)
    }

    /// The speed that a text most likely means which says another one; `nil` if there is no doubt.
    ///
    /// From 10 on, a number alone is rather a percentage.
    ///
    /// - Parameter text: The speed as people type it.
    /// - Returns: The percentage.
    package static func percentage(meantBy text: String) -> Speed? {
        guard let speed = Speed(parsing: text), speed.numerator >= 10 * speed.denominator,
            text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 })
        else { return nil }
        return Speed(parsing: "\(text)%")
    }

    /// The speed as it is typed: the shortest decimal, or a fraction where there is none.
    public var description: String {
        guard 1_000_000 % denominator == 0 else { return "\(numerator)/\(denominator)" }
        let millionths = numerator * (1_000_000 / denominator)
        let (units, rest) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
        guard rest > 0 else { return "\(units)" }
        var digits = String(rest + 1_000_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(units).\(digits)"
    }

    /// One to nine digits: more do not make a speed, and these never overflow above.
    private static func whole(_ digits: Substring.UTF8View) -> Int64? {
        guard (1...9).contains(digits.count) else { return nil }
        var value: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return value
    }
}
