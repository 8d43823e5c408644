/// The colours and sizes of a piano roll; lengths in pixels.
enum RollStyle {
    /// The space to the left of the music, for the names of drums and lanes and the keyboard.
    static let left = 150.0
    static let right = 24.0
    /// The least width of a picture, for the heading.
    static let leastWidth = 900.0

    static let beatLine = "#eceef1"
    static let blackKeyRow = "#f4f5f7"

    /// Colours for parts that colour-blind people can distinguish too: those of the palettes of
    /// Okabe and Ito (2008) and of Paul Tol ("muted") that have enough contrast to white.
    static let parts = [
        "#0072b2", "#d55e00", "#009e73", "#aa4499", "#e69f00", "#332288", "#56b4e9", "#882255",
        "#7a7a1a", "#117733", "#cc6677", "#44aa99",
    ]
    static let drums = ["#374151", "#8a5a14", "#5b2a6e", "#14605a"]
    static let otherParts = "#9ca3af"

    /// A colour of a palette; darker ones follow after its last.
    static func color(_ number: Int, of palette: [String]) -> String {
        let color = palette[number % palette.count]
        return number / palette.count % 2 == 0
            ? color : mixed(color, with: 0, opacity: 0.6)
    }

    /// The opacities of the four steps of velocity.
    static let opacities = [0.4, 0.6, 0.8, 1]

    /// A colour (`#rrggbb`) as it looks on white with an opacity.
    ///
    /// The lines themselves are opaque: nothing behind them shines through.
    static func tint(_ color: String, opacity: Double) -> String {
        mixed(color, with: 255, opacity: opacity)
    }

    /// A colour over a grey, 0 … 255.
    private static func mixed(_ color: String, with grey: Double, opacity: Double) -> String {
        let value = Int(color.dropFirst(), radix: 16) ?? 0
        let parts = [16, 8, 0].map { shift -> String in
            let part = grey + (Double(value >> shift & 255) - grey) * opacity
            let digits = String(Int(part.rounded()), radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }
        return "#" + parts.joined()
    }

    static func velocityStep(_ velocity: UInt8) -> Int { min(Int(velocity) / 32, 3) }
}
