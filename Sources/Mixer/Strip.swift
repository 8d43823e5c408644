import Effects
package import Racks
package import Realtime

/// A strip of the mixer: the sum of its inputs, with a gain for each side and each effect.
///
/// The strip of a channel precedes that of its sampler, which adds it to its own inputs.
///
/// It belongs to the engine and outlives the samplers that it is connected to. The controlling
/// thread makes it; it is the audio thread's as soon as a rack that is connected to it is
/// installed.
package struct Strip: ~Copyable {
    /// The sum of its inputs in the current period; with the gains, where the span has ended.
    package private(set) var sound: StereoBuffer
    /// The sums of its inputs' sends.
    private var sends: SendBuffer
    private var left: GainRamp
    private var right: GainRamp
    private var reverb: GainRamp
    private var chorus: GainRamp
    /// The gain of its own inputs, before strips of channels are added: of a sampler only one
    /// channel of which is soloed nothing else is heard.
    private var ownSound: GainRamp
    /// The effects between its inputs and its gains.
    private var inserts = InsertSlot()
    /// The gains that move with the music.
    var automation = StripAutomation()
    /// The last frame of the period that went into inserts with echoes and was heard; −1 for none.
    package private(set) var lastEchoed = -1
    /// The strip of the sampler, where this one is a channel's.
    package let parent: Loan<Strip>?
    /// The mixer's effects bus that its sends go to.
    package var bus = 0
    /// The pair of output channels that it is heard on, from 0; a channel's strip leads to its
    /// sampler's.
    package let output: Int
    /// The further pairs that it is heard on, a bit for each.
    package let otherOutputs: UInt16
    /// Frames from the period's first that may hold something.
    private var filled = 0
    /// Whether there was something in the period before.
    private var wasFilled = false
    /// The levels that it has, or moves to.
    private var levels: StripLevels
    /// The values of the levels on their way.
    private var lines: ValueLines
    /// The frames to the next point of the lines that the gains move to.
    private var partFrames = 0
    /// The transposition and the fine tuning on their way.
    private var tuningLines: ValueLines
    /// The tuning without that of the automation, in cents.
    private var ownTuning: Float
    /// The tuning of the samplers that are connected to it, in cents.
    package var tuning: Float { @_noLocks get { ownTuning + automation.tuning } }
    private var meter: LevelMeter
    /// The readings of the meter.
    package let figures = SequenceLock(MeterFigures())
    /// The highest peaks since they were last taken.
    package let peaks = PeakHold()

    /// A gain moves within this many frames, four of FluidSynth's blocks.
    package static var rampFrames: Int { @_noLocks get { 256 } }

    /// Makes a silent strip.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - levels: Its gains.
    ///   - parent: The strip of its sampler, where it is a channel's.
    ///   - outputs: The pairs of output channels.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames of a period.
    package init(
        _ levels: StripLevels = StripLevels(),
        parent: Loan<Strip>? = nil,
        outputs: OutputPairs = .main,
        rate: Int,
        maximumPeriod: Int
    ) {
        self.parent = parent
        output = outputs.first.index
        otherOutputs = outputs.others.reduce(0) { $0 | 1 << $1.index }
        sound = StereoBuffer(capacity: maximumPeriod)
        sends = SendBuffer(capacity: maximumPeriod)
        left = GainRamp(levels.left)
        right = GainRamp(levels.right)
        reverb = GainRamp(levels.reverb)
        chorus = GainRamp(levels.chorus)
        ownSound = GainRamp(levels.ownSound)
        self.levels = levels
        lines = ValueLines(levels.outputValues)
        tuningLines = ValueLines(levels.inputValues)
        ownTuning = levels.tuning
        meter = LevelMeter(rate: rate)
    }

    /// Sets the gains.
    ///
    /// - Parameters:
    ///   - levels: The gains.
    ///   - frames: The frames over which each value moves there, if they are more than ``rampFrames``.
    ///     Moves under way of values that have the same aim continue.
    ///   - isHeard: Whether they move there, from the next frame on; otherwise those without a time of
    ///     their own are there at once.
    @_noLocks
    package mutating func set(
        _ levels: StripLevels,
        over frames: SIMD8<Int32> = SIMD8(),
        isHeard: Bool
    ) {
        setInput(levels, over: frames, isHeard: isHeard)
        self.levels = levels
        lines.move(
            to: levels.outputValues,
            over: frames,
            shortest: isHeard ? Int32(Self.rampFrames) : 0
        )
        guard isHeard || lines.isMoving else {
            partFrames = 0
            left = GainRamp(levels.left)
            right = GainRamp(levels.right)
            reverb = GainRamp(levels.reverb)
            chorus = GainRamp(levels.chorus)
            return
        }
        if !isHeard {
            let begin = levels.passing(lines.values)
            left = GainRamp(begin.left)
            right = GainRamp(begin.right)
            reverb = GainRamp(begin.reverb)
            chorus = GainRamp(begin.chorus)
        }
        beginPart()
    }

    /// Moves the gains to the next point of the lines, which are straight as far as that.
    @_noLocks
    private mutating func beginPart() {
        partFrames = min(lines.remaining, Self.rampFrames)
        guard partFrames > 0 else { return }
        var next = lines
        next.advance(by: partFrames)
        let aim = next.isMoving ? levels.passing(next.values) : levels
        left.move(to: aim.left, frames: partFrames)
        right.move(to: aim.right, frames: partFrames)
        reverb.move(to: aim.reverb, frames: partFrames)
        chorus.move(to: aim.chorus, frames: partFrames)
    }

    /// The end of the part of a span in which the gains need no other aim.
    @_noLocks
    private func partEnd(from start: Int, to end: Int) -> Int {
        partFrames > 0 ? min(end, start &+ partFrames) : end
    }

    /// Ends a part of a span.
    @_noLocks
    private mutating func advanceLines(by frames: Int) {
        guard partFrames > 0 else { return }
        lines.advance(by: frames)
        partFrames &-= frames
        if partFrames == 0 { beginPart() }
    }

    /// Whether its levels, or parameters of its inserts, move.
    var isMoving: Bool {
        @_noLocks get { lines.isMoving || isRetuning || inserts.isChanging }
    }

    /// Whether its tuning moves.
    var isRetuning: Bool { @_noLocks get { tuningLines.isMoving } }

    /// Whether other levels change nothing about its tuning.
    @_noLocks
    package func isTuned(as levels: StripLevels) -> Bool { ownTuning == levels.tuning }

    /// Continues the move of the tuning.
    ///
    /// - Returns: Whether it is another one.
    @_noLocks
    package mutating func advanceTuning(by frames: Int) -> Bool {
        guard isRetuning else { return false }
        tuningLines.advance(by: frames)
        let values = tuningLines.values
        ownTuning = values[StripLevels.Lane.transpose] + values[StripLevels.Lane.fineTune]
        return true
    }

    /// Sets what acts before the inserts: the tuning, and the gain of its own inputs.
    ///
    /// - Parameters:
    ///   - levels: The tuning and the gains.
    ///   - frames: The frames over which the tuning moves; 0 to change at once.
    ///   - isHeard: Whether the gain moves there; otherwise it is there at once.
    @_noLocks
    package mutating func setInput(
        _ levels: StripLevels,
        over frames: SIMD8<Int32> = SIMD8(),
        isHeard: Bool
    ) {
        tuningLines.move(to: levels.inputValues, over: frames, shortest: 0)
        let values = tuningLines.values
        ownTuning = values[StripLevels.Lane.transpose] + values[StripLevels.Lane.fineTune]
        guard ownSound.target != levels.ownSound else { return }
        guard isHeard else {
            ownSound = GainRamp(levels.ownSound)
            return
        }
        ownSound.move(to: levels.ownSound, frames: Self.rampFrames)
    }

    /// Whether it is the strip of a channel of the sampler with this strip.
    @_noLocks
    package func isChannel(of other: Loan<Strip>) -> Bool {
        guard let parent else { return false }
        return parent == other
    }

    /// Whether nothing has been added in the current period, and nothing rings in its inserts.
    package var isSilent: Bool { @_noLocks get { filled == 0 && !inserts.isAwake } }

    /// The frames of silence that an echo of its inserts may follow.
    package var longestGap: Int { @_noLocks get { inserts.gap } }

    /// Whether one of its inserts follows the tempo of the music.
    var followsTempo: Bool { @_noLocks get { inserts.followsTempo } }

    // MARK: Inserts

    /// Has other inserts take over.
    ///
    /// - Parameters:
    ///   - next: The others.
    ///   - isHeard: Whether they are faded in; otherwise they are there at once.
    /// - Returns: The number of inserts that are returned for it; `nil` for none.
    @_noLocks
    package mutating func setInserts(_ next: Loan<StripInserts>, isHeard: Bool) -> Int? {
        inserts.take(next, isHeard: isHeard)
    }

    /// Changes the parameters of inserts; see ``InsertSlot/begin(_:isHeard:)``.
    @_noLocks
    func begin(
        _ change: Loan<InsertChange>,
        isHeard: Bool
    ) -> (isFound: Bool, returned: Int?) {
        inserts.begin(change, isHeard: isHeard)
    }

    // MARK: Automation

    /// Whether something moves with the music, or is not as it would be without.
    var isAutomated: Bool { @_noLocks get { automation.isOn || inserts.isAutomated } }

    /// Begins a turn of values that move with the music.
    @_noLocks
    mutating func beginAutomation() {
        automation.begin()
        inserts.beginTurn()
    }

    /// Sets a number of an insert that is to come.
    @_noLocks
    mutating func automate(_ number: AutomatedNumber, to value: Double) {
        inserts.automate(number, to: value)
    }

    /// Moves to the values of the turn.
    @_noLocks
    mutating func moveAutomation(over frames: Int) {
        automation.move(over: frames)
        inserts.endTurn(over: frames)
    }

    /// Whether one of its inserts has a side chain.
    var hasSideChains: Bool { @_noLocks get { inserts.hasSideChains } }

    /// Its inserts, to read their side chains.
    var insertSlot: InsertSlot { @_noLocks get { inserts } }

    /// Whether something has been added in this period or the one before.
    var hasSounded: Bool { @_noLocks get { filled > 0 || wasFilled } }

    /// Whether something has been added in the current period.
    var hasSound: Bool { @_noLocks get { filled > 0 } }

    /// The frames by which the sound in front of its inserts is delayed.
    var insertDelay: Int { @_noLocks get { inserts.inputDelay } }

    /// The number of inserts that have faded out, which are returned; `nil` for none.
    @_noLocks
    package mutating func takeFadedInserts() -> Int? { inserts.takeFaded() }

    /// Ends a period of its inserts.
    ///
    /// - Returns: Whether a plugin has been bypassed since the last call.
    @_noLocks
    func endInserts(_ frames: Int) -> Bool { inserts.endPeriod(frames) }

    /// The number of inserts, or of a line, that are returned because the strip goes; `nil` after the
    /// last.
    @_noLocks
    package mutating func takeLastInserts() -> Int? { inserts.takeLast() }

    /// The frames by which its inserts delay.
    var latency: Int { @_noLocks get { inserts.latency } }

    /// Gets an alignment line, or a longer one.
    ///
    /// - Returns: The number of the line before; `nil` for none.
    @_noLocks
    package mutating func setLine(_ line: Loan<AlignmentLine>) -> Int? {
        inserts.setLine(line)
    }

    /// Delays what its own inputs add so that it is as late as other strips.
    ///
    /// - Parameters:
    ///   - alignment: The frames by which all paths through strips delay.
    ///   - isHeard: Whether it moves there; otherwise it is there at once.
    @_noLocks
    package mutating func align(to alignment: Int, isHeard: Bool) {
        var behind = 0
        if let parent { behind = parent.value.latency }
        inserts.align(to: alignment, latencyBehind: behind, isHeard: isHeard)
    }

    /// Sends a span of its inputs' sum through the inserts.
    @_noLocks
    private mutating func runInserts(from start: Int, to end: Int) {
        guard !inserts.isEmpty else { return }
        guard filled > 0 || inserts.isBusy else { return inserts.skip(end &- start) }
        // Behind what was filled there is silence.
        filled = max(filled, end)
        lastEchoed = max(lastEchoed, inserts.lastEchoed(sound, from: start, to: end))
        inserts.process(&sound, &sends, from: start, to: end)
    }

    /// Forgets the sound that inserts have delayed.
    @_noLocks
    package func forgetDelayedFrames() { inserts.forgetDelayedFrames() }

    // MARK: A period

    /// Begins a period with silence.
    @_noLocks
    package mutating func begin() {
        sound.clear(from: 0, to: filled)
        sends.clear(from: 0, to: filled)
        wasFilled = filled > 0
        filled = 0
        lastEchoed = -1
    }

    /// Adds an input's sound and sends along its own gain, which advances.
    @_noLocks
    package mutating func add(
        _ input: borrowing StereoBuffer,
        _ inputSends: borrowing SendBuffer,
        gain: inout GainRamp,
        from start: Int,
        to end: Int
    ) {
        sends.add(inputSends, reverb: gain, chorus: gain, from: start, to: end)
        sound.add(input, gain: &gain, from: start, to: end)
        filled = max(filled, end)
    }

    /// Applies the gain to what its own inputs have added to a span, and delays it as far as others
    /// are delayed by their inserts, before strips of channels are added.
    @_noLocks
    package mutating func endOwnSound(from start: Int, to end: Int) {
        applyOwnGain(from: start, to: end)
        guard !inserts.isEmpty, filled > 0 || inserts.isBusy else { return }
        filled = max(filled, end)
        inserts.begin(&sound, &sends, from: start, to: end)
    }

    @_noLocks
    private mutating func applyOwnGain(from start: Int, to end: Int) {
        guard ownSound.isMoving || ownSound.gain != 1 else { return }
        guard filled > 0 else { return ownSound.advance(by: end &- start) }
        var ramp = ownSound
        sends.reverb.scale(along: &ramp, from: start, to: end)
        ramp = ownSound
        sends.chorus.scale(along: &ramp, from: start, to: end)
        ramp = ownSound
        sound.left.scale(along: &ramp, from: start, to: end)
        sound.right.scale(along: &ownSound, from: start, to: end)
    }

    /// Applies the gains to a span, and adds it to the strip of its sampler.
    @_noLocks
    package mutating func endSpan(from start: Int, to end: Int, into parent: inout Strip) {
        runInserts(from: start, to: end)
        guard filled > 0 else { return advance(from: start, to: end) }
        if automation.isOn { automation.apply(to: &sound, &sends, from: start, to: end) }
        var part = start
        while part < end {
            let next = partEnd(from: part, to: end)
            parent.sends.add(sends, reverb: reverb, chorus: chorus, from: part, to: next)
            let gains = (reverb, chorus)
            applyGains(from: part, to: next)
            parent.inserts.add(sound, sends, gains: gains, from: part, to: next)
            part = next
        }
        var unity = GainRamp(1)
        parent.sound.add(sound, gain: &unity, from: start, to: end)
        parent.filled = max(parent.filled, end)
    }

    /// Applies the gains to a span, and adds it to a mix and to the effects.
    @_noLocks
    package mutating func endSpan(
        from start: Int,
        to end: Int,
        _ output: inout StereoBuffer,
        _ effects: inout EffectsBus
    ) {
        runInserts(from: start, to: end)
        guard filled > 0 else { return advance(from: start, to: end) }
        if automation.isOn { automation.apply(to: &sound, &sends, from: start, to: end) }
        var part = start
        while part < end {
            let next = partEnd(from: part, to: end)
            effects.add(sends, reverb: reverb, chorus: chorus, from: part, to: next)
            applyGains(from: part, to: next)
            part = next
        }
        add(to: &output, from: start, to: end)
    }

    /// Adds a span, to which the gains have been applied, to a mix.
    @_noLocks
    package func add(to output: inout StereoBuffer, from start: Int, to end: Int) {
        guard filled > 0 else { return }
        var unity = GainRamp(1)
        output.add(sound, gain: &unity, from: start, to: end)
    }

    /// Applies the gains of the sides to the sound of a span, and advances all gains.
    @_noLocks
    private mutating func applyGains(from start: Int, to end: Int) {
        reverb.advance(by: end &- start)
        chorus.advance(by: end &- start)
        sound.left.scale(along: &left, from: start, to: end)
        sound.right.scale(along: &right, from: start, to: end)
        advanceLines(by: end &- start)
    }

    @_noLocks
    private mutating func advance(from start: Int, to end: Int) {
        if automation.isOn { automation.advance(by: end &- start) }
        var part = start
        while part < end {
            let frames = partEnd(from: part, to: end) &- part
            left.advance(by: frames)
            right.advance(by: frames)
            reverb.advance(by: frames)
            chorus.advance(by: frames)
            advanceLines(by: frames)
            part &+= frames
        }
    }

    /// Ends a period: shows its level.
    @_noLocks
    package mutating func endPeriod(_ frames: Int) {
        // Where nothing was added there is silence, which need not be read.
        meter.add(sound, frames: frames, isSilent: filled == 0)
        meter.setReduction(inserts.takeReduction())
        figures.store(meter.figures)
        peaks.raise(meter.figures.leftPeak, meter.figures.rightPeak)
    }
}

/// The connection of a sampler of a rack to a strip.
package struct StripInput: BitwiseCopyable {
    /// The strip's index in the mixer.
    package var strip: Int
    /// The gain of the sampler's rack, as a factor; it does not change.
    let rackGain: Float
    /// The master volume that SysEx messages to the sampler set, as a factor.
    var volume: Float = 1
    /// The factor of a crossfade.
    var crossfade: Float = 1
    /// The product of these, which it moves to.
    package var gain: GainRamp

    @_noLocks
    package init(strip: Int, rackGain: Float = 1) {
        self.strip = strip
        self.rackGain = rackGain
        gain = GainRamp(rackGain)
    }

    /// The gain that it moves to.
    var target: Float { @_noLocks get { rackGain * volume * crossfade } }
}

/// A change of an input's gain within a span.
package struct GainChange: BitwiseCopyable {
    package var input: Int
    /// Frames from the period's first.
    package var offset: Int32
    package var target: Float

    @_noLocks
    package init(input: Int, offset: Int32, target: Float) {
        self.input = input
        self.offset = offset
        self.target = target
    }
}
