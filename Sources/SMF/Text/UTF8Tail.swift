/// The bytes at the end of a text that begin a character of UTF-8 and do not complete it.
struct UTF8Tail {
    /// The number of bytes; 0 if the text ends with a whole character, or with none.
    let count: Int

    init(_ bytes: ArraySlice<UInt8>) {
        let continuing = bytes.reversed().prefix(3).prefix { $0 & 0xC0 == 0x80 }.count
        guard let lead = bytes.dropLast(continuing).last else {
            count = 0
            return
        }
        let length =
            switch lead {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        count = continuing + 1 < length ? continuing + 1 : 0
    }
}
