/// Numbers and letters at offsets; what does not exist in full reads as `nil`.
extension [UInt8] {
    /// A 16-bit number, lowest byte first.
    func littleEndian16(at offset: Int) -> Int? { number(at: offset, count: 2, isReversed: true) }

    /// A 32-bit number, lowest byte first.
    func littleEndian32(at offset: Int) -> Int? { number(at: offset, count: 4, isReversed: true) }

    /// A 32-bit number, highest byte first.
    func bigEndian32(at offset: Int) -> Int? { number(at: offset, count: 4, isReversed: false) }

    private func number(at offset: Int, count: Int, isReversed: Bool) -> Int? {
        guard offset >= 0, offset <= self.count - count else { return nil }
        return (0..<count).reduce(0) { value, index in
            value << 8 | Int(self[offset + (isReversed ? count - 1 - index : index)])
        }
    }

    /// Whether these letters are at an offset.
    func has(_ letters: String, at offset: Int = 0) -> Bool {
        let letters = letters.utf8
        guard offset >= 0, offset <= count - letters.count else { return false }
        return self[offset..<offset + letters.count].elementsEqual(letters)
    }
}
