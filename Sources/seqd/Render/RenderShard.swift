import ArgumentParser

/// A share of the files of a batch, for processes that render one collection without talking to each
/// other.
///
/// The outputs are sorted by name and dealt out in turn, so each process that finds the same files
/// works out the same shares.
struct RenderShard: Hashable, ExpressibleByArgument {
    /// The share, from 1.
    let number: Int
    /// The number of shares.
    let count: Int

    /// The most shares.
    private static let limit = 100_000

    /// Reads `2/8`; `nil` for anything else.
    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
            (1...Self.limit).contains(count), (1...count).contains(number)
        else { return nil }
        (self.number, self.count) = (number, count)
    }

    /// The indices of the outputs in this share.
    ///
    /// - Parameter outputs: The paths of all outputs, in any order.
    /// - Returns: The indices, ascending.
    func indices(of outputs: [String]) -> [Int] {
        // By bytes: the same order in every locale.
        let sorted = outputs.indices.sorted {
            outputs[$0].utf8.lexicographicallyPrecedes(outputs[$1].utf8)
        }
        return sorted.enumerated()
            .filter { $0.offset % count == number - 1 }
            .map(\.element)
            .sorted()
    }
}
