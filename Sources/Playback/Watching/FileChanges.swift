import Synchronization

/// Changed files on their way from the thread that watches to the thread that plays.
package final class FileChanges: Sendable {
    private let paths = Mutex<Set<String>>([])

    package init() {}

    /// Adds files.
    package func add(_ changed: Set<String>) {
        paths.withLock { $0.formUnion(changed) }
    }

    /// The files that have changed since the last call.
    package func take() -> Set<String> {
        paths.withLock { paths in
            defer { paths = [] }
            return paths
        }
    }
}
