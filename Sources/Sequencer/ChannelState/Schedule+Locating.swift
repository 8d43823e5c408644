extension Schedule {
    /// Makes locating fast now, instead of when it is needed first.
    ///
    /// Goes through all events once: some 1 s for ten million of them, nothing with few. Any
    /// thread but the audio thread. Threads that locate meanwhile do not wait: they use what is
    /// ready, and go through the events behind it themselves.
    public func prepareLocating() {
        guard count >= ChaseCheckpoints.spacing else { return }
        checkpoints.build(from: self)
    }

    /// The checkpoints, whether or not they are built yet.
    var checkpoints: ChaseCheckpoints { derived.value { ChaseCheckpoints() } }

    /// The last checkpoint that is not after an event; `nil` if there is none.
    ///
    /// Builds them first, unless another thread is at it.
    func checkpoint(before index: Int) -> ChaseCheckpoint? {
        guard index >= ChaseCheckpoints.spacing else { return nil }
        let checkpoints = checkpoints
        checkpoints.build(from: self)
        return checkpoints.last(before: index)
    }
}
