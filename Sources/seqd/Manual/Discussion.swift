/// The long text of a command's help, in its parts.
struct Discussion {
    /// Lines between blank ones.
    enum Paragraph: Hashable {
        case text(String)
        /// Lines that stay as they are: they were indented.
        case literal([String])
    }

    /// Paragraphs below a heading, which is a line in capitals with a colon: `EXAMPLES:`.
    struct Section {
        var title: String
        var paragraphs: [Paragraph]
    }

    /// The paragraphs before the first heading, and unindented ones after a section.
    private(set) var paragraphs: [Paragraph] = []
    private(set) var sections: [Section] = []

    /// Parts a text.
    init(_ text: String) {
        var block: [String] = []
        var isInSection = false
        func isIndented(_ line: String) -> Bool { line.hasPrefix("  ") }
        func end(_ discussion: inout Discussion) {
            defer { block = [] }
            guard let first = block.first else { return }
            if let title = Self.title(first) {
                discussion.sections.append(Section(title: title, paragraphs: []))
                isInSection = true
                block.removeFirst()
            }
            guard let first = block.first else { return }
            let paragraph: Paragraph =
                isIndented(first)
                ? .literal(block.map { String($0.dropFirst(isIndented($0) ? 2 : 0)) })
                : .text(block.joined(separator: " "))
            if case .text = paragraph { isInSection = false }
            if isInSection, !discussion.sections.isEmpty {
                discussion.sections[discussion.sections.count - 1].paragraphs.append(paragraph)
            } else {
                discussion.paragraphs.append(paragraph)
            }
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.allSatisfy({ $0 == " " }) { end(&self) } else { block.append(String(line)) }
        }
        end(&self)
    }

    /// `KEYS` of `KEYS, on a terminal:`.
    private static func title(_ line: String) -> String? {
        guard line.hasSuffix(":"), let word = line.dropLast().split(separator: ",").first,
            word.allSatisfy({ $0.isUppercase || $0 == " " })
        else { return nil }
        return String(word)
    }
}
