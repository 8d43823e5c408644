/// A preset as people write it: `0:48`, or `48` in bank 0.
struct PresetAddress: Hashable, Sendable {
    /// 0 … 16383.
    var bank: Int
    /// 0 … 127.
    var program: Int

    /// Reads what people type; `nil` for what is no preset.
    init?(parsing text: String) {
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
}
