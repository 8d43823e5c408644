/// Splits the bytes of a client into lines, and holds at most one line without an end.
package struct MPDLineReader: Sendable {
    /// A line that has arrived.
    package enum Line: Hashable, Sendable {
        /// A line of UTF-8 without its end.
        case text(String)
        /// A line that is not UTF-8, or has NUL bytes.
        case garbage
        /// A line that is too long; its bytes were discarded.
        case tooLong
    }

    /// The maximum length of a line in bytes: that of the daemon.
    package static let limit = 65_536

    private var bytes: [UInt8] = []
    private var start = 0
    private var searched = 0
    private var isDiscarding = false

    /// Makes a reader.
    package init() {}

    /// Adds bytes that have arrived.
    package mutating func append(_ new: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes += new
    }

    /// The next line; `nil` if more bytes are needed.
    package mutating func next() -> Line? {
        while true {
            guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
                searched = bytes.count
                guard isDiscarding || bytes.count - start > Self.limit + 1 else { return nil }
                bytes = []
                (start, searched) = (0, 0)
                defer { isDiscarding = true }
                return isDiscarding ? nil : .tooLong
            }
            var line = bytes[start..<end]
            (start, searched) = (end + 1, end + 1)
            if isDiscarding {
                isDiscarding = false
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard line.count <= Self.limit else { return .tooLong }
            guard !line.contains(0), let text = String(validating: line, as: UTF8.self) else {
                return .garbage
            }
            return .text(text)
        }
    }
}
