/// The time that the engine renders after the end of the last sequence.
public enum TailPolicy: Hashable, Sendable {
    /// Until the mix has stayed below −80 dBFS for a tenth of a second, and for the time of a delay
    /// in place of a reverb, at most ten seconds.
    case auto
    /// Not at all.
    case none
    /// This many frames.
    case frames(Int64)

    /// The most frames that a tail may have at a rate.
    public func longest(rate: Int) -> Int64 {
        switch self {
        case .auto: Int64(Self.longestSeconds * rate)
        case .none: 0
        case .frames(let frames): frames
        }
    }

    /// The most seconds of an automatic tail.
    static var longestSeconds: Int {
        @_noLocks get { 10 }
    }
}
