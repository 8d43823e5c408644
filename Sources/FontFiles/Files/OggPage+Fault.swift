extension OggPage {
    /// Whether the stream ends with this page.
    private func isLast(in bytes: ArraySlice<UInt8>) -> Bool { bytes[start + 5] & 4 != 0 }

    /// Whether the checksum is that of the page's bytes.
    private func hasValidChecksum(in bytes: ArraySlice<UInt8>) -> Bool {
        var page = Array(bytes[start..<end])
        let checksum = page[22..<26]
        Self.number(&page, Self.number(of: page))
        return page[22..<26] == checksum
    }

    /// The fault in the pages of a file that has one stream; `nil` if all of its bytes are as they
    /// were written.
    ///
    /// Each page has a checksum, so nothing has to be decoded. Bytes behind the last page of the
    /// stream are not looked at.
    ///
    /// - Parameter bytes: The file.
    /// - Returns: The fault with its byte, such as `damaged at byte 0x1F40`.
    package static func fault(in bytes: ArraySlice<UInt8>) -> String? {
        func place(_ index: Int) -> String {
            "0x" + String(index - bytes.startIndex, radix: 16, uppercase: true)
        }
        var index = bytes.startIndex
        var previous: UInt32?
        while index < bytes.endIndex {
            guard let page = OggPage(bytes, at: index) else {
                return bytes[index...].starts(with: "OggS".utf8)
                    ? "cut off: its page at byte \(place(index)) is incomplete"
                    : "damaged at byte \(place(index)): expected a page of Ogg"
            }
            guard page.hasValidChecksum(in: bytes) else {
                return "damaged: its page at byte \(place(index)) has another checksum"
            }
            let number = number(of: bytes[page.start..<page.end])
            if let previous, number != previous &+ 1 {
                return "damaged: its page at byte \(place(index)) has the number \(number), "
                    + "expected \(previous &+ 1)"
            }
            if page.isLast(in: bytes) { return nil }
            previous = number
            index = page.end
        }
        return previous == nil ? "empty" : nil
    }
}
