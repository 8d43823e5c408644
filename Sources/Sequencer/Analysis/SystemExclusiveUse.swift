public import MIDI

/// System Exclusive messages of one name.
public struct SystemExclusiveUse: Hashable, Sendable {
    /// The most different values that are kept.
    public static let mostValues = 16

    /// What they are called; without a value.
    public var name: SystemExclusive.Name
    /// How many there are.
    public var count: Int
    /// Where the first one stands.
    public var firstTick: Int64
    /// The bytes of the longest one, F0 and F7 included.
    public var byteCount: Int
    /// The different values that they set, in order of appearance; at most ``mostValues``.
    public var values: [Int]
}

/// Collects which System Exclusive messages there are.
struct SystemExclusiveSurvey {
    private(set) var uses: [SystemExclusiveUse] = []
    private var places: [SystemExclusive.Name: Int] = [:]

    mutating func take(_ bytes: [UInt8], at tick: Int64) {
        var name = SystemExclusive.name(of: bytes)
        let value = name.value
        name.value = nil
        let place = places[name] ?? uses.count
        if place == uses.count {
            places[name] = place
            uses.append(
                SystemExclusiveUse(
                    name: name,
                    count: 0,
                    firstTick: tick,
                    byteCount: 0,
                    values: []
                )
            )
        }
        uses[place].count += 1
        uses[place].byteCount = max(uses[place].byteCount, bytes.count + 2)
        guard let value, uses[place].values.count < SystemExclusiveUse.mostValues,
            !uses[place].values.contains(value)
        else { return }
        uses[place].values.append(value)
    }
}
