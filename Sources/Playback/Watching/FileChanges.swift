import Synchronization

/// Files that have changed, until somebody asks for them: from the thread that watches to the one
/// that plays.
package final class FileChanges: Sendable {
    private let paths = Mutex<Set<String>>([])

    package init() {}

    /// Adds files.
    package func add(_ changed: Set<String>) {
        paths.withLock { $0.formUnion(changed) }
    }

    /// The files that have changed since the last time.
    package func take() -> Set<String> {
        paths.withLock { paths in
            defer { paths = [] }
            return paths
        }
    }
}
