import Wording

/// A line for the terminal: text in a few styles.
package struct ViewLine: Hashable, Sendable {
    /// The look of a piece of text on a terminal with colours.
    package enum Style: Hashable, Sendable {
        case plain, strong, dim, played, warning, alarm
        /// Two of xterm's 256 colours, for the character ▀.
        case halves(upper: UInt8, lower: UInt8)

        /// The parameters of ECMA-48's SGR.
        fileprivate var parameters: String {
            switch self {
            case .plain: ""
            case .strong: "1"
            case .dim: "2"
            case .played: "36"
            case .warning: "33"
            case .alarm: "1;31"
            case .halves(let upper, let lower): "38;5;\(upper);48;5;\(lower)"
            }
        }
    }

    /// A piece of text in one style.
    package struct Span: Hashable, Sendable {
        /// The text.
        package var text: String
        /// The style.
        package var style: Style
    }

    /// The pieces from left to right.
    package private(set) var spans: [Span] = []
    /// The width in columns.
    package private(set) var columns = 0

    /// Makes a line of one piece, or of none.
    package init(_ text: String = "", _ style: Style = .plain) {
        append(text, style)
    }

    /// Makes a line of single characters; neighbours of one style become one piece.
    package init(cells: some Sequence<(character: Character, style: Style)>) {
        var run = ""
        var style = Style.plain
        for cell in cells {
            if cell.style != style {
                append(run, style)
                (run, style) = ("", cell.style)
            }
            run.append(cell.character)
        }
        append(run, style)
    }

    /// Adds a piece.
    package mutating func append(_ text: String, _ style: Style = .plain) {
        guard !text.isEmpty else { return }
        spans.append(Span(text: text, style: style))
        columns += text.columns
    }

    /// Adds another line's pieces.
    package mutating func append(_ line: ViewLine) {
        spans += line.spans
        columns += line.columns
    }

    /// The text without styles.
    package var plainText: String { spans.map(\.text).joined() }

    /// The bytes for the terminal, with ECMA-48's codes for styles if it has colours.
    package func encoded(isColoured: Bool) -> String {
        guard isColoured else { return plainText }
        return spans.reduce(into: "") { text, span in
            if span.style == .plain {
                text += span.text
            } else {
                text += "\u{1B}[\(span.style.parameters)m\(span.text)\u{1B}[0m"
            }
        }
    }
}
