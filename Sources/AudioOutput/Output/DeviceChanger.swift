package import Platform
import Synchronization

/// Replaces a device that plays by another one.
///
/// The other one is opened, on the thread that asks for it, while the first continues to play. The
/// thread that writes takes it over between two periods.
package final class DeviceChanger: Sendable {
    private struct State {
        var name: String
        var replacement: (any DeviceSink)?
    }

    /// Only one thread at a time has the device: it is handed over under the lock.
    private struct Handover: @unchecked Sendable {
        var state: State
    }

    private let handover: Mutex<Handover>
    /// Whether there is a replacement: the thread that writes looks at it each period.
    private let isReady = Atomic<Bool>(false)
    /// Whether nothing writes, and no device is to be held.
    private let isResting = Atomic<Bool>(false)
    /// Opens a device that can replace the one that plays, by its name.
    package let open: @Sendable (String) throws(HostError) -> any DeviceSink

    /// Makes a changer.
    ///
    /// - Parameters:
    ///   - name: The device's name.
    ///   - open: Opens a device that can replace it.
    package init(
        _ name: String,
        open: @escaping @Sendable (String) throws(HostError) -> any DeviceSink
    ) {
        handover = Mutex(Handover(state: State(name: name)))
        self.open = open
    }

    /// The name of the device that is wanted; any thread may ask.
    package var name: String { handover.withLock { $0.state.name } }

    /// Opens another device, which the thread that writes takes over soon; at rest it is closed again.
    ///
    /// Any thread but the one that writes; alsa-lib may take long.
    ///
    /// - Parameter name: The device's name.
    /// - Throws: The reason why it cannot replace the other; nothing has changed then.
    package func change(to name: String) throws(HostError) {
        let device = Handover(state: State(name: name, replacement: try open(name)))
        let unused = handover.withLock { handover in
            defer { handover = device }
            return Handover(state: handover.state)
        }
        unused.state.replacement?.abandon()
        isReady.store(true, ordering: .sequentiallyConsistent)
        if isResting.load(ordering: .sequentiallyConsistent) { take()?.abandon() }
    }

    /// The device that takes over, once.
    package func take() -> (any DeviceSink)? {
        guard isReady.load(ordering: .relaxed),
            isReady.exchange(false, ordering: .sequentiallyConsistent)
        else { return nil }
        return handover.withLock { handover in
            defer { handover.state.replacement = nil }
            return Handover(state: handover.state)
        }.state.replacement
    }

    /// Notes that nothing writes any more, or again.
    package func rest(_ isAtRest: Bool) {
        isResting.store(isAtRest, ordering: .sequentiallyConsistent)
        if isAtRest { take()?.abandon() }
    }
}
