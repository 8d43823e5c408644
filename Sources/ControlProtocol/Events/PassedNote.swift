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

    /// Makes a chord.
    public init(_ name: String?, frame: Int64? = nil, heard: Double? = nil) {
        self.name = name
        self.frame = frame
        self.heard = heard
    }
}

extension PassedNote.State: FieldValue {}

extension PassedNote: Record {
    package init() { self.init(.on, track: 0, port: 0, channel: 0, key: 0, name: "") }

    package static let fields = Field<PassedNote>.table {
        Field("state", \.state)
        Field("track", \.track)
        Field("port", \.port)
        Field("channel", \.channel)
        Field("key", \.key)
        Field("name", \.name, "`F#3`; `C4` is 60")
        Field("velocity", \.velocity, "if it begins")
        Field("frame", \.frame)
        Field(clock: \.heard)
    }
}

extension PassedChord: Record {
    package init() { self.init(nil) }

    package static let fields = Field<PassedChord>.table {
        Field("name", \.nameInEvents, "`F#m7`, `C/E`; `-` for none")
        Field("frame", \.frame)
        Field(clock: \.heard)
    }

    private var nameInEvents: String {
        get { name ?? "-" }
        set { name = newValue == "-" ? nil : newValue }
    }
}
