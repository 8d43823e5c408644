/// A note with its length, as musicians think of it: a note-on and its note-off in one.
public struct Note: Hashable, Sendable, BitwiseCopyable {
    /// The duration in ticks; 0 or more.
    public var duration: Int64
    /// The channel, 0 … 15.
    public var channel: UInt8
    /// The key, 0 … 127; 60 is middle C.
    public var key: UInt8
    /// The velocity of the key, 1 … 127.
    public var velocity: UInt8
    /// The release velocity, or 0xFF if there is none.
    private var release: UInt8
    /// The number of its track's events at the tick of its end that come before its note-off.
    ///
    /// 0 for a note that was not read: the key goes up before any other event at that tick, a pedal
    /// for instance. A note from a file keeps the rank that its note-off had. If there are fewer
    /// events, the note-off comes after all; but it comes before the next note-on of its own
    /// channel and key, unless it did not in the file.
    public var endRank: UInt16
    /// ``endOrder``, and ``endsBehindOwnKey`` in the top bit, so that a note takes 16 bytes.
    private var packedOrder: UInt16

    /// The rank among the note-offs with the same tick and rank, 0 … 0x7FFF; notes with equal ones
    /// are in the order of their note-ons.
    var endOrder: UInt16 {
        get { packedOrder & 0x7FFF }
        set { packedOrder = packedOrder & 0x8000 | newValue & 0x7FFF }
    }

    /// Whether the file had the note-off behind a note-on of the same channel and key at its tick.
    var endsBehindOwnKey: Bool {
        get { packedOrder & 0x8000 != 0 }
        set { packedOrder = packedOrder & 0x7FFF | (newValue ? 0x8000 : 0) }
    }

    /// The release velocity of the key, 0 … 127; `nil` if it was not measured.
    ///
    /// The note-off is then a note-on with velocity 0, which takes less room in a file and means
    /// the same.
    public var releaseVelocity: UInt8? {
        get { release == 0xFF ? nil : release }
        set { release = newValue.map { min($0, 127) } ?? 0xFF }
    }

    /// Makes a note; values outside their range are cut to it.
    ///
    /// - Parameters:
    ///   - key: The key, 0 … 127.
    ///   - duration: The duration in ticks.
    ///   - velocity: The velocity of the key, 1 … 127.
    ///   - channel: The channel, 0 … 15.
    ///   - releaseVelocity: The release velocity of the key, 0 … 127; `nil` if it was not measured.
    public init(
        key: UInt8,
        duration: Int64,
        velocity: UInt8 = 100,
        channel: UInt8 = 0,
        releaseVelocity: UInt8? = nil
    ) {
        self.duration = max(duration, 0)
        self.channel = min(channel, 15)
        self.key = min(key, 127)
        self.velocity = min(max(velocity, 1), 127)
        release = releaseVelocity.map { min($0, 127) } ?? 0xFF
        endRank = 0
        packedOrder = 0
    }
}
