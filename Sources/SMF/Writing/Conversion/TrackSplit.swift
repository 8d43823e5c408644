import MIDI

/// Distributes a file's events to the tracks of its parts.
struct TrackSplit {
    private let plan: SplitPlan
    private var assemblies: [TrackAssembly] = []
    /// The index in ``assemblies`` of each part.
    private var indices: [SplitPart: Int] = [:]
    /// Whether the sequence's name has been met.
    private var hasSequenceName = false

    /// Makes the tracks, which have names and ports so far.
    init(_ tracks: [Track], key: SplitPlan.Key) throws(SMFWriteError) {
        plan = SplitPlan(tracks, key: key)
        let devices = DeviceNames(tracks)
        if key == .channel || plan.parts.isEmpty {
            assemblies.append(TrackAssembly(number: 0, hasPorts: plan.hasPorts, devices: devices))
        }
        let hasSequenceName = tracks.first?.name != nil
        for part in plan.parts {
            var assembly = TrackAssembly(
                number: assemblies.count,
                hasPorts: plan.hasPorts,
                devices: devices
            )
            // The first track's name is the sequence's.
            let isNamed = plan.namedParts.contains(part) || assemblies.isEmpty && hasSequenceName
            if !isNamed { try assembly.appendName(part.name(hasPorts: plan.hasPorts)) }
            try assembly.appendPort(part.port, at: 0)
            indices[part] = assemblies.count
            assemblies.append(assembly)
        }
        for number in tracks.indices {
            let index = plan.onlyPart[number].flatMap { indices[$0] } ?? 0
            try assemblies[index].appendDevices(ofTrack: number)
        }
    }

    /// Adds an event to the track it belongs to.
    mutating func append(_ placed: PlacedEvent) throws(SMFWriteError) {
        guard case .meta(let meta) = placed.event else {
            let part = SplitPlan.part(of: placed, plan.key)
            return try assemblies[part.flatMap { indices[$0] } ?? 0].append(placed)
        }
        let index = plan.part(ofMeta: meta, in: placed).flatMap { indices[$0] } ?? 0
        if placed.track == 0, meta.type == TextKind.trackName.type, !hasSequenceName {
            hasSequenceName = true
            if index != 0 { try assemblies[0].append(placed) }
        }
        var placed = placed
        // The track implies the channel.
        if plan.key == .channel, index != 0 { placed.prefix = nil }
        try assemblies[index].append(placed)
    }

    /// The tracks, ended at a tick.
    mutating func tracks(endTick: Int64) throws(SMFWriteError) -> [Track] {
        for index in assemblies.indices { try assemblies[index].end(at: endTick) }
        return assemblies.map(\.track)
    }
}
