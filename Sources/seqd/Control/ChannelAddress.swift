/// A channel of a live input, as `10` or, on another input than the first, `2/10`.
struct ChannelAddress: Hashable, Sendable {
    /// From 0.
    var input: Int
    /// 0 … 15.
    var channel: Int

    /// Reads what people type.
    ///
    /// - Throws: −32602 with what was expected.
    init(parsing text: String) throws(RequestFailure) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        let numbers = parts.compactMap { Int(String($0) ?? "") }
        guard numbers.count == parts.count, (1...2).contains(numbers.count),
            let channel = numbers.last, (1...16).contains(channel),
            numbers.count == 1 || (1...16).contains(numbers[0])
        else { throw .arguments("expected a channel, 1 to 16, or INPUT/CHANNEL as in 2/10") }
        input = numbers.count == 2 ? numbers[0] - 1 : 0
        self.channel = channel - 1
    }
}
