/// One number, or two with a separator: `10`, `2/10`, `0:48`.
struct NumberPair {
    /// The number before the separator; `nil` if there is none.
    var first: Int?
    var last: Int

    /// Reads a text; `nil` if it does not have this form.
    init?(parsing text: String, separator: Character) {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count, numbers.count <= 2, let last = numbers.last else {
            return nil
        }
        first = numbers.count == 2 ? numbers[0] : nil
        self.last = last
    }
}
