/// Changes to the bytes of a SoundFont that ``SoundFontBuilder`` does not make.
public enum SoundFontBytes {
    /// Where a chunk or a list of a type begins: the first four letters that are its name.
    private static func place(of name: String, in font: [UInt8]) -> Int {
        let letters = Array(name.utf8)
        return font.indices.first { font[$0...].starts(with: letters) } ?? 0
    }

    private static func long(_ font: [UInt8], at place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(font[place + $1]) << (8 * $1) }
    }

    private static func set(_ value: Int, at place: Int, in font: inout [UInt8]) {
        for index in 0..<4 { font[place + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
    }

    /// The font with one more byte in the list of samples, which makes the list's size odd, and no
    /// pad byte behind it: what encoders of SF3 files write.
    public static func withOddList(_ font: [UInt8]) -> [UInt8] {
        var bytes = font
        let list = place(of: "sdta", in: font) - 8
        let size = long(font, at: list + 4)
        bytes.insert(0x4C, at: list + 8 + size)
        set(size + 1, at: list + 4, in: &bytes)
        set(long(font, at: 4) + 1, at: 4, in: &bytes)
        return bytes
    }

    /// The font with another number in a sample's header.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - sample: The sample's index.
    ///   - field: Which number: 20 the start, 24 the end, 28 and 32 those of the loop.
    ///   - value: The number.
    /// - Returns: The changed font.
    public static func withSample(
        _ font: [UInt8],
        _ sample: Int,
        field: Int,
        _ value: Int
    ) -> [UInt8] {
        var bytes = font
        set(value, at: place(of: "shdr", in: font) + 8 + sample * 46 + field, in: &bytes)
        return bytes
    }

    /// The font with another byte in a sample's header.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - sample: The sample's index.
    ///   - field: Which byte: 40 the root key, 41 the correction, 44 the type.
    ///   - value: The byte.
    /// - Returns: The changed font.
    public static func withSampleByte(
        _ font: [UInt8],
        _ sample: Int,
        field: Int,
        _ value: UInt8
    ) -> [UInt8] {
        var bytes = font
        bytes[place(of: "shdr", in: font) + 8 + sample * 46 + field] = value
        return bytes
    }

    /// The font with another program number for a preset.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - name: The preset's name.
    ///   - program: The program number that it gets.
    /// - Returns: The changed font.
    public static func withPreset(_ font: [UInt8], named name: String, program: Int) -> [UInt8] {
        var bytes = font
        let list = place(of: "phdr", in: font)
        // A preset header has 38 bytes: 20 of name, then the program (SoundFont 2.04, 7.2).
        for header in stride(from: list + 8, to: list + 8 + long(font, at: list + 4), by: 38)
        where font[header..<header + 20].prefix(while: { $0 != 0 }).elementsEqual(name.utf8) {
            bytes[header + 20] = UInt8(program)
        }
        return bytes
    }

    /// The smallest file that is a bank in the DLS format by its header.
    public static let downloadableSounds: [UInt8] =
        Array("RIFF".utf8) + [16, 0, 0, 0] + Array("DLS colh".utf8) + [4, 0, 0, 0, 0, 0, 0, 0]
}
