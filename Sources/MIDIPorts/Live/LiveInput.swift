public import Platform
import Synchronization

/// Live MIDI: a client of ALSA's sequencer and raw sources, read by a thread of their own.
///
/// Each event is stamped when it arrives and goes to an engine's queue.
public final class LiveInput: Sendable {
    /// The real-time priority that is requested.
    public static let priority = RealTimePriority.input

    /// The messages for the controlling thread.
    public let received = ReceivedMessages()
    private let reader: LiveReader
    private let thread: SystemThread
    private let isClosed = Atomic<Bool>(false)

    /// The reason why real-time priority was refused; `nil` if it was granted.
    public var priorityRefusal: String? { thread.priorityRefusal }

    /// Checks that the sources can be opened, and keeps none open.
    ///
    /// - Parameter settings: What would be read.
    /// - Throws: A raw source that is not there or cannot be one; the sequencer's failure where it
    ///   is all that is wanted.
    public static func check(_ settings: LiveInputSettings) throws(HostError) {
        for source in settings.raw { try RawInput.check(source.path) }
        if settings.usesSequencer, settings.raw.isEmpty { try SequencerClient.check() }
    }

    /// Opens all that the settings name and begins to read.
    ///
    /// A sequencer that cannot be had is no error: see ``sequencerState``.
    ///
    /// - Parameters:
    ///   - settings: What to read.
    ///   - queue: The destination; this input is its only writer. `nil` if nothing is to sound.
    ///   - feed: An engine's messages to the outputs of the settings; nothing else takes them.
    ///   - recording: Gets a copy of each event; `nil` for none.
    ///   - onChange: Called on the input thread after ``status`` has changed in more than its
    ///     counts. It must not block, nor call ``close()``.
    /// - Throws: A raw source that cannot be opened; `internal` when the system has no thread to
    ///   give.
    public init(
        _ settings: LiveInputSettings,
        queue: LiveQueue?,
        feed: MIDIOutFeed? = nil,
        recording: RecordQueue? = nil,
        onChange: @escaping @Sendable () -> Void = {}
    ) throws(HostError) {
        precondition((0...16).contains(settings.inputs), "inputs are 0 … 16")
        precondition((0...16).contains(settings.outputs), "outputs are 0 … 16")
        let reader = try LiveReader(
            settings,
            queue: queue,
            feed: feed,
            recording: recording,
            received: received,
            onChange: onChange
        )
        self.reader = reader
        thread = try SystemThread.start(
            "input thread",
            name: "seqd-input",
            priority: Self.priority
        ) { reader.run() }
    }

    deinit {
        close()
    }

    /// The present status.
    ///
    /// Any thread. What has happened is in it after 20 ms.
    public var status: LiveInputStatus { reader.status }

    /// The ports of others that can be heard, and all that are connected.
    ///
    /// Any thread.
    public func ports() -> [LivePort] { status.ports }

    /// Whether there is a sequencer.
    ///
    /// Any thread; it does not change.
    public var sequencerState: SequencerState { status.sequencer }

    /// Adds a connection rule, and connects every port that it matches, those too that the user has
    /// disconnected.
    ///
    /// Any thread.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - rules: All rules from then on, with this one.
    ///   - onEnd: Called with the ports that were not connected before, and the inputs or outputs that
    ///     they are connected to now. It is called on the input thread, after ``status`` has changed, or at once
    ///     without a sequencer and after ``close()``.
    public func connect(
        _ rule: ConnectionRule,
        rules: [ConnectionRule],
        onEnd: @escaping @Sendable ([LivePort]) -> Void
    ) {
        reader.change(
            ConnectionChange(rule.kind, rules: rules, effect: .connect(rule), onEnd: onEnd)
        )
    }

    /// Disconnects every port that a pattern matches, and releases what it holds.
    ///
    /// Any thread. A port that another rule matches is connected again when it returns.
    ///
    /// - Parameters:
    ///   - pattern: The ports and their inputs.
    ///   - rules: The rules from then on.
    ///   - onEnd: Called with the ports that were connected, without their inputs; as for
    ///     ``connect(_:rules:onEnd:)``.
    public func disconnect(
        _ pattern: ConnectionPattern,
        rules: [ConnectionRule],
        onEnd: @escaping @Sendable ([LivePort]) -> Void
    ) {
        reader.change(
            ConnectionChange(pattern.kind, rules: rules, effect: .disconnect(pattern), onEnd: onEnd)
        )
    }

    /// The thread that sends to the outputs; `nil` without any.
    ///
    /// It continues until the engine has ended: see ``MIDIOutput/finish()``.
    public var output: MIDIOutput? { reader.output }

    /// Replaces the connection rules.
    ///
    /// Ports that a new rule matches are connected, and those that only an old rule has connected
    /// are disconnected. Ports that the user has connected stay. Any thread.
    ///
    /// - Parameter rules: The rules from then on.
    public func replaceRules(_ rules: [ConnectionRule]) {
        for kind in [PortKind.input, .output] {
            reader.change(ConnectionChange(kind, rules: rules, effect: .replace) { _ in })
        }
    }

    /// From now on what is played is thrown away, and what is held is released, as before the
    /// process is stopped.
    ///
    /// Any thread.
    public func suspend() { reader.suspend() }

    /// Takes what is played after this; what was played meanwhile is thrown away.
    ///
    /// Any thread.
    public func resume() { reader.resume() }

    /// Ends the thread and closes everything; all that senders hold is released.
    ///
    /// Any thread but the input thread itself. It waits for the thread, at most some tenths of a
    /// second.
    public func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        reader.stop()
        thread.join()
    }
}
