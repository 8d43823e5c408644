/// Appending integers in the byte order of RIFF files.
extension [UInt8] {
    mutating func append(littleEndian value: UInt16) {
        append(UInt8(truncatingIfNeeded: value))
        append(UInt8(truncatingIfNeeded: value >> 8))
    }

    mutating func append(littleEndian value: UInt32) {
        append(littleEndian: UInt16(truncatingIfNeeded: value))
        append(littleEndian: UInt16(truncatingIfNeeded: value >> 16))
    }

    mutating func append(littleEndian value: Int16) {
        append(littleEndian: UInt16(bitPattern: value))
    }

    /// Appends a RIFF chunk: name, size, contents, and a zero byte where the size is odd.
    mutating func append(chunk name: String, _ contents: [UInt8]) {
        append(contentsOf: name.utf8)
        append(littleEndian: UInt32(contents.count))
        append(contentsOf: contents)
        if !contents.count.isMultiple(of: 2) { append(0) }
    }

    /// The unsigned integer of `width` bytes at `offset`, or `nil` past the end.
    func littleEndian(at offset: Int, width: Int) -> UInt64? {
        guard offset >= 0, width <= count - offset else { return nil }
        return self[offset..<offset + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
