import Clips
import Effects
import Mixer
import Realtime

/// A change of what is heard that needs no other item and no other rack: of the mixer, or by a message
/// of the controlling thread.
enum EngineMove: BitwiseCopyable {
    /// Move a strip's gains.
    case strip(StripMove)
    /// Set what acts before a strip's inserts: the tuning, and the gain of its own inputs.
    case stripInput(StripMove)
    /// Have other inserts take over.
    case inserts(InsertPlace, LoanTicket<StripInserts>)
    /// Change the parameters of inserts.
    case insertChange(InsertPlace, LoanTicket<InsertChange>)
    /// Have a place delay what comes in by an alignment line, or by a longer one.
    case line(InsertPlace, LoanTicket<AlignmentLine>)
    /// Delay all paths through strips, and all outputs, by these frames.
    case alignment(strips: Int, outputs: Int)
    /// Move the master gain to this factor over these frames, and mute it or not.
    case gain(Float, isMuted: Bool, over: Int)
    /// Move the effects of a bus to these, and have them heard on a pair of output channels, from 0.
    case effects(EffectsSettings, bus: Int, output: Int)
    /// Move the pitch of samplers and the pace of clips to this factor over these frames.
    case variSpeed(Double, over: Int)
    /// Play a clip, or end it.
    case clip(LoanTicket<ClipCue>, ClipOrder)
    /// Play an event of the controlling thread's queue.
    case live(LiveEvent)

    /// Whether it changes this target.
    @_noLocks
    func concerns(_ target: MoveTarget) -> Bool {
        switch (self, target) {
        case (.strip(let move), .strip(let strip)): move.strip == strip
        case (.clip(let moved, _), .clip(let cue)): moved == cue
        default: false
        }
    }

    @_noLocks
    private static func isSameInsert(
        _ change: Loan<InsertChange>,
        _ other: Loan<InsertChange>
    ) -> Bool {
        change.value.index == other.value.index && change.value.target == other.value.target
    }

    /// Whether a move to the same target makes this one useless.
    @_noLocks
    func isReplaced(by other: EngineMove) -> Bool {
        switch (self, other) {
        case (.strip(let move), .strip(let new)): move.strip == new.strip
        case (.inserts(let place, _), .inserts(let new, _)): place.isSame(as: new)
        case (.insertChange(let place, _), .inserts(let new, _)): place.isSame(as: new)
        case (.insertChange(let place, let change), .insertChange(let new, let next)):
            place.isSame(as: new)
                && Self.isSameInsert(unsafe change.loan, unsafe next.loan)
        case (.gain, .gain): true
        case (.effects(_, let bus, _), .effects(_, let new, _)): bus == new
        default: false
        }
    }
}

extension EngineMove {
    /// This move in the place of one to the same target that waits.
    @_noLocks
    func replacing(_ waiting: EngineMove) -> EngineMove {
        switch (self, waiting) {
        case (.strip(let move), .strip(let earlier)): .strip(move.replacing(earlier))
        case (.gain(let factor, let isMuted, let frames), .gain(let earlier, _, let length)):
            .gain(factor, isMuted: isMuted, over: factor == earlier ? max(frames, length) : frames)
        default: self
        }
    }
}

/// Something whose moves go when it goes.
enum MoveTarget: BitwiseCopyable {
    case strip(LoanTicket<Strip>)
    case clip(LoanTicket<ClipCue>)
}

/// An order to a clip that is played by command.
enum ClipOrder: UInt8, BitwiseCopyable {
    /// Begin in place of what its player plays.
    case play
    /// Begin when what its player plays is over.
    case queue
    /// End.
    case stop
}

extension EngineMove {
    /// The number by which inserts, or a change of some, are returned; `nil` for another move.
    var insertsNumber: Int? {
        @_noLocks get {
            switch self {
            case .inserts(_, let inserts): unsafe inserts.loan.value.number
            case .insertChange(_, let change): unsafe change.loan.value.number
            default: nil
            }
        }
    }

    /// The frames by which inserts delay the sound that it changes.
    @_noLocks
    func latency(in mixer: borrowing Mixer) -> Int64 {
        switch self {
        case .strip(let move): Int64(mixer.latency(of: unsafe move.strip.loan))
        case .gain: Int64(mixer.insertLatency)
        case .effects, .inserts(.pair, _), .inserts(.effects, _): Int64(mixer.stripAlignment)
        case .insertChange(.pair, let change), .insertChange(.effects, let change):
            unsafe Int64(mixer.stripAlignment &+ change.loan.value.latencyBefore)
        case .insertChange(.strip(let strip), let change):
            unsafe Int64(
                mixer.insertDelay(of: strip.loan) &+ change.loan.value.latencyBefore
            )
        // A fade from one to the other waits for the sound itself.
        case .inserts(.strip, _): 0
        case .live, .clip, .variSpeed, .line, .alignment, .stripInput: 0
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
    /// The engine's frame at which it is carried out, where its position has been reached and inserts
    /// delay the sound there.
    var lateFrame: Int64?

    init(move: EngineMove, item: Int, frame: Int64) {
        self.move = move
        self.item = item
        self.frame = frame
    }
}
