/// Makes a track of events of several tracks that keeps their meaning.
struct TrackAssembly {
    private(set) var track = Track()
    /// The time of the last event.
    private var tick: Int64 = 0
    /// The index of the track, for errors.
    private let number: Int
    /// Whether the port of events is written.
    private let hasPorts: Bool
    /// The port that the track has said last.
    private var port: UInt8?
    /// The devices of events; `nil` where tracks name at most one.
    private let devices: DeviceNames?
    /// The device that the track has named last.
    private var device: ArraySlice<UInt8>?
    /// The channel prefix that holds.
    private var prefix: UInt8?

    /// Makes an empty track; with `hasPorts` the port of its events is written at each change, with
    /// `devices` their device.
    init(number: Int, hasPorts: Bool, devices: DeviceNames?) {
        self.number = number
        self.hasPorts = hasPorts
        self.devices = devices
    }

    /// Names the devices of a track at the beginning, where they are not named at each change.
    mutating func appendDevices(ofTrack number: Int) throws(SMFWriteError) {
        guard let devices, !devices.areNamedAtChanges else { return }
        for name in devices.names(ofTrack: number) { try appendDevice(name, at: 0) }
    }

    private mutating func appendDevice(
        _ name: ArraySlice<UInt8>,
        at tick: Int64
    ) throws(SMFWriteError) {
        device = name
        try append(.meta(MetaEvent(type: TextKind.deviceName.type, bytes: name)), at: tick)
    }

    /// Adds a text at the beginning.
    mutating func appendName(_ name: String) throws(SMFWriteError) {
        let bytes = Array(name.utf8)[...]
        try append(.meta(MetaEvent(type: TextKind.trackName.type, bytes: bytes)), at: tick)
    }

    /// Says the port of the events to come.
    mutating func appendPort(_ port: UInt8, at tick: Int64) throws(SMFWriteError) {
        guard hasPorts, port != self.port else { return }
        self.port = port
        try append(.meta(MetaEvent(type: 0x21, bytes: [port])), at: tick)
    }

    /// Adds an event, after what must be said about it.
    mutating func append(_ placed: PlacedEvent) throws(SMFWriteError) {
        switch placed.event {
        case .channel:
            prefix = nil
            try appendPort(placed.port, at: placed.tick)
            try appendDevice(of: placed)
        case .systemExclusive:
            try appendPort(placed.port, at: placed.tick)
            try appendDevice(of: placed)
            try appendPrefix(placed.prefix, at: placed.tick)
        case .meta:
            if let devices, let name = DeviceNames.name(placed.event) {
                // It stands at the beginning.
                guard devices.areNamedAtChanges else { return }
                device = name
            }
            try appendPrefix(placed.prefix, at: placed.tick)
        }
        try append(placed.event, at: placed.tick)
    }

    /// Names the device of an event.
    private mutating func appendDevice(of placed: PlacedEvent) throws(SMFWriteError) {
        guard let devices, devices.areNamedAtChanges, let name = devices.name(of: placed),
            name != device
        else { return }
        try appendDevice(name, at: placed.tick)
    }

    private mutating func appendPrefix(_ prefix: UInt8?, at tick: Int64) throws(SMFWriteError) {
        // Nothing ends a prefix but a channel message.
        guard let prefix, prefix != self.prefix else { return }
        self.prefix = prefix
        try append(.meta(MetaEvent(type: 0x20, bytes: [prefix])), at: tick)
    }

    /// Adds an event at a time, which is not before that of the last.
    mutating func append(_ event: Event, at tick: Int64) throws(SMFWriteError) {
        guard let delta = UInt32(exactly: tick - self.tick), delta <= Quantity.largest else {
            throw SMFWriteError(
                code: .deltaRange,
                track: number,
                event: track.count,
                tick: tick,
                detail: "\(tick - self.tick) ticks after the previous event, "
                    + "expected at most \(Quantity.largest)"
            )
        }
        track.append(TrackEvent(delta: delta, event: event))
        self.tick = tick
    }

    /// Ends the track.
    mutating func end(at tick: Int64) throws(SMFWriteError) {
        try append(.meta(.endOfTrack), at: max(tick, self.tick))
    }
}
