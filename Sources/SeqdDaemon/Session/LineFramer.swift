import ControlProtocol
import Glibc
import Platform

/// Splits the bytes of a client into lines, and keeps at most one line without an end.
///
/// Lines are taken one at a time, so that a client whose requests have to wait is not read any
/// further.
package struct LineFramer {
    package enum Line: Equatable, Sendable {
        case text(String)
        /// A line with NUL bytes, or one in JSON that is not UTF-8.
        case garbage(String)
        /// Longer than ``limit``; its bytes were discarded as they came.
        case tooLong
    }

    /// The maximum length of a line in bytes, without its end.
    package static let limit = Request.maximumLength

    private var buffer = ByteBuffer()
    /// The number of bytes at the start of `buffer` that contain no line end.
    private var scanned = 0
    /// Whether the bytes up to the next line end belong to a line that was too long.
    private var isDiscarding = false

    package init() {}

    /// Adds bytes that have arrived.
    package mutating func append(_ bytes: ByteBuffer) {
        if buffer.count == 0 {
            buffer = bytes
            scanned = 0
        } else {
            buffer.append(bytes)
        }
    }

    /// Copies what is left of bytes that were added, if it is little: their memory is used again.
    package mutating func keepOnlyRest() {
        guard buffer.count > 0, buffer.count * 2 < buffer.capacity else { return }
        var rest = ByteBuffer()
        rest.append(buffer)
        buffer = rest
    }

    /// The next line.
    ///
    /// - Parameter isEnd: Whether nothing follows, so that bytes without a line end are a line too.
    /// - Returns: The line; `nil` if more bytes are needed.
    package mutating func next(isEnd: Bool) -> Line? {
        while true {
            guard buffer.count > 0 else {
                // Its memory goes back to the server, which receives into it again.
                buffer = ByteBuffer()
                return nil
            }
            guard let length = lengthOfLine() else {
                scanned = buffer.count
                return isEnd ? last() : keepWithinLimit()
            }
            scanned = 0
            if isDiscarding {
                isDiscarding = false
                buffer.skip(length + 1)
                continue
            }
            let line = take(length)
            buffer.skip(1)
            return line
        }
    }

    /// The number of bytes before the first line end; `nil` without one.
    private func lengthOfLine() -> Int? {
        unsafe buffer.withBytes { bytes in
            guard let start = bytes.baseAddress, bytes.count > scanned else { return nil }
            let end = unsafe memchr(
                start + scanned,
                CInt(UInt8(ascii: "\n")),
                bytes.count - scanned
            )
            return unsafe end.map { unsafe UnsafeRawPointer($0) - start }
        }
    }

    /// Reports a line that has become too long, once, and frees its bytes.
    private mutating func keepWithinLimit() -> Line? {
        // One more for a carriage return.
        guard isDiscarding || scanned > Self.limit + 1 else { return nil }
        defer { isDiscarding = true }
        buffer = ByteBuffer()
        scanned = 0
        return isDiscarding ? nil : .tooLong
    }

    private mutating func last() -> Line? {
        let length = buffer.count
        guard length > 0, !isDiscarding else { return nil }
        scanned = 0
        return take(length)
    }

    private mutating func take(_ length: Int) -> Line {
        defer { buffer.skip(length) }
        return unsafe buffer.withBytes { bytes in
            let isCut = unsafe length > 0 && bytes[length - 1] == UInt8(ascii: "\r")
            return unsafe Self.line(
                UnsafeRawBufferPointer(rebasing: bytes[..<(isCut ? length - 1 : length)])
            )
        }
    }

    private static func line(_ bytes: UnsafeRawBufferPointer) -> Line {
        guard bytes.count <= limit else { return .tooLong }
        var all: UInt8 = 0
        var hasNUL = false
        for index in bytes.indices {
            let byte = unsafe bytes[index]
            all |= byte
            if byte == 0 { hasNUL = true }
        }
        guard !hasNUL else { return .garbage("the line contains a NUL byte") }
        // What is ASCII only need not be validated, which takes longer than most commands.
        if all < 0x80 { return unsafe .text(String(decoding: bytes, as: UTF8.self)) }
        if let text = unsafe String(validating: bytes, as: UTF8.self) { return .text(text) }
        // In words, a file's name may be any bytes.
        let first = unsafe bytes.first { $0 != UInt8(ascii: " ") }
        guard first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else {
            return .garbage("the line is not valid UTF-8")
        }
        return .text(unsafe String(systemPathBytes: bytes))
    }
}
