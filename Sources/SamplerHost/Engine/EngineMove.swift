import Effects
import Mixer
import Realtime

/// A change of what is heard that needs no other item and no other rack: of the mixer, or by a message
/// of the controlling thread.
enum EngineMove: BitwiseCopyable {
    /// Move a strip's gains.
    case strip(LoanTicket<Strip>, StripLevels)
    /// Have other inserts take over.
    case inserts(InsertPlace, LoanTicket<StripInserts>)
    /// Count with inserts that delay by this many frames from now on.
    case insertLatency(Int)
    /// Move the master gain to this factor.
    case gain(Float)
    /// Move the effects of a bus to these, and have them heard on a pair of output channels, from 0.
    case effects(EffectsSettings, bus: Int, output: Int)
    /// Play an event of the controlling thread's queue.
    case live(LiveEvent)

    /// Whether a move to the same target makes this one useless.
    @_noLocks
    func isReplaced(by other: EngineMove) -> Bool {
        switch (self, other) {
        case (.strip(let strip, _), .strip(let new, _)): strip == new
        case (.inserts(let place, _), .inserts(let new, _)): place.isSame(as: new)
        case (.insertLatency, .insertLatency): true
        case (.gain, .gain): true
        case (.effects(_, let bus, _), .effects(_, let new, _)): bus == new
        default: false
        }
    }
}

/// A move that waits until what plays reaches a frame.
struct ScheduledMove: BitwiseCopyable {
    var move: EngineMove
    /// The number of the item that ``frame`` belongs to.
    var item: Int
    /// The item frame.
    var frame: Int64

    init(move: EngineMove, item: Int, frame: Int64) {
        self.move = move
        self.item = item
        self.frame = frame
    }
}
