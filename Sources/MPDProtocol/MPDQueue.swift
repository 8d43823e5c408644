/// The queue as clients see it: its entries, its version, and when each position changed.
package struct MPDQueue: Hashable, Sendable {
    /// A file in the queue.
    package struct Entry: Hashable, Sendable {
        /// The path of the file.
        package var path: String
        /// The length in seconds.
        package var seconds: Double
        /// The number that the entry retains when it is moved.
        package var id: Int
        /// The priority in random order.
        package var priority: Int

        /// Makes an entry.
        package init(path: String, seconds: Double, id: Int, priority: Int = 0) {
            self.path = path
            self.seconds = seconds
            self.id = id
            self.priority = priority
        }
    }

    /// The entries in order.
    package private(set) var entries: [Entry] = []
    /// The version, which grows with each change, also when another daemon takes over.
    package private(set) var version = 1
    /// The version with which each position last changed.
    private var changed: [Int] = []

    /// Makes an empty queue.
    package init() {}

    /// Takes the entries that there are now.
    ///
    /// - Returns: Whether they are others than before.
    @discardableResult
    package mutating func replace(with new: [Entry]) -> Bool {
        guard new != entries else { return false }
        version += 1
        let old = entries
        let known = changed
        changed = new.enumerated().map { index, entry in
            index < old.count && old[index] == entry ? known[index] : version
        }
        entries = new
        return true
    }

    /// The positions at which another entry is than in a version; all for one that is not known.
    package func positions(changedSince version: Int) -> [Int] {
        entries.indices.filter { version > self.version || changed[$0] > version }
    }

    /// The position of an entry.
    ///
    /// - Throws: 50 if there is none.
    package func position(ofID text: String) throws(MPDFault) -> Int {
        let id = try MPDArgument.number(text)
        guard let position = entries.firstIndex(where: { $0.id == id }) else {
            throw MPDFault(.noExist, "No such song")
        }
        return position
    }
}
