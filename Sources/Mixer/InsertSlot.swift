import Effects
import Realtime

/// The inserts of a place, and those that they take over from within 1,024 frames.
///
/// One is faded into the other, so that nothing clicks. The fade begins when the new ones have
/// filled their delays. Both get the frames that keep what they give together with all else: each
/// reads the ``AlignmentLine`` at its own distance. The audio thread's.
struct InsertSlot: BitwiseCopyable {
    /// Those that are heard; `nil` where there have never been any.
    private var current: Loan<StripInserts>?
    /// Those that fade out; `nil` where sound passed unchanged.
    private var leaving: Loan<StripInserts>?
    /// The part of what is heard that passes through ``current``.
    private var part = Takeover()
    /// Those that have faded out, until they are returned.
    private var faded: Loan<StripInserts>?
    /// Those that take over once the fade under way has ended.
    private var pending: Loan<StripInserts>?

    /// Where all that is read is delayed; `nil` where nothing ever was.
    private var line: Loan<AlignmentLine>?
    /// The frames by which all paths together delay.
    private var alignment = 0
    /// The frames by which inserts behind this place delay.
    private var latencyBehind = 0
    /// The frames by which ``current`` reads later, and ``leaving``.
    private var delay = 0
    private var leavingDelay = 0
    /// Where it read before ``delay``, and the way from there.
    private var oldDelay = 0
    private var shift = Takeover()

    @_noLocks
    init() {}

    /// Whether there has never been anything.
    var isEmpty: Bool {
        @_noLocks get {
            if let _ = current { return false }
            if let _ = line { return false }
            return true
        }
    }

    /// Whether there may be sound without input.
    var isAwake: Bool {
        @_noLocks get {
            if let line, !line.value.isSilent { return true }
            if let current, current.value.isAwake { return true }
            if let leaving, leaving.value.isAwake { return true }
            return false
        }
    }

    /// Whether it has to be called although there is no sound.
    var isBusy: Bool { @_noLocks get { isAwake || part.isMoving || shift.isMoving } }

    /// Whether parameters of inserts move.
    var isChanging: Bool {
        @_noLocks get {
            guard let current else { return false }
            return current.value.chain.isChanging
        }
    }

    /// Whether an insert follows the tempo of the music.
    var followsTempo: Bool {
        @_noLocks get {
            if let current, current.value.chain.followsTempo { return true }
            if let leaving, leaving.value.chain.followsTempo { return true }
            return false
        }
    }

    /// The frames of silence that an echo may follow.
    var gap: Int {
        @_noLocks get {
            var gap = 0
            if let current { gap = current.value.chain.gap }
            if let leaving { gap = max(gap, leaving.value.chain.gap) }
            return gap
        }
    }

    /// The frames by which the inserts delay.
    var latency: Int {
        @_noLocks get {
            guard let current else { return 0 }
            return current.value.chain.latency
        }
    }

    /// The gain reduction in dB since the last call.
    @_noLocks
    func takeReduction() -> Float {
        guard let current else { return 0 }
        return current.value.chain.takeReduction()
    }

    /// Ends a period of a number of frames.
    ///
    /// - Returns: Whether a plugin has been bypassed since the last call.
    @_noLocks
    func endPeriod(_ frames: Int) -> Bool {
        guard let current else { return false }
        return current.value.chain.endPeriod(frames)
    }

    /// The last of the frames `start ..< end` of a sound that is heard and of which an echo may come
    /// after silence; −1 for none.
    @_noLocks
    func lastEchoed(_ sound: borrowing StereoBuffer, from start: Int, to end: Int) -> Int {
        gap > 0 ? sound.lastFrame(above: Mixer.silentLevel, from: start, to: end) : -1
    }

    /// The frames by which what it gets is delayed.
    var inputDelay: Int { @_noLocks get { delay } }

    // MARK: Side chains

    /// Whether an insert has a side chain.
    var hasSideChains: Bool {
        @_noLocks get {
            if let current, current.value.sideChains.count > 0 { return true }
            if let leaving, leaving.value.sideChains.count > 0 { return true }
            return false
        }
    }

    /// A side chain of inserts that are heard.
    ///
    /// - Parameter index: The index.
    /// - Returns: The side chain, and the frames by which the sound that it acts on has been delayed
    ///   here; `nil` behind the last one.
    @_noLocks
    func sideChain(at index: Int) -> (input: SideChainInput, delay: Int)? {
        var index = index
        if let current {
            if index < current.value.sideChains.count {
                let input = current.value.sideChains[index]
                return (input, delay &+ input.latency)
            }
            index &-= current.value.sideChains.count
        }
        guard let leaving, index < leaving.value.sideChains.count else { return nil }
        let input = leaving.value.sideChains[index]
        return (input, leavingDelay &+ input.latency)
    }

    // MARK: Exchange

    /// Has others take over.
    ///
    /// - Parameters:
    ///   - next: The others.
    ///   - isHeard: Whether they are faded in; otherwise they are there at once.
    /// - Returns: The number of inserts that are returned, which have not been heard or have faded
    ///   out; `nil` for none.
    @_noLocks
    mutating func take(_ next: Loan<StripInserts>, isHeard: Bool) -> Int? {
        if isHeard, part.isMoving || shift.isMoving {
            let dropped = number(of: pending)
            pending = next
            return dropped
        }
        let dropped = number(of: leaving)
        if let current { next.value.chain.adoptMusic(of: current.value.chain) }
        leaving = current
        leavingDelay = delay
        current = next
        part = Takeover()
        shift = Takeover()
        delay = wantedDelay
        if isHeard { part.begin(after: latency &+ delay) }
        return dropped
    }

    @_noLocks
    private func number(of inserts: Loan<StripInserts>?) -> Int? {
        guard let inserts else { return nil }
        return inserts.value.number
    }

    /// Changes the parameters of inserts here.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - isHeard: Whether they move; otherwise they are there at once.
    /// - Returns: Whether they are here, and the number of a change that is returned for it.
    @_noLocks
    func begin(
        _ change: Loan<InsertChange>,
        isHeard: Bool
    ) -> (isFound: Bool, returned: Int?) {
        let target = change.value.target
        if let current, current.value.number == target {
            let isMoving = isHeard || current.value.chain.isChanging
            return (
                true, isMoving ? current.value.chain.begin(change) : current.value.complete(change)
            )
        }
        if let pending, pending.value.number == target {
            return (true, pending.value.complete(change))
        }
        return (false, nil)
    }

    // MARK: Automation

    /// Whether numbers of inserts move with the music.
    var isAutomated: Bool {
        @_noLocks get {
            if let current, current.value.chain.isAutomated { return true }
            if let leaving, leaving.value.chain.isAutomated { return true }
            return false
        }
    }

    /// Begins a turn of the numbers that move with the music.
    @_noLocks
    func beginTurn() {
        if let current { current.value.chain.beginTurn() }
        if let leaving { leaving.value.chain.beginTurn() }
    }

    /// Sets a number of the turn.
    @_noLocks
    func automate(_ number: AutomatedNumber, to value: Double) {
        if let current { current.value.chain.automate(number, to: value) }
        if let leaving { leaving.value.chain.automate(number, to: value) }
    }

    /// Moves to the numbers of the turn.
    @_noLocks
    func endTurn(over frames: Int) {
        if let current { current.value.chain.endTurn(over: frames) }
        if let leaving { leaving.value.chain.endTurn(over: frames) }
    }

    /// The frames by which the sound in front of an insert is delayed.
    @_noLocks
    func delay(of number: AutomatedNumber) -> Int {
        guard let current else { return 0 }
        return delay &+ current.value.chain.delay(of: number)
    }

    /// The number of inserts that have faded out, or of a change that is over, which are returned; `nil`
    /// for none.
    @_noLocks
    mutating func takeFaded() -> Int? {
        if let current, let number = current.value.chain.takeCompletedChange() { return number }
        if let leaving, let number = leaving.value.chain.dropChange() { return number }
        if let faded, let number = faded.value.chain.dropChange() { return number }
        let result = number(of: faded)
        faded = nil
        return result
    }

    /// The number of inserts, or of a line, that are returned because the place goes; `nil` after the
    /// last.
    @_noLocks
    mutating func takeLast() -> Int? {
        if let result = takeFaded() { return result }
        if let result = number(of: leaving) {
            leaving = nil
            return result
        }
        if let result = number(of: pending) {
            pending = nil
            return result
        }
        if let old = line {
            line = nil
            delay = 0
            return old.value.number
        }
        if let current, let change = current.value.chain.dropChange() { return change }
        let result = number(of: current)
        current = nil
        return result
    }

    @_noLocks
    private mutating func endFade() {
        guard !part.isMoving, !shift.isMoving else { return }
        if let old = leaving {
            guard faded == nil else { return }
            faded = old
            leaving = nil
        }
        if let next = pending {
            pending = nil
            _ = take(next, isHeard: true)
        } else {
            aim(isHeard: true)
        }
    }

    // MARK: Alignment

    /// The frames by which ``current`` is to read later.
    private var wantedDelay: Int {
        @_noLocks get {
            guard let _ = line else { return 0 }
            return max(0, alignment &- latencyBehind &- latency)
        }
    }

    /// Gets a line, or a longer one.
    ///
    /// - Returns: The number of the line before; `nil` for none.
    @_noLocks
    mutating func setLine(_ next: Loan<AlignmentLine>) -> Int? {
        let old = line
        line = next
        guard let old else { return nil }
        next.value.copy(old.value, frames: max(delay, max(leavingDelay, oldDelay)))
        return old.value.number
    }

    /// Sets the frames by which this place and the inserts behind it delay.
    ///
    /// - Parameters:
    ///   - frames: The frames.
    ///   - latencyBehind: Those of the inserts behind it.
    ///   - isHeard: Whether it moves there; otherwise it is there at once.
    @_noLocks
    mutating func align(to frames: Int, latencyBehind: Int, isHeard: Bool) {
        alignment = frames
        self.latencyBehind = latencyBehind
        aim(isHeard: isHeard)
    }

    /// Begins to read where it is to; while something moves, later.
    @_noLocks
    private mutating func aim(isHeard: Bool) {
        guard wantedDelay != delay else { return }
        if isHeard, part.isMoving {
            guard !part.hasBegun else { return }
            delay = wantedDelay
            return part.begin(after: latency &+ delay)
        }
        if isHeard, shift.isMoving { return }
        oldDelay = delay
        delay = wantedDelay
        shift = Takeover()
        if isHeard { shift.begin(after: max(0, delay &- oldDelay)) }
    }

    /// Forgets the sound that has been delayed.
    @_noLocks
    func forgetDelayedFrames() {
        if let line { line.value.clear() }
        if let current { current.value.chain.forgetDelayedFrames() }
        if let leaving { leaving.value.chain.forgetDelayedFrames() }
    }

    // MARK: Sound

    /// Takes the frames `start ..< end` of a place's own inputs, and gives those that are due;
    /// ``process(_:_:from:to:)`` follows for the same frames.
    @_noLocks
    mutating func begin(
        _ sound: inout StereoBuffer,
        _ sends: inout SendBuffer,
        from start: Int,
        to end: Int
    ) {
        guard let line else {
            if part.isMoving, let current {
                current.value.copy(sound, sends, from: start, to: end)
            }
            return
        }
        line.value.write(sound, sends, from: start, to: end)
        if part.isMoving, let current {
            line.value.read(
                into: &current.value.sound,
                &current.value.sends,
                from: start,
                to: end,
                delay: delay
            )
            line.value.read(into: &sound, &sends, from: start, to: end, delay: leavingDelay)
        } else if shift.isMoving {
            line.value.fade(
                into: &sound,
                &sends,
                from: start,
                to: end,
                delays: (oldDelay, delay),
                along: &shift
            )
        } else if delay > 0 {
            line.value.read(into: &sound, &sends, from: start, to: end, delay: delay)
        }
    }

    /// Adds the strip of a channel, whose inserts and delay have been applied, to what
    /// ``begin(_:_:from:to:)`` has given to ``current``: it is added to the sound as well.
    @_noLocks
    func add(
        _ sound: borrowing StereoBuffer,
        _ sends: borrowing SendBuffer,
        gains: (reverb: GainRamp, chorus: GainRamp),
        from start: Int,
        to end: Int
    ) {
        guard part.isMoving, let current else { return }
        current.value.sends.add(
            sends,
            reverb: gains.reverb,
            chorus: gains.chorus,
            from: start,
            to: end
        )
        var unity = GainRamp(1)
        current.value.sound.add(sound, gain: &unity, from: start, to: end)
    }

    /// Passes over frames of silence while it sleeps.
    @_noLocks
    mutating func skip(_ frames: Int) {
        if let current { current.value.chain.skip(frames) }
        endFade()
    }

    /// Processes the frames `start ..< end` of a strip's sound and sends.
    @_noLocks
    mutating func process(
        _ sound: inout StereoBuffer,
        _ sends: inout SendBuffer,
        from start: Int,
        to end: Int
    ) {
        defer { endFade() }
        guard let current else { return }
        guard part.isMoving else {
            return current.value.chain.process(&sound, &sends, from: start, to: end)
        }
        if let leaving { leaving.value.chain.process(&sound, &sends, from: start, to: end) }
        current.value.fade(into: &sound, &sends, from: start, to: end, along: &part)
    }
}

extension StripInserts {
    /// Whether there may be something to do without input.
    fileprivate var isAwake: Bool { @_noLocks get { chain.isAwake || chain.isKeyed } }

    /// Copies what comes in.
    @_noLocks
    fileprivate mutating func copy(
        _ input: borrowing StereoBuffer,
        _ inputSends: borrowing SendBuffer,
        from start: Int,
        to end: Int
    ) {
        sound.copy(input, from: start, count: end &- start, to: start)
        sends.reverb.copy(inputSends.reverb, from: start, count: end &- start, to: start)
        sends.chorus.copy(inputSends.chorus, from: start, count: end &- start, to: start)
    }

    /// Processes what is in their own buffers, and fades to it from what is in two others.
    @_noLocks
    fileprivate mutating func fade(
        into output: inout StereoBuffer,
        _ outputSends: inout SendBuffer,
        from start: Int,
        to end: Int,
        along part: inout Takeover
    ) {
        chain.process(&sound, &sends, from: start, to: end)
        for frame in start..<end {
            let factor = part.next()
            output.left[frame] += (sound.left[frame] - output.left[frame]) * factor
            output.right[frame] += (sound.right[frame] - output.right[frame]) * factor
            outputSends.reverb[frame] += (sends.reverb[frame] - outputSends.reverb[frame]) * factor
            outputSends.chorus[frame] += (sends.chorus[frame] - outputSends.chorus[frame]) * factor
        }
    }
}
