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
        guard let pair = NumberPair(parsing: text, separator: ":"), (0...127).contains(pair.last),
            (0...16_383).contains(pair.first ?? 0)
        else { return nil }
        self.init(bank: pair.first ?? 0, program: pair.last)
    }

    /// The address as it is read.
    public var description: String { "\(bank):\(program)" }
}
