import Dispatch
import Synchronization

/// A limit on the time for work that may never end, such as questions to a sound server.
enum TimeLimit {
    /// Runs work on another thread; work that takes too long continues there, and its value is dropped.
    ///
    /// - Parameters:
    ///   - seconds: The longest time to wait.
    ///   - work: The work.
    /// - Returns: The value of the work; `nil` if it took too long.
    static func value<Value: Sendable>(
        within seconds: Int,
        _ work: @escaping @Sendable () -> Value
    ) -> Value? {
        value(withinMilliseconds: 1_000 * seconds, work)
    }

    /// Runs work on another thread with a limit in milliseconds.
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

    /// The storage of the value, which outlives the wait as the work may.
    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
