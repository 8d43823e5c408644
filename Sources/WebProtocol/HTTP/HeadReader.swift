/// Collects the bytes of a head until it is complete.
package struct HeadReader: Sendable {
    private var bytes: [UInt8] = []

    /// Makes a reader without bytes.
    package init() {}

    /// Adds bytes.
    ///
    /// - Parameter new: The bytes that have arrived.
    /// - Returns: The head and the bytes behind it, once the empty line is there.
    /// - Throws: The reason if it is not the head of a request, or too long for one.
    package mutating func append(
        _ new: some Collection<UInt8>
    ) throws(RequestHead.Fault) -> (head: RequestHead, rest: [UInt8])? {
        let searched = max(bytes.count - 3, 0)
        bytes += new
        guard let end = Self.end(of: bytes, from: searched) else {
            guard bytes.count <= RequestHead.limit else { throw .tooLarge }
            return nil
        }
        return (try RequestHead(bytes[..<end]), Array(bytes[(end + 4)...]))
    }

    /// The index of the empty line's `\r\n\r\n`.
    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (start...(bytes.count - 4)).first { index in
            bytes[index] == 0x0D && bytes[index + 1] == 0x0A && bytes[index + 2] == 0x0D
                && bytes[index + 3] == 0x0A
        }
    }
}
