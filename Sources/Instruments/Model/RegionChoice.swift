/// The condition on which a region plays that shares its keys with others: in its turn, by chance,
/// or both.
///
/// A SoundFont has no place for it: seqd keeps it beside the zones of the region.
public struct RegionChoice: Hashable, Sendable {
    /// Its turn, counted from 0, of the notes that its keys get on a channel.
    public var position = 0
    /// The number of turns.
    public var length = 1
    /// The random numbers of a note, 0 ..< 1, for which it plays.
    public var random: Range<Double> = 0..<1

    /// Makes the choice of a region that always plays.
    public init() {}

    /// Whether it plays as soon as anything does: the first turn, or the lowest random numbers.
    public var isFirst: Bool { position == 0 && random.lowerBound <= 0 }
}
