/// Goes through a text line by line, and through a line byte by byte.
///
/// A line ends with LF, CR LF or CR; a byte order mark at the start is passed over. All access is
/// checked: there is nothing behind a line's end.
@safe
struct LineCursor {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The line's number, from 1; 0 before the first.
    private(set) var line = 0
    /// The position of the line's first byte.
    private(set) var start = 0
    /// The position after the line's last byte.
    private(set) var end = 0
    /// The position of the next byte, `start` … `end`.
    private(set) var position = 0
    /// The start of the next line.
    private var next = 0

    /// Makes a cursor before the first line.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.bytes = bytes
        if unsafe bytes.starts(with: [0xEF, 0xBB, 0xBF]) { next = 3 }
    }

    /// Goes to the next line.
    ///
    /// Returns whether there is one.
    mutating func nextLine() -> Bool {
        guard unsafe next < bytes.count else { return false }
        start = next
        position = start
        var offset = start
        while unsafe offset < bytes.count, unsafe bytes[offset] != 0x0A,
            unsafe bytes[offset] != 0x0D
        {
            offset += 1
        }
        end = offset
        next = offset + 1
        if unsafe next < bytes.count, unsafe bytes[offset] == 0x0D, unsafe bytes[next] == 0x0A {
            next += 1
        }
        line += 1
        return true
    }

    /// The next byte; `nil` at the line's end.
    @inline(__always)
    func peek() -> UInt8? { unsafe position < end ? bytes[position] : nil }

    /// Steps over a byte, unless the line ends.
    @inline(__always)
    mutating func advance() {
        if position < end { position += 1 }
    }

    /// Goes to a position in the line.
    mutating func move(to offset: Int) {
        position = min(max(offset, start), end)
    }

    /// Steps over spaces and tabs.
    @inline(__always)
    mutating func skipBlanks() {
        while position < end, unsafe bytes[position] == 0x20 || bytes[position] == 0x09 {
            position += 1
        }
    }

    /// The next word, up to a space or the line's end; empty at the line's end and before a
    /// comment.
    @inline(__always)
    mutating func word() -> Range<Int> {
        skipBlanks()
        let first = position
        if peek() == 0x23 { return first..<first }
        while position < end, unsafe bytes[position] != 0x20, unsafe bytes[position] != 0x09 {
            position += 1
        }
        return first..<position
    }

    /// Whether nothing follows on the line but a comment.
    mutating func isAtEnd() -> Bool {
        skipBlanks()
        return unsafe position == end || bytes[position] == 0x23
    }

    /// Whether a word is this one.
    @inline(__always)
    func isWord(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count
        where unsafe bytes[range.lowerBound + offset] != text.utf8Start[offset] {
            return false
        }
        return true
    }

    /// A fault at a position of this line.
    func fault(at offset: Int, _ detail: String) -> TextFault {
        // Characters are counted, not bytes: those that only continue one are left out.
        let column =
            unsafe bytes[start..<min(max(offset, start), end)].count { $0 & 0xC0 != 0x80 } + 1
        return TextFault(line: line, column: column, detail: detail)
    }

    /// A part of the line as messages show it.
    func quoted(_ range: Range<Int>) -> String {
        let limit = 40
        let text = unsafe String(
            decoding: bytes[range.clamped(to: start..<end)].prefix(limit),
            as: UTF8.self
        )
        let visible = text.unicodeScalars.map { UTF8Scalar.isVisible($0) ? Character($0) : "?" }
        return "\"\(String(visible))\(range.count > limit ? "…" : "")\""
    }
}
