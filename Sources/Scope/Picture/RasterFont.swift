/// A font of dots for printable ASCII: five by seven, and a row below for descenders.
enum RasterFont {
    /// The dots above the baseline.
    static let height = 7
    /// The dots from one character to the next.
    static let advance = 6

    /// The columns of a character from left to right; bit 0 is the highest dot.
    ///
    /// - Parameter character: The character; another than ASCII is a question mark.
    /// - Returns: Five columns.
    static func columns(of character: Character) -> [UInt8] {
        let code: Int =
            switch character {
            case "\u{2212}", "\u{2013}": 0x2D
            case "\u{B7}": -1
            default: Int(character.asciiValue ?? 0x3F)
            }
        // A dot at half height.
        guard code >= 0 else { return [0, 0, 0x18, 0x18, 0] }
        let dots = characters[(0x20...0x7E).contains(code) ? code - 0x20 : 0x1F]
        return (0..<5).map { UInt8(truncatingIfNeeded: dots >> (8 * $0)) }
    }

    /// The characters from the space on: the first column in the lowest byte.
    private static let characters: [UInt64] = [
        0x00_00000000, 0x00_005F0000, 0x00_07000700, 0x14_7F147F14, 0x12_2A7F2A24, 0x62_64081323,
        0x50_22554936, 0x00_00030500, 0x00_41221C00, 0x00_1C224100, 0x14_083E0814, 0x08_083E0808,
        0x00_00305000, 0x08_08080808, 0x00_00606000, 0x02_04081020, 0x3E_4549513E, 0x00_407F4200,
        0x46_49516142, 0x31_4B454121, 0x10_7F121418, 0x39_45454527, 0x30_49494A3C, 0x03_05097101,
        0x36_49494936, 0x1E_29494906, 0x00_00363600, 0x00_00365600, 0x00_41221408, 0x14_14141414,
        0x08_14224100, 0x06_09510102, 0x3E_41794932, 0x7E_1111117E, 0x36_4949497F, 0x22_4141413E,
        0x1C_2241417F, 0x41_4949497F, 0x01_0909097F, 0x7A_4949413E, 0x7F_0808087F, 0x00_417F4100,
        0x01_3F414020, 0x41_2214087F, 0x40_4040407F, 0x7F_020C027F, 0x7F_1008047F, 0x3E_4141413E,
        0x06_0909097F, 0x5E_2151413E, 0x46_2919097F, 0x31_49494946, 0x01_017F0101, 0x3F_4040403F,
        0x1F_2040201F, 0x3F_4038403F, 0x63_14081463, 0x07_08700807, 0x43_45495161, 0x00_41417F00,
        0x20_10080402, 0x00_7F414100, 0x04_02010204, 0x40_40404040, 0x00_04020100, 0x78_54545420,
        0x38_4444487F, 0x20_44444438, 0x7F_48444438, 0x18_54545438, 0x02_01097E08, 0x7C_A4A4A418,
        0x78_0404087F, 0x00_407D4400, 0x00_7D848040, 0x00_4428107F, 0x00_407F4100, 0x78_0418047C,
        0x78_0404087C, 0x38_44444438, 0x18_242424FC, 0xFC_18242418, 0x08_0404087C, 0x20_54545448,
        0x20_40443F04, 0x7C_2040403C, 0x1C_2040201C, 0x3C_4030403C, 0x44_28102844, 0x7C_A0A0A01C,
        0x44_4C546444, 0x00_41360800, 0x00_007F0000, 0x00_08364100, 0x08_10080810,
    ]
}
