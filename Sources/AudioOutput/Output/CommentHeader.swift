import FontFiles

/// Adds comments to a FLAC, Vorbis or Opus file that was written without them.
///
/// libsndfile has a fixed list of comments. Sources: RFC 9639 §8.6 (FLAC), RFC 3533 (pages of Ogg),
/// the Vorbis I specification §5 and RFC 7845 §5.2 (comments).
struct CommentHeader {
    /// The new beginning of the file.
    private(set) var bytes: [UInt8] = []
    /// The number of bytes of the file that it replaces.
    private(set) var replacedCount = 0
    /// The number that is added to those of the pages behind it.
    private var addedPages = 0

    /// Makes the new beginning of a file; `nil` for a file of another kind, or without comments.
    ///
    /// - Parameters:
    ///   - start: The file.
    ///   - comments: What is added, as `NAME=value`.
    init?(of start: [UInt8], adding comments: [String]) {
        if start.starts(with: Array("fLaC".utf8)) {
            guard addToFLAC(start[...], comments) else { return nil }
        } else {
            guard addToOgg(start[...], comments) else { return nil }
        }
    }

    /// Numbers the pages behind the new beginning of an Ogg file, where it has more than before.
    ///
    /// - Parameter file: The file with its new beginning.
    func renumberPages(of file: inout [UInt8]) {
        guard addedPages != 0 else { return }
        var index = bytes.count
        while let page = OggPage(file[...], at: index) {
            var copy = Array(file[index..<page.end])
            let number = Int(OggPage.number(of: copy)) + addedPages
            OggPage.number(&copy, UInt32(truncatingIfNeeded: number))
            file.replaceSubrange(index..<page.end, with: copy)
            index = page.end
        }
    }

    // MARK: Comments

    /// Adds comments to a block of them: the vendor, a count, and each with its length.
    private static func block(
        _ block: ArraySlice<UInt8>,
        adding comments: [String]
    ) -> [UInt8]? {
        guard let vendor = number(block, at: block.startIndex),
            let count = number(block, at: block.startIndex + 4 + vendor)
        else { return nil }
        var end = block.startIndex + 8 + vendor
        for _ in 0..<count {
            guard let length = number(block, at: end) else { return nil }
            end += 4 + length
            guard end <= block.endIndex else { return nil }
        }
        var result = Array(block[..<(block.startIndex + 4 + vendor)])
        result += littleEndian(count + comments.count)
        result += block[(block.startIndex + 8 + vendor)..<end]
        for comment in comments { result += littleEndian(comment.utf8.count) + comment.utf8 }
        // The framing bit of Vorbis, or padding.
        return result + block[end...]
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>, at index: Int) -> Int? {
        guard index >= bytes.startIndex, index + 4 <= bytes.endIndex else { return nil }
        return (0..<4).reduce(0) { $0 | Int(bytes[index + $1]) << ($1 * 8) }
    }

    // MARK: FLAC

    private mutating func addToFLAC(_ start: ArraySlice<UInt8>, _ comments: [String]) -> Bool {
        var index = 4
        while index + 4 <= start.endIndex {
            let length =
                Int(start[index + 1]) << 16 | Int(start[index + 2]) << 8 | Int(start[index + 3])
            let end = index + 4 + length
            guard end <= start.endIndex else { return false }
            if start[index] & 0x7F == 4 {
                guard let block = Self.block(start[(index + 4)..<end], adding: comments),
                    block.count < 1 << 24
                else { return false }
                bytes = Array(start[...index])
                bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: block.count >> $0) }
                bytes += block
                replacedCount = end
                return true
            }
            guard start[index] & 0x80 == 0 else { return false }
            index = end
        }
        return false
    }

    // MARK: Ogg

    private mutating func addToOgg(_ start: ArraySlice<UInt8>, _ comments: [String]) -> Bool {
        guard let first = OggPage(start, at: 0) else { return false }
        var index = first.end
        var packets: [[UInt8]] = [[]]
        var pages = 0
        /// A Vorbis stream has a packet of codebooks behind the comments, on the same pages.
        var wanted = 1
        while packets.count <= wanted {
            guard let page = OggPage(start, at: index) else { return false }
            for (packet, isComplete) in page.packets(of: start) {
                packets[packets.count - 1] += packet
                if isComplete { packets.append([]) }
            }
            if packets.count == 2 || packets.count == 3,
                packets[0].starts(with: Self.vorbisComments)
            {
                wanted = 2
            }
            index = page.end
            pages += 1
        }
        guard packets.count == wanted + 1, packets[wanted].isEmpty else { return false }
        let prefix =
            [Self.vorbisComments, Array("OpusTags".utf8)].first { packets[0].starts(with: $0) }
        guard let prefix,
            let block = Self.block(packets[0][prefix.count...], adding: comments)
        else { return false }
        packets[0] = prefix + block
        let made = OggPage.pages(of: Array(packets[..<wanted]), like: first)
        bytes = Array(start[..<first.end]) + made.joined()
        replacedCount = index
        addedPages = made.count - pages
        return true
    }

    private static let vorbisComments: [UInt8] = [3] + Array("vorbis".utf8)
}
