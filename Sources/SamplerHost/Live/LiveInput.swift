import CLinux
import Glibc
import Synchronization

/// Live MIDI: a client of ALSA's sequencer and raw sources, read by a thread of their own.
///
/// Each event is stamped when it arrives and goes to an engine's queue.
public final class LiveInput: @unchecked Sendable {
    /// The real-time priority that is requested.
    public static let priority = RealTimePriority.input

    private let reader: LiveReader
    private var thread = pthread_t()
    private let isClosed = Atomic<Bool>(false)

    /// Why real-time priority was not granted, as an errno's words; `nil` where it was.
    public private(set) var priorityRefusal: String?

    /// Sees whether there would be anything to hear, and keeps nothing open.
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
    ///   - queue: Where to; nobody else may push into it.
    ///   - onChange: Called on the input thread after ``status`` has changed in more than its
    ///     counts. It must not block, nor call ``close()``.
    /// - Throws: A raw source that cannot be opened; `internal` when the system has no thread to
    ///   give.
    public init(
        _ settings: LiveInputSettings,
        queue: LiveQueue,
        onChange: @escaping @Sendable () -> Void = {}
    ) throws(HostError) {
        precondition((1...16).contains(settings.inputs), "inputs are 1 … 16")
        reader = try LiveReader(settings, queue: queue, onChange: onChange)
        var refusal: Int32 = 0
        let status = unsafe seqd_thread_start(
            &thread,
            "seqd-input",
            Int32(Self.priority),
            &refusal,
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<LiveReader>.fromOpaque(context).takeRetainedValue().run()
            },
            unsafe Unmanaged.passRetained(reader).toOpaque()
        )
        guard status == 0 else {
            unsafe Unmanaged.passUnretained(reader).release()
            isClosed.store(true, ordering: .relaxed)
            throw HostError(.internal, "input thread", InputFile.text(status))
        }
        if refusal != 0 { priorityRefusal = InputFile.text(refusal) }
    }

    deinit {
        close()
    }

    /// How it stands.
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
        pthread_join(thread, nil)
    }
}
