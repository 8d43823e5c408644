/// The bank and program of a preset, as people write them: `0:33`, `128:0`.
public struct PresetNumber: Hashable, Sendable, CustomStringConvertible {
    /// The bank; 128 for drum kits.
    public let bank: Int
    /// The program, 0 … 127.
    public let program: Int

    /// Reads `bank:program`.
    ///
    /// - Parameter text: The text; anything else is `nil`.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let bank = UInt16(parts[0]), let program = UInt8(parts[1]),
            program < 128
        else { return nil }
        self.bank = Int(bank)
        self.program = Int(program)
    }

    /// The number as it is written.
    public var description: String { "\(bank):\(program)" }
}
