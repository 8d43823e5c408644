package import Effects
import Platform
import Racks
package import Realtime

/// The mixer: strips that samplers are connected to, and the master that they are mixed to.
///
/// It belongs to the engine and outlives every rack, and so do its strips. A rack takes an input of a
/// strip for each of its samplers when it comes and returns it when it leaves. The audio thread's.
package struct Mixer: ~Copyable {
    /// The mix of the current period.
    package var output: StereoBuffer
    /// The mixes on further pairs of output channels: of pair 1 (3-4) and so on.
    package var pairs: FixedArray<OutputMix>
    /// The strips that samplers are or were connected to.
    private var strips: FixedList<Loan<Strip>>
    private var taps: FixedList<TapView>
    /// The output of the effects in the current period, if a tap records it.
    private var effectsSound: StereoBuffer
    private var hasEffectsTap = false
    /// Whether a tap records in front of inserts.
    private var hasInputTap = false
    private var inputs: FixedArray<StripInput>
    private var freeInputs: FixedList<Int>
    /// The changes of inputs' volumes in the current span.
    private var changes: FixedList<GainChange>
    private var buses: FixedArray<EffectsBus>
    /// The buses, from the first on, that anything has been connected to: the others are left out.
    private var busCount = 1
    /// The changes of effects in the current span.
    private var effectsChanges: FixedList<EffectsChange>
    /// Those of later spans, since inserts delay the sends that they are about.
    private var lateEffects: LateEffects
    /// The last frame of the period that was heard and of which an echo may come after silence; −1 for
    /// none.
    package private(set) var lastEchoed = -1
    /// The frames, from the period's first, for which an echo may still come.
    package internal(set) var echoFrames = 0
    /// The effects of the master.
    private var inserts = InsertSlot()
    /// The gain of all outputs that moves with the music.
    private var automation = StripAutomation()
    /// The sends of the master, which has none.
    private var noSends: SendBuffer
    /// The master gain that the user sets.
    package var gain: GainRamp
    /// The changes of the master gain in the current period, in the order of their offsets.
    package var gainChanges = FixedList<MasterChange>(capacity: 16)
    /// The line of its fader, and of its switch.
    var gainLines: ValueLines
    /// The factor at the end of the lines.
    var gainTarget: Float
    package var limiter: Limiter
    /// The gain of the transport's fades, behind the limiter.
    package var fade = GainRamp(1)
    package var meter: LevelMeter
    package let fadeFrames: Int
    /// The frames by which all paths through strips delay, and the sends to effects with them.
    package private(set) var stripAlignment = 0
    /// The frames by which the inserts of outputs delay.
    private var outputAlignment = 0
    /// The frames by which inserts delay what is mixed; it never becomes less.
    package var insertLatency: Int { @_noLocks get { stripAlignment &+ outputAlignment } }
    /// Frames since the mix was last above the tail's threshold.
    package var quietFrames: Int64 = 0

    /// The level below which the mix counts as silent, −80 dBFS.
    package static var silentLevel: Float {
        @_noLocks get { 0.0001 }
    }
    /// Changes of volumes that fit into one span.
    package static let changeCapacity = 1_024

    /// Makes a mixer.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - inputs: How many samplers can be connected at a time.
    ///   - settings: The rate, the buses and pairs, the master's gain and limiter.
    package init(inputs: Int, _ settings: MixSettings) {
        let gain = Float(settings.gain)
        let maximumPeriod = settings.maximumPeriod
        buses = FixedArray(count: settings.effectsBuses) { _ in
            EffectsBus(settings.effects, rate: settings.rate, maximumPeriod: maximumPeriod)
        }
        output = StereoBuffer(capacity: maximumPeriod)
        pairs = FixedArray(count: settings.outputs.pairCount - 1) { _ in OutputMix(settings) }
        strips = FixedList(capacity: 2 * StripDirectory.capacity)
        taps = FixedList(capacity: Self.tapCapacity)
        effectsSound = StereoBuffer(capacity: maximumPeriod)
        noSends = SendBuffer(capacity: maximumPeriod)
        self.inputs = FixedArray(repeating: StripInput(strip: 0), count: inputs)
        freeInputs = FixedList(capacity: inputs)
        if let main = settings.outputs.effects[RackSettings.mainEffects] {
            buses[0].output = main.index
        }
        for input in (0..<inputs).reversed() { freeInputs.append(input) }
        changes = FixedList(capacity: Self.changeCapacity)
        effectsChanges = FixedList(capacity: Self.changeCapacity)
        lateEffects = LateEffects(capacity: Self.changeCapacity)
        self.gain = GainRamp(gain)
        gainTarget = gain
        gainLines = ValueLines(Self.gainValues(gain, isMuted: false))
        limiter = Limiter(
            rate: settings.rate,
            maximumFrames: maximumPeriod,
            isOn: settings.limiter
        )
        meter = LevelMeter(rate: settings.rate)
        // 10 ms: short enough for "at once", long enough not to click.
        fadeFrames = max(1, settings.rate / 100)
    }

    /// Begins a period: silence, to which strips are added.
    @_noLocks
    package mutating func begin(_ frames: Int) {
        output.clear(from: 0, to: frames)
        lastEchoed = -1
        lateEffects.begin(frames)
        for pair in 0..<pairs.count { pairs[pair].begin(frames) }
        for bus in 0..<busCount { buses[bus].begin(frames) }
        for strip in 0..<strips.count { strips[strip].value.begin() }
    }

    /// The gain reduction of the master's inserts in dB since the last call.
    var masterReduction: Float { @_noLocks get { inserts.takeReduction() } }

    /// The number of inserts that have faded out, which are returned; `nil` for none.
    @_noLocks
    package mutating func takeFadedInserts() -> Int? {
        for strip in 0..<strips.count {
            if let number = strips[strip].value.takeFadedInserts() { return number }
        }
        for pair in 0..<pairs.count {
            if let number = pairs[pair].inserts.takeFaded() { return number }
        }
        for bus in 0..<busCount {
            if let number = buses[bus].inserts.takeFaded() { return number }
        }
        return inserts.takeFaded()
    }

    /// Whether an insert follows the tempo of the music.
    package var followsTempo: Bool {
        @_noLocks get {
            if inserts.followsTempo { return true }
            for strip in 0..<strips.count where strips[strip].value.followsTempo { return true }
            for pair in 0..<pairs.count where pairs[pair].inserts.followsTempo { return true }
            for bus in 0..<busCount where buses[bus].inserts.followsTempo { return true }
            return false
        }
    }

    /// The number of strips that are mixed.
    package var stripCount: Int { @_noLocks get { strips.count } }

    /// A strip that is mixed.
    @_noLocks
    package func strip(at index: Int) -> Loan<Strip> { strips[index] }

    /// Whether a strip's tuning moves.
    package var isRetuning: Bool {
        @_noLocks get {
            for strip in 0..<strips.count where strips[strip].value.isRetuning { return true }
            return false
        }
    }

    /// Whether levels of strips, parameters of inserts or the master's gain move.
    package var isMoving: Bool {
        @_noLocks get {
            for strip in 0..<strips.count where strips[strip].value.isMoving { return true }
            for pair in 0..<pairs.count where pairs[pair].inserts.isChanging { return true }
            for bus in 0..<busCount where buses[bus].inserts.isChanging { return true }
            return inserts.isChanging || isGainMoving
        }
    }

    /// Ends a period of all inserts.
    ///
    /// - Returns: Whether a plugin has been bypassed since the last call.
    @_noLocks
    package mutating func endInserts(_ frames: Int) -> Bool {
        var isBypassed = inserts.endPeriod(frames)
        for index in 0..<strips.count where strips[index].value.endInserts(frames) {
            isBypassed = true
        }
        for pair in 0..<pairs.count where pairs[pair].inserts.endPeriod(frames) {
            isBypassed = true
        }
        for bus in 0..<busCount where buses[bus].inserts.endPeriod(frames) { isBypassed = true }
        return isBypassed
    }

    // MARK: Inputs

    /// Connects a sampler to a strip, at the full volume.
    ///
    /// - Parameters:
    ///   - strip: The strip.
    ///   - bus: The effects bus that the strip's sends go to.
    ///   - rackGain: The gain of the sampler's rack, as a factor.
    /// - Returns: The input that it is.
    @_noLocks
    package mutating func takeInput(
        of strip: Loan<Strip>,
        bus: Int = 0,
        rackGain: Float = 1
    ) -> Int {
        // Racks are lent only if there is an input for each of their samplers.
        guard let input = freeInputs.removeLast() else { preconditionFailure("no input is free") }
        strip.value.bus = bus
        busCount = max(busCount, bus &+ 1)
        inputs[input] = StripInput(strip: index(of: strip), rackGain: rackGain)
        return input
    }

    /// Takes the strip of a channel, which is mixed from now on.
    @_noLocks
    package mutating func take(_ strip: Loan<Strip>) { _ = index(of: strip) }

    /// The index of a strip, which is noted where it is new.
    @_noLocks
    private mutating func index(of strip: Loan<Strip>) -> Int {
        for index in 0..<strips.count where strips[index] == strip { return index }
        strips.appendFitting(strip)
        strip.value.align(to: stripAlignment, isHeard: false)
        return strips.count &- 1
    }

    /// Whether a strip is mixed.
    @_noLocks
    private func contains(_ strip: Loan<Strip>) -> Bool {
        for index in 0..<strips.count where strips[index] == strip { return true }
        return false
    }

    /// Removes a strip that nothing is connected to.
    @_noLocks
    package mutating func remove(_ strip: Loan<Strip>) {
        let last = strips.count &- 1
        for index in 0..<strips.count where strips[index] == strip {
            // The last one takes its place.
            strips[index] = strips[last]
            strips.removeLast()
            for input in 0..<inputs.count where inputs[input].strip == last {
                inputs[input].strip = index
            }
            break
        }
    }

    /// Returns an input that is not used any more.
    @_noLocks
    package mutating func returnInput(_ input: Int) {
        freeInputs.append(input)
    }

    /// Gives an input the volume of another, and has it stand for what messages to that one's sampler
    /// have set.
    @_noLocks
    package mutating func copyState(from old: Int, to new: Int) {
        copyVolume(from: old, to: new)
        for bus in 0..<buses.count { buses[bus].replace(old, with: new) }
        lateEffects.replace(old, with: new)
    }

    /// Gives an input the volume that messages have set at another.
    @_noLocks
    package mutating func copyVolume(from old: Int, to new: Int) {
        inputs[new].volume = inputs[old].volume
        inputs[new].crossfade = inputs[old].crossfade
        inputs[new].gain = inputs[old].gain
    }

    /// Whether the span takes one more change of a volume, and one of effects.
    package var hasRoom: Bool {
        @_noLocks get { changes.room > 0 && effectsChanges.room > 0 }
    }

    /// Moves an input's volume from an offset of the period on.
    ///
    /// - Returns: `false` when the span takes no more changes.
    @_noLocks
    package mutating func changeGain(of input: Int, to target: Float, at offset: Int32) -> Bool {
        guard changes.room > 0 else { return false }
        inputs[input].volume = target
        return changes.append(
            GainChange(input: input, offset: offset, target: inputs[input].target)
        )
    }

    /// Moves the factor of an input's crossfade from an offset of the period on; where the span takes
    /// no more changes, the next move begins where it is.
    @_noLocks
    package mutating func crossfade(_ input: Int, to factor: Float, at offset: Int32) {
        guard changes.room > 0 else { return }
        inputs[input].crossfade = factor
        _ = changes.append(GainChange(input: input, offset: offset, target: inputs[input].target))
    }

    /// Whether a crossfade has changed the gain of an input.
    @_noLocks
    package func isCrossfaded(_ input: Int) -> Bool { inputs[input].crossfade != 1 }

    /// Sets the factor of a new input's crossfade.
    @_noLocks
    package mutating func setCrossfade(of input: Int, to factor: Float) {
        inputs[input].crossfade = factor
        inputs[input].gain = GainRamp(inputs[input].target)
    }

    // MARK: Effects

    /// Changes the effects of a bus.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - isMusic: Whether it comes with music: it is as late as the sends of that.
    /// - Returns: `false` when the span takes no more changes.
    @_noLocks
    package mutating func changeEffects(_ change: EffectsChange, isMusic: Bool = true) -> Bool {
        guard change.bus < busCount else {
            // Nothing sounds there yet.
            buses[change.bus].apply(change)
            buses[change.bus].expectInput()
            return true
        }
        // Where there is no room, it is early.
        if isMusic, stripAlignment > 0, lateEffects.add(change, after: stripAlignment) {
            return true
        }
        return effectsChanges.append(change)
    }

    /// Undoes what messages to an input's sampler have set, on all buses; where the span takes no
    /// more changes, from its first frame on.
    @_noLocks
    package mutating func restoreEffects(of input: Int, at offset: Int32) {
        for bus in 0..<buses.count
        where buses[bus].isSet(by: input) || lateEffects.has(bus, by: input) {
            let change = EffectsChange(.restore(strip: input), bus: bus, offset: offset)
            if !changeEffects(change) { buses[bus].apply(change) }
        }
    }

    /// Fades an input out.
    @_noLocks
    package mutating func fadeOut(_ input: Int) {
        inputs[input].gain.move(to: 0, frames: fadeFrames)
    }

    /// Whether an input's volume is moving.
    @_noLocks
    package func isMoving(_ input: Int) -> Bool { inputs[input].gain.isMoving }

    /// Adds the sound of one of a sampler's shards to its strip, with the changes of the volume at
    /// their offsets.
    ///
    /// - Parameters:
    ///   - sound: The shard's sound in the period.
    ///   - sends: What it sends to the effects.
    ///   - isSilent: Whether there is silence in both, which need not be added.
    ///   - input: The sampler's input.
    ///   - channelStrip: The strip of the channel that the shard plays; `nil` for the sampler's.
    ///   - start: The first frame.
    ///   - end: The frame behind the last.
    /// - Returns: The volume at the end: the same for all shards of the sampler, to be given to
    ///   ``endSpan(of:at:)`` after the last.
    @_noLocks
    package mutating func add(
        _ sound: borrowing StereoBuffer,
        _ sends: borrowing SendBuffer,
        isSilent: Bool,
        to input: Int,
        strip channelStrip: Loan<Strip>? = nil,
        from start: Int,
        to end: Int
    ) -> GainRamp {
        var gain = inputs[input].gain
        let strip = channelStrip ?? strips[inputs[input].strip]
        var position = start
        for index in 0...changes.count {
            var next = end
            if index < changes.count {
                guard changes[index].input == input else { continue }
                // A live message of a later span is carried out at the end of this one.
                next = min(Int(changes[index].offset), end)
            }
            if position < next {
                if isSilent {
                    gain.advance(by: next &- position)
                } else {
                    strip.value.add(sound, sends, gain: &gain, from: position, to: next)
                }
                position = next
            }
            if index < changes.count {
                gain.move(to: changes[index].target, frames: Strip.rampFrames)
            }
        }
        return gain
    }

    /// Ends a span of an input, whose shards have been added.
    @_noLocks
    package mutating func endSpan(of input: Int, at gain: GainRamp) {
        inputs[input].gain = gain
    }

    /// Ends a span, all of whose inputs have been added: mixes the strips, and adds the effects.
    @_noLocks
    package mutating func endSpan(from start: Int, to end: Int) {
        readSideChains(from: start, to: end)
        for index in 0..<strips.count {
            // The inserts of its sampler's strip may be others since the last span.
            if let _ = strips[index].value.parent {
                strips[index].value.align(to: stripAlignment, isHeard: true)
            }
            strips[index].value.endOwnSound(from: start, to: end)
        }
        for index in 0..<strips.count {
            guard let parent = strips[index].value.parent else { continue }
            if hasInputTap {
                let strip = strips[index]
                copyInput(strip.value.sound, of: strip, from: start, to: end)
            }
            strips[index].value.endSpan(from: start, to: end, into: &parent.value)
        }
        for index in 0..<strips.count where strips[index].value.parent == nil {
            let strip = strips[index]
            let bus = strip.value.bus
            let pair = strip.value.output &- 1
            if hasInputTap { copyInput(strip.value.sound, of: strip, from: start, to: end) }
            if pair < 0 || strip.value.isSilent {
                strip.value.endSpan(from: start, to: end, &output, &buses[bus])
            } else {
                pairs[pair].wake()
                strip.value.endSpan(from: start, to: end, &pairs[pair].sound, &buses[bus])
            }
            let others = strip.value.otherOutputs
            guard others != 0, !strip.value.isSilent else { continue }
            for pair in 0..<pairs.count where others & 2 << UInt16(pair) != 0 {
                pairs[pair].wake()
                strip.value.add(to: &pairs[pair].sound, from: start, to: end)
            }
        }
        while effectsChanges.room > 0, lateEffects.isDue(before: end) {
            effectsChanges.appendFitting(lateEffects.take(from: start))
        }
        // The mix stays the same to the bit: what the effects add is the difference.
        if hasEffectsTap {
            effectsSound.copy(output, from: start, count: end &- start, to: start)
            for pair in 0..<pairs.count { pairs[pair].add(to: &effectsSound, from: start, to: end) }
        }
        for bus in 0..<busCount {
            if buses[bus].output > 0 { pairs[buses[bus].output &- 1].wake() }
            var position = start
            for index in 0..<effectsChanges.count where effectsChanges[index].bus == bus {
                let offset = min(Int(effectsChanges[index].offset), end)
                if position < offset {
                    render(bus, from: position, to: offset)
                    position = offset
                }
                buses[bus].apply(effectsChanges[index])
            }
            if position < end { render(bus, from: position, to: end) }
        }
        if hasEffectsTap {
            for index in start..<end {
                effectsSound.left[index] = output.left[index] - effectsSound.left[index]
                effectsSound.right[index] = output.right[index] - effectsSound.right[index]
            }
            for pair in 0..<pairs.count { pairs[pair].add(to: &effectsSound, from: start, to: end) }
        }
        effectsChanges.removeAll()
        changes.removeAll()
        for strip in 0..<strips.count {
            lastEchoed = max(lastEchoed, strips[strip].value.lastEchoed)
        }
        lastEchoed = max(lastEchoed, inserts.lastEchoed(output, from: start, to: end))
        if hasInputTap { copyInput(output, of: nil, from: start, to: end) }
        inserts.begin(&output, &noSends, from: start, to: end)
        inserts.process(&output, &noSends, from: start, to: end)
        for pair in 0..<pairs.count {
            lastEchoed = max(lastEchoed, pairs[pair].lastEchoed(from: start, to: end))
            pairs[pair].runInserts(&noSends, from: start, to: end)
        }
        guard automation.isOn else { return }
        let begin = automation
        automation.apply(to: &output, from: start, to: end)
        for pair in 0..<pairs.count {
            var same = begin
            same.apply(to: &pairs[pair].sound, from: start, to: end)
        }
    }

    // MARK: Automation

    /// Whether something moves with the music, or is not as it would be without.
    package var isAutomated: Bool {
        @_noLocks get {
            for index in 0..<strips.count where strips[index].value.isAutomated { return true }
            for pair in 0..<pairs.count where pairs[pair].inserts.isAutomated { return true }
            for bus in 0..<buses.count where buses[bus].isAutomated { return true }
            return automation.isOn || inserts.isAutomated
        }
    }

    /// Whether the last turn has changed the tuning of a strip.
    @_noLocks
    package func isRetuned(at index: Int) -> Bool { strips[index].value.automation.isRetuned }

    /// Begins a turn of values that move with the music: those that nothing sets return.
    @_noLocks
    package mutating func beginAutomation() {
        automation.begin()
        inserts.beginTurn()
        for pair in 0..<pairs.count { pairs[pair].inserts.beginTurn() }
        for bus in 0..<buses.count { buses[bus].beginTurn() }
        for index in 0..<strips.count { strips[index].value.beginAutomation() }
    }

    /// Sets a value that is to come.
    ///
    /// - Parameters:
    ///   - lane: Its lane in ``StripLevels``.
    ///   - value: The value.
    ///   - strip: The strip; `nil` for the master.
    @_noLocks
    package mutating func automate(_ lane: Int, to value: Float, of strip: Loan<Strip>?) {
        if let strip {
            strip.value.automation.set(lane, to: value)
        } else {
            automation.set(lane, to: value)
        }
    }

    /// Sets a number of an insert that is to come.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - value: The value.
    ///   - place: Where the insert is.
    @_noLocks
    package mutating func automate(
        _ number: AutomatedNumber,
        to value: Double,
        at place: InsertPlace
    ) {
        switch place {
        case .strip(let strip): unsafe strip.loan.value.automate(number, to: value)
        case .pair(0): inserts.automate(number, to: value)
        case .pair(let pair): pairs[pair &- 1].inserts.automate(number, to: value)
        case .effects(let bus): buses[bus].inserts.automate(number, to: value)
        }
    }

    /// Sets a parameter of an effects bus that is to come.
    ///
    /// - Parameters:
    ///   - number: The index in `EffectsSettings.numbers`.
    ///   - value: The value.
    ///   - bus: The bus.
    @_noLocks
    package mutating func automate(effect number: Int, to value: Double, ofBus bus: Int) {
        buses[bus].automate(number, to: value)
    }

    /// The frames by which the sound in front of an insert is delayed.
    ///
    /// - Parameters:
    ///   - number: A number of the insert.
    ///   - place: Where the insert is.
    /// - Returns: The frames.
    @_noLocks
    package func delay(of number: AutomatedNumber, at place: InsertPlace) -> Int {
        switch place {
        case .strip(let strip): unsafe strip.loan.value.insertSlot.delay(of: number)
        case .pair(0): stripAlignment &+ inserts.delay(of: number)
        case .pair(let pair): stripAlignment &+ pairs[pair &- 1].inserts.delay(of: number)
        case .effects(let bus): stripAlignment &+ buses[bus].inserts.delay(of: number)
        }
    }

    /// Moves to the values.
    ///
    /// - Parameters:
    ///   - frames: The frames that it takes.
    ///   - isAtOnce: Whether strips without a sound are there at once.
    @_noLocks
    package mutating func moveAutomation(over frames: Int, isAtOnce: Bool) {
        var isSilent = true
        for index in 0..<strips.count {
            let hasSounded = strips[index].value.hasSounded
            if hasSounded { isSilent = false }
            strips[index].value.moveAutomation(over: isAtOnce && !hasSounded ? 0 : frames)
        }
        automation.move(over: isAtOnce && isSilent ? 0 : frames)
        inserts.endTurn(over: frames)
        for pair in 0..<pairs.count { pairs[pair].inserts.endTurn(over: frames) }
        for bus in 0..<buses.count { buses[bus].endTurn(over: frames) }
    }

    /// Gives all side chains the sounds of their strips, before any inserts and gains.
    @_noLocks
    private func readSideChains(from start: Int, to end: Int) {
        for index in 0..<strips.count where strips[index].value.hasSideChains {
            readSideChains(of: strips[index].value.insertSlot, after: 0, from: start, to: end)
        }
        for bus in 0..<busCount {
            readSideChains(of: buses[bus].inserts, after: stripAlignment, from: start, to: end)
        }
        for pair in 0..<pairs.count {
            readSideChains(of: pairs[pair].inserts, after: stripAlignment, from: start, to: end)
        }
        readSideChains(of: inserts, after: stripAlignment, from: start, to: end)
    }

    /// Gives the side chains of a place the sounds of their strips.
    ///
    /// - Parameters:
    ///   - slot: The inserts of the place.
    ///   - delay: The frames by which what comes there is late.
    ///   - start: The first frame.
    ///   - end: The frame behind the last.
    @_noLocks
    private func readSideChains(of slot: InsertSlot, after delay: Int, from start: Int, to end: Int)
    {
        guard slot.hasSideChains else { return }
        var next = 0
        while let (input, own) = slot.sideChain(at: next) {
            next &+= 1
            input.sideChain.value.begin(from: start, to: end)
            for index in 0..<strips.count {
                let strip = strips[index]
                guard strip.value.hasSound else { continue }
                guard strip == input.strip || strip.value.isChannel(of: input.strip) else {
                    continue
                }
                input.sideChain.value.add(strip.value.sound, from: start, to: end)
            }
            input.sideChain.value.end(from: start, to: end, delay: delay &+ own)
        }
    }

    /// Has other inserts take over.
    ///
    /// - Parameters:
    ///   - next: The others.
    ///   - place: Where.
    ///   - isHeard: Whether they are faded in; otherwise they are there at once.
    /// - Returns: The number of inserts that are returned for it; `nil` for none.
    @_noLocks
    package mutating func setInserts(
        _ next: Loan<StripInserts>,
        of place: InsertPlace,
        isHeard: Bool
    ) -> Int? {
        switch place {
        case .strip(let strip):
            // One that is not mixed yet begins with them.
            let strip = unsafe strip.loan
            return strip.value.setInserts(next, isHeard: isHeard && contains(strip))
        case .pair(0): return inserts.take(next, isHeard: isHeard)
        case .pair(let pair):
            return pairs[pair &- 1].inserts.take(next, isHeard: isHeard)
        case .effects(let bus):
            let isMixed = bus < busCount
            return buses[bus].inserts.take(next, isHeard: isHeard && isMixed)
        }
    }

    /// Changes the parameters of inserts.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - place: Where they are.
    ///   - isHeard: Whether they move; otherwise they are there at once.
    /// - Returns: Whether they are there, and the number of a change that is returned for it.
    @_noLocks
    package mutating func changeInserts(
        _ change: Loan<InsertChange>,
        of place: InsertPlace,
        isHeard: Bool
    ) -> (isFound: Bool, returned: Int?) {
        switch place {
        case .strip(let strip):
            let strip = unsafe strip.loan
            return strip.value.begin(change, isHeard: isHeard && contains(strip))
        case .pair(0): return inserts.begin(change, isHeard: isHeard)
        case .pair(let pair): return pairs[pair &- 1].inserts.begin(change, isHeard: isHeard)
        case .effects(let bus):
            return buses[bus].inserts.begin(change, isHeard: isHeard && bus < busCount)
        }
    }

    /// The frames by which the sound in front of a strip's inserts is delayed.
    @_noLocks
    package func insertDelay(of strip: Loan<Strip>) -> Int { strip.value.insertDelay }

    /// Gives a place an alignment line, or a longer one.
    ///
    /// - Returns: The number of the line before; `nil` for none.
    @_noLocks
    package mutating func setLine(_ line: Loan<AlignmentLine>, of place: InsertPlace) -> Int? {
        switch place {
        case .strip(let strip): unsafe strip.loan.value.setLine(line)
        case .pair(0): inserts.setLine(line)
        case .pair(let pair): pairs[pair &- 1].inserts.setLine(line)
        // Effects are not aligned.
        case .effects: line.value.number
        }
    }

    /// Delays all strips, and all outputs, as far as the latest of them.
    ///
    /// - Parameters:
    ///   - strips: The frames by which all paths through strips delay.
    ///   - outputs: The same of the inserts of outputs.
    ///   - isHeard: Whether they move there; otherwise they are there at once.
    @_noLocks
    package mutating func align(strips: Int, outputs: Int, isHeard: Bool) {
        stripAlignment = strips
        outputAlignment = outputs
        for index in 0..<self.strips.count {
            self.strips[index].value.align(to: strips, isHeard: isHeard)
        }
        inserts.align(to: outputs, latencyBehind: 0, isHeard: isHeard)
        for pair in 0..<pairs.count {
            pairs[pair].inserts.align(to: outputs, latencyBehind: 0, isHeard: isHeard)
        }
    }

    /// The frames by which a strip's sound is late, inserts included.
    @_noLocks
    package func latency(of strip: Loan<Strip>) -> Int {
        guard let parent = strip.value.parent else { return stripAlignment }
        return max(0, stripAlignment &- parent.value.latency)
    }

    /// Puts silence in place of the frames that inserts have delayed.
    @_noLocks
    func forgetInserts() {
        inserts.forgetDelayedFrames()
        for strip in 0..<strips.count { strips[strip].value.forgetDelayedFrames() }
        for bus in 0..<busCount { buses[bus].inserts.forgetDelayedFrames() }
    }

    /// Adds the effects of a bus to the pair of output channels that they are heard on.
    @_noLocks
    private mutating func render(_ bus: Int, from start: Int, to end: Int) {
        let pair = buses[bus].output &- 1
        defer { lastEchoed = max(lastEchoed, buses[bus].lastEchoed) }
        if pair < 0 {
            buses[bus].render(to: &output, from: start, to: end)
        } else {
            buses[bus].render(to: &pairs[pair].sound, from: start, to: end)
        }
    }

    /// The frames of silence that an echo may follow.
    package var longestGap: Int64 {
        @_noLocks get {
            var longest = 0
            for bus in 0..<busCount { longest = max(longest, buses[bus].longestGap) }
            return Int64(longest)
        }
    }

    /// The frames of silence that an echo of inserts may follow.
    var longestEcho: Int {
        @_noLocks get {
            // On the way through a strip, or an effects bus, and an output.
            var last = inserts.gap
            for pair in 0..<pairs.count { last = max(last, pairs[pair].inserts.gap) }
            var longest = 0
            for bus in 0..<busCount { longest = max(longest, buses[bus].inserts.gap) }
            for strip in 0..<strips.count {
                var gap = strips[strip].value.longestGap
                if let parent = strips[strip].value.parent { gap &+= parent.value.longestGap }
                longest = max(longest, gap)
            }
            return longest &+ last &+ insertLatency
        }
    }

    /// Has the effects of a bus heard on a pair of output channels, from 0.
    @_noLocks
    package mutating func setOutput(_ pair: Int, ofBus bus: Int) {
        if pair <= pairs.count { buses[bus].output = pair }
    }

    /// The pair that the effects of a bus are heard on.
    package func output(ofBus bus: Int) -> Int { buses[bus].output }

    /// Ends a period of the strips: their meters show it, and their taps get it.
    ///
    /// - Parameters:
    ///   - frames: The number of frames.
    ///   - heard: The first frame that is heard, of a sound that inserts have not delayed, and the
    ///     frame behind the last: taps get no others.
    @_noLocks
    package mutating func endPeriod(_ frames: Int, heard: (start: Int64, end: Int64)) {
        var last = frames
        if heard.end < Int64(frames) {
            last = Int(max(0, min(Int64(frames), heard.end &+ Int64(insertLatency))))
        }
        for index in 0..<strips.count { strips[index].value.endPeriod(last) }
        for index in 0..<taps.count {
            if let input = taps[index].input {
                let (start, end) = taps[index].heard(frames, of: heard)
                unsafe taps[index].ring.value.write(input.loan.value, from: start, to: end)
                continue
            }
            switch taps[index].source {
            case .master, .pair: break
            case .effects:
                let (start, end) = taps[index].heard(frames, of: heard)
                taps[index].ring.value.write(effectsSound, from: start, to: end)
            case .strip(let strip):
                let (start, end) = taps[index].heard(frames, of: heard)
                unsafe taps[index].ring.value.write(strip.loan.value.sound, from: start, to: end)
            }
        }
    }

    // MARK: Taps

    /// The most taps.
    package static var tapCapacity: Int { StripDirectory.capacity + 2 }

    /// Writes a strip, or the master, into a ring from now on.
    @_noLocks
    package mutating func addTap(_ tap: TapView) {
        taps.appendFitting(tap)
        noteTaps()
    }

    @_noLocks
    private mutating func noteTaps() {
        hasEffectsTap = false
        hasInputTap = false
        for index in 0..<taps.count {
            if case .effects = taps[index].source { hasEffectsTap = true }
            if let _ = taps[index].input { hasInputTap = true }
        }
    }

    /// Copies a span of a sound in front of inserts for the taps that record that.
    ///
    /// - Parameters:
    ///   - sound: The sound.
    ///   - strip: The strip; `nil` for the master.
    ///   - start: The first frame.
    ///   - end: The frame behind the last.
    @_noLocks
    private func copyInput(
        _ sound: borrowing StereoBuffer,
        of strip: Loan<Strip>?,
        from start: Int,
        to end: Int
    ) {
        for index in 0..<taps.count {
            guard let input = taps[index].input else { continue }
            switch taps[index].source {
            case .strip(let tapped):
                guard let strip, unsafe tapped.loan == strip else { continue }
            case .master:
                if let _ = strip { continue }
            case .pair, .effects: continue
            }
            unsafe input.loan.value.copy(sound, from: start, count: end &- start, to: start)
        }
    }

    /// Writes nothing for a tap any more.
    ///
    /// - Returns: Whether there was one of the number.
    @_noLocks
    package mutating func removeTap(_ number: Int) -> Bool {
        var kept = 0
        for index in 0..<taps.count where taps[index].number != number {
            taps[kept] = taps[index]
            kept &+= 1
        }
        guard kept < taps.count else { return false }
        taps.truncate(to: kept)
        noteTaps()
        return true
    }

    /// Gives the first frames of the output to the taps of the master, and of further pairs.
    @_noLocks
    package func writeMaster(_ frames: Int) {
        for index in 0..<taps.count {
            if let _ = taps[index].input { continue }
            switch taps[index].source {
            case .master: taps[index].ring.value.write(output, from: 0, to: frames)
            case .pair(let pair):
                taps[index].ring.value.write(pairs[pair &- 1].sound, from: 0, to: frames)
            case .effects, .strip: break
            }
        }
    }
}
