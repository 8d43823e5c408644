import Wording

/// The colours, sizes and texts that pictures share; lengths in pixels.
package enum PictureStyle {
    package static let margin = 16.0
    /// The greatest width of a picture: programs that draw SVG often stop at 32,767.
    package static let greatestWidth = 32_000.0

    package static let fonts = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"
    package static let ink = "#111827"
    package static let paleInk = "#4b5563"
    package static let faintInk = "#9ca3af"
    /// The usual width of a character in relation to the font's size; fonts differ.
    private static let characterWidth = 0.53

    package static let frame = "#9ca3af"
    package static let barLine = "#cbd0d6"

    /// The approximate width of a text in pixels.
    package static func width(of text: String, size: Double) -> Double {
        Double(text.columns) * size * characterWidth
    }

    /// A text of a file, made printable and cut to a number of columns.
    package static func name(_ text: String, columns: Int = 100) -> String {
        // A single character can have thousands of marks.
        let scalars = String(String.UnicodeScalarView(text.unicodeScalars.prefix(4 * columns)))
        return scalars.printable.trimmed.cut(to: columns)
    }

    /// A text cut to a width in pixels; empty if not even a few letters fit.
    package static func fitted(_ text: String, width: Double, size: Double) -> String {
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
