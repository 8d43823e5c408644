/// A preset's bank and program, written `0:48`, or `48` in bank 0.
public struct PresetAddress: Hashable, Sendable, CustomStringConvertible {
    /// The bank, 0 to 16383.
    public var bank: Int
    /// The program, 0 to 127.
    public var program: Int

    /// Makes an address.
    public init(bank: Int = 0, program: Int) {
        self.bank = bank
        self.program = program
    }

    /// Reads `0:48` or `48`; `nil` for anything else.
    public init?(parsing text: String) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: ":"),
            omittingEmptySubsequences: false
        )
        let numbers = parts.compactMap { Int(String($0) ?? "") }
        guard numbers.count == parts.count, (1...2).contains(numbers.count),
            let program = numbers.last, (0...127).contains(program),
            numbers.count == 1 || (0...16_383).contains(numbers[0])
        else { return nil }
        bank = numbers.count == 2 ? numbers[0] : 0
        self.program = program
    }

    /// The address as it is read.
    public var description: String { "\(bank):\(program)" }
}
