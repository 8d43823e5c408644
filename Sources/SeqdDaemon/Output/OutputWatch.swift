import ControlProtocol
import NIOCore
import Playback
import SamplerHost

extension DaemonStatus.Output {
    /// The state of a device.
    init(_ state: OutputState) {
        switch state {
        case .running: self = .running
        case .idle: self = .idle
        case .lost(let loss): self = .lost(loss.reason.description)
        }
    }
}

/// The state of the output: its changes, and whether a device that is being opened is ready.
///
/// Confined to its event loop.
final class OutputWatch {
    private let eventLoop: any EventLoop
    private let currentState: () -> OutputState
    private var monitor = OutputMonitor()
    /// Completes when a device that is being opened is ready or lost.
    private var opening: (promise: EventLoopPromise<Void>, limit: Scheduled<Void>)?
    private var hasEnded = false

    /// The time limit of opening a device, which takes less unless the device hangs.
    static let openingLimit = TimeAmount.seconds(1)

    /// Makes a watch.
    ///
    /// - Parameters:
    ///   - eventLoop: The loop to which it is confined.
    ///   - state: Gets the output's state.
    init(on eventLoop: any EventLoop, state: @escaping () -> OutputState) {
        self.eventLoop = eventLoop
        currentState = state
    }

    /// The output's state.
    var state: DaemonStatus.Output { DaemonStatus.Output(currentState()) }

    /// Seconds for which the device has been lost; `nil` if it is not.
    var lostSeconds: Double? {
        guard case .lost(let loss) = currentState() else { return nil }
        return (.now - loss.start) / .seconds(1)
    }

    /// The reason why the device was lost, until it runs again.
    var loss: String? { monitor.loss?.reason.description }

    /// Whether the device is lost now.
    var isLost: Bool {
        if case .lost = currentState() { true } else { false }
    }

    /// The warning that the device is lost now; `nil` if it is not.
    var warning: String? {
        if case .lost(let reason) = state { "device lost: \(reason)" } else { nil }
    }

    /// Takes the output's state.
    ///
    /// - Parameter xruns: The buffer underruns so far.
    /// - Returns: The change since the last call; `nil` if there is none.
    func update(xruns: Int) -> OutputMonitor.Change? {
        let state = currentState()
        guard let change = monitor.update(state, xruns: xruns) else { return nil }
        if state != .idle { settle() }
        return change
    }

    /// Completes when it is known whether music is audible: a device that was released in silence is
    /// opened first.
    func opened() -> EventLoopFuture<Void> {
        guard state == .idle, !hasEnded else { return eventLoop.makeSucceededVoidFuture() }
        if let opening { return opening.promise.futureResult }
        let promise = eventLoop.makePromise(of: Void.self)
        let limit = eventLoop.assumeIsolated().scheduleTask(in: Self.openingLimit) { [weak self] in
            self?.settle() ?? ()
        }
        opening = (promise, limit)
        return promise.futureResult
    }

    /// Ends waiting for the device, for good.
    func end() {
        hasEnded = true
        settle()
    }

    private func settle() {
        guard let opening else { return }
        self.opening = nil
        opening.limit.cancel()
        opening.promise.succeed()
    }
}
