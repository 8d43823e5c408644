/// Writes an SVG 1.1 document as bytes; numbers have at most one decimal.
///
/// The document has no scripts, styles or references, so it can be shown anywhere.
package struct SVGWriter {
    /// The bytes of the document so far.
    package private(set) var bytes: [UInt8] = []

    /// Begins an empty document.
    package init() {}

    /// Writes markup as it is.
    package mutating func raw(_ markup: String) {
        bytes.append(contentsOf: markup.utf8)
    }

    /// Opens an element.
    package mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
        raw("<\(name)")
        write(attributes)
        raw(">")
    }

    /// Closes an element.
    package mutating func close(_ name: String) {
        raw("</\(name)>\n")
    }

    /// Writes a rectangle.
    package mutating func rectangle(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        _ attributes: KeyValuePairs<String, String>
    ) {
        raw("<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\"")
        raw(" width=\"\(Self.number(width))\" height=\"\(Self.number(height))\"")
        write(attributes)
        raw("/>\n")
    }

    /// Writes a line of text with its baseline at `y`; with a tooltip if one is given.
    package mutating func text(
        _ x: Double,
        _ y: Double,
        _ text: String,
        _ attributes: KeyValuePairs<String, String> = [:],
        title: String? = nil
    ) {
        raw("<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\"")
        write(attributes)
        raw(">")
        if let title { self.title(title) }
        raw(Self.escaped(text))
        raw("</text>\n")
    }

    /// Writes the tooltip of the element that is open.
    package mutating func title(_ text: String) {
        raw("<title>\(Self.escaped(text))</title>")
    }

    // MARK: Paths

    /// Begins a path; its steps follow, then ``endPath(title:)``.
    package mutating func beginPath(_ attributes: KeyValuePairs<String, String> = [:]) {
        raw("<path")
        write(attributes)
        raw(" d=\"")
    }

    /// Moves to a position without drawing.
    package mutating func move(_ x: Double, _ y: Double) {
        bytes.append(UInt8(ascii: "M"))
        append(x)
        bytes.append(UInt8(ascii: " "))
        append(y)
    }

    /// Draws a line to a position.
    package mutating func line(to x: Double, _ y: Double) {
        bytes.append(UInt8(ascii: "L"))
        append(x)
        bytes.append(UInt8(ascii: " "))
        append(y)
    }

    /// Draws a line to the right.
    package mutating func right(by length: Double) {
        bytes.append(UInt8(ascii: "h"))
        append(length)
    }

    /// Draws a horizontal line to a position.
    package mutating func horizontal(to x: Double) {
        bytes.append(UInt8(ascii: "H"))
        append(x)
    }

    /// Draws a vertical line to a position.
    package mutating func vertical(to y: Double) {
        bytes.append(UInt8(ascii: "V"))
        append(y)
    }

    /// Ends a path, with a tooltip if one is given.
    package mutating func endPath(title: String? = nil) {
        guard let title else {
            raw("\"/>\n")
            return
        }
        raw("\">")
        self.title(title)
        raw("</path>\n")
    }

    // MARK: Words

    /// A text without characters that XML 1.0 forbids or reads as markup.
    package static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "\t", "\n", "\r", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}",
                "\u{10000}"..."\u{10FFFF}":
                result.append(scalar)
            default: result.append("\u{FFFD}")
            }
        }
        return String(result)
    }

    /// A number with at most one decimal.
    package static func number(_ value: Double) -> String {
        var writer = SVGWriter()
        writer.append(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private mutating func append(_ value: Double) {
        let tenths = Int((min(max(value, -1e9), 1e9) * 10).rounded())
        if tenths < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, part) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        bytes.append(contentsOf: String(whole).utf8)
        guard part > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        bytes.append(UInt8(ascii: "0") + UInt8(part))
    }

    private mutating func write(_ attributes: KeyValuePairs<String, String>) {
        for (name, value) in attributes { raw(" \(name)=\"\(Self.escaped(value))\"") }
    }
}
