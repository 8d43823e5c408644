import Wording

/// The colours and sizes of a piano roll; lengths in pixels.
enum RollStyle {
    /// The space to the left of the music, for the names of drums and lanes and the keyboard.
    static let left = 150.0
    static let right = 24.0
    static let margin = 16.0
    /// The greatest width of a picture: programs that draw SVG often stop at 32,767.
    static let greatestWidth = 32_000.0
    /// The least width of a picture, for the heading.
    static let leastWidth = 900.0

    static let fonts = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"
    static let ink = "#111827"
    static let paleInk = "#4b5563"
    static let faintInk = "#9ca3af"
    /// The usual width of a character in relation to the font's size; fonts differ.
    private static let characterWidth = 0.53

    static let frame = "#9ca3af"
    static let barLine = "#cbd0d6"
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

    /// The approximate width of a text in pixels.
    static func width(of text: String, size: Double) -> Double {
        Double(text.columns) * size * characterWidth
    }

    /// A text of a file, made printable and cut to a number of columns.
    static func name(_ text: String, columns: Int = 100) -> String {
        // A single character can have thousands of marks.
        let scalars = String(String.UnicodeScalarView(text.unicodeScalars.prefix(4 * columns)))
        return scalars.printable.trimmed.cut(to: columns)
    }

    /// A text cut to a width in pixels; empty if not even a few letters fit.
    static func fitted(_ text: String, width: Double, size: Double) -> String {
        let columns = Int(min(width, 10_000) / (size * characterWidth))
        guard columns >= 3 || text.columns <= columns else { return "" }
        return text.cut(to: columns)
    }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }
}
