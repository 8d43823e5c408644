import ControlProtocol
import SamplerHost
import Wording

/// The live inputs: their sounds, the MIDI sources connected to them, and what clients play on them.
@EventLoop
final class LiveInputs {
    /// The number of inputs.
    let count: Int
    let clock: LoopClock
    /// Gives an event to the audio thread; `false` if there is no room.
    let pushEvent: (LiveEvent) -> Bool
    /// The MIDI sources; `nil` before ``start(_:_:onChange:)``.
    private(set) var input: LiveInput?
    /// The rules by which ports are connected.
    var connectionRules: ConnectionRules
    private var clientName = ""
    /// The faults of the SoundFonts' samples, a bounded number of lines.
    private(set) var sampleFaults: [String]
    /// The presets that the SoundFonts lack and live inputs have selected, each once.
    private(set) var substitutions: [PresetSubstitution] = []
    /// The ports as they were last reported.
    private var knownPorts: [PortEntry] = []
    /// The inputs on which clients have played.
    var openInputs: Set<Int> = []
    /// Called when a client has changed the rules.
    var onRulesChange: () -> Void = {}
    /// The number of notes that will end by themselves.
    var timedNotes = 0

    /// Makes inputs.
    init(
        _ count: Int,
        sampleFaults: [String] = [],
        by clock: LoopClock = EventLoop.clock,
        push: @escaping (LiveEvent) -> Bool
    ) {
        self.count = count
        connectionRules = ConnectionRules([], inputs: count)
        self.sampleFaults = BoundedLines.of(sampleFaults)
        self.clock = clock
        pushEvent = push
    }

    /// Connects the MIDI sources.
    ///
    /// - Parameters:
    ///   - settings: The sources.
    ///   - queue: The queue to the audio thread.
    ///   - feed: The engine's messages to MIDI outputs.
    ///   - recording: Gets a copy of each event.
    ///   - onChange: Called on a thread of the sources' when ports appeared or were removed.
    /// - Throws: The error of a raw source that cannot be opened.
    func start(
        _ settings: LiveInputSettings,
        _ queue: LiveQueue,
        _ feed: MIDIOutFeed,
        recording: RecordQueue?,
        onChange: @escaping @Sendable () -> Void
    ) throws(RequestError) {
        input = try RequestError.catching { () throws(HostError) in
            try LiveInput(
                settings,
                queue: queue,
                feed: feed,
                recording: recording,
                onChange: onChange
            )
        }
        clientName = settings.clientName
        connectionRules = ConnectionRules(
            settings.connections,
            inputs: count,
            outputs: settings.outputs
        )
    }

    /// Disconnects the MIDI sources.
    func close() {
        input?.close()
    }

    /// Sends what MIDI outputs still have to send, after the engine has ended.
    func finishOutputs() {
        input?.output?.finish()
    }

    // MARK: Messages

    /// Stores messages of the sources until ``takeMessages()``.
    ///
    /// - Parameters:
    ///   - interest: The messages that are wanted.
    ///   - onMessages: Called on the input thread when messages wait.
    func watch(
        _ interest: ReceivedMessages.Interest,
        onMessages: @escaping @Sendable () -> Void
    ) {
        input?.received.watch(interest, onMessages: onMessages)
    }

    /// The messages that arrived since the last call.
    func takeMessages() -> (messages: [InputMessage], dropped: Int) {
        input?.received.take() ?? ([], 0)
    }

    // MARK: Sounds

    /// Notes that the inputs play other SoundFonts.
    func replaceFonts(sampleFaults: [String]) {
        self.sampleFaults = BoundedLines.of(sampleFaults)
        substitutions = []
    }

    /// Takes substitutions that the engine reports.
    ///
    /// - Returns: Those of presets that were not missing before.
    func add(_ reported: [PresetSubstitution]) -> [PresetSubstitution] {
        reported.filter { new in
            let isKnown = substitutions.contains {
                $0.bank == new.bank && $0.program == new.program
                    && $0.samplerName == new.samplerName
            }
            if !isKnown { substitutions.append(new) }
            return !isKnown
        }
    }

    // MARK: Ports

    /// The state of the MIDI sources; `nil` before they were connected.
    var status: LiveInputStatus? { input?.status }

    /// The state of the ALSA sequencer in words.
    var sequencerText: String {
        switch status?.sequencer {
        case .available(let client)?: "client \(client), \(clientName)"
        case .unavailable(let error)?: error.description
        case .unused?, nil: "not used"
        }
    }

    /// The reason why there is no sequencer; `nil` if there is one.
    var sequencerProblem: String? {
        switch status?.sequencer {
        case .available?: nil
        case .unavailable(let error)?: error.description
        case .unused?, nil: "ALSA sequencer: not used"
        }
    }

    /// The reason why nothing hears a MIDI output.
    ///
    /// - Parameter name: The output's name.
    /// - Returns: The reason; `nil` if something may hear it.
    func silence(ofOutput name: String) -> String? {
        if let sequencerProblem { return sequencerProblem }
        let receivers = status?.receivers ?? []
        let isHeard = receivers.contains { port in
            port.outputs.contains { MIDIOutputName.name($0) == name }
        }
        return isHeard ? nil : "nothing is connected to it"
    }

    /// The MIDI ports that can be connected, and the raw sources.
    var ports: [PortEntry] { status?.portEntries ?? [] }

    /// The ports that MIDI outputs can play to.
    var receivers: [PortEntry] { status?.receiverEntries ?? [] }

    /// The ports and the rules by which they are connected.
    var listing: PortListing {
        PortListing(ports: ports, receivers: receivers, rules: connectionRules.texts)
    }

    /// Compares the ports with those of the last call.
    ///
    /// - Parameter now: The ports.
    /// - Returns: The ports that were connected, and those that were removed, which have no input.
    func updatePorts(_ now: [PortEntry]) -> [PortEntry] {
        let before = knownPorts
        knownPorts = now
        let connected = now.filter { $0.isConnected && !before.contains($0) }
        let gone = before.filter { $0.isConnected && !now.contains($0) }
            .map { PortEntry(address: $0.address, name: $0.name) }
        return connected + gone
    }
}
