import Effects
import Realtime
import Sequencer

/// Changes that are heard together, or at a position of what plays.
///
/// The controlling thread's.
extension Engine {
    /// Carries out changes on one frame: the audio thread gets all of them at the same time.
    ///
    /// Of several settings of one strip or bus, the last counts.
    ///
    /// - Parameter changes: Calls the engine's methods.
    /// - Throws: `unavailable` when the audio thread has hung; nothing has changed then.
    public func together(_ changes: () -> Void) throws(HostError) {
        precondition(held == nil, "changes together within others")
        // Enough for all that may be given.
        guard commands.value.room > HeldCommands.limit else {
            throw HostError(.unavailable, "engine", "the audio thread takes no command")
        }
        held = HeldCommands()
        changes()
        giveStripMoves(isFinal: true)
        let given = held?.commands ?? []
        held = nil
        guard !given.isEmpty else { return }
        let isTaken = commands.value.push(all: given)
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

    /// Moves the master gain to a level, like a fader that is moved evenly.
    ///
    /// - Parameters:
    ///   - decibels: The level in dB; −∞ is silent.
    ///   - isMuted: Whether the master is muted, within 10 ms; moves of its gain continue.
    ///   - frames: The frames that the gain takes; at least 10 ms.
    public func setGain(_ decibels: Double, isMuted: Bool = false, over frames: Int = 0) {
        give(.gain(Float(Decibels.factor(decibels)), isMuted: isMuted, over: frames))
    }

    /// Moves the vari-speed evenly: the pitch of all samplers, and the pace of all clips.
    ///
    /// The metronome keeps its sound. The tempo is not changed here: that is the speed of items.
    ///
    /// - Parameters:
    ///   - factor: The factor, 0.01 … 8: at 2 all sounds an octave higher.
    ///   - frames: The frames that it takes; at 0 it is there at once.
    public func setVariSpeed(_ factor: Double, over frames: Int = 0) {
        let range = Speed.variSpeeds
        let factor = min(max(factor, range.lowerBound), range.upperBound)
        loans.setVariSpeed(factor)
        give(.variSpeed(factor, over: frames))
    }

    /// Hands a move over, at its position if it has one.
    @discardableResult
    func give(_ move: EngineMove) -> Bool { give(command(for: move)) }

    private func command(for move: EngineMove) -> EngineCommand.Grouped {
        guard let (item, frame) = movePosition else { return .move(move) }
        return .onGrid(.schedule(ScheduledMove(move: move, item: item, frame: frame)))
    }

    /// Hands a command over that is carried out at once; as ``give(_:)``.
    @discardableResult
    func give(_ command: EngineCommand.Immediate) -> Bool { give(.atOnce(command)) }

    /// Hands a command over that needs the grid; as ``give(_:)``.
    @discardableResult
    func give(_ command: EngineCommand.OnGrid) -> Bool { give(.onGrid(command)) }

    /// Hands a command over, and wakes an engine that sleeps.
    ///
    /// - Returns: `false` when too many wait; the audio thread has hung then.
    @discardableResult
    private func give(_ command: EngineCommand.Grouped) -> Bool {
        giveStripMoves()
        guard push(command) else { return false }
        bell.ring()
        return true
    }

    /// Hands a command over that no group can have: it follows the group.
    ///
    /// - Returns: `false` when too many wait; the audio thread has hung then.
    @discardableResult
    func give(_ command: EngineCommand.Ungrouped) -> Bool {
        giveStripMoves()
        guard held == nil else { return held?.add(command) ?? false }
        guard commands.value.push(.ungrouped(command)) else { return false }
        bell.ring()
        return true
    }

    private func push(_ command: EngineCommand.Grouped) -> Bool {
        guard held == nil else { return held?.add(command) ?? false }
        return commands.value.push(.single(command))
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
        loans.placeInserts()
        let (changes, moves) = (loans.effects.takeChanges(), loans.strips.takeMoves())
        let inserts = loans.strips.takeInsertMoves()
        let insertChanges = loans.strips.takeInsertChanges()
        let lines = loans.strips.takeLineMoves()
        let alignment = loans.strips.alignment
        let removals = loans.strips.takeRemovals()
        guard
            !changes.isEmpty || !moves.isEmpty || !inserts.isEmpty || !removals.isEmpty
                || !lines.isEmpty || !insertChanges.isEmpty || givenAlignment != alignment
        else {
            return true
        }
        for (index, change) in changes.enumerated()
        where !changes[(index + 1)...].contains(where: { $0.bus == change.bus }) {
            let move = EngineMove.effects(
                change.settings,
                bus: change.bus,
                output: change.output
            )
            isTaken = push(command(for: move)) && isTaken
        }
        for move in moves { isTaken = push(command(for: .strip(move))) && isTaken }
        // Never at a position: what delays is counted with before it is heard.
        for move in lines { isTaken = push(.move(.line(move.place, move.line))) && isTaken }
        for move in inserts {
            isTaken = push(command(for: .inserts(move.place, move.inserts))) && isTaken
        }
        for move in insertChanges {
            isTaken = push(command(for: .insertChange(move.place, move.change))) && isTaken
        }
        if givenAlignment != alignment {
            let (strips, outputs) = alignment
            givenAlignment = alignment
            isTaken = push(.move(.alignment(strips: strips, outputs: outputs))) && isTaken
        }
        // One that is not taken stays, and its memory too.
        for removal in removals {
            let command = EngineCommand.Immediate.removeStrip(
                removal.strip,
                number: removal.number
            )
            isTaken = push(.atOnce(command)) && isTaken
        }
        bell.ring()
        return isTaken
    }
}

/// The commands of changes that are made together.
struct HeldCommands {
    /// The most commands.
    static let limit = 1_000

    private var group: [EngineCommand.Grouped] = []
    private var rest: [EngineCommand.Ungrouped] = []

    /// The commands as the audio thread gets them, the group first.
    var commands: [EngineCommand] {
        let head: [EngineCommand] = group.isEmpty ? [] : [.together(count: group.count)]
        return head + group.map { .single($0) } + rest.map { .ungrouped($0) }
    }

    /// Adds a command to the group.
    ///
    /// - Returns: `false` if there are too many.
    mutating func add(_ command: EngineCommand.Grouped) -> Bool {
        guard group.count + rest.count < Self.limit else { return false }
        group.append(command)
        return true
    }

    /// Adds a command that follows the group.
    ///
    /// - Returns: `false` if there are too many.
    mutating func add(_ command: EngineCommand.Ungrouped) -> Bool {
        guard group.count + rest.count < Self.limit else { return false }
        rest.append(command)
        return true
    }
}
