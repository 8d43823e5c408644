/// The position in a file at which an event happens, and the time at which it is heard.
public struct PassedPosition: Hashable, Sendable {
    /// The position as `seek` reads it: `17:1:240`.
    public var text: String
    /// Seconds from the start of the file at speed 1.
    public var seconds: Double
    /// The frame of the file; `nil` from daemons that do not tell it.
    public var frame: Int64?
    /// The time at which the frame leaves the device, in seconds of `CLOCK_MONOTONIC`; `nil` if it is
    /// not known.
    public var heard: Double?

    /// Makes a position.
    public init(text: String, seconds: Double, frame: Int64? = nil, heard: Double? = nil) {
        self.text = text
        self.seconds = seconds
        self.frame = frame
        self.heard = heard
    }

    /// Makes a position from one in all units.
    public init(_ position: TransportPosition, heard: Double? = nil) {
        self.init(
            text: position.text,
            seconds: position.seconds,
            frame: position.frames,
            heard: heard
        )
    }
}

/// The start of a bar.
public struct BarStart: Hashable, Sendable {
    /// The bar, from 1.
    public var bar: Int
    /// Seconds from the start of the file at speed 1.
    public var seconds: Double
    /// The frame of the file; `nil` from daemons that do not tell it.
    public var frame: Int64?
    /// The time at which the frame leaves the device, in seconds of `CLOCK_MONOTONIC`; `nil` if it is
    /// not known.
    public var heard: Double?

    /// Makes a start of a bar.
    public init(bar: Int, seconds: Double, frame: Int64? = nil, heard: Double? = nil) {
        self.bar = bar
        self.seconds = seconds
        self.frame = frame
        self.heard = heard
    }
}

/// The start of a beat of the meter, including the first of a bar.
public struct BeatStart: Hashable, Sendable {
    /// The bar, from 1.
    public var bar: Int
    /// The beat in the bar, from 1.
    public var beat: Int
    /// Seconds from the start of the file at speed 1.
    public var seconds: Double
    /// The frame of the file; `nil` from daemons that do not tell it.
    public var frame: Int64?
    /// The time at which the frame leaves the device, in seconds of `CLOCK_MONOTONIC`; `nil` if it is
    /// not known.
    public var heard: Double?

    /// Makes a start of a beat.
    public init(
        bar: Int,
        beat: Int,
        seconds: Double,
        frame: Int64? = nil,
        heard: Double? = nil
    ) {
        self.bar = bar
        self.beat = beat
        self.seconds = seconds
        self.frame = frame
        self.heard = heard
    }
}

/// A time signature, and the position from which it applies.
public struct MeterChange: Hashable, Sendable {
    /// Beats per bar.
    public var numerator: Int
    /// The note value of a beat: 4 for quarter notes.
    public var denominator: Int
    /// The position of the change.
    public var position: PassedPosition

    /// Makes a change.
    public init(numerator: Int, denominator: Int, position: PassedPosition) {
        self.numerator = numerator
        self.denominator = denominator
        self.position = position
    }
}

/// A tempo, and the position from which it applies.
public struct TempoChange: Hashable, Sendable {
    /// Quarter notes per minute at speed 1.
    public var bpm: Double
    /// The position of the change.
    public var position: PassedPosition

    /// Makes a change.
    public init(bpm: Double, position: PassedPosition) {
        self.bpm = bpm
        self.position = position
    }
}

/// A marker or lyric syllable, and its position.
public struct PassedText: Hashable, Sendable {
    /// The marker's name, or the syllable.
    public var text: String
    /// The position of the text.
    public var position: PassedPosition

    /// Makes a text.
    public init(_ text: String, position: PassedPosition) {
        self.text = text
        self.position = position
    }
}

/// The end of a track.
public struct TrackEnd: Hashable, Sendable {
    /// The track, from 1 in file order.
    public var track: Int
    /// The name of the track; `nil` if it has none.
    public var name: String?
    /// The position of the end.
    public var position: PassedPosition

    /// Makes an end.
    public init(track: Int, name: String?, position: PassedPosition) {
        self.track = track
        self.name = name
        self.position = position
    }
}

extension PassedPosition: Record {
    package init() { self.init(text: "", seconds: 0) }

    package static let fields = Field<PassedPosition>.table {
        Field("position", \.text)
        Field("seconds", \.seconds)
        Field("frame", \.frame)
        Field(clock: \.heard)
    }
}

extension BarStart: Record {
    package init() { self.init(bar: 0, seconds: 0) }

    package static let fields = Field<BarStart>.table {
        Field("bar", \.bar)
        Field("seconds", \.seconds)
        Field("frame", \.frame)
        Field(clock: \.heard)
    }
}

extension BeatStart: Record {
    package init() { self.init(bar: 0, beat: 0, seconds: 0) }

    package static let fields = Field<BeatStart>.table {
        Field("bar", \.bar)
        Field("beat", \.beat)
        Field("seconds", \.seconds)
        Field("frame", \.frame)
        Field(clock: \.heard)
    }
}

extension MeterChange: Record {
    package init() { self.init(numerator: 0, denominator: 0, position: PassedPosition()) }

    package static let fields = Field<MeterChange>.table {
        Field("numerator", \.numerator)
        Field("denominator", \.denominator)
        PassedPosition.fields(in: \.position)
    }
}

extension TempoChange: Record {
    package init() { self.init(bpm: 0, position: PassedPosition()) }

    package static let fields = Field<TempoChange>.table {
        Field("bpm", \.bpm, "quarter notes per minute at speed 1")
        PassedPosition.fields(in: \.position)
    }
}

extension PassedText: Record {
    package init() { self.init("", position: PassedPosition()) }

    package static let fields = Field<PassedText>.table {
        Field("text", \.text)
        PassedPosition.fields(in: \.position)
    }
}

extension TrackEnd: Record {
    package init() { self.init(track: 0, name: nil, position: PassedPosition()) }

    package static let fields = Field<TrackEnd>.table {
        Field("track", \.track, "from 1")
        Field("name", \.name, "if the track has one")
        PassedPosition.fields(in: \.position)
    }
}
