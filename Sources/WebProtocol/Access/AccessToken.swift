/// A secret of 128 bits that lets browsers in.
package struct AccessToken: Hashable, Sendable {
    /// Its 32 hexadecimal digits.
    package let text: String

    /// Makes a new one, of the system's random numbers.
    package init() {
        var random = SystemRandomNumberGenerator()
        self.init(random.next(), random.next())
    }

    init(_ high: UInt64, _ low: UInt64) {
        text = [high, low].map { part in
            let digits = String(part, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Takes a text; `nil` if it is not 32 hexadecimal digits in lower case.
    package init?(_ text: some StringProtocol) {
        let isWellFormed =
            text.utf8.count == Self.length
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard isWellFormed else { return nil }
        self.text = String(text)
    }

    /// The number of its digits.
    package static let length = 32

    /// Whether another token is the same; it takes the same time whatever they have in common.
    package func matches(_ other: AccessToken) -> Bool {
        var difference: UInt8 = 0
        for (first, second) in zip(text.utf8, other.text.utf8) { difference |= first ^ second }
        return difference == 0
    }
}
