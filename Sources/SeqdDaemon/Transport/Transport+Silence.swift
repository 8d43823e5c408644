import ControlProtocol
import NIOCore
import Playback
import Sequencer

/// Why nothing is heard, though something plays.
extension Transport {
    /// Why nothing can be heard of what plays; `nil` where something can, or nothing plays.
    var silence: String? {
        state == .playing ? deviceLoss ?? playback.silence : nil
    }

    /// That the device is lost, and why; `nil` where it is not.
    var deviceLoss: String? {
        if case .lost(let reason) = outputState { "device lost: \(reason)" } else { nil }
    }

    /// Opening the device takes less, unless it hangs.
    private static var settlingTime: TimeAmount { .seconds(1) }

    /// Completes when it is known whether what plays is heard: a device that was released while
    /// nothing sounded is opened first.
    func outputSettled() -> EventLoopFuture<Void> {
        guard state == .playing, outputState == .idle, !isEnding else {
            return eventLoop.makeSucceededVoidFuture()
        }
        if let outputSettling { return outputSettling.futureResult }
        let settling = eventLoop.makePromise(of: Void.self)
        outputSettling = settling
        eventLoop.assumeIsolated().scheduleTask(in: Self.settlingTime) { [weak self] in
            self?.settleOutput()
        }
        return settling.futureResult
    }

    /// It is known now, or takes too long.
    func settleOutput() {
        outputSettling?.succeed()
        outputSettling = nil
    }
}
