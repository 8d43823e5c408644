/// A colour with 8 bits for red, green and blue.
struct PictureColour: Hashable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// Makes a colour of a number such as 0xFF8000.
    init(_ number: UInt32) {
        red = UInt8(truncatingIfNeeded: number >> 16)
        green = UInt8(truncatingIfNeeded: number >> 8)
        blue = UInt8(truncatingIfNeeded: number)
    }

    /// The colour as SVG writes it: `#ff8000`.
    var text: String {
        "#"
            + [red, green, blue].map { byte in
                let digits = String(byte, radix: 16)
                return digits.count < 2 ? "0\(digits)" : digits
            }.joined()
    }

    /// The colour between this one and another.
    ///
    /// - Parameters:
    ///   - other: The other colour.
    ///   - share: Its share, 0 … 1.
    /// - Returns: The colour.
    func mixed(with other: PictureColour, _ share: Float) -> PictureColour {
        let share = min(max(share, 0), 1)
        func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
            UInt8((Float(first) + (Float(second) - Float(first)) * share).rounded())
        }
        var mixed = self
        mixed.red = mix(red, other.red)
        mixed.green = mix(green, other.green)
        mixed.blue = mix(blue, other.blue)
        return mixed
    }

    static let background = PictureColour(0xFFFFFF)
    static let ink = PictureColour(0x11_18_27)
    static let paleInk = PictureColour(0x4B_55_63)
    static let frame = PictureColour(0x9C_A3_AF)
    static let line = PictureColour(0xE2_E5_E9)

    /// The colour of a curve.
    init(_ tone: PlotTrace.Tone) {
        switch tone {
        case .first: self.init(0x1D_4E_D8)
        case .second: self.init(0xC2_41_0C)
        case .held: self.init(0x9C_A3_AF)
        }
    }

    /// The colour of an intensity.
    ///
    /// - Parameters:
    ///   - value: The intensity, 0 … 1.
    ///   - palette: The look.
    init(_ value: Float, _ palette: PlotGrid.Palette) {
        switch palette {
        case .ink:
            self = PictureColour.background.mixed(with: PictureColour(.first), value)
        case .heat:
            let position = min(max(value, 0), 1) * Float(Self.heat.count - 1)
            let index = min(Int(position), Self.heat.count - 2)
            self = Self.heat[index].mixed(with: Self.heat[index + 1], position - Float(index))
        }
    }

    /// From dark to bright, with equal steps of lightness.
    private static let heat = [
        0x00_00_08, 0x1B_0C_41, 0x4A_0C_6B, 0x78_1C_6D, 0xA5_2C_60, 0xCF_44_46, 0xED_69_25,
        0xFB_9B_06, 0xF7_D1_3D, 0xFC_FF_A4,
    ].map { PictureColour($0) }
}
