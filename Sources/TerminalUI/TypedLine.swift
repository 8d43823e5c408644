/// A line that is typed key by key, with the lines before it.
package struct TypedLine: Hashable, Sendable {
    /// The effect of a key.
    package enum Outcome: Hashable, Sendable {
        /// Typing continues.
        case typing
        /// The line was cancelled.
        case cancelled
        /// The line is complete.
        case entered(String)
    }

    /// The text so far.
    package private(set) var text: String
    /// The earlier lines, the oldest first.
    private var history: [String]
    /// The earlier line that is shown; the number of all for none.
    private var index: Int

    /// The most characters of a line.
    private static let maximumLength = 4_096

    /// Makes a line.
    ///
    /// - Parameters:
    ///   - text: The text that is there already.
    ///   - history: The earlier lines, the oldest first.
    package init(_ text: String = "", history: [String] = []) {
        self.text = text
        self.history = history
        index = history.count
    }

    /// Takes a key.
    package mutating func press(_ key: Key) -> Outcome {
        switch key {
        case .character(let character):
            if text.count < Self.maximumLength { text.append(character) }
        case .backspace:
            // As in less(1) and vi(1): the key that removes the colon leaves.
            guard !text.isEmpty else { return .cancelled }
            text.removeLast()
        case .control("u"): text = ""
        case .control("w"): removeWord()
        case .up: recall(index - 1)
        case .down: recall(index + 1)
        case .escape, .control("g"): return .cancelled
        case .enter:
            let isBlank = text.allSatisfy(\.isWhitespace)
            return isBlank ? .cancelled : .entered(text)
        default: break
        }
        return .typing
    }

    private mutating func removeWord() {
        while text.last?.isWhitespace ?? false { text.removeLast() }
        while let last = text.last, !last.isWhitespace { text.removeLast() }
    }

    private mutating func recall(_ wanted: Int) {
        guard wanted >= 0, wanted <= history.count else { return }
        index = wanted
        text = wanted < history.count ? history[wanted] : ""
    }
}
