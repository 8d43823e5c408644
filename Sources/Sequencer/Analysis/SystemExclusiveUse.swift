public import MIDI

/// System Exclusive messages of one name.
public struct SystemExclusiveUse: Hashable, Sendable {
    /// The most different values that are stored.
    public static let mostValues = 16

    /// Their name, without a value.
    public var name: SystemExclusive.Name
    /// The number of messages.
    public var count: Int
    /// The time of the first one.
    public var firstTick: Int64
    /// The bytes of the longest one, F0 and F7 included.
    public var byteCount: Int
    /// The different values that they set, in order of appearance; at most ``mostValues``.
    public var values: [Int]
}

/// Collects which System Exclusive messages there are.
struct SystemExclusiveSurvey {
    private(set) var uses: [SystemExclusiveUse] = []
    private var indices: [SystemExclusive.Name: Int] = [:]

    mutating func take(_ bytes: [UInt8], at tick: Int64) {
        var name = SystemExclusive.name(of: bytes)
        let value = name.value
        name.value = nil
        let index = indices[name] ?? uses.count
        if index == uses.count {
            indices[name] = index
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
        uses[index].count += 1
        uses[index].byteCount = max(uses[index].byteCount, bytes.count + 2)
        guard let value, uses[index].values.count < SystemExclusiveUse.mostValues,
            !uses[index].values.contains(value)
        else { return }
        uses[index].values.append(value)
    }
}
