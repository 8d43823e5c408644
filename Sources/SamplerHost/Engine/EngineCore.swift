import CLinux
import Clips
import Effects
import Realtime
import Sequencer
import Synchronization

/// The engine on the audio thread: it coordinates what plays, the racks, the live inputs, the mixer
/// and the outbox for one period after another.
///
/// Everything here runs under `@_noLocks`; its memory is allocated before the first period.
struct EngineCore: ~Copyable {
    enum State: UInt8, BitwiseCopyable {
        case running
        /// Fading out, then `paused`.
        case pausing
        case paused
        /// Fading out, then `finished`.
        case stopping
        case finished
    }

    // A pointer stands first: see FixedArray.
    var deck: Deck
    /// The deck of the item that fades out during a crossfade; empty otherwise.
    var fading: Deck
    var crossfade: Crossfade?
    var racks: RackSet
    var livePorts: LivePorts
    var mixer: Mixer
    var metronome: MetronomeState
    /// The engine frame at which the item was begun whose values strips have, and its pass.
    var automatedBeginning: Int64 = .min
    var automatedPass: Int64 = 0
    /// The frames since the music has ended of which strips have the values.
    var automationRest = 0
    /// The pitch of samplers and the pace of clips.
    var variSpeed: VariSpeed
    /// The clips that are played by command.
    var cues: FixedList<Loan<ClipCue>>
    var outbox: Outbox
    /// Clock and time code for MIDI outputs.
    var sync: SyncSender
    let commands: Loan<RingBuffer<EngineCommand>>
    /// The messages to the MIDI outputs.
    ///
    /// To be copied before the queue is changed: in place, ThreadSanitizer takes that for a change of
    /// what the first pointer here leads to (see FixedArray).
    let outputs: Loan<MIDIOutQueue>
    private let pool: Loan<RenderPool>
    private let status: Loan<EngineStatus>
    /// The tempo that inserts follow.
    let tempo: Loan<MusicTempo>
    let rate: Int
    let maximumPeriod: Int
    private let tail: TailPolicy
    private let fadeOut: FadeOut?
    private let sleepsAfter: Int64

    /// The next frame to mix, counted from the engine's first.
    private(set) var position: Int64 = 0
    /// The next frame to be heard: the mixer's latency behind ``position``.
    private(set) var outputPosition: Int64 = 0
    /// The frame at which the last item's tail was over.
    private var endPosition: Int64?
    /// Whether a pause ends in this period, so that nothing has been heard since.
    var hasResumed = false
    /// The survey that is to be made at the end of the period.
    var waitingSurvey: RequestedSurvey?
    var state = State.running
    /// The first frame of the period in which voices were cut last.
    var cutPosition: Int64 = -1
    /// The figures published after the period.
    var figures = PeriodFigures()
    /// The start, within the period, of the span that is being filled with events.
    private(set) var spanStart = 0
    /// The offset within the period as far as clips have been played.
    var clipEnd = 0

    /// Makes an engine on which nothing plays.
    ///
    /// - Parameters:
    ///   - settings: The engine's.
    ///   - samplers: The most lanes that an item may have.
    ///   - maySleep: Whether the metronome's sampler may sleep while it is silent.
    ///   - inputs: How many live inputs there are.
    ///   - queues: The queues of live events.
    ///   - pool: The render workers' pool.
    ///   - outputs: Where messages to MIDI outputs go.
    ///   - commands: Commands to come.
    ///   - items: Items to come.
    ///   - reports: Where reports go.
    ///   - status: Where figures go.
    ///   - tempo: The tempo that inserts follow.
    init(
        _ settings: EngineSettings,
        samplers: Int,
        maySleep: Bool,
        inputs: Int,
        queues: [LiveQueue],
        pool: Loan<RenderPool>,
        outputs: Loan<MIDIOutQueue>,
        commands: Loan<RingBuffer<EngineCommand>>,
        items: Loan<RingBuffer<QueuedItem>>,
        reports: Loan<RingBuffer<EngineReport>>,
        status: Loan<EngineStatus>,
        tempo: Loan<MusicTempo>
    ) {
        deck = Deck(items, samplers: samplers)
        fading = Deck(items, samplers: samplers)
        metronome = MetronomeState(maySleep: maySleep)
        cues = FixedList(capacity: EngineCapacity.clips)
        variSpeed = VariSpeed(settings.variSpeed)
        racks = RackSet(rate: settings.rate, variSpeed)
        livePorts = LivePorts(
            inputs: inputs,
            queues: queues,
            rate: settings.rate,
            latency: settings.latency
        )
        mixer = Mixer(
            inputs: EngineCapacity.samplers + EngineCapacity.clips,
            settings.mix
        )
        outbox = Outbox(reports)
        self.outputs = outputs
        sync = SyncSender(settings.sync, outputs, rate: settings.rate)
        self.commands = commands
        self.pool = pool
        self.status = status
        self.tempo = tempo
        rate = settings.rate
        maximumPeriod = settings.maximumPeriod
        tail = settings.tail
        fadeOut = settings.fadeOut
        sleepsAfter = Int64(settings.sleepsAfter ?? 0)
    }

    /// Whether the state is this one.
    ///
    /// A debug build cannot see from another file that comparing the states takes no lock.
    @_noLocks
    func isIn(_ other: State) -> Bool {
        state == other
    }

    // MARK: A period

    /// Renders the next frames into the mixer's output.
    ///
    /// - Parameter frames: How many, at most what the buffers hold.
    /// - Returns: How many were rendered: fewer when the engine finished or paused among them.
    @_noLocks
    mutating func render(_ frames: Int) -> Int {
        // A first period is preceded by the frames that inserts delay: by what the commands say.
        if isIn(.paused) || position == 0 && mixer.latency == 0 {
            (spanStart, clipEnd) = (0, 0)
            racks.beginPeriod(at: position)
            takeCommands(frames)
        }
        guard !isIn(.finished) && !isIn(.paused) else { return 0 }
        livePorts.clock.begin(at: seqd_monotonic_nanoseconds(), frames: frames)
        // The first call mixes as far ahead as inserts and the limiter delay: what they give then is
        // due at once, and every frame is heard where it would be without them.
        while position < Int64(mixer.latency) {
            mix(min(mixer.latency &- Int(position), maximumPeriod))
            guard !isIn(.finished) else { return 0 }
        }
        mix(frames)
        hasResumed = false
        // A stop before anything began has nothing to fade.
        guard !isIn(.finished) else { return 0 }
        let valid = finishPeriod(frames)
        // Where inserts begin to delay further, the same frames are heard again.
        let due = min(outputPosition &+ Int64(valid), position &- Int64(mixer.latency))
        outputPosition = max(outputPosition, due)
        conclude(valid)
        return valid
    }

    /// Mixes the next frames, and takes as many that are due from the mixer.
    @_noLocks
    private mutating func mix(_ frames: Int) {
        spanStart = 0
        clipEnd = 0
        for index in 0..<cues.count { cues[index].value.player.beginPeriod() }
        let outputs = outputs
        outputs.value.begin(at: position)
        racks.beginPeriod(at: position)
        mixer.begin(frames)
        if position < mixEnd {
            takeCommands(frames)
            guard !isIn(.finished) else { return }
            takeLiveEvents(frames)
            renderSpans(frames)
            sync.send(frames, from: position, deck.clocked, deck.player)
            takeSurvey()
            returnCues()
            racks.watch(frames, before: position &+ Int64(frames), &mixer, &outbox)
            applyGain(frames)
            if let fadeOut, position &+ Int64(frames) >= fadeOut.end {
                endPosition = min(endPosition ?? .max, fadeOut.end)
            }
            mixer.endPeriod(frames, heard: (-position, (endPosition ?? .max) &- position))
            // One that finds no room is not needed: it says only that there is something to take.
            if mixer.endInserts(frames) { outbox.send(.pluginBypassed) }
            // A device that is asleep delays the next message, heard or not.
            if outputs.value.hasUntimed { mixer.resetQuiet() }
        }
        mixer.limit(frames)
        position &+= Int64(frames)
    }

    /// Renders all shards as far as a frame of the period, and mixes them.
    @_noLocks
    mutating func renderSpan(to frame: Int) {
        let end = max(frame, spanStart)
        playClips(to: end)
        moveFade(from: spanStart, to: end)
        mixCues(from: spanStart, to: end)
        racks.render(from: spanStart, to: end, pool, &mixer)
        spanStart = end
        figures.highestVoices = max(figures.highestVoices, racks.voiceCount)
        noteSubstitutions()
        while outbox.room > 0, let number = mixer.takeFadedInserts() {
            outbox.add(.returned(.inserts(number)))
        }
        outbox.sendWaiting()
        outbox.returnMessages()
    }

    /// Reports the live inputs on which missing presets were selected.
    @_noLocks
    private mutating func noteSubstitutions() {
        guard let rack = livePorts.rack, rack.value.takesNewSubstitution() else { return }
        outbox.add(.substituted)
    }

    /// Applies the master gain to what was mixed, and finds the end of the last item's tail.
    @_noLocks
    private mutating func applyGain(_ frames: Int) {
        if deck.tailStart == nil && !mixer.isGainMoving {
            mixer.applySteadyGain(frames)
            return
        }
        guard let end = mixer.applyGain(frames, tailOfPeriod) else { return }
        endPosition = position &+ Int64(end) &- Int64(mixer.insertLatency)
    }

    /// The frame up to which sound is mixed.
    private var mixEnd: Int64 {
        @_noLocks get {
            guard let endPosition else { return .max }
            return endPosition &+ Int64(mixer.insertLatency)
        }
    }

    /// Fades what is due where the transport stops, pauses or resumes, follows the level, and finds
    /// the end.
    ///
    /// - Returns: How many of the frames are valid.
    @_noLocks
    private mutating func finishPeriod(_ frames: Int) -> Int {
        var count = frames
        if let endPosition, endPosition &- outputPosition <= Int64(count) {
            count = Int(endPosition &- outputPosition)
        }
        count = mixer.applyFade(count, endsWithIt: isIn(.stopping))
        if let fadeOut {
            mixer.fadeOut(count, from: outputPosition &- fadeOut.start, over: fadeOut.frames)
        }
        mixer.writeMaster(count)
        let meter = mixer.measure(count)
        if count > 0 {
            raise(meter.leftPeak)
            raise(meter.rightPeak)
            raise(mixer.peakOfPairs(count))
            status.value.master.store(meter)
            status.value.masterPeaks.raise(meter.leftPeak, meter.rightPeak)
        }
        noteLimiting(mixer.takeLowestGain())
        figures.reducedFrames = mixer.reducedFrames
        if let endPosition, outputPosition &+ Int64(count) >= endPosition { state = .finished }
        if !mixer.isTransportFading {
            if isIn(.stopping) { state = .finished }
            // The shards have rendered the whole period: the pause begins after it.
            if isIn(.pausing) { state = .paused }
        }
        return count
    }

    /// The frames of this period at which the sound may end; `nil` while more is to come.
    private var tailOfPeriod: Mixer.Tail? {
        @_noLocks get {
            // The last events may be due on the next frame of the grid. Their effect is not heard, but
            // MIDI outputs get them.
            guard let begin = deck.tailStart, outputs.value.outputs == 0 || deck.item == nil else {
                return nil
            }
            let start = begin &+ Int64(mixer.insertLatency) &- position
            switch tail {
            case .none: return Mixer.Tail(start: start, end: start, quietFrames: .max)
            case .frames(let frames):
                return Mixer.Tail(start: start, end: start &+ frames, quietFrames: .max)
            case .auto:
                let longest = Int64(TailPolicy.longestSeconds) &* Int64(rate)
                let quiet = Int64(rate / 10) &+ max(0, mixer.longestGap)
                return Mixer.Tail(start: start, end: start &+ longest, quietFrames: quiet)
            }
        }
    }

    @_noLocks
    private mutating func raise(_ peak: Float) {
        // NaN would stay the highest for ever, and fails this comparison.
        guard peak > 0 else { return }
        // Bits of non-negative floats order as the floats do.
        let bits = peak.bitPattern
        if bits > status.value.peak.load(ordering: .relaxed) {
            status.value.peak.store(bits, ordering: .relaxed)
        }
        figures.highestPeak = max(figures.highestPeak, peak)
    }

    /// Notes the limiter's lowest gain in a period.
    @_noLocks
    private mutating func noteLimiting(_ gain: Float) {
        guard gain < 1 else { return }
        if gain.bitPattern < status.value.lowestGain.load(ordering: .relaxed) {
            status.value.lowestGain.store(gain.bitPattern, ordering: .relaxed)
        }
        figures.lowestGain = min(figures.lowestGain, gain)
    }

    /// Works the period's figures out, and reports the end.
    @_noLocks
    private mutating func conclude(_ valid: Int) {
        figures.voices = racks.voiceCount
        figures.frame = outputPosition
        figures.tape = variSpeed.played(until: position)
        figures.variSpeed = variSpeed.factor
        if deck.isStarted {
            figures.mixedPosition = deck.player.position(atFrame: position)
            figures.position = deck.player.position(atFrame: outputPosition)
            figures.countIn = deck.player.countInBeats(atFrame: outputPosition)
            figures.item = deck.item?.number ?? -1
            figures.isHeld = deck.item != nil && deck.player.isHeld(atFrame: outputPosition)
            figures.pass = deck.player.pass(atFrame: outputPosition)
            figures.repeats = deck.player.repeats(atFrame: outputPosition)
        }
        if isIn(.finished) {
            if let item = deck.item, let tailStart = deck.tailStart {
                outbox.send(.ended(item: item.number, frame: tailStart))
            }
            outbox.send(.finished(frame: outputPosition))
        }
    }

    // MARK: Frames

    /// The offset of the first frame of the grid from the period's first frame.
    var firstGridOffset: Int32 {
        @_noLocks get { gridOffset(of: position) }
    }

    /// The first frame of the grid in this period.
    var firstGridFrame: Int64 {
        @_noLocks get { position &+ Int64(firstGridOffset) }
    }

    /// The offset within the period at which all samplers can act on an event.
    @_noLocks
    func gridOffset(of frame: Int64) -> Int32 {
        Int32(truncatingIfNeeded: onGrid(frame) &- position)
    }

    /// The frame, not before the period, at which all samplers can act on an event: the only place
    /// where frames are rounded to the grid.
    @_noLocks
    func onGrid(_ frame: Int64) -> Int64 {
        (max(frame, position) &+ racks.grid &- 1) & ~(racks.grid &- 1)
    }

    // MARK: Sleep

    /// Whether nothing plays, nothing waits and nothing has been heard for so long that the device
    /// may be released.
    @_noLocks
    func maySleep() -> Bool {
        sleepsAfter > 0 && isIn(.running) && mixer.quietFrames >= sleepsAfter && !deck.isPlaying
            && !mixer.isFading && !mixer.isMoving && !variSpeed.isMoving
            && mixer.quietFrames &- sleepsAfter >= mixer.longestGap
            && mixer.echoFrames == 0 && !hasActiveCue
    }

    /// Whether a ring holds something.
    func hasWork() -> Bool {
        commands.value.peek() != nil || deck.hasWaiting || livePorts.hasWork
            || status.value.isCancelled.load(ordering: .relaxed)
    }

    /// Continues after a sleep.
    @_noLocks
    mutating func wake() {
        mixer.resetQuiet()
        livePorts.clock.stop()
    }
}
