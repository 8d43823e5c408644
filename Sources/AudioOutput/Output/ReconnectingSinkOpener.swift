import CLinux
import Glibc
package import Platform

/// Opens a lost device again, on a thread of its own: alsa-lib may take long.
///
/// The thread begins with the first loss. The lock is held for assignments only, never inside
/// alsa-lib.
@safe
package final class ReconnectingSinkOpener: @unchecked Sendable {
    private let opening: @Sendable () throws(HostError) -> any DeviceSink
    private let onChange: @Sendable () -> Void
    /// Nanoseconds before each attempt after a loss; the last counts for all further ones.
    private let delays: [Int64]
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let wake = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    // Protected by `lock`.
    private var current = OutputState.running
    private var isWanted = false
    /// Whether nothing is to be heard, and the device is opened only to find out when it is back.
    private var isParked = false
    private var isOpening = false
    private var isEnding = false
    private var ready: (any DeviceSink)?
    private var attempts = 0
    private var due: Int64 = 0

    /// Of the thread that writes only.
    private var thread: SystemThread?

    package init(
        delays: [Int64],
        onChange: @escaping @Sendable () -> Void,
        opening: @escaping @Sendable () throws(HostError) -> any DeviceSink
    ) {
        self.delays = delays
        self.onChange = onChange
        self.opening = opening
        unsafe pthread_mutex_init(lock, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(wake, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(wake)
        unsafe pthread_mutex_destroy(lock)
        unsafe wake.deallocate()
        unsafe lock.deallocate()
    }

    private func locked<Value>(_ body: () -> Value) -> Value {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return body()
    }

    /// The output's state; any thread may ask.
    package var state: OutputState { locked { current } }

    /// Whether the device is lost; any thread may ask.
    package var isLost: Bool {
        if case .lost = state { true } else { false }
    }

    /// Notes a change; says it once the lock is free.
    package func change(to state: OutputState) {
        let isNew = locked {
            defer { current = state }
            return current != state
        }
        if isNew { onChange() }
    }

    // MARK: The thread that writes

    /// Begins with a device that is lost, which does not count as a change.
    package func beginLost(_ reason: HostError) {
        locked { current = .lost(OutputLoss(reason)) }
        lose(reason)
    }

    /// Schedules the opening of a device after a delay; ``take()`` hands it over.
    package func lose(_ reason: HostError) {
        let state = locked {
            isWanted = true
            isParked = false
            attempts = 0
            due = seqd_monotonic_nanoseconds() + delay
            unsafe pthread_cond_signal(wake)
            return lost(reason)
        }
        change(to: state)
        startThread()
    }

    /// The state of a loss for a reason, which has lasted since it began; with the lock held.
    private func lost(_ reason: HostError) -> OutputState {
        guard case .lost(let loss) = current else { return .lost(OutputLoss(reason)) }
        return .lost(OutputLoss(reason, since: loss.start))
    }

    /// Continues to try without handing the device over: the state becomes idle when it can be
    /// opened.
    package func park() {
        let unused = locked {
            let device = ready
            ready = nil
            isParked = true
            if device != nil {
                isWanted = false
                current = .idle
            }
            return device
        }
        guard let unused else { return }
        unused.abandon()
        onChange()
    }

    /// The device that has been opened since the loss, if it has.
    package func take() -> (any DeviceSink)? {
        locked {
            defer { ready = nil }
            return ready
        }
    }

    /// Cancels the opening.
    package func rest() {
        let unused = locked {
            isWanted = false
            isParked = false
            defer { ready = nil }
            return ready
        }
        unused?.abandon()
    }

    /// Requests the device that is just being opened, if one is.
    ///
    /// Two attempts at a time would be in each other's way. Where none is under way, none begins
    /// before the next loss.
    ///
    /// - Parameter reason: The reason why there is no device yet.
    /// - Returns: Whether one is being opened.
    package func joinAttempt(_ reason: HostError) -> Bool {
        let isUnderWay = locked {
            if !isOpening {
                isWanted = false
                isParked = false
            }
            return isOpening
        }
        if isUnderWay { lose(reason) }
        return isUnderWay
    }

    /// Ends the thread, and waits for it.
    package func end() {
        rest()
        guard let thread else { return }
        locked {
            isEnding = true
            unsafe pthread_cond_signal(wake)
        }
        thread.join()
        self.thread = nil
        rest()
    }

    private func startThread() {
        guard thread == nil else { return }
        locked { isEnding = false }
        // Where the system has no thread to give, the next loss or resume tries again.
        thread = try? SystemThread("seqd-opener") { self.run() }
    }

    // MARK: The opener's thread

    /// With the lock held.
    private var delay: Int64 { delays.isEmpty ? 0 : delays[min(attempts, delays.count - 1)] }

    private func run() {
        while waitUntilDue() {
            var result: Result<any DeviceSink, HostError>
            do throws(HostError) {
                result = .success(try opening())
            } catch {
                result = .failure(error)
            }
            settle(result)
        }
    }

    /// Waits for the next attempt.
    ///
    /// - Returns: `false` once the thread is to end.
    private func waitUntilDue() -> Bool {
        locked {
            while !isEnding {
                guard isWanted, ready == nil else {
                    unsafe pthread_cond_wait(wake, lock)
                    continue
                }
                guard seqd_monotonic_nanoseconds() < due else {
                    isOpening = true
                    return true
                }
                var time = timespec(
                    tv_sec: Int(due / 1_000_000_000),
                    tv_nsec: Int(due % 1_000_000_000)
                )
                unsafe pthread_cond_timedwait(wake, lock, &time)
            }
            return false
        }
    }

    private func settle(_ result: Result<any DeviceSink, HostError>) {
        var unused: (any DeviceSink)?
        var isNew = false
        locked {
            isOpening = false
            let isOfUse = isWanted && !isEnding
            switch result {
            case .success(let device) where isOfUse && isParked:
                unused = device
                isWanted = false
                isNew = true
                current = .idle
            case .success(let device) where isOfUse:
                ready = device
                isWanted = false
            case .success(let device):
                unused = device
            case .failure(let reason) where isOfUse:
                attempts += 1
                due = seqd_monotonic_nanoseconds() + delay
                let state = lost(reason)
                isNew = current != state
                current = state
            case .failure:
                break
            }
        }
        unused?.abandon()
        if isNew { onChange() }
    }
}
