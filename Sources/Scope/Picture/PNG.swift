import Transcoding

/// The file format PNG (ISO/IEC 15948): 8 bits for red, green and blue, compressed by zlib.
enum PNG {
    /// The file of an image.
    ///
    /// - Parameter image: The image, 1 × 1 … 2^31 − 1 pixels.
    /// - Returns: Its bytes.
    /// - Throws: `noResources` where zlib has no memory.
    static func file(of image: PixelImage) throws(TranscodingError) -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity((3 * image.width + 1) * image.height)
        for row in 0..<image.height {
            // The filter: none.
            rows.append(0)
            rows += image.bytes[3 * row * image.width..<3 * (row + 1) * image.width]
        }
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // The depth, the kind of colour, and the only methods of compression, filters and rows.
        append("IHDR", number(image.width) + number(image.height) + [8, 2, 0, 0, 0], to: &bytes)
        append("IDAT", try Zlib.compressed(rows), to: &bytes)
        append("IEND", [], to: &bytes)
        return bytes
    }

    private static func append(_ type: String, _ data: [UInt8], to bytes: inout [UInt8]) {
        let content = Array(type.utf8) + data
        bytes += number(data.count) + content + number(Int(checksum(content)))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// The cyclic redundancy check of a chunk (annex D).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            remainders[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
        }
    }

    private static let remainders: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in
            sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1
        }
    }
}
