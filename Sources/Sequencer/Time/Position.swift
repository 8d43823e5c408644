/// A place in a sequence as people name it; one grammar everywhere (DESIGN.md §4).
public enum Position: Hashable, Sendable {
    /// `17:1` or `17:1:240`: bar and beat from 1, ticks within the beat.
    case barBeat(bar: Int64, beat: Int64, tick: Int64)
    /// `83.5s`, `1m23.5s`, `1h2m3s` or a bare number: a time, in whole nanoseconds.
    case seconds(nanoseconds: Int64)
    /// `480t`: ticks from the start.
    case ticks(Int64)
    /// `@Name`: a marker.
    case marker(String)
    /// `next-bar`: the next bar line from where playing is.
    case nextBar
    /// `next-beat`: the next beat from where playing is.
    case nextBeat
}

extension Position: CustomStringConvertible {
    /// The position as ``init(parsing:)`` reads it: `17:1`, `1m23.500s`, `480t`, `@Name`.
    public var description: String {
        switch self {
        case .barBeat(let bar, let beat, let tick):
            BarBeat(bar: bar, beat: beat, tick: tick).description
        case .seconds(let nanoseconds): Self.time(nanoseconds: nanoseconds, digits: 9)
        case .ticks(let ticks): "\(ticks)t"
        case .marker(let name): "@\(name)"
        case .nextBar: "next-bar"
        case .nextBeat: "next-beat"
        }
    }

    /// A time to the millisecond, rounded down: what messages and listings show.
    ///
    /// - Parameter nanoseconds: The time, 0 or more.
    /// - Returns: Such as `1m23.500s`; read back, it is never after the time.
    public static func shortTime(nanoseconds: Int64) -> String {
        time(nanoseconds: nanoseconds, digits: 3)
    }

    /// A time with three decimals, or as many more as it needs up to `digits`.
    private static func time(nanoseconds: Int64, digits: Int) -> String {
        let value = max(nanoseconds, 0)
        let seconds = value / 1_000_000_000
        var decimals = String(value % 1_000_000_000)
        decimals = String(repeating: "0", count: 9 - decimals.count) + decimals
        decimals = String(decimals.prefix(digits))
        while decimals.count > 3 && decimals.hasSuffix("0") { decimals.removeLast() }
        let hours = seconds / 3600
        let minutes = seconds / 60 % 60
        let prefix =
            hours > 0 ? "\(hours)h\(minutes)m" : (minutes > 0 ? "\(minutes)m" : "")
        return "\(prefix)\(seconds % 60).\(decimals)s"
    }
}
