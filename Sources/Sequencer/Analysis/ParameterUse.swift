/// A parameter that is set on a channel, and its values.
public struct ParameterUse: Hashable, Sendable {
    /// The most different values that are stored of one parameter.
    public static let mostValues = 16

    /// The sampler, from 0, and the channel, 0 … 15.
    public var address: TrackInfo.Channel
    /// The parameter.
    public var number: ParameterNumber
    /// The number of times it is set: by data entry (CC6), fine data entry without a coarse one
    /// before, and steps up and down (CC96, CC97).
    public var count: Int
    /// The tick of the first.
    public var firstTick: Int64
    /// The different values in order of appearance, 14 bits with CC6 in the upper seven; at most
    /// ``mostValues``.
    ///
    /// A fine part (CC38) right behind the coarse one belongs to the same value.
    public var values: [UInt16]
    /// Whether there are more values than are stored.
    public var hasMoreValues: Bool
    /// Whether only coarse values are sent, so that `value >> 7` is the whole value.
    public var isCoarseOnly: Bool
    /// The number of steps up or down (CC96, CC97).
    public var stepCount: Int

    /// Makes a use of a parameter that has not been set yet.
    init(address: TrackInfo.Channel, number: ParameterNumber, firstTick: Int64) {
        self.address = address
        self.number = number
        self.firstTick = firstTick
        count = 0
        values = []
        hasMoreValues = false
        isCoarseOnly = true
        stepCount = 0
    }
}
