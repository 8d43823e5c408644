import JSON

/// A note of the file that begins or ends.
public struct PassedNote: Hashable, Sendable {
    /// Whether it begins or ends.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It begins.
        case on
        /// It ends.
        case off
    }

    /// Whether it begins or ends.
    public var state: State
    /// The track, from 1 in file order.
    public var track: Int
    /// The port, from 1.
    public var port: Int
    /// The channel, 1 to 16.
    public var channel: Int
    /// The key that sounds, 0 to 127, transposition included.
    public var key: Int
    /// The name of the key: `C4` is 60, `F#3`.
    public var name: String
    /// The velocity, 1 to 127; `nil` for the end of a note.
    public var velocity: Int?
    /// The frame of the file; `nil` if playback was stopped or moved.
    public var frame: Int64?
    /// The time at which the frame leaves the device, in seconds of `CLOCK_MONOTONIC`; `nil` if it is
    /// not known.
    public var heard: Double?

    /// Makes a note.
    public init(
        _ state: State,
        track: Int,
        port: Int,
        channel: Int,
        key: Int,
        name: String,
        velocity: Int? = nil,
        frame: Int64? = nil,
        heard: Double? = nil
    ) {
        self.state = state
        self.track = track
        self.port = port
        self.channel = channel
        self.key = key
        self.name = name
        self.velocity = velocity
        self.frame = frame
        self.heard = heard
    }

    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            try fields.word("state"),
            track: try fields.integer("track"),
            port: try fields.integer("port"),
            channel: try fields.integer("channel"),
            key: try fields.integer("key"),
            name: try fields.string("name"),
            velocity: try fields.optionalInteger("velocity"),
            frame: try fields.optionalInteger("frame").map(Int64.init),
            heard: try fields.optionalNumber("heard")
        )
    }
}

/// The chord that sounds.
public struct PassedChord: Hashable, Sendable {
    /// Its name: `C`, `F#m7`, `C/E`; `nil` if the keys make no chord that has a name.
    public var name: String?
    /// The frame of the file; `nil` if playback was stopped or moved.
    public var frame: Int64?
    /// The time at which the frame leaves the device, in seconds of `CLOCK_MONOTONIC`; `nil` if it is
    /// not known.
    public var heard: Double?

    /// The name of none in events.
    static let none = "-"

    /// Makes a chord.
    public init(_ name: String?, frame: Int64? = nil, heard: Double? = nil) {
        self.name = name
        self.frame = frame
        self.heard = heard
    }

    init(_ fields: JSONFields) throws(RequestError) {
        let name = try fields.string("name")
        self.init(
            name == Self.none ? nil : name,
            frame: try fields.optionalInteger("frame").map(Int64.init),
            heard: try fields.optionalNumber("heard")
        )
    }
}

extension JSONObject {
    mutating func set(_ note: PassedNote) {
        set("state", note.state.rawValue)
        set("track", note.track)
        set("port", note.port)
        set("channel", note.channel)
        set("key", note.key)
        set("name", note.name)
        set("velocity", note.velocity)
        set("frame", note.frame)
        set(DaemonEvent.clockField, note.heard)
    }

    mutating func set(_ chord: PassedChord) {
        set("name", chord.name ?? PassedChord.none)
        set("frame", chord.frame)
        set(DaemonEvent.clockField, chord.heard)
    }
}
