public import SMF

extension SMPTERate {
    /// Frames that time code counts as a second: 29.97 counts 30, and leaves some numbers out.
    public var nominalFrames: Int64 { self == .fps2997 ? 30 : Int64(rawValue) }

    /// Frames in real time, exactly: so many in ``secondsOfExactFrames`` seconds.
    var exactFrames: Int64 { self == .fps2997 ? 30_000 : Int64(rawValue) }

    /// The seconds that ``exactFrames`` last.
    var secondsOfExactFrames: Int64 { self == .fps2997 ? 1_001 : 1 }
}
