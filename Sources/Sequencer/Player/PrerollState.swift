/// The preroll that comes next or is being sent.
struct PrerollState: BitwiseCopyable {
    /// The part of it that has been sent.
    var progress = PrerollProgress()
    /// The engine frame at which it is due: before a count-in.
    var frame: Int64 = 0
    /// Whether nothing was sent to the samplers before it.
    var isUntouched = false
    /// Whether it begins a pass of the loop.
    var beginsPass = false
    /// Whether keys that sound already do not begin again at its end.
    var keepsKeys = false
    /// The event and the tempo segment with which a pass continues after it.
    var passEvent = 0
    var passSegment = 0

    @_noLocks
    init() {}
}

/// The release of the keys and pedals that the player holds, one after the other.
struct ReleaseState: BitwiseCopyable {
    /// The engine frame at which they end.
    var frame: Int64 = 0
    /// The position in the ledger from which the search continues.
    var cursor = 0
    /// Whether a preroll follows; otherwise playing has ended.
    var leadsToPreroll = false

    @_noLocks
    init() {}

    @_noLocks
    init(atFrame frame: Int64, leadsToPreroll: Bool) {
        self.frame = frame
        self.leadsToPreroll = leadsToPreroll
    }
}
