import MIDI

/// The parts that a file is split into, and the tracks that feed them.
struct SplitPlan {
    /// The criterion for parts.
    enum Key {
        /// A channel of a port; everything but channel messages goes to a track before them.
        case channel
        /// A port.
        case port
    }

    let key: Key
    /// The parts in the order of their tracks.
    private(set) var parts: [SplitPart]
    /// Whether any track names its port.
    let hasPorts: Bool
    /// The only part that a source track feeds, if there is one.
    private(set) var onlyPart: [SplitPart?]
    /// The parts whose name is that of the one track that feeds them, and feeds no other.
    private(set) var namedParts: Set<SplitPart> = []

    /// Looks through the tracks.
    init(_ tracks: [Track], key: Key) {
        self.key = key
        hasPorts = tracks.contains { $0.namesPort }
        onlyPart = []
        var feeders: [SplitPart: [Int]] = [:]
        for (number, track) in tracks.enumerated() {
            var parts: Set<SplitPart> = []
            var cursor = TrackCursor(track, number: number)
            var last: SplitPart?
            while let event = cursor.next() {
                guard let part = Self.part(of: event, key), part != last else { continue }
                last = part
                parts.insert(part)
            }
            for part in parts { feeders[part, default: []].append(number) }
            onlyPart.append(parts.count == 1 ? parts.first : nil)
        }
        parts = feeders.keys.sorted()
        for (part, numbers) in feeders where numbers.count == 1 {
            let number = numbers[0]
            if onlyPart[number] == part, tracks[number].name != nil { namedParts.insert(part) }
        }
    }

    /// The part that an event feeds; `nil` for what belongs to the whole.
    static func part(of placed: PlacedEvent, _ key: Key) -> SplitPart? {
        switch (placed.event, key) {
        case (.channel(let message), .channel):
            SplitPart(port: placed.port, channel: message.channel)
        case (.channel, .port), (.systemExclusive, .port): SplitPart(port: placed.port)
        default: nil
        }
    }

    /// The part whose track a meta event goes to; `nil` for what belongs to the whole.
    ///
    /// Only what says what a track is goes with its part: names of tracks, instruments, programs and
    /// devices.
    func part(ofMeta meta: MetaEvent, in placed: PlacedEvent) -> SplitPart? {
        switch TextKind(type: meta.type) {
        case .trackName, .instrumentName, .programName, .deviceName: break
        default: return nil
        }
        if key == .channel, let prefix = placed.prefix {
            let part = SplitPart(port: placed.port, channel: prefix)
            if parts.contains(part) { return part }
        }
        return onlyPart[placed.track]
    }
}
