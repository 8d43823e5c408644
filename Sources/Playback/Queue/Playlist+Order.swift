/// Changes of the order while a list plays.
extension Playlist {
    /// Whether the list is repeated for ever.
    package var isRepeating: Bool { passesLeft == nil }

    /// Repeats the list for ever, or ends it with the pass that plays.
    package mutating func setRepeating(_ isRepeating: Bool) {
        guard isRepeating != self.isRepeating else { return }
        passesLeft = isRepeating ? nil : 0
        guard !isRepeating else { return }
        removeSteps(from: endOfPass)
    }

    /// Gives the rest of the pass a random order, or that of the files after the current one; passes to
    /// come have the same kind of order.
    package mutating func setShuffled(_ isShuffled: Bool) {
        guard isShuffled != self.isShuffled else { return }
        self.isShuffled = isShuffled
        // Before the first step nothing has an order yet.
        guard steps.indices.contains(furthestIndex) else { return }
        let current = steps[furthestIndex]
        let (start, end) = (endOfFile, endOfPass)
        let rest = Set(steps[start..<end].map(\.file))
        let dropped = steps[end...].count(where: \.beginsPass)
        removeSteps(from: start)
        if let passesLeft { self.passesLeft = passesLeft + dropped }
        var files = isShuffled ? Array(rest) : Array(self.files.indices.dropFirst(current.file + 1))
        files.removeAll { self.files[$0].isUnplayable }
        if isShuffled { files.shuffle() }
        appendSteps(of: files, after: current.number)
    }

    /// The index of the target or of the current step, whichever comes later: both stay.
    private var furthestIndex: Int { max(lastIndex, currentIndex) }

    /// The index after the steps of the file at ``furthestIndex``.
    private var endOfFile: Int {
        var index = furthestIndex + 1
        while index < steps.count, steps[index].sequence > 0 { index += 1 }
        return index
    }

    /// The index after the pass at ``furthestIndex``.
    private var endOfPass: Int {
        steps[(furthestIndex + 1)...].firstIndex(where: \.beginsPass) ?? steps.count
    }
}

extension Playlist.Step {
    /// Whether it is the first of a pass.
    fileprivate var beginsPass: Bool { number == 1 && sequence == 0 }
}
