extension AnswerText {
    /// Makes an answer from a record.
    init<Root: Record>(_ root: Root) {
        self.init()
        for field in Root.fields {
            guard let value = field.value(root) else { continue }
            let words = field.lines == nil && value != field.usual ? field.words : nil
            set(field.key, value, words: words.map { ($0, field.format.text(value)) })
            if let alias = field.alias { set(alias: alias, value) }
            for line in field.lines?(root) ?? [] { add(line: line, field.words ?? field.key) }
        }
    }
}
