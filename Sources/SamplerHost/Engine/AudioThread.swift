import CLinux
import Glibc
import Synchronization

/// The thread on which an engine runs into a sink.
public final class AudioThread: @unchecked Sendable {
    /// The real-time priority that is requested.
    public static let priority = RealTimePriority.audio

    private let body: () throws(HostError) -> Void
    private let onEnd: @Sendable () -> Void
    private var thread = pthread_t()
    private var failure: HostError?
    private let done = Atomic<Bool>(false)

    /// Why real-time priority was not granted, as an errno's words; `nil` where it was or was not
    /// asked for.
    public private(set) var priorityRefusal: String?

    /// Starts a thread that runs an engine into a sink.
    ///
    /// - Parameters:
    ///   - engine: The engine; nobody else runs it.
    ///   - sink: Where the sound goes.
    ///   - realTime: Whether real-time priority is asked for. A refusal is noted in
    ///     ``priorityRefusal``, and it plays all the same.
    ///   - onEnd: Called on the thread as the last thing, after an error too.
    /// - Throws: When the system has no thread to give.
    public init(
        running engine: Engine,
        into sink: some PeriodSink,
        realTime: Bool,
        onEnd: @escaping @Sendable () -> Void = {}
    ) throws(HostError) {
        self.onEnd = onEnd
        body = { () throws(HostError) in try engine.run(into: sink) }
        var refusal: Int32 = 0
        let status = unsafe seqd_thread_start(
            &thread,
            "seqd-audio",
            realTime ? Int32(Self.priority) : 0,
            &refusal,
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<AudioThread>.fromOpaque(context).takeRetainedValue().run()
            },
            unsafe Unmanaged.passRetained(self).toOpaque()
        )
        guard status == 0 else {
            unsafe Unmanaged.passUnretained(self).release()
            throw HostError(.internal, "audio thread", InputFile.text(status))
        }
        if refusal != 0 { priorityRefusal = InputFile.text(refusal) }
    }

    private func run() {
        do throws(HostError) {
            try body()
        } catch {
            failure = error
        }
        done.store(true, ordering: .releasing)
        onEnd()
    }

    /// Whether the engine has ended, or the sink failed.
    public var hasEnded: Bool { done.load(ordering: .acquiring) }

    /// Waits for the end.
    ///
    /// - Throws: What the sink threw.
    public func join() throws(HostError) {
        pthread_join(thread, nil)
        if let failure { throw failure }
    }
}
