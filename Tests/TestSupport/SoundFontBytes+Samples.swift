extension SoundFontBytes {
    /// A compressed sample.
    public struct Stream: Hashable, Sendable {
        /// The bytes of its sound file.
        public let bytes: [UInt8]
        /// The first frame of its loop, and the one behind the last.
        public let loop: [Int]
    }

    /// The compressed samples of a font, by their names.
    ///
    /// Reads the chunks `smpl` and `shdr`, whose headers count bytes where samples are compressed.
    public static func streams(of font: [UInt8]) -> [String: Stream] {
        func number(at place: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(font[place + $1]) << (8 * $1) }
        }
        func content(_ name: String) -> Range<Int> {
            let letters = Array(name.utf8)
            guard let place = font.indices.first(where: { font[$0...].starts(with: letters) })
            else { return 0..<0 }
            return place + 8..<place + 8 + number(at: place + 4)
        }
        let data = content("smpl").lowerBound
        var streams: [String: Stream] = [:]
        // The last header ends the list.
        for header in stride(from: 0, to: content("shdr").count - 46, by: 46) {
            let start = content("shdr").lowerBound + header
            let name = String(decoding: font[start..<start + 20].prefix { $0 != 0 }, as: UTF8.self)
            let numbers = (0..<4).map { number(at: start + 20 + 4 * $0) }
            streams[name] = Stream(
                bytes: Array(font[data + numbers[0]..<data + numbers[1]]),
                loop: Array(numbers[2...])
            )
        }
        return streams
    }
}
