import Synchronization

/// The patterns by which rules of racks choose live sources, each with a number.
///
/// The controlling thread sets them before a rack goes to the audio thread; the input thread checks
/// which of them match a source, and tells the audio thread with each source.
package final class InputNames: Sendable {
    private let patterns = Mutex<[PortChoice?]>([])
    private let changes = Atomic<Int>(0)

    /// Changes whenever the patterns do.
    ///
    /// Any thread.
    package var version: Int { changes.load(ordering: .acquiring) }

    /// The patterns by their numbers; `nil` for a number that is free.
    ///
    /// Any thread.
    package var current: [PortChoice?] { patterns.withLock { $0 } }

    /// Sets the patterns of the next rack; those of the rack that still plays stay, as far as their
    /// numbers are free.
    ///
    /// Any thread.
    ///
    /// - Parameters:
    ///   - names: The patterns of the next rack, by their numbers.
    ///   - old: The patterns of the rack that plays.
    package func replace(with names: [String], keeping old: [String] = []) {
        let patterns = (0..<max(names.count, old.count)).map { number -> PortChoice? in
            let name = names.indices.contains(number) ? names[number] : ""
            return PortChoice(name)
                ?? (old.indices.contains(number) ? PortChoice(old[number]) : nil)
        }
        self.patterns.withLock { $0 = patterns }
        changes.wrappingAdd(1, ordering: .releasing)
    }
}
