import ControlProtocol
import Platform
import SamplerHost

/// The engine's run on the daemon's output: the audio thread, and a thread that waits for the
/// engine's reports.
@EventLoop
final class AudioRun {
    /// The device, or real time without one.
    let output: TransportOutput
    private let isRealTime: Bool
    private var thread: AudioThread?
    /// Opens devices, one after the other.
    private let devices = WorkerQueue("seqd-device")
    private let reportReader = WorkerQueue("seqd-reports")
    /// Settled when the audio thread is about to end.
    private let threadEnded = Pending<Void>()

    /// Makes a run that has not begun.
    ///
    /// - Parameters:
    ///   - output: The output, which is open.
    ///   - settings: The settings of the daemon.
    init(_ output: TransportOutput, _ settings: TransportSettings) {
        self.output = output
        isRealTime = settings.device != nil || settings.live.outputs > 0
    }

    /// The reason why the memory could not be locked; `nil` if it was, or need not be.
    var memoryRefusal: String? { thread?.memoryRefusal }

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - onReports: Called on the report reader's thread when the engine has reports.
    /// - Throws: The error of a thread that cannot be started.
    /// - Returns: The reason why real-time priority was refused; `nil` if it was not.
    func start(
        _ engine: Engine,
        onReports: @escaping @Sendable () -> Void
    ) throws(RequestError) -> String? {
        let (ended, sink, isRealTime) = (threadEnded, output.sink, isRealTime)
        let thread = try RequestError.catching { () throws(HostError) in
            for device in output.further {
                try engine.add(device)
                try device.start(realTime: true)
            }
            return try AudioThread(
                running: engine,
                into: sink,
                realTime: isRealTime,
                onEnd: { EventLoop.execute { ended.succeed() } }
            )
        }
        self.thread = thread
        reportReader.submit { _ in
            while !engine.hasEnded {
                engine.waitForReports()
                onReports()
            }
        }
        return thread.priorityRefusal
    }

    /// Does something that may wait for a device, on a thread for that.
    ///
    /// - Parameter work: The work.
    /// - Throws: Its error.
    func runOnDeviceThread(_ work: @escaping @Sendable () throws -> Void) async throws {
        try await devices.run(work)
    }

    /// Stops the engine, and waits for the threads' end.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - onFailure: Called with the error with which the audio thread ended.
    func end(_ engine: Engine, onFailure: (HostError) -> Void) async {
        engine.stop()
        if thread == nil { threadEnded.succeed() }
        _ = await threadEnded.outcome
        do throws(HostError) {
            try thread?.join()
        } catch {
            onFailure(error)
        }
        for device in output.further { device.finish() }
        await reportReader.end()
        await devices.end()
    }
}
