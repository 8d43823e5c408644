import Realtime

/// Surveys of what sounds.
extension EngineCore {
    /// Makes the survey that waits, if one does: behind the events of the period.
    @_noLocks
    mutating func takeSurvey() {
        guard let requested = waitingSurvey else { return }
        fill(requested.survey)
        // Until the reports are read, it is made again.
        if outbox.send(.returned(.survey(requested.number))) { waitingSurvey = nil }
    }

    /// Writes down what sounds and what is held.
    @_noLocks
    private func fill(_ survey: Loan<Survey>) {
        survey.value.clear()
        survey.value.item = deck.item?.number ?? -1
        for index in 0..<racks.count { add(racks[index], to: survey) }
        if let rack = deck.rack {
            survey.value.add(
                deck.links,
                lanes: 0..<deck.links.lanes,
                of: rack.value,
                isLive: false
            )
        }
        for source in 0..<livePorts.sources.count {
            guard let rack = livePorts.rack(of: source) else { continue }
            survey.value.add(
                livePorts.links,
                lanes: source..<source &+ 1,
                input: livePorts.sources[source].input,
                of: rack.value,
                isLive: true
            )
        }
    }

    @_noLocks
    private func add(_ rack: Loan<Rack>, to survey: Loan<Survey>) {
        guard !rack.value.isIn(.asleep) else { return }
        for index in 0..<rack.value.samplers.count {
            let sampler = rack.value.samplers[index]
            // One that only keeps the numbers of others has none.
            guard sampler.shardCount > 0 else { continue }
            let number = UInt8(truncatingIfNeeded: index)
            for shard in sampler.shards {
                survey.value.add(
                    rack.value.shards[shard],
                    rack: rack.value.number,
                    sampler: number
                )
            }
            for channel: UInt8 in 0..<16 {
                survey.value.addSilentChannel(
                    channel,
                    of: rack.value.shards[sampler.shard(of: Int(channel))],
                    rack: rack.value.number,
                    sampler: number
                )
            }
        }
    }
}
