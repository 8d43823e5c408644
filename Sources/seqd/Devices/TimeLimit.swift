import Dispatch
import Synchronization

/// Waits for what others may never answer: a sound server, a driver, a daemon.
enum TimeLimit {
    /// Does something on another thread; which goes on, unheeded, where it takes too long.
    ///
    /// - Parameters:
    ///   - seconds: How long to wait.
    ///   - work: What is done.
    /// - Returns: What it returned; `nil` where it took too long.
    static func value<Value: Sendable>(
        within seconds: Int,
        _ work: @escaping @Sendable () -> Value
    ) -> Value? {
        value(withinMilliseconds: 1_000 * seconds, work)
    }

    /// The same with a time in milliseconds.
    static func value<Value: Sendable>(
        withinMilliseconds milliseconds: Int,
        _ work: @escaping @Sendable () -> Value
    ) -> Value? {
        let box = Box<Value>()
        let end = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            let value = work()
            box.value.withLock { $0 = value }
            end.signal()
        }
        guard end.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
            return nil
        }
        return box.value.withLock { $0 }
    }

    /// Outlives the wait, as the work may.
    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
