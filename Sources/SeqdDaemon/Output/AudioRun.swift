import ControlProtocol
import NIOCore
import NIOPosix
import SamplerHost

/// The engine's run on the daemon's output: the audio thread, and a thread that waits for the
/// engine's reports.
///
/// Confined to its event loop.
final class AudioRun {
    /// The device, or real time without one.
    let output: TransportOutput
    private let eventLoop: any EventLoop
    private let isRealTime: Bool
    private var thread: AudioThread?
    /// Opens devices, one after the other.
    private let deviceThread = NIOThreadPool(numberOfThreads: 1)
    private let reportReader = NIOThreadPool(numberOfThreads: 1)
    /// Completes when the audio thread is about to end.
    private lazy var threadEnded = eventLoop.makePromise(of: Void.self)

    /// Opens the output.
    init(_ settings: TransportSettings, on eventLoop: any EventLoop) {
        output = TransportOutput(settings)
        isRealTime = settings.device != nil || settings.live.outputs > 0
        self.eventLoop = eventLoop
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
        reportReader.start()
        deviceThread.start()
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
                onEnd: { ended.succeed() }
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
    /// - Returns: Completes when it is done; fails with its error.
    func runOnDeviceThread(_ work: @escaping @Sendable () throws -> Void) -> EventLoopFuture<Void> {
        deviceThread.runIfActive(eventLoop: eventLoop, work)
    }

    /// Stops the engine, and waits for the threads' end.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - onFailure: Called with the error with which the audio thread ended.
    /// - Returns: Completes when the threads have ended.
    func end(
        _ engine: Engine,
        onFailure: @escaping (HostError) -> Void
    ) -> EventLoopFuture<Void> {
        engine.stop()
        if thread == nil { threadEnded.succeed() }
        return threadEnded.futureResult.assumeIsolated().flatMap {
            do throws(HostError) {
                try self.thread?.join()
            } catch {
                onFailure(error)
            }
            for device in self.output.further { device.finish() }
            return self.reportReader.end(on: self.eventLoop)
                .and(self.deviceThread.end(on: self.eventLoop)).map { _ in }
        }.nonisolated()
    }
}
