import SMF

/// The tempo, meter and key at a tick.
struct TempoState: Hashable, Sendable {
    var period = TempoMap.defaultTempo
    /// The rest of a ramp that is on its way.
    var ramp: TempoRamp?
    var signature = TimeSignature(numerator: 4, denominatorPower: 2)
    /// C major if none was set.
    var key = KeySignature(sharps: 0, isMinor: false)

    /// The three things that hold, each of them by one event.
    enum Aspect: CaseIterable {
        case tempo
        case meter
        case key
    }

    /// The event that brings one thing about.
    func event(_ aspect: Aspect) -> TempoEvent {
        switch aspect {
        case .tempo: ramp.map { .ramp($0) } ?? .tempo(microsecondsPerQuarter: period)
        case .meter: .timeSignature(signature)
        case .key: .keySignature(key)
        }
    }

    /// Whether one thing is the same in both, and stays so: a ramp is never the same.
    func agrees(with other: TempoState, in aspect: Aspect) -> Bool {
        switch aspect {
        case .tempo: ramp == nil && other.ramp == nil && period == other.period
        case .meter: signature == other.signature
        case .key: key == other.key
        }
    }
}

extension TempoEvent {
    /// The part of the state that it sets, if any.
    var aspect: TempoState.Aspect? {
        switch self {
        case .tempo, .ramp: isTempo ? .tempo : nil
        case .timeSignature: .meter
        case .keySignature: .key
        case .marker, .meta: nil
        }
    }
}

extension TempoTrack {
    /// The state just before the events at a tick.
    func state(before tick: Int64) -> TempoState {
        var state = TempoState()
        var ramp: (start: Int64, ramp: TempoRamp)?
        for entry in events[events.startIndex..<events.firstIndex(notBefore: tick)] {
            switch entry.event {
            case .tempo(let period) where entry.event.isTempo:
                state.period = period
                ramp = nil
            case .ramp(let event): ramp = (entry.tick, event)
            case .timeSignature(let signature): state.signature = signature
            case .keySignature(let key): state.key = key
            case .tempo, .marker, .meta: break
            }
        }
        guard let (start, event) = ramp else { return state }
        state.period = event.period(at: tick - start)
        let rest = start.addingClamped(event.length) - tick
        if rest > 0 { state.ramp = TempoRamp(from: state.period, to: event.end, length: rest) }
        return state
    }

    /// Whether one of the events at a tick sets something.
    func sets(_ aspect: TempoState.Aspect, at tick: Int64) -> Bool {
        events[events.firstIndex(notBefore: tick)..<events.firstIndex(after: tick)]
            .contains { $0.event.aspect == aspect }
    }

    /// Sets the state from a tick on, unless an event there sets another.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - tick: From when.
    ///   - aspects: The parts of it to be restored.
    mutating func restore(
        _ state: TempoState,
        at tick: Int64,
        _ aspects: [TempoState.Aspect] = TempoState.Aspect.allCases
    ) {
        let now = self.state(before: tick)
        for aspect in aspects where !sets(aspect, at: tick) {
            guard !now.agrees(with: state, in: aspect) else { continue }
            // Before what else is there, so that a marker follows its tempo.
            events.putFirst([state.event(aspect)], at: tick)
        }
    }
}
