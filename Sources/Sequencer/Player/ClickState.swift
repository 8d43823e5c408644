/// The position of a player's metronome: the beat that clicks next, and the click that is held.
struct ClickState: BitwiseCopyable {
    /// Whether beats click; those of a count-in do so in any case.
    var isOn = false
    /// The engine frame of the next click or of its end, among the events of the item; `Int64.max`
    /// where nothing comes.
    var frame = Int64.max
    /// The beat that clicks next.
    var beat = MeterView.Beat()
    /// The tick at which the held click ends.
    var releaseTick: Int64 = 0
    /// Whether the held click ends at ``frame``, whatever its tick.
    private(set) var endsEarly = false
    /// The key of the held click; none is 255.
    private(set) var key: UInt8 = 255

    @_noLocks
    init() {}

    /// Whether a click is held.
    var isHeld: Bool { @_noLocks get { key != 255 } }

    /// Notes a click that begins.
    @_noLocks
    mutating func hold(_ key: UInt8) { self.key = key }

    /// Notes that the click has ended.
    @_noLocks
    mutating func release() {
        key = 255
        endsEarly = false
    }

    /// Has the held click, if there is one, end at an engine frame.
    @_noLocks
    mutating func end(atFrame frame: Int64) {
        guard isHeld else { return }
        endsEarly = true
        self.frame = frame
    }
}
