/// Reads bytes one after another, up to an end.
struct ByteCursor {
    private let bytes: [UInt8]
    /// The offset of the next byte in the file.
    private(set) var position: Int
    /// The offset at which reading ends.
    let end: Int

    /// Makes a cursor for a part of a file; what lies outside the file is left out.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        let range = range.clamped(to: bytes.indices)
        position = range.lowerBound
        end = range.upperBound
    }

    /// The number of bytes that are left.
    var count: Int { end - position }

    /// The next byte, which is not taken; `nil` at the end.
    var peek: UInt8? { position < end ? bytes[position] : nil }

    /// Takes a byte; `nil` at the end.
    mutating func next() -> UInt8? {
        guard position < end else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// Takes a number of bytes; `nil`, and nothing is taken, where fewer are left.
    mutating func next(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= self.count else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// Continues at an offset, at most at the end.
    mutating func seek(_ offset: Int) { position = min(max(offset, 0), end) }

    /// Takes a variable-length quantity; `nil` where the bytes end before it does.
    ///
    /// Seven bits in a byte, the highest first; the last byte has no high bit (SMF 1.0). What does
    /// not fit into 42 bits reads as ``largest``.
    mutating func quantity() -> Int? {
        var value = 0
        while let byte = next() {
            value = value >> 35 == 0 ? value << 7 | Int(byte & 0x7F) : Self.largest
            if byte < 0x80 { return value }
        }
        return nil
    }

    /// Takes a quantity of HMP; `nil` where the bytes end before it does.
    ///
    /// Seven bits in a byte, the lowest first; only the last byte has the high bit. What does not
    /// fit into 42 bits reads as ``largest``.
    mutating func reversedQuantity() -> Int? {
        var value = 0
        var shift = 0
        while let byte = next() {
            let bits = Int(byte & 0x7F)
            if shift <= 35 {
                value |= bits << shift
                shift += 7
            } else if bits > 0 {
                value = Self.largest
            }
            if byte >= 0x80 { return value }
        }
        return nil
    }

    /// The largest quantity.
    static let largest = 1 << 42
}
