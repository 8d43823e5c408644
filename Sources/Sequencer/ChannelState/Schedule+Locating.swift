extension Schedule {
    /// Makes locating fast now, instead of when it is needed first.
    ///
    /// Goes through all events once: some 1 s for ten million of them, nothing with few. Any
    /// thread but the audio thread; others that locate meanwhile wait.
    public func prepareLocating() {
        _ = checkpoint(before: count)
    }

    /// The last checkpoint that is not after an event; `nil` where there is none.
    func checkpoint(before index: Int) -> ChaseCheckpoint? {
        guard index >= ChaseCheckpoints.spacing else { return nil }
        let checkpoints = derived.value { ChaseCheckpoints(of: self) }
        return checkpoints.last(before: index)
    }
}
