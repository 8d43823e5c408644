import MIDI

/// The devices that tracks name (FF 09), where there are several: tracks that are put together keep
/// them apart.
struct DeviceNames {
    /// By track: its device names, in order of appearance.
    private let names: [[ArraySlice<UInt8>]]
    /// By port: the device of what has none, the first that is played.
    private var first: [UInt8: ArraySlice<UInt8>] = [:]
    /// Whether the device of events has to be named at each change.
    ///
    /// It has to where two devices play on one channel, or a track plays on several. Elsewhere
    /// channels tell them apart, and the names stand at the start of the track.
    private(set) var areNamedAtChanges = false

    /// Looks through the tracks; `nil` where they name at most one device.
    init?(_ tracks: [Track]) {
        guard tracks.contains(where: \.namesDevice) else { return nil }
        names = tracks.map { track in
            var names: [ArraySlice<UInt8>] = []
            guard track.namesDevice else { return names }
            track.forEachPayload { _, _, event in
                if let name = Self.name(event) { names.append(name) }
            }
            return names
        }
        guard Set(names.joined()).count > 1 else { return nil }
        var owners: [Int: ArraySlice<UInt8>] = [:]
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
                    areNamedAtChanges = true
                }
                owners[channel] = name
                last[event.port] = name
                first[event.port] = first[event.port] ?? name
            }
        }
    }

    /// The device that an event is for; one for all of a port that has none.
    func name(of placed: PlacedEvent) -> ArraySlice<UInt8>? {
        guard placed.device == 0 else { return names[placed.track][placed.device - 1] }
        return first[placed.port] ?? names.joined().first
    }

    /// The names of a track, each once.
    func names(ofTrack number: Int) -> [ArraySlice<UInt8>] {
        var known: Set<ArraySlice<UInt8>> = []
        return names[number].filter { known.insert($0).inserted }
    }

    /// The device name that an event gives; `nil` for other events, and an empty one.
    static func name(_ event: Event) -> ArraySlice<UInt8>? {
        guard case .meta(let meta) = event, case .text(.deviceName, let bytes) = meta.value,
            !bytes.isEmpty
        else { return nil }
        return bytes
    }
}

extension Track {
    /// Whether a device is named in it (FF 09).
    var namesDevice: Bool {
        payloads.indices.contains { payloadIndex in
            records[Int(payloads[payloadIndex].event)].content == 0x09FF
        }
    }
}
