import CVoices
import Glibc
import Realtime

/// Plays notes of prepared presets on 16 channels, into left, right and two sends.
///
/// All memory is allocated when it is made. Every other call is for one thread at a time, the audio
/// thread; it takes no lock and allocates nothing. A call takes effect at the frame that is rendered
/// next: note-ons exactly, all else at the next block of each voice, at most 63 frames later.
///
/// ```swift
/// let tables = RegionTables(bank)
/// var engine = VoiceEngine(polyphony: 256, rate: 48_000)
/// engine.setPreset(tables.presets[0], channel: 0)
/// engine.noteOn(channel: 0, key: 60, velocity: 100)
/// engine.render(512, left: left, right: right, reverb: reverb, chorus: chorus)
/// ```
@safe
public struct VoiceEngine: ~Copyable {
    /// The most voices that sound at once, besides those that fade because they were cut.
    public let polyphony: Int
    /// The rules by which it plays.
    public let mode: VoiceMode
    /// The keys that it plays.
    let share: KeyShare
    /// How it computes what is between frames of samples.
    ///
    /// Not for the audio thread.
    public var interpolation = Interpolation.cubic {
        didSet { unsafe table = SincTable.of(interpolation)?.factors }
    }
    /// The factors of the interpolation.
    private var table: UnsafePointer<Float>?
    /// The least frames between a note-on and its release; 10 ms at first.
    public var minimumLength: Int {
        @_noLocks get { settings.minimumLength }
        @_noLocks set { settings.minimumLength = newValue }
    }
    /// Whether the sustain pedal damps gradually, by its position, and catches fading notes.
    ///
    /// For notes that begin from now on. `false` at first.
    public var hasHalfPedal: Bool {
        @_noLocks get { settings.hasHalfPedal }
        @_noLocks set { settings.hasHalfPedal = newValue }
    }
    /// The frames to which the start of a note is rounded up, counted from the first one rendered.
    public var eventGrid: Int { @_noLocks get { settings.isReference ? Block.frames : 1 } }
    /// The loops that it runs.
    let kernels: KernelSet
    let conversions: Conversions
    var settings = VoiceSettings()
    var channels: FixedArray<ChannelState>
    var voices: FixedArray<Voice>
    var list: VoiceList
    /// The parts of voices that articulated regions add, slot by slot; none where no preset has any.
    var articulated: FixedArray<ArticulatedVoice>
    var keys: FixedArray<ChannelKeys>
    /// The turns of regions, channel by channel.
    var turns: FixedArray<UInt16>
    /// The frames since the beginning.
    private(set) var time = 0
    /// Whether presets may have articulated regions.
    public var isArticulated: Bool { @_noLocks get { articulated.count > 0 } }
    /// The time of a clock in nanoseconds, for ``SampleFrames/lastUse``; the caller sets it.
    public var clock: Int64 = 0
    /// Whether a voice has played a sample of which frames are missing, since this was set to false.
    public var waitsForFrames = false
    /// The gains that each voice left in its slot; in reference mode a new one starts from them.
    private var slotGains: FixedArray<SIMD4<Float>>
    /// The number of notes that have begun.
    var noteCount = 0

    // MARK: Memory of a block

    /// The current block and the one behind it, of each bus.
    private let buses: SampleMemory
    private let busAddresses: FixedArray<UnsafeMutablePointer<Float>?>
    private let lines: SampleMemory
    private let scratch: SampleMemory
    private let filters: FixedArray<voices_filters>
    /// The voices of the group that is being computed.
    private var group = InlineArray<8, Int>(repeating: 0)
    /// The frames of each before the end of its sample.
    private var played = InlineArray<8, Int>(repeating: 0)
    private var isGroupScaled = false
    /// The frame of the current block that is rendered next.
    private(set) var position = 0

    private static var busCount: Int { @_noLocks get { 4 } }
    private static var busFrames: Int { @_noLocks get { 128 } }

    /// Makes an engine; its channels have no presets.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - polyphony: The most voices, 1 … 8,192.
    ///   - rate: Frames per second.
    ///   - mode: The rules by which it plays.
    ///   - gain: The gain of all voices in dB.
    ///   - kernels: The loops that it runs; all give the same sound.
    ///   - isArticulated: Whether presets may have articulated regions
    ///     (``RegionTables/areArticulated``); else their notes are silent.
    ///   - mostTurns: The most regions of such a preset that take turns.
    ///   - share: The keys that it plays, where several engines share channels.
    public init(
        polyphony: Int,
        rate: Double,
        mode: VoiceMode = .exact,
        gain: Double = 0,
        kernels: KernelSet = .fastest,
        isArticulated: Bool = false,
        mostTurns: Int = 0,
        share: KeyShare = .all
    ) {
        self.init(
            polyphony: polyphony,
            rate: rate,
            mode: mode,
            factor: pow(10, gain / 20),
            kernels: kernels,
            isArticulated: isArticulated,
            mostTurns: mostTurns,
            share: share
        )
    }

    /// Makes an engine whose gain is a factor: 0.2, FluidSynth's, is no number of decibels.
    package init(
        polyphony: Int,
        rate: Double,
        mode: VoiceMode = .exact,
        factor: Double,
        kernels: KernelSet = .fastest,
        isArticulated: Bool = false,
        mostTurns: Int = 0,
        share: KeyShare = .all
    ) {
        precondition((1...8_192).contains(polyphony), "polyphony out of range")
        precondition(rate > 0 && kernels.isAvailable)
        self.polyphony = polyphony
        self.mode = mode
        self.kernels = kernels
        self.share = share
        settings.mode = mode
        settings.gain = factor
        settings.minimumLength = Int(rate / 100)
        conversions = Conversions(rate: rate, isRounded: settings.isReference)
        channels = FixedArray(count: 16) { _ in ChannelState() }
        let slots = polyphony + (settings.isReference ? 0 : VoiceList.spare(polyphony))
        voices = FixedArray(count: slots) { _ in Voice() }
        articulated = FixedArray(count: isArticulated ? slots : 0) { _ in ArticulatedVoice() }
        keys = FixedArray(count: 16) { ChannelKeys(channel: $0) }
        turns = FixedArray(repeating: 0, count: 16 * mostTurns)
        slotGains = FixedArray(repeating: SIMD4(), count: slots)
        list = VoiceList(slots: slots, takesLowest: settings.isReference)
        buses = SampleMemory(count: Self.busCount * Self.busFrames)
        lines = SampleMemory(count: FilterField.lanes * Block.frames)
        scratch = SampleMemory(count: SampleCursor.scratch)
        filters = FixedArray(repeating: voices_filters(), count: 1)
        let memory = unsafe buses.samples(from: 0, count: buses.count)
        unsafe busAddresses = FixedArray(count: Self.busCount) { bus in
            unsafe memory + bus * Self.busFrames
        }
    }

    /// A channel, which the engine owns.
    @_noLocks
    func channel(_ index: Int) -> Loan<ChannelState> { unsafe channels.loan(of: index) }

    /// The number of voices that sound.
    public var voiceCount: Int { @_noLocks get { list.count } }

    // MARK: Rendering

    /// Renders frames.
    ///
    /// - Parameters:
    ///   - frames: Their number.
    ///   - left: Memory for so many frames; what is in it is replaced. So for the others.
    ///   - right: The right side.
    ///   - reverb: The part that goes to the reverb, mono.
    ///   - chorus: The part that goes to the chorus, mono.
    @_noLocks
    public mutating func render(
        _ frames: Int,
        left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>,
        reverb: UnsafeMutablePointer<Float>,
        chorus: UnsafeMutablePointer<Float>
    ) {
        var done = 0
        while done < frames {
            let count = min(frames &- done, Block.frames &- position)
            renderVoices(before: position &+ count)
            unsafe copy(0, count, to: left + done)
            unsafe copy(1, count, to: right + done)
            unsafe copy(2, count, to: reverb + done)
            unsafe copy(3, count, to: chorus + done)
            position &+= count
            time &+= count
            done &+= count
            if position == Block.frames { finishBlock() }
        }
    }

    /// Advances by frames in which nothing sounds, as if they had been rendered.
    ///
    /// - Parameter frames: Their number; no voice has sounded for 128 frames.
    @_noLocks
    public mutating func skip(_ frames: Int) {
        let next = position &+ frames
        time &+= frames
        if next >= Block.frames { finishBlock() }
        position = next % Block.frames
    }

    @_noLocks
    private func copy(_ bus: Int, _ count: Int, to output: UnsafeMutablePointer<Float>) {
        let start = bus &* Self.busFrames &+ position
        let samples = unsafe buses.samples(from: start, count: count)
        for frame in 0..<count { unsafe output[frame] = samples[frame] }
    }

    /// Moves the second half of each bus to the front.
    @_noLocks
    private mutating func finishBlock() {
        position = 0
        list.finishBlock()
        for bus in 0..<Self.busCount {
            let start = bus &* Self.busFrames
            let samples = unsafe buses.samples(from: start, count: Self.busFrames)
            for frame in 0..<Block.frames {
                unsafe samples[frame] = samples[Block.frames &+ frame]
                unsafe samples[Block.frames &+ frame] = 0
            }
        }
    }

    /// Computes the blocks of voices that begin before a frame of the current block.
    @_noLocks
    private mutating func renderVoices(before end: Int) {
        var lane = 0
        while let slot = list.next(before: end, voices) {
            if voices[slot].isArticulated {
                // The order of additions stays that of the list.
                if lane > 0 { finishGroup(lane) }
                lane = 0
                renderArticulated(slot)
                continue
            }
            switch voices[slot].advance(conversions, settings) {
            case .silent: break
            case .finished: list.finish(slot)
            case .sounding(let amplitude):
                play(slot, to: amplitude, lane)
                lane &+= 1
                if lane == FilterField.lanes {
                    finishGroup(lane)
                    lane = 0
                }
            }
        }
        if lane > 0 { finishGroup(lane) }
    }

    /// Computes a voice's block before the filter, in a lane.
    @_noLocks
    private mutating func play(_ slot: Int, to amplitude: Double, _ lane: Int) {
        let line = unsafe lines.samples(from: lane &* Block.frames, count: Block.frames)
        let memory = unsafe scratch.samples(from: 0, count: SampleCursor.scratch)
        let ramp = (amplitude - voices[slot].amplitude) / Double(Block.frames)
        played[lane] = unsafe voices[slot].cursor.play(
            to: line,
            scratch: UnsafeMutableRawPointer(memory),
            amplitude: Float(voices[slot].amplitude),
            ramp: Float(ramp),
            mask: settings.isReference ? 0xFF00_0000 : 0xFFFF_FFFF,
            by: interpolation,
            table,
            with: kernels
        )
        voices[slot].amplitude = amplitude
        // FluidSynth finds the end when a frame is missing.
        if played[lane] < Block.frames, settings.isReference { list.finish(slot) }
        group[lane] = slot
        let filter = voices[slot].filter
        let (from, to) = (filter.current, filter.target)
        set(.g, lane, from.g)
        set(.k, lane, from.k)
        set(.b, lane, from.b)
        set(.history, lane, filter.history)
        set(.difference, lane, filter.difference)
        let isMoving = filter.isMoving
        set(.gStep, lane, isMoving ? (to.g - from.g) / Double(Block.frames) : 0)
        set(.kStep, lane, isMoving ? (to.k - from.k) / Double(Block.frames) : 0)
        set(.bStep, lane, isMoving ? (to.b - from.b) / Double(Block.frames) : 0)
        let isScaled = isMoving && filter.isScaled
        set(.scaled, lane, Float(bitPattern: isScaled ? .max : 0))
        if isScaled { isGroupScaled = true }
        voices[slot].filter.current = to
    }

    /// Computes an articulated voice's block and adds it to the buses.
    @_noLocks
    private mutating func renderArticulated(_ slot: Int) {
        let channel = channel(voices[slot].channel)
        let output = articulated[slot].advance(&voices[slot], channel, conversions, settings)
        guard case .sounding(let target) = output else {
            if case .finished = output { list.finish(slot) }
            return
        }
        var amplitude = target
        if voices[slot].cursor.use(at: clock) {
            waitsForFrames = true
            if !voices[slot].cursor.canPlay(blocks: 2) {
                // Its sample is read more slowly than it is played: it fades out with what there is.
                voices[slot].cursor.markStarved()
                list.finish(slot)
                guard voices[slot].cursor.canPlay(blocks: 1) else { return }
                amplitude = 0
            }
        }
        let left = unsafe lines.samples(from: 0, count: Block.frames)
        let right = unsafe lines.samples(from: Block.frames, count: Block.frames)
        let memory = unsafe UnsafeMutableRawPointer(
            scratch.samples(from: 0, count: SampleCursor.scratch)
        )
        let first = Float(voices[slot].amplitude)
        let ramp = Float((amplitude - voices[slot].amplitude) / Double(Block.frames))
        let isStereo = articulated[slot].record[0].isStereo
        if isStereo {
            var cursor = voices[slot].cursor.moved(to: articulated[slot].record[0].right)
            _ = unsafe cursor.play(
                to: right,
                scratch: memory,
                amplitude: first,
                ramp: ramp,
                mask: 0xFFFF_FFFF,
                by: interpolation,
                table,
                with: kernels
            )
        }
        let played = unsafe voices[slot].cursor.play(
            to: left,
            scratch: memory,
            amplitude: first,
            ramp: ramp,
            mask: 0xFFFF_FFFF,
            by: interpolation,
            table,
            with: kernels
        )
        voices[slot].amplitude = amplitude
        unsafe articulated[slot].filter(left, isStereo ? right : nil)
        if played < Block.frames, articulated[slot].hasRungOut { list.finish(slot) }
        unsafe mix(left, voices[slot].gains, voices[slot].targetGains, voices[slot].offset)
        voices[slot].gains = voices[slot].targetGains
        guard isStereo else { return }
        let (from, to) = (articulated[slot].rightGains, articulated[slot].rightTargets)
        unsafe mix(right, from, to, voices[slot].offset)
        articulated[slot].rightGains = to
    }

    /// Adds a block of a voice to the buses.
    @_noLocks
    private func mix(
        _ line: UnsafePointer<Float>,
        _ from: SIMD4<Float>,
        _ to: SIMD4<Float>,
        _ offset: Int
    ) {
        let step = (to - from) * (1 / Float(Block.frames))
        unsafe kernels.mix(
            line,
            voices_gains(
                gain: (from[0], from[1], from[2], from[3]),
                step: (step[0], step[1], step[2], step[3])
            ),
            busAddresses.lentElements.address,
            offset: offset
        )
    }

    /// Filters a group and adds it to the buses.
    @_noLocks
    private mutating func finishGroup(_ count: Int) {
        for lane in count..<FilterField.lanes {
            for field in 0..<9 { set(field, lane, 0) }
        }
        let samples = unsafe lines.samples(from: 0, count: FilterField.lanes &* Block.frames)
        unsafe kernels.filter(filters.lent.address, samples, isScaled: isGroupScaled)
        isGroupScaled = false
        for lane in 0..<count {
            let slot = group[lane]
            voices[slot].filter.history = flushed(number(.history, lane))
            voices[slot].filter.difference = flushed(number(.difference, lane))
            let line = unsafe samples + lane &* Block.frames
            if settings.isReference {
                // FluidSynth's filter ends with the sample.
                for frame in played[lane]..<Block.frames { unsafe line[frame] = 0 }
            } else if played[lane] < Block.frames, voices[slot].hasRungOut {
                list.finish(slot)
            }
            let to = voices[slot].targetGains
            unsafe mix(line, voices[slot].gains, to, voices[slot].offset)
            voices[slot].gains = to
            slotGains[slot] = to
        }
    }

    /// A number of a filter's history, 0 where it is so small that the processor takes long for it.
    @_noLocks
    private func flushed(_ number: Float) -> Float { abs(number) < 1e-20 ? 0 : number }

    @_noLocks
    private func set(_ field: FilterField, _ lane: Int, _ number: Double) {
        set(field.index, lane, Float(number))
    }

    @_noLocks
    private func set(_ field: FilterField, _ lane: Int, _ number: Float) {
        set(field.index, lane, number)
    }

    @_noLocks
    private func set(_ field: Int, _ lane: Int, _ number: Float) {
        unsafe numbers[field &* FilterField.lanes &+ lane] = number
    }

    @_noLocks
    private func number(_ field: FilterField, _ lane: Int) -> Float {
        unsafe numbers[field.position(lane)]
    }

    private var numbers: UnsafeMutablePointer<Float> {
        @_noLocks get {
            unsafe UnsafeMutableRawPointer(filters.lent.address).assumingMemoryBound(to: Float.self)
        }
    }

    /// Begins a voice in a slot from the gains that the one before it left there.
    @_noLocks
    mutating func takeSlotGains(_ slot: Int) {
        if settings.isReference { voices[slot].gains = slotGains[slot] }
    }
}
