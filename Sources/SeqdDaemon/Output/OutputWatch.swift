import ControlProtocol
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
@EventLoop
final class OutputWatch {
    private let clock: LoopClock
    private let currentState: () -> OutputState
    private var monitor = OutputMonitor()
    /// Settled when a device that is being opened is ready or lost.
    private var opening: (end: Pending<Void>, limit: LoopClock.Appointment)?
    private var hasEnded = false

    /// The time limit of opening a device, which takes less unless the device hangs.
    static let openingLimit = Duration.seconds(1)

    /// Makes a watch.
    init(by clock: LoopClock = EventLoop.clock, state: @escaping () -> OutputState) {
        self.clock = clock
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

    /// Waits until it is known whether music is audible: a device that was released in silence is
    /// opened first.
    func opened() async {
        guard state == .idle, !hasEnded else { return }
        let end = opening?.end ?? Pending()
        if opening == nil {
            let limit = clock.schedule(in: Self.openingLimit) { [weak self] in self?.settle() }
            opening = (end, limit)
        }
        _ = await end.outcome
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
        opening.end.succeed()
    }
}
