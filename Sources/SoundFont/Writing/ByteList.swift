/// Bytes in the order of a RIFF file: least significant first.
struct ByteList {
    var bytes: [UInt8] = []

    mutating func append16(_ value: some BinaryInteger) {
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }

    mutating func append32(_ value: some BinaryInteger) {
        append16(value)
        append16(value >> 16)
    }

    /// A name in a field of 20 bytes, with zeros behind it (§7.2: 20 letters need none).
    mutating func append(name: String) {
        let text = Array(name.utf8.prefix(20))
        bytes += text
        bytes += [UInt8](repeating: 0, count: 20 - text.count)
    }

    /// A chunk: its four letters, its size, its bytes, padded to an even number.
    mutating func append(chunk: String, _ content: [UInt8]) {
        append(header: chunk, size: content.count)
        bytes += content
        if content.count % 2 == 1 { bytes.append(0) }
    }

    /// The header of a chunk: its four letters and its size.
    mutating func append(header: String, size: Int) {
        bytes += Array(header.utf8)
        append32(size)
    }

    /// A list of chunks.
    mutating func append(list: String, of type: String, _ content: [UInt8]) {
        append(chunk: list, Array(type.utf8) + content)
    }

    /// Text with one or two zeros behind it, so that the size is even (§5.2).
    mutating func append(chunk: String, text: [UInt8]) {
        var content = text + [0]
        if content.count % 2 == 1 { content.append(0) }
        append(chunk: chunk, content)
    }
}
