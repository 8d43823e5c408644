import Clips
import Mixer
import Realtime
import Sequencer

/// The moves that wait for frames of what plays, in the order in which they arrived.
///
/// The audio thread's.
struct ScheduledMoves: ~Copyable {
    private var moves: FixedList<ScheduledMove>

    /// Makes an empty list.
    ///
    /// Allocates: not for the audio thread.
    init() { moves = FixedList(capacity: 1_024) }

    deinit {
        for index in 0..<moves.count {
            if case .live(let event) = moves[index].move { event.discard() }
        }
    }

    /// Whether nothing waits.
    var isEmpty: Bool { @_noLocks get { moves.count == 0 } }

    /// Adds a move.
    ///
    /// - Returns: `false` when there is no room for it.
    @_noLocks
    mutating func add(_ move: ScheduledMove) -> Bool { moves.append(move) }

    /// Gives the last move that waits for the same target the values of another.
    ///
    /// - Returns: The move as it was; `nil` if none waits.
    @_noLocks
    mutating func replace(with move: EngineMove) -> EngineMove? {
        var index = moves.count &- 1
        while index >= 0 {
            let replaced = moves[index].move
            if replaced.isReplaced(by: move) {
                moves[index].move = move.replacing(replaced)
                return replaced
            }
            index &-= 1
        }
        return nil
    }

    @_noLocks
    private mutating func remove(at index: Int) {
        for next in index..<(moves.count &- 1) { moves[next] = moves[next &+ 1] }
        moves.removeLast()
    }

    /// Removes inserts, or a change of some, that wait for a strip.
    ///
    /// - Returns: Their number; `nil` after the last.
    @_noLocks
    mutating func takeInserts(of strip: LoanTicket<Strip>) -> Int? {
        for index in 0..<moves.count {
            let move = moves[index].move
            switch move {
            case .inserts(.strip(let moved), _), .insertChange(.strip(let moved), _):
                guard moved == strip else { continue }
                remove(at: index)
                return move.insertsNumber
            default: continue
            }
        }
        return nil
    }

    /// Inserts that wait, by their number.
    @_noLocks
    func inserts(_ number: Int) -> LoanTicket<StripInserts>? {
        for index in 0..<moves.count {
            guard case .inserts(_, let inserts) = moves[index].move,
                unsafe inserts.loan.value.number == number
            else { continue }
            return inserts
        }
        return nil
    }

    /// Removes the moves of something that is about to be freed.
    @_noLocks
    mutating func remove(of target: MoveTarget) {
        var kept = 0
        for index in 0..<moves.count {
            if moves[index].move.concerns(target) { continue }
            moves[kept] = moves[index]
            kept &+= 1
        }
        moves.truncate(to: kept)
    }

    /// Keeps the positions in the frames of another item.
    ///
    /// - Parameters:
    ///   - old: The number of the item that they belong to.
    ///   - new: The number of the other one.
    ///   - player: The player that has the items.
    @_noLocks
    mutating func transfer(
        from old: QueuedItem,
        to new: QueuedItem,
        _ player: borrowing MusicPlayer
    ) {
        for index in 0..<moves.count where moves[index].item == old.number {
            moves[index].item = new.number
            moves[index].frame = player.itemFrame(
                in: new.view.value,
                of: moves[index].frame,
                in: old.view.value
            )
        }
    }

    /// The first frame at which a move is due; `nil` if none waits.
    @_noLocks
    func dueFrame(_ player: borrowing MusicPlayer, notBefore earliest: Int64) -> Int64? {
        guard moves.count > 0 else { return nil }
        var due = Int64.max
        for index in 0..<moves.count {
            let frame =
                moves[index].lateFrame
                ?? player.dueFrame(ofItemFrame: moves[index].frame, notBefore: earliest)
            due = min(due, frame)
        }
        return max(due, earliest)
    }

    /// Takes the first move that is due.
    ///
    /// - Parameters:
    ///   - frame: The frame; `nil` takes the first in any case.
    ///   - player: The player that has the item.
    ///   - mixer: By how much inserts delay the sound that a move is about: it is due that much later.
    /// - Returns: The move; `nil` if none is due.
    @_noLocks
    mutating func take(
        atFrame frame: Int64?,
        _ player: borrowing MusicPlayer,
        _ mixer: borrowing Mixer
    ) -> EngineMove? {
        for index in 0..<moves.count {
            if let frame {
                if let late = moves[index].lateFrame {
                    guard late <= frame else { continue }
                } else {
                    let due = player.dueFrame(ofItemFrame: moves[index].frame, notBefore: frame)
                    guard due <= frame else { continue }
                    let latency = moves[index].move.latency(in: mixer)
                    guard latency == 0 else {
                        moves[index].lateFrame = frame &+ latency
                        guard case .strip(let move) = moves[index].move else { continue }
                        // Its inputs are not late.
                        return .stripInput(move)
                    }
                }
            }
            let move = moves[index].move
            remove(at: index)
            return move
        }
        return nil
    }
}
