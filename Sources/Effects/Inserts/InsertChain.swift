package import Realtime

/// The inserts of a strip, in series.
///
/// They process blocks of 64 frames, counted from the first frame; how frames are divided into calls
/// changes nothing. Once all of them are silent, the chain sleeps until there is input.
///
/// The audio thread's.
@safe
package struct InsertChain: ~Copyable {
    private var inserts: FixedArray<Insert>
    /// Whether there may be sound in it without input.
    package private(set) var isAwake = false
    /// Whether there have been sends since it woke.
    private var hasSends = false
    /// Whether there has been input in the current block.
    private var hasInput = false
    /// The frames of the current block that are done.
    private var offset = 0
    /// The frames of silence that its sound may follow, without those of its delays.
    private let steadyGap: Int
    /// Whether it has delays, whose time may change.
    private let hasEcho: Bool
    /// The changes of parameters under way, by the indices of their inserts.
    private var changes: FixedArray<RunningInsertChange>
    private var changeCount = 0
    /// Whether a number of an insert moves with the music.
    package private(set) var isAutomated = false
    /// Whether an insert follows the tempo of the music.
    package let followsTempo: Bool
    /// The tempo where there is no music.
    private let noMusic: Box<MusicTempo>
    /// The frames by which they delay.
    package let latency: Int
    /// Whether an insert has a side chain.
    private let hasSideChain: Bool
    /// Silence, for the frames of a block before the first input.
    private let silence: SampleMemory

    /// Makes a silent chain; inserts that are bypassed are left out.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - settings: The inserts, the first one first.
    ///   - rate: Frames per second.
    ///   - isRealTime: Whether they play in real time, and not for a file.
    ///   - tempo: The tempo of the music, which has to outlive it; `nil` for that without music.
    ///   - alignment: The most frames by which what comes in is late, compared with the sounds of side
    ///     chains.
    ///   - maximumPeriod: The most frames of a period.
    package init(
        _ settings: [InsertSettings],
        rate: Int,
        isRealTime: Bool = false,
        tempo: Loan<MusicTempo>? = nil,
        alignment: Int = 0,
        maximumPeriod: Int = 8_192
    ) {
        let places = settings.indices.filter { !settings[$0].isBypassed }
        let active = places.map { settings[$0] }
        let noMusic = Box(MusicTempo(rate: rate))
        let tempo = unsafe tempo ?? noMusic.loan
        self.noMusic = noMusic
        let latency = active.reduce(0) { $0 + $1.latency(rate: rate) }
        inserts = FixedArray(count: active.count) {
            Insert(
                active[$0],
                place: places[$0] + 1,
                rate: rate,
                isRealTime: isRealTime,
                tempo: tempo,
                sideChainFrames: alignment + latency,
                maximumPeriod: maximumPeriod
            )
        }
        hasSideChain = active.contains { $0.sideChain != nil }
        followsTempo = active.contains { $0.followsTempo }
        changes = FixedArray(repeating: RunningInsertChange(), count: active.count)
        hasEcho = active.contains { if case .delay = $0.effect { true } else { false } }
        steadyGap = active.reduce(0) { $0 + $1.effect.parameters.gap(rate: rate) }
        self.latency = latency
        silence = SampleMemory(count: 2 * Block.frames)
    }

    /// The side chains of its inserts, each with the frames by which the inserts before it delay.
    ///
    /// Allocates: not for the audio thread.
    package var sideChains: [(sideChain: LoanTicket<SideChain>, latency: Int)] {
        guard hasSideChain else { return [] }
        var latency = 0
        var result: [(sideChain: LoanTicket<SideChain>, latency: Int)] = []
        for index in 0..<inserts.count {
            if let sideChain = inserts[index].sideChain {
                result.append((sideChain.ticket, latency))
            }
            latency += inserts[index].latency
        }
        return result
    }

    /// Whether a side chain has a level that is not zero, or had one of late.
    package var isKeyed: Bool {
        @_noLocks get {
            guard hasSideChain else { return false }
            for index in 0..<inserts.count {
                guard let sideChain = inserts[index].sideChain else { continue }
                if !sideChain.value.isSilent { return true }
            }
            return false
        }
    }

    /// The frames of silence that its sound may follow.
    package var gap: Int {
        @_noLocks get {
            var gap = steadyGap
            guard hasEcho else { return gap }
            for index in 0..<inserts.count { gap &+= inserts[index].echoGap }
            return gap
        }
    }

    /// Processes the frames `start ..< end` of a strip's sound and of its sends.
    @_noLocks
    package mutating func process(
        _ sound: inout StereoBuffer,
        _ sends: inout SendBuffer,
        from start: Int,
        to end: Int
    ) {
        var position = start
        while position < end {
            let count = min(Block.frames - offset, end - position)
            let next = position + count
            let sides = unsafe InsertPair(
                left: sound.left.span(from: position, to: next) + position,
                right: sound.right.span(from: position, to: next) + position,
                count: count,
                start: position
            )
            let sent = unsafe InsertPair(
                left: sends.reverb.span(from: position, to: next) + position,
                right: sends.chorus.span(from: position, to: next) + position,
                count: count
            )
            // Asleep, it has no block that a step could cut.
            if changeCount > 0, offset == 0 || !isAwake { takeSteps() }
            note(sides, sent)
            if isAwake { run(sides, sent) }
            offset += count
            if changeCount > 0 { pass(count) }
            if offset == Block.frames { endBlock() }
            position = next
        }
    }

    /// Passes over frames of silence while it sleeps.
    @_noLocks
    package mutating func skip(_ frames: Int) {
        offset = (offset + frames) % Block.frames
        if changeCount > 0 { pass(frames) }
    }

    // MARK: Changes

    /// Whether a change is under way.
    package var isChanging: Bool { @_noLocks get { changeCount > 0 } }

    /// Begins a change of an insert's parameters with the next block; one of the same insert that is
    /// under way ends where it is.
    ///
    /// - Returns: The number of that one, which is returned; `nil` for none.
    @_noLocks
    package mutating func begin(_ next: Loan<InsertChange>) -> Int? {
        let before = dropChange(at: next.value.index)
        inserts[next.value.index].beginChange()
        var running = RunningInsertChange()
        running.change = next
        changes[next.value.index] = running
        changeCount &+= 1
        return before
    }

    /// Ends a change where it is.
    ///
    /// - Returns: Its number; `nil` for none.
    @_noLocks
    private mutating func dropChange(at index: Int) -> Int? {
        guard let change = changes[index].change else { return nil }
        changes[index] = RunningInsertChange()
        changeCount &-= 1
        return change.value.number
    }

    /// Ends a change of any insert where it is.
    ///
    /// - Returns: Its number; `nil` for none.
    @_noLocks
    package mutating func dropChange() -> Int? {
        guard changeCount > 0 else { return nil }
        for index in 0..<changes.count {
            if let number = dropChange(at: index) { return number }
        }
        return nil
    }

    /// Completes a change at once.
    ///
    /// - Returns: Its number.
    @_noLocks
    package mutating func complete(_ change: Loan<InsertChange>) -> Int {
        move(along: change, to: change.value.steps &- 1, frames: 0)
        _ = dropChange(at: change.value.index)
        return change.value.number
    }

    /// The number of a change that is complete, which is returned; `nil` for none.
    @_noLocks
    package mutating func takeCompletedChange() -> Int? {
        guard changeCount > 0 else { return nil }
        for index in 0..<changes.count {
            guard let change = changes[index].change, changes[index].passed >= change.value.frames
            else { continue }
            // It sleeps where steps are left.
            if changes[index].step < change.value.steps &- 1 { return complete(change) }
            return dropChange(at: index)
        }
        return nil
    }

    @_noLocks
    private mutating func pass(_ frames: Int) {
        for index in 0..<changes.count { changes[index].passed &+= frames }
    }

    /// Begins the steps that are due.
    @_noLocks
    private mutating func takeSteps() {
        for index in 0..<changes.count {
            // With those that the music moves, it moves in their turns.
            guard !inserts[index].isAutomated, let change = changes[index].change else { continue }
            let due = min(
                changes[index].passed / change.value.stepFrames,
                change.value.steps &- 1
            )
            guard due != changes[index].step else { continue }
            // After a sleep there is no sound to move smoothly.
            move(along: change, to: due, frames: isAwake ? change.value.stepFrames : 0)
        }
    }

    @_noLocks
    private mutating func move(along change: Loan<InsertChange>, to due: Int, frames: Int) {
        let index = change.value.index
        changes[index].step = due
        let part = Double(due &+ 1) / Double(change.value.steps)
        inserts[index].move(along: change.value, to: part, frames: frames)
    }

    // MARK: Automation

    /// Begins a turn of the numbers that move with the music.
    @_noLocks
    package mutating func beginTurn() {
        for index in 0..<inserts.count { inserts[index].beginTurn() }
    }

    /// Sets a number of the turn.
    @_noLocks
    package mutating func automate(_ number: AutomatedNumber, to value: Double) {
        for index in 0..<inserts.count { inserts[index].automate(number, to: value) }
    }

    /// Moves to the numbers of the turn; without a sound they are there at once.
    @_noLocks
    package mutating func endTurn(over frames: Int) {
        let length = isAwake ? frames : 0
        isAutomated = false
        for index in 0..<inserts.count {
            // Both move at once, in the same frames.
            if inserts[index].isAutomated, let change = changes[index].change {
                let end = change.value.frames
                let reached = min(end, changes[index].passed &+ length)
                inserts[index].endTurn(
                    along: change.value,
                    to: Double(reached) / Double(end),
                    over: length
                )
                if reached == end { changes[index].step = change.value.steps &- 1 }
            } else {
                inserts[index].endTurn(over: length)
            }
            if inserts[index].isAutomated { isAutomated = true }
        }
    }

    /// Adopts the numbers that the music has moved in inserts that these take over from.
    @_noLocks
    package mutating func adoptMusic(of other: borrowing InsertChain) {
        guard other.isAutomated else { return }
        for index in 0..<inserts.count {
            for old in 0..<other.inserts.count {
                inserts[index].adoptMusic(of: other.inserts[old])
            }
            if inserts[index].isAutomated { isAutomated = true }
        }
    }

    /// The frames by which the sound that a number acts on is delayed here: by the inserts in front of
    /// its own, and before the mix by that too.
    @_noLocks
    package func delay(of number: AutomatedNumber) -> Int {
        var delay = 0
        for index in 0..<inserts.count {
            let place = inserts[index].place
            guard place < number.insert || place == number.insert && number.index == 0 else {
                continue
            }
            delay &+= inserts[index].latency
        }
        return delay
    }

    /// Whether a side chain has a level for some frames that is not zero.
    @_noLocks
    private func isKeyed(_ sides: InsertPair) -> Bool {
        guard hasSideChain, let start = sides.start else { return false }
        for index in 0..<inserts.count
        where inserts[index].isKeyed(from: start, count: sides.count) {
            return true
        }
        return false
    }

    /// Wakes for input.
    @_noLocks
    private mutating func note(_ sides: InsertPair, _ sent: InsertPair) {
        let areSent = sent.isAudible
        guard areSent || sides.isAudible || isKeyed(sides) else { return }
        hasInput = true
        hasSends = hasSends || areSent
        guard !isAwake else { return }
        isAwake = true
        // Effects with blocks of their own have the whole block.
        guard offset > 0 else { return }
        let pair = unsafe InsertPair(
            left: silence.samples(from: 0, count: offset),
            right: silence.samples(from: Block.frames, count: offset),
            count: offset
        )
        for index in 0..<inserts.count {
            inserts[index].process(pair, isSend: false)
            pair.clear()
        }
    }

    @_noLocks
    private mutating func run(_ sides: InsertPair, _ sent: InsertPair) {
        // Nothing that is not finite gets in: it would never leave.
        if !sides.isFinite { sides.clear() }
        if hasSends, !sent.isFinite { sent.clear() }
        for index in 0..<inserts.count {
            inserts[index].process(sides, isSend: false)
            // The sends have the gains of the sides.
            if hasSends { inserts[index].process(sent, isSend: true) }
            guard !sides.isFinite || hasSends && !sent.isFinite else {
                inserts[index].noteLevel(of: sides)
                continue
            }
            // Gains that are too high.
            inserts[index].reset()
            sides.clear()
            sent.clear()
        }
    }

    /// The sum of the highest gain reductions in dB since the last call.
    @_noLocks
    package mutating func takeReduction() -> Float {
        var sum: Float = 0
        for index in 0..<inserts.count { sum += inserts[index].takeReduction() }
        return sum
    }

    /// Ends a period of a number of frames.
    ///
    /// - Returns: Whether a plugin has been bypassed since the last call.
    @_noLocks
    package mutating func endPeriod(_ frames: Int) -> Bool {
        var isBypassed = false
        for index in 0..<inserts.count where inserts[index].endPeriod(frames) { isBypassed = true }
        return isBypassed
    }

    /// The levels of an insert in the last period.
    ///
    /// Any thread.
    ///
    /// - Parameter index: The index among the inserts that are not bypassed by their settings.
    /// - Returns: The levels.
    package func levels(at index: Int) -> InsertFigures { inserts[index].levels.load() }

    /// The figures of a plugin.
    ///
    /// Any thread.
    ///
    /// - Parameter index: The index among the inserts that are not bypassed by their settings.
    /// - Returns: The figures; `nil` for another effect.
    package func pluginFigures(at index: Int) -> PluginFigures? { inserts[index].pluginFigures }

    /// Forgets the sound that it has delayed.
    @_noLocks
    package mutating func forgetDelayedFrames() {
        for index in 0..<inserts.count { inserts[index].forgetDelayedFrames() }
    }

    @_noLocks
    private mutating func endBlock() {
        offset = 0
        guard isAwake else { return }
        var isIdle = !hasInput
        hasInput = false
        for index in 0..<inserts.count where !inserts[index].endBlock() { isIdle = false }
        guard isIdle else { return }
        isAwake = false
        hasSends = false
    }
}
