/// The entry to which playing is going.
extension PlayQueue {
    /// The index of the target, or of the current entry.
    var targetIndex: Int? { target.flatMap { index(ofNumber: $0.entry) } ?? currentIndex }

    /// The index to which `previous` leads; `nil` at the start.
    public var previousIndex: Int? {
        if let random { return random.previous.flatMap(index(ofNumber:)) }
        guard let index = targetIndex else { return nil }
        if index > 0 { return index - 1 }
        return modes.isRepeating && entries.count > 1 ? entries.count - 1 : nil
    }

    /// Sets the target.
    ///
    /// - Parameter entry: The entry's number.
    public mutating func aim(at entry: Int) {
        random?.aim(at: entry)
        // The current entry may have ended while another target was being loaded.
        target = Target(entry: entry, isOverdue: target?.isOverdue ?? false)
    }

    /// Ends going to the target.
    ///
    /// - Returns: The target, if there was one.
    @discardableResult
    public mutating func dropTarget() -> Target? {
        defer {
            target = nil
            random?.aim(at: nil)
        }
        return target
    }

    /// Notes whether the current entry has ended while another one is being loaded.
    public mutating func setOverdue(_ isOverdue: Bool) {
        target?.isOverdue = isOverdue
    }

    /// Makes the entry with a number the current one.
    ///
    /// If played entries are removed, the one before counts as not played if it stays: it plays
    /// again in random order.
    ///
    /// - Parameters:
    ///   - entry: The entry's number.
    ///   - consumes: Whether the one before is removed if played ones are.
    /// - Returns: `false` if it is not in the queue any more.
    public mutating func arrive(at entry: Int, consumes: Bool = false) -> Bool {
        guard let index = index(ofNumber: entry) else { return false }
        let interrupted = current?.number
        go(to: index, consumes: consumes)
        if modes.isConsuming, !consumes, let interrupted {
            let prioritized = prioritizedNumbers
            random?.postpone(interrupted, behind: prioritized)
        }
        return true
    }
}
