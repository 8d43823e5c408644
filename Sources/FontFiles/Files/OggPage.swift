/// A page of an Ogg stream.
///
/// Source: RFC 3533 §6.
package struct OggPage {
    /// The place of its first byte.
    package let start: Int
    /// The place behind its last byte.
    package let end: Int
    /// The number of the stream.
    private let serial: ArraySlice<UInt8>
    private let lacing: ArraySlice<UInt8>

    /// Reads the header of a page; `nil` where there is no whole page.
    ///
    /// - Parameters:
    ///   - bytes: A file, or a part of it.
    ///   - start: The place of the page.
    package init?(_ bytes: ArraySlice<UInt8>, at start: Int) {
        guard start >= bytes.startIndex, start + 27 <= bytes.endIndex,
            bytes[start..<start + 4].elementsEqual("OggS".utf8)
        else { return nil }
        let count = Int(bytes[start + 26])
        guard start + 27 + count <= bytes.endIndex else { return nil }
        lacing = bytes[(start + 27)..<(start + 27 + count)]
        serial = bytes[(start + 14)..<(start + 18)]
        end = start + 27 + count + lacing.reduce(0) { $0 + Int($1) }
        self.start = start
        guard end <= bytes.endIndex else { return nil }
    }

    /// Its packets, and whether they end with it.
    package func packets(of bytes: ArraySlice<UInt8>) -> [(
        bytes: ArraySlice<UInt8>, isComplete: Bool
    )] {
        var packets: [(ArraySlice<UInt8>, Bool)] = []
        var first = start + 27 + lacing.count
        var next = first
        for value in lacing {
            next += Int(value)
            guard value < 255 else { continue }
            packets.append((bytes[first..<next], true))
            first = next
        }
        if next > first { packets.append((bytes[first..<next], false)) }
        return packets
    }

    /// The pages of header packets, which follow the first page of a stream.
    ///
    /// - Parameters:
    ///   - packets: The packets.
    ///   - first: The first page.
    /// - Returns: The bytes of each page.
    package static func pages(of packets: [[UInt8]], like first: OggPage) -> [[UInt8]] {
        var segments: [(bytes: ArraySlice<UInt8>, isFirst: Bool)] = []
        for packet in packets {
            var rest = packet[...]
            repeat {
                segments.append((rest.prefix(255), rest.count == packet.count))
                let isWhole = rest.count >= 255
                rest = rest.dropFirst(255)
                // A packet ends with a segment of less than 255 bytes.
                if rest.isEmpty, isWhole { segments.append(([], false)) }
            } while !rest.isEmpty
        }
        var pages: [[UInt8]] = []
        var index = 0
        while index < segments.count {
            let part = segments[index..<min(index + 255, segments.count)]
            var page = Array("OggS".utf8) + [0, part[index].isFirst ? 0 : 1]
            // The position of headers is 0; of a page on which no packet ends it is −1.
            let ends = part.contains { $0.bytes.count < 255 }
            page += [UInt8](repeating: ends ? 0 : 255, count: 8)
            page += first.serial
            page += [0, 0, 0, 0, 0, 0, 0, 0, UInt8(part.count)]
            page += part.map { UInt8($0.bytes.count) }
            for segment in part { page += segment.bytes }
            number(&page, UInt32(pages.count + 1))
            pages.append(page)
            index += part.count
        }
        return pages
    }

    /// Gives all pages of a file a new number of their stream.
    ///
    /// - Parameters:
    ///   - file: The file, which has one stream.
    ///   - serial: The number.
    package static func setSerial(of file: inout [UInt8], to serial: UInt32) {
        var index = 0
        // A page in a variable would hold the file, which would be copied for each of them.
        while let end = OggPage(file[...], at: index)?.end {
            var copy = Array(file[index..<end])
            for byte in 0..<4 {
                copy[14 + byte] = UInt8(truncatingIfNeeded: serial >> (byte * 8))
            }
            number(&copy, number(of: copy))
            file.replaceSubrange(index..<end, with: copy)
            index = end
        }
    }

    /// Sets the number of a page, and its checksum.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - number: Its number in the stream, from 0.
    package static func number(_ page: inout [UInt8], _ number: UInt32) {
        for index in 0..<4 {
            page[18 + index] = UInt8(truncatingIfNeeded: number >> (index * 8))
            page[22 + index] = 0
        }
        let sum = page.reduce(UInt32(0)) { sum, byte in
            sum << 8 ^ table[Int(sum >> 24 ^ UInt32(byte))]
        }
        for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> (index * 8)) }
    }

    /// The number of a page.
    package static func number(of page: some Collection<UInt8>) -> UInt32 {
        page.dropFirst(18).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The remainders of bytes for the polynomial 04C11DB7.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { sum, _ in
            sum >> 31 == 1 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
        }
    }
}
