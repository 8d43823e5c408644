public import Sequencer

extension SamplerSettings {
    /// Which shard plays which channel of a sequence.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - index: Which of its samplers, from 0.
    /// - Returns: For each of the sixteen channels a shard, from 0.
    public func shards(of sequence: PreparedSequence, sampler index: Int) -> [Int] {
        let work = ChannelAssignment.work(of: sequence)
        guard work.indices.contains(index) else { return Array(repeating: 0, count: 16) }
        let assignment = ChannelAssignment(
            work: work[index],
            shards: shards,
            separate: separateChannels
        )
        return (0..<16).map { Int(assignment.shardOfChannel[$0]) }
    }

    /// The voices that one shard can sound at once.
    public var shardPolyphony: Int { (polyphony + shards - 1) / shards }
}
