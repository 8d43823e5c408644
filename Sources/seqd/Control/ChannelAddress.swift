/// A channel of a live input, as `10` or, on another input than the first, `2/10`.
struct ChannelAddress: Hashable, Sendable {
    /// From 0.
    var input: Int
    /// 0 … 15.
    var channel: Int

    /// Reads what people type; `nil` for what is no channel.
    init?(parsing text: String) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        let numbers = parts.compactMap { Int(String($0) ?? "") }
        guard numbers.count == parts.count, (1...2).contains(numbers.count),
            let channel = numbers.last, (1...16).contains(channel),
            numbers.count == 1 || (1...16).contains(numbers[0])
        else { return nil }
        input = numbers.count == 2 ? numbers[0] - 1 : 0
        self.channel = channel - 1
    }
}
