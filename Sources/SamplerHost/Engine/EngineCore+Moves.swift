import Effects
import Realtime
import Sequencer

/// Moves: changes of the mixer, and messages of the controlling thread.
extension EngineCore {
    /// Carries out a move at an offset of the period, as far as which all has been rendered if it is
    /// not 0.
    @_noLocks
    mutating func apply(_ move: EngineMove, offset: Int32) {
        switch move {
        case .strip(let move):
            let strip = unsafe move.strip.loan
            let tuning = strip.value.tuning
            strip.value.set(move.levels, over: move.frames, isHeard: position > 0)
            if strip.value.tuning != tuning { racks.tune(strip, offset: Int(offset)) }
        case .stripInput(let move):
            let strip = unsafe move.strip.loan
            let tuning = strip.value.tuning
            strip.value.setInput(move.levels, over: move.frames, isHeard: position > 0)
            if strip.value.tuning != tuning { racks.tune(strip, offset: Int(offset)) }
        case .inserts(let place, let inserts):
            let replaced = mixer.setInserts(
                unsafe inserts.loan,
                of: place,
                isHeard: position > 0
            )
            if let replaced { outbox.add(.returned(.inserts(replaced))) }
        case .insertChange(let place, let change):
            let isHeard = position > 0
            let change = unsafe change.loan
            let (isFound, returned) = mixer.changeInserts(change, of: place, isHeard: isHeard)
            if let returned { outbox.add(.returned(.inserts(returned))) }
            if !isFound, !changeWaiting(change) {
                outbox.add(.returned(.inserts(change.value.number)))
            }
        case .line(let place, let line):
            if let replaced = mixer.setLine(unsafe line.loan, of: place) {
                outbox.add(.returned(.inserts(replaced)))
            }
        case .alignment(let strips, let outputs):
            mixer.align(strips: strips, outputs: outputs, isHeard: position > 0)
        case .gain(let gain, let isMuted, let frames):
            mixer.setGain(
                gain,
                isMuted: isMuted,
                over: frames,
                at: Int(offset),
                isHeard: position > 0 && !isIn(.paused)
            )
        case .effects(let settings, let bus, let output):
            mixer.setOutput(output, ofBus: bus)
            while !mixer.changeEffects(
                EffectsChange(.settings(settings), bus: bus, offset: offset),
                isMusic: false
            ) { renderSpan(to: Int(offset)) }
        case .variSpeed(let factor, let frames):
            variSpeed.move(
                to: factor,
                over: position > 0 ? frames : 0,
                atFrame: position &+ Int64(offset)
            )
            if !variSpeed.isMoving { useVariSpeed(offset: Int(offset)) }
        case .clip(let cue, let order): carryOut(order, unsafe cue.loan, offset: Int(offset))
        case .live(let event): play(event, queue: 0, offset: offset)
        }
    }

    /// Gives the last move that waits for the same target the values of another.
    ///
    /// - Returns: `false` if none waits.
    @_noLocks
    mutating func replaceWaiting(with move: EngineMove) -> Bool {
        if case .insertChange(_, let change) = move, changeWaiting(unsafe change.loan) {
            return true
        }
        guard !deck.moves.isEmpty, let replaced = deck.moves.replace(with: move) else {
            return false
        }
        if let number = replaced.insertsNumber { outbox.add(.returned(.inserts(number))) }
        return true
    }

    /// Changes the parameters of inserts that wait for their position.
    ///
    /// - Returns: `false` if they do not wait.
    @_noLocks
    private mutating func changeWaiting(_ change: Loan<InsertChange>) -> Bool {
        guard let waiting = deck.moves.inserts(change.value.target) else { return false }
        let returned = unsafe waiting.loan.value.complete(change)
        if let returned { outbox.add(.returned(.inserts(returned))) }
        return true
    }

    /// Returns all that a strip has of inserts, which goes.
    @_noLocks
    mutating func returnInserts(of strip: LoanTicket<Strip>) {
        while let waiting = deck.moves.takeInserts(of: strip) {
            outbox.add(.returned(.inserts(waiting)))
        }
        while let number = unsafe strip.loan.value.takeLastInserts() {
            outbox.add(.returned(.inserts(number)))
        }
    }

    /// Carries out a command for a move at once, or where it waits for its target's last one.
    ///
    /// - Returns: `false` if it needs a frame of the grid, and this period has none.
    @_noLocks
    mutating func take(_ move: EngineMove, hasGridFrame: Bool) -> Bool {
        if replaceWaiting(with: move) { return true }
        switch move {
        case .strip(let next):
            let isTuned = unsafe next.strip.loan.value.isTuned(as: next.levels)
            guard isTuned || hasGridFrame else {
                return false
            }
            apply(move, offset: hasGridFrame ? firstGridOffset : 0)
        case .gain, .inserts, .insertChange, .line, .alignment, .stripInput, .clip:
            apply(move, offset: 0)
        // A pause ends where it began: on the frame that this one is counted from.
        case .effects, .variSpeed, .live:
            guard hasGridFrame else { return false }
            apply(move, offset: firstGridOffset)
        }
        return true
    }

    /// Schedules a move; one whose item does not play is carried out at once.
    @_noLocks
    mutating func schedule(_ next: ScheduledMove) {
        if !deck.schedule(next) { apply(next.move, offset: firstGridOffset) }
    }

    /// Carries out commands together, on the first frame of the grid.
    ///
    /// All before it is rendered first. Earlier messages of the controlling thread keep their place
    /// before those of the group.
    @_noLocks
    mutating func carryOutTogether(_ count: Int) {
        let offset = firstGridOffset
        renderSpan(to: Int(offset))
        while let event = livePorts.nextEvent(ofQueue: 0) {
            play(event, queue: 0, offset: offset)
            livePorts.removeEvent(of: 0)
        }
        for _ in 0..<count {
            // Pushed together with the number.
            _ = commands.value.pop()
            guard case .single(let command)? = commands.value.peek() else { break }
            carryOut(command)
        }
    }

    /// Carries out the moves that are due at a frame; all before it is rendered first.
    @_noLocks
    mutating func takeMoves(atFrame frame: Int64) {
        let offset = gridOffset(of: frame)
        if Int(offset) > spanStart { renderSpan(to: Int(offset)) }
        while let move = deck.moves.take(atFrame: frame, deck.player, mixer) {
            apply(move, offset: offset)
        }
    }

    /// Carries out the moves that wait, since the item that they wait for does not continue.
    @_noLocks
    mutating func takeAllMoves() {
        while let move = deck.moves.take(atFrame: nil, deck.player, mixer) {
            apply(move, offset: max(firstGridOffset, Int32(truncatingIfNeeded: spanStart)))
        }
    }

    /// The frame at which the next move is due, if that is before a limit.
    @_noLocks
    func moveFrame(before limit: Int64) -> Int64? {
        guard !deck.moves.isEmpty else { return nil }
        let earliest = position &+ Int64(gridOffset(of: position &+ Int64(spanStart)))
        guard let frame = deck.moves.dueFrame(deck.player, notBefore: earliest), frame < limit
        else { return nil }
        return frame
    }
}
