/// A position in a sequence as people name it; one grammar everywhere.
public enum Position: Hashable, Sendable {
    /// `17:1` or `17:1:240`: bar and beat from 1, ticks within the beat.
    case barBeat(bar: Int64, beat: Int64, tick: Int64)
    /// `83.5s`, `1m23.5s`, `1h02m03s`, `1m30`, `1:23.5` or a bare number: a time, in whole
    /// nanoseconds.
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
    /// The position as ``init(parsing:)`` reads it: `17:1`, `1m23.5s`, `480t`, `@Name`.
    public var description: String {
        switch self {
        case .barBeat(let bar, let beat, let tick):
            BarBeat(bar: bar, beat: beat, tick: tick).description
        case .seconds(let nanoseconds): TimeText.text(nanoseconds: nanoseconds, decimals: 1...9)
        case .ticks(let ticks): "\(ticks)t"
        case .marker(let name): "@\(name)"
        case .nextBar: "next-bar"
        case .nextBeat: "next-beat"
        }
    }
}
