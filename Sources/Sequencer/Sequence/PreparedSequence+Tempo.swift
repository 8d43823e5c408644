extension PreparedSequence {
    /// The sequence at a constant tempo instead of its own.
    ///
    /// The schedule is the same, so a player can take the one over from the other while it plays
    /// (`MusicPlayer.updateItem`). With an SMPTE division the tempo counts for nothing, as in the file.
    ///
    /// - Parameter microsecondsPerQuarter: The tempo, brought into 1 … 0xFFFFFF.
    /// - Returns: The sequence.
    public func withTempo(_ microsecondsPerQuarter: UInt32) -> PreparedSequence {
        let tempo = min(max(microsecondsPerQuarter, 1), 0xFF_FFFF)
        var sequence = self
        sequence.tempoMap = TempoMap(
            division: division,
            changes: [TempoMap.Change(tick: 0, microsecondsPerQuarter: tempo)]
        )
        sequence.tempoOverride = tempo
        return sequence
    }
}
