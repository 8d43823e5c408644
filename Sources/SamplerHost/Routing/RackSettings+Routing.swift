import MIDI
public import Sequencer

extension RackSettings {
    /// Works out the routes of a piece's events.
    ///
    /// Tracks that rules single out become lanes of their own
    /// (`PreparedSequence.split(tracks:after:changing:)`). Rules that name live inputs or the
    /// socket match nothing in a piece, and are not reported. Events that no rule matches go to the
    /// fallback's sampler of its port, on the channel that they have.
    ///
    /// - Parameters:
    ///   - sequence: The piece, as its file has it.
    ///   - previous: The routes of the same piece before the rules changed: lanes keep their
    ///     numbers.
    /// - Returns: The piece and its routes; without rules its schedule is that of the piece.
    /// - Throws: A fault in the rack (``check()``), or `tooManyLanes`.
    public func routing(
        of sequence: PreparedSequence,
        after previous: RoutedSequence? = nil
    ) throws(RoutingError) -> RoutedSequence {
        try check()
        guard !changesNothing else { return unruled(sequence) }
        let singled = RuleMatching(rules + programs.map(\.rule), in: sequence).singledTracks
        var changes: RuleChanges?
        if !self.changes.isEmpty || rules.contains(where: { !$0.changes.isEmpty }) {
            changes = sequence.split(tracks: singled).map {
                RuleChanges(self, in: sequence, split: $0)
            }
        }
        guard
            let split = sequence.split(
                tracks: singled,
                after: previous?.sequence.lanes ?? [],
                changing: changes
            )
        else {
            throw RoutingError(
                .tooManyLanes,
                "rules single out \(singled.count) tracks"
                    + (changes.map { " and change \($0.copies.count) parts in other ways" } ?? "")
                    + ", which gives more than \(PreparedSequence.maximumLanes) lanes"
            )
        }
        var compiler = RouteCompiler(self, sequence, split: split, changes)
        return try compiler.routed()
    }

    /// The routes of a piece without rules: port n to the fallback's sampler n.
    func unruled(_ sequence: PreparedSequence) -> RoutedSequence {
        let names = sequence.ports.indices.compactMap { fallbackName($0) }
        var findings: [RoutingFinding] = []
        if fallback == nil {
            var notes = [Int](repeating: 0, count: sequence.ports.count * 16)
            for event in sequence.schedule where event.kind == .channel && event.message.isNoteOn {
                notes[event.channelIndex] += 1
            }
            for (index, count) in notes.enumerated() where count > 0 {
                findings.append(
                    .unheard(
                        track: nil,
                        port: sequence.ports[index >> 4],
                        channel: UInt8(truncatingIfNeeded: index & 15),
                        notes: count
                    )
                )
            }
        }
        return RoutedSequence(
            sequence,
            split: sequence,
            samplers: samplers.map(\.name) + names,
            routes: (0..<sequence.ports.count * 16).map { index in
                guard fallback != nil else { return [] }
                let channel = UInt8(truncatingIfNeeded: index & 15)
                return [Route(sampler: samplers.count + (index >> 4), channel: channel)]
            },
            findings: findings,
            isDirect: samplers.isEmpty && fallback != nil
        )
    }
}
