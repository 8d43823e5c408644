import Realtime
public import Sequencer
import Synchronization

/// The sound engine: samplers, mixer and player behind one `render` call that a thread makes again
/// and again.
///
/// Two threads use it. The *controlling* thread makes it, queues items, gives commands, reads
/// reports and figures, and frees it. The *audio* thread (or, offline, a thread of its own) calls
/// ``run(into:measuring:betweenPeriods:)``. Between them there are rings and atomics only. Live
/// events come by queues of their own, one for each thread that has some.
///
/// An engine for music ends after the last item. One with live inputs continues until it is
/// stopped, and sleeps while there is nothing to be heard.
public final class Engine: @unchecked Sendable {
    /// The settings it was made with.
    public let settings: EngineSettings
    /// The number of live inputs.
    public let inputs: Int
    /// The most lanes of an item.
    let lanes: Int
    /// Live events of the controlling thread.
    public let control: LiveQueue
    /// Live events of the input thread.
    public let input: LiveQueue
    /// Messages to MIDI outputs.
    public let midiOut: MIDIOutFeed
    /// The times of frames, for them; the audio thread's.
    let wireClock: Box<WireClock>

    /// The rack of the music that the engine was made for.
    public let stage: SamplerRack?
    private let workers: RenderWorkers
    let core: Box<EngineCore>
    let commands: Box<RingBuffer<EngineCommand>>
    let items: Box<RingBuffer<QueuedItem>>
    let reports: Box<RingBuffer<EngineReport>>
    let status: Box<EngineStatus>
    let resumed = Semaphore()
    let paused = Semaphore()
    let reported = Semaphore()
    let bell: WakeBell
    /// Loans to the audio thread that it has not returned.
    ///
    /// Controlling thread only.
    var loans: EngineLoans
    /// The taps and further devices that the audio thread writes for; between two periods, it waits
    /// for those that lose nothing.
    let taps = Mutex(LendingTable<LentTap>(capacity: Mixer.tapCapacity))
    /// The commands that are to be given together; `nil` when each is given at once.
    ///
    /// Controlling thread only.
    var held: HeldCommands?
    /// The alignment that the audio thread has been told.
    var givenAlignment = (strips: 0, outputs: 0)
    /// The number of the item, and its frame, at which moves are carried out; `nil` for at once.
    ///
    /// Controlling thread only.
    var movePosition: (item: Int, frame: Int64)?
    /// Whether an ``EnginePause`` lasts.
    ///
    /// Controlling thread only.
    public internal(set) var isPaused = false
    /// The rack that plays the metronome's clicks; `nil` until there is one.
    ///
    /// Controlling thread only.
    public internal(set) var metronome: SamplerRack?

    /// Items that may wait in the engine at once.
    static let itemCapacity = 256

    /// Makes an engine for some music: as many samplers as the sequences have ports, with the
    /// presets they use.
    ///
    /// Reads the SoundFonts. For rendering to files: pages of the SoundFonts come as they are played.
    ///
    /// - Parameters:
    ///   - settings: What it is made for.
    ///   - sequences: All the sequences that will be queued.
    ///   - transpose: The semitones by which they are transposed at first.
    /// - Throws: A font that cannot be read or is none.
    public convenience init(
        _ settings: EngineSettings,
        for sequences: [PreparedSequence],
        transpose: Int = 0
    ) throws(HostError) {
        try settings.prepareInserts()
        let rack = try SamplerRack(
            settings.sampler,
            rate: settings.rate,
            maximumPeriod: settings.maximumPeriod,
            for: sequences,
            transpose: transpose,
            isRealtime: false
        )
        self.init(
            settings,
            stage: rack,
            lanes: sequences.map(\.ports.count).max() ?? 1,
            inputs: 0
        )
        try begin(with: rack)
    }

    /// Makes an engine for some music and the rack that plays it.
    ///
    /// - Parameters:
    ///   - settings: What it is made for; their sampler is not used.
    ///   - rack: The rack, made for the music.
    ///   - music: All the music that will be queued.
    /// - Throws: `busy` if the mixer has too few strips for the rack.
    public convenience init(
        _ settings: EngineSettings,
        stage rack: SamplerRack,
        for music: [RoutedSequence]
    ) throws(HostError) {
        try settings.prepareInserts()
        let lanes = music.map(\.sequence.lanes.count).max() ?? 1
        self.init(settings, stage: rack, lanes: lanes, inputs: 0)
        try begin(with: rack)
    }

    /// Makes an engine for music that comes with racks of its own, piece after piece.
    ///
    /// It ends after the item that is the last, or when it is stopped.
    ///
    /// - Parameter settings: What it is made for; their sampler is not used.
    public convenience init(_ settings: EngineSettings) {
        self.init(settings, stage: nil, lanes: PreparedSequence.maximumLanes, inputs: 0)
    }

    /// Makes an engine with live inputs, each a sampler with all its presets ready.
    ///
    /// Reads the SoundFonts. Music is played on racks that come with it.
    ///
    /// - Parameters:
    ///   - settings: What it is made for.
    ///   - inputs: How many inputs, 1 … 16.
    /// - Throws: A font that cannot be read or is none.
    public convenience init(_ settings: EngineSettings, inputs: Int) throws(HostError) {
        try settings.prepareInserts()
        precondition((1...EngineSettings.maximumInputs).contains(inputs), "1 to 16 inputs")
        let rack = try SamplerRack(
            live: settings.sampler,
            inputs: inputs,
            rate: settings.rate,
            maximumPeriod: settings.maximumPeriod
        )
        try self.init(settings, live: rack, inputs: inputs)
    }

    /// Makes an engine with live inputs that play on one rack, as its rules say.
    ///
    /// - Parameters:
    ///   - settings: What it is made for; their sampler is not used.
    ///   - rack: The rack, made for as many inputs.
    ///   - inputs: How many inputs, 1 … 16.
    /// - Throws: `busy` if the mixer has too few strips for the rack.
    public convenience init(
        _ settings: EngineSettings,
        live rack: SamplerRack,
        inputs: Int
    ) throws(HostError) {
        try settings.prepareInserts()
        precondition((1...EngineSettings.maximumInputs).contains(inputs), "1 to 16 inputs")
        self.init(settings, stage: nil, lanes: PreparedSequence.maximumLanes, inputs: inputs)
        try begin(with: rack, isLive: true)
    }

    private init(
        _ settings: EngineSettings,
        stage: SamplerRack?,
        lanes: Int,
        inputs: Int
    ) {
        self.settings = settings
        self.stage = stage
        self.lanes = lanes
        self.inputs = inputs
        loans = EngineLoans(
            strips: StripDirectory(
                rate: settings.rate,
                isRealTime: settings.isRealTime,
                maximumPeriod: settings.maximumPeriod,
                outputs: settings.outputs
            ),
            effects: EffectsDirectory(
                count: settings.effectsBuses,
                main: settings.effects,
                outputs: settings.outputs
            ),
            isRealTime: settings.isRealTime
        )
        midiOut = MIDIOutFeed(
            outputs: settings.midiOutputs,
            rate: settings.rate,
            grid: Synthesizer.coarsestGrid
        )
        wireClock = Box(WireClock(rate: settings.rate))
        loans.outputs = unsafe midiOut.queue.ticket
        bell = WakeBell()
        control = LiveQueue(bell: bell)
        input = LiveQueue(bell: bell)
        // Without racks that come later it never has more to render than it begins with.
        let most = stage?.shardCount ?? settings.threads
        workers = RenderWorkers(
            count: max(0, min(settings.threads, most) - 1),
            priority: settings.workerPriority
        )
        commands = Box(RingBuffer(minimumCapacity: 2_048))
        items = Box(RingBuffer(minimumCapacity: Self.itemCapacity))
        reports = Box(RingBuffer(minimumCapacity: 1_024))
        status = Box(EngineStatus())
        core = unsafe Box(
            EngineCore(
                settings,
                samplers: lanes,
                // What is rendered for a file is the same, however long nothing clicks.
                maySleep: stage == nil,
                inputs: inputs,
                queues: [control, input],
                pool: workers.loan,
                outputs: midiOut.queue.loan,
                commands: commands.loan,
                items: items.loan,
                reports: reports.loan,
                status: status.loan,
                tempo: loans.strips.tempo.loan
            )
        )
        loans.inserts = settings.inserts
        loans.setVariSpeed(settings.variSpeed)
        giveStripMoves()
        beginAligned()
    }

    /// Has the audio thread begin with what inserts delay: nothing but this thread has the core yet.
    private func beginAligned() {
        let (strips, outputs) = loans.strips.alignment
        core.value.mixer.align(strips: strips, outputs: outputs, isHeard: false)
    }

    /// Installs the rack that the engine is made with; nothing but the audio thread touches it from
    /// here on.
    private func begin(with rack: SamplerRack, isLive: Bool = false) throws(HostError) {
        try checkRoom(for: [rack])
        let isLent = lend(rack, isLive: isLive)
        assert(isLent, "there is room")
        if isLive {
            input.names.replace(with: rack.sourceNames)
            unsafe core.value.install(rack.ticket.loan)
        } else {
            unsafe core.value.install(stage: rack.ticket.loan)
        }
        giveStripMoves()
        beginAligned()
    }
}
