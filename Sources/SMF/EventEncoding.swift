/// The encoding of an event in its file, in which two files of the same music may differ.
public struct EventEncoding: Hashable, Sendable, BitwiseCopyable {
    /// Whether the status byte was left out, as the last channel message had the same.
    public var usesRunningStatus: Bool
    /// The number of needless bytes 0x80 before the delta time, 0 … 3.
    public var deltaPadding: UInt8
    /// The number of needless bytes 0x80 before the length of a SysEx or meta event, 0 … 3.
    public var lengthPadding: UInt8

    /// Makes an encoding; the paddings are cut to 3.
    ///
    /// A quantity has at most four bytes: what does not fit a delta time or length is not written.
    public init(
        usesRunningStatus: Bool = false,
        deltaPadding: UInt8 = 0,
        lengthPadding: UInt8 = 0
    ) {
        self.usesRunningStatus = usesRunningStatus
        self.deltaPadding = min(deltaPadding, 3)
        self.lengthPadding = min(lengthPadding, 3)
    }

    /// A status byte and no needless bytes.
    public static let plain = EventEncoding()
}

extension EventEncoding {
    /// The encoding of a record.
    init(_ record: Track.Record) {
        usesRunningStatus = record.bits & Track.Record.runningFlag != 0
        deltaPadding = UInt8(truncatingIfNeeded: record.bits >> Track.Record.deltaPaddingShift) & 3
        lengthPadding =
            UInt8(truncatingIfNeeded: record.bits >> Track.Record.lengthPaddingShift) & 3
    }

    /// The bits that a record has for it.
    var bits: UInt32 {
        (usesRunningStatus ? Track.Record.runningFlag : 0)
            | UInt32(min(deltaPadding, 3)) << Track.Record.deltaPaddingShift
            | UInt32(min(lengthPadding, 3)) << Track.Record.lengthPaddingShift
    }
}
