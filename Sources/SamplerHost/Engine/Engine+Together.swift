import Realtime

/// Changes that are heard together, or at a position of what plays.
///
/// The controlling thread's.
extension Engine {
    /// The most changes that wait to be given together.
    private static let heldLimit = 1_000

    /// Carries out changes on one frame: the audio thread gets all of them at the same time.
    ///
    /// Of several settings of one strip or bus, the last counts.
    ///
    /// - Parameter changes: Calls the engine's methods.
    /// - Throws: `unavailable` when the audio thread has hung; nothing has changed then.
    public func together(_ changes: () -> Void) throws(HostError) {
        precondition(held == nil, "changes together within others")
        // Enough for all that may be given.
        guard commands.value.room > Self.heldLimit else {
            throw HostError(.unavailable, "engine", "the audio thread takes no command")
        }
        held = []
        changes()
        giveStripMoves(isFinal: true)
        let given = held ?? []
        held = nil
        guard !given.isEmpty else { return }
        // A survey may have to wait for the one before, and changes nothing: it follows the group.
        let made = given.filter { !$0.isSurvey }
        let group = made.isEmpty ? [] : [.together(count: made.count)] + made
        let isTaken = commands.value.push(all: group + given.filter(\.isSurvey))
        assert(isTaken, "the room was there before")
        bell.ring()
    }

    /// Carries out changes of strips, of effects, of the master gain and by ``play(_:)`` where what
    /// plays reaches a position: on the first frame of FluidSynth's grid (64 frames) at or after it.
    ///
    /// If it is started anew, halted or ends before the position, they are carried out then. Within a
    /// call of this method, the position of that one counts.
    ///
    /// - Parameters:
    ///   - frame: The item frame; one that has been passed is reached at once.
    ///   - item: The number of the item, which plays or is to replace what plays.
    ///   - changes: Calls the engine's methods.
    /// - Returns: What the changes return.
    /// - Throws: What the changes throw.
    public func scheduling<Value, Failure: Error>(
        at frame: Int64,
        ofItem item: Int,
        _ changes: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard movePosition == nil else { return try changes() }
        giveStripMoves(isFinal: true)
        movePosition = (item, frame)
        defer {
            giveStripMoves(isFinal: true)
            movePosition = nil
        }
        return try changes()
    }

    /// Plays an event by ``control``, or together with the other changes that are made, or at their
    /// position.
    ///
    /// - Parameter event: The event.
    /// - Returns: `false` when too many wait.
    public func play(_ event: LiveEvent) -> Bool {
        guard held != nil || movePosition != nil else { return control.push(event) }
        return give(.live(event))
    }

    /// Moves the master gain to a factor within 10 ms.
    public func setGain(_ factor: Double) { give(.gain(Float(factor))) }

    /// Hands a move over, at its position if it has one.
    @discardableResult
    private func give(_ move: EngineMove) -> Bool {
        guard let (item, frame) = movePosition else { return give(.move(move)) }
        return give(.schedule(ScheduledMove(move: move, item: item, frame: frame)))
    }

    /// Hands a command over, and wakes an engine that sleeps.
    ///
    /// - Returns: `false` when too many wait; the audio thread has hung then.
    @discardableResult
    func give(_ command: EngineCommand) -> Bool {
        giveStripMoves()
        guard push(command) else { return false }
        bell.ring()
        return true
    }

    private func push(_ command: EngineCommand) -> Bool {
        guard let count = held?.count else { return commands.value.push(command) }
        guard count < Self.heldLimit else { return false }
        held?.append(command)
        return true
    }

    /// Gives the audio thread the moves that settings, new strips and new effects buses have led to.
    ///
    /// Of changes that are made together, only the last one of each strip and bus is given.
    ///
    /// - Parameter isFinal: Whether they are given although more changes may be made together.
    /// - Returns: `false` when too many commands wait; the audio thread has hung then.
    @discardableResult
    func giveStripMoves(isFinal: Bool = false) -> Bool {
        guard held == nil || isFinal else { return true }
        var isTaken = true
        let (changes, moves) = (loans.effects.takeChanges(), loans.strips.takeMoves())
        let removals = loans.strips.takeRemovals()
        guard !changes.isEmpty || !moves.isEmpty || !removals.isEmpty else { return true }
        for (index, change) in changes.enumerated()
        where !changes[(index + 1)...].contains(where: { $0.bus == change.bus }) {
            let move = EngineMove.effects(
                change.settings,
                bus: change.bus,
                output: change.output
            )
            isTaken = pushMove(move) && isTaken
        }
        for (index, move) in moves.enumerated()
        where !moves[(index + 1)...].contains(where: { $0.strip == move.strip }) {
            isTaken = pushMove(.strip(move.strip, move.levels)) && isTaken
        }
        // One that is not taken stays, and its memory too.
        for strip in removals { isTaken = push(.removeStrip(strip)) && isTaken }
        bell.ring()
        return isTaken
    }

    private func pushMove(_ move: EngineMove) -> Bool {
        guard let (item, frame) = movePosition else { return push(.move(move)) }
        return push(.schedule(ScheduledMove(move: move, item: item, frame: frame)))
    }
}
