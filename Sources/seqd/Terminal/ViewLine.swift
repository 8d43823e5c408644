import Wording

/// A line for the terminal: text in a few styles.
struct ViewLine: Hashable, Sendable {
    /// How a piece of text looks where there is colour.
    enum Style: Hashable, Sendable {
        case plain, strong, dim, played, warning, alarm

        /// The parameters of ECMA-48's SGR.
        fileprivate var parameters: String {
            switch self {
            case .plain: ""
            case .strong: "1"
            case .dim: "2"
            case .played: "36"
            case .warning: "33"
            case .alarm: "1;31"
            }
        }
    }

    /// A piece of text in one style.
    struct Span: Hashable, Sendable {
        var text: String
        var style: Style
    }

    private(set) var spans: [Span] = []
    /// The columns that it takes.
    private(set) var columns = 0

    /// Makes a line of one piece, or of none.
    init(_ text: String = "", _ style: Style = .plain) {
        append(text, style)
    }

    /// Adds a piece.
    mutating func append(_ text: String, _ style: Style = .plain) {
        guard !text.isEmpty else { return }
        spans.append(Span(text: text, style: style))
        columns += text.columns
    }

    /// Adds another line's pieces.
    mutating func append(_ line: ViewLine) {
        spans += line.spans
        columns += line.columns
    }

    /// The text alone.
    var plainText: String { spans.map(\.text).joined() }

    /// What is sent to the terminal.
    func encoded(isColoured: Bool) -> String {
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
