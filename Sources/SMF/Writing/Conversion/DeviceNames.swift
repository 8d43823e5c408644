import MIDI

/// The devices that tracks name (FF 09), where two of them play on one channel, or a track plays on
/// several: tracks that are put together then say before each event which one it is for.
struct DeviceNames {
    /// By track: its device names, in order of appearance.
    private let names: [[ArraySlice<UInt8>]]
    /// By port: the device of what has none, the first that is played.
    private var first: [UInt8: ArraySlice<UInt8>] = [:]

    /// Looks through the tracks; `nil` where channels alone tell the devices apart.
    init?(_ tracks: [Track]) {
        names = tracks.map { track in
            var names: [ArraySlice<UInt8>] = []
            track.forEachPayload { _, _, event in
                if let name = Self.name(event) { names.append(name) }
            }
            return names
        }
        guard Set(names.joined()).count > 1 else { return nil }
        var owners: [Int: ArraySlice<UInt8>] = [:]
        var areNeeded = false
        for (number, track) in tracks.enumerated() where !names[number].isEmpty {
            var cursor = TrackCursor(track, number: number)
            var last: [UInt8: ArraySlice<UInt8>] = [:]
            while let event = cursor.next() {
                guard case .channel(let message) = event.event, message.isNoteOn,
                    event.device > 0
                else { continue }
                let name = names[number][event.device - 1]
                let channel = Int(event.port) << 4 | Int(message.channel)
                if owners[channel] ?? name != name || last[event.port] ?? name != name {
                    areNeeded = true
                }
                owners[channel] = name
                last[event.port] = name
                first[event.port] = first[event.port] ?? name
            }
        }
        guard areNeeded else { return nil }
    }

    /// The device that an event is for; `nil` where its port has none.
    func name(of placed: PlacedEvent) -> ArraySlice<UInt8>? {
        placed.device > 0 ? names[placed.track][placed.device - 1] : first[placed.port]
    }

    /// The device name that an event gives; `nil` for other events, and an empty one.
    static func name(_ event: Event) -> ArraySlice<UInt8>? {
        guard case .meta(let meta) = event, case .text(.deviceName, let bytes) = meta.value,
            !bytes.isEmpty
        else { return nil }
        return bytes
    }
}
