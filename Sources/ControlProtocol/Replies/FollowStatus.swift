public import Sequencer

/// The state of playback that follows a source of time: part of `status`, and the event `follow`.
public struct FollowStatus: Hashable, Sendable {
    /// The source.
    public var source: SyncSettings.Source
    /// Its state.
    public var state: SyncFollower.State
    /// The seconds that the source was ahead of playback when they were last compared.
    public var offsetSeconds: Double?
    /// The standard deviation of the arrival of messages, in seconds.
    public var jitterSeconds: Double
    /// The correction of the rate that is in effect, in parts per million of the source's.
    public var correctionPPM: Double
    /// The number of gaps in the messages while the source ran.
    public var dropouts: Int
    /// The number of jumps to the source's position, starts included.
    public var jumps: Int
    /// The tempo of a MIDI clock, if it is known.
    public var bpm: Double?
    /// The position of time code, if it is known.
    public var timeCode: String?

    /// Makes a status.
    public init(
        _ source: SyncSettings.Source,
        _ state: SyncFollower.State,
        offsetSeconds: Double? = nil,
        jitterSeconds: Double = 0,
        correctionPPM: Double = 0,
        dropouts: Int = 0,
        jumps: Int = 0,
        bpm: Double? = nil,
        timeCode: String? = nil
    ) {
        self.source = source
        self.state = state
        self.offsetSeconds = offsetSeconds
        self.jitterSeconds = jitterSeconds
        self.correctionPPM = correctionPPM
        self.dropouts = dropouts
        self.jumps = jumps
        self.bpm = bpm
        self.timeCode = timeCode
    }

    /// Makes the status of a follower at a time.
    ///
    /// - Parameters:
    ///   - follower: The follower.
    ///   - now: The time, in nanoseconds of the monotonic clock.
    public init(_ follower: SyncFollower, at now: Int64) {
        func rounded(_ value: Double, _ factor: Double) -> Double {
            (value * factor).rounded() / factor
        }
        let quality = follower.quality
        self.init(
            follower.settings.source,
            follower.state(at: now),
            offsetSeconds: quality.offset.map { rounded($0, 1e6) },
            jitterSeconds: rounded(quality.jitter, 1e6),
            correctionPPM: rounded(quality.correction, 10),
            dropouts: quality.dropouts,
            jumps: quality.jumps,
            bpm: follower.settings.source == .clock && follower.rate > 0
                ? rounded(follower.rate * 60, 100) : nil,
            timeCode: follower.timeCode(at: now)?.description
        )
    }
}

extension FollowStatus {
    /// The source of a kind, in words.
    public static func name(of source: SyncSettings.Source) -> String {
        switch source {
        case .clock: "MIDI clock"
        case .mtc: "MIDI time code"
        case .jack: "JACK transport"
        }
    }

    /// The reason why playback that is paused does not continue by itself; `nil` where it does.
    public var waitText: String? {
        let name = Self.name(of: source)
        return switch state {
        case .waiting: "waiting for the \(name), of which nothing has come"
        case .stopped: "waiting for the \(name), which is stopped"
        case .lost: "waiting for the \(name), which is lost"
        case .running, .freewheeling: nil
        }
    }
}

extension SyncSettings.Source: FieldValue {}

extension SyncFollower.State: FieldValue {}

/// The event `follow`; in words, numbers have three decimals.
extension FollowStatus: Record {
    package init() { self.init(.clock, .waiting) }

    package static let fields = Field<FollowStatus>.table {
        Field("source", \.source)
        Field("state", \.state)
        Field("offsetMilliseconds", \.offset, "how far the source is ahead, if it was compared")
        Field("jitterMilliseconds", \.jitter)
        Field("correctionPPM", \.correctionPPM)
        Field("dropouts", \.dropouts)
        Field("jumps", \.jumps)
        Field("bpm", \.bpm, "of a clock")
        Field("timeCode", \.timeCode, "of time code")
    }

    /// The offset in milliseconds.
    private var offset: Double? {
        get { offsetSeconds.map(Self.milliseconds) }
        set { offsetSeconds = newValue.map { $0 / 1_000 } }
    }

    /// The jitter in milliseconds.
    private var jitter: Double {
        get { Self.milliseconds(jitterSeconds) }
        set { jitterSeconds = newValue / 1_000 }
    }

    /// A time of whole microseconds in milliseconds.
    private static func milliseconds(_ seconds: Double) -> Double {
        (seconds * 1e6).rounded() / 1e3
    }

    /// The members in the answer of `status`, which has the source among its settings.
    static let statusFields = Field<FollowStatus>.table {
        Field(
            "followState",
            \.state,
            "the source's state: `waiting` (for the first message), `stopped`, `running`, "
                + "`freewheeling` (its messages have ceased) or `lost` (for longer than that); "
                + "this and the following only while a source is followed"
        )
        Field(
            "followOffsetSeconds",
            \.offsetSeconds,
            "the time that the source is ahead of playback, in words in ms"
        ).words("follow-offset", .milliseconds)
        Field(
            "followJitterSeconds",
            \.jitterSeconds,
            "the standard deviation of the arrival of messages, in words in ms"
        ).words("follow-jitter", .milliseconds)
        Field(
            "followCorrectionPPM",
            \.correctionPPM,
            "the correction of the speed, in ppm of the source's"
        ).words("follow-correction", .partsPerMillion)
        Field("followDropouts", \.dropouts, "number of gaps in the messages")
        Field("followJumps", \.jumps, "number of jumps to the source's position, starts included")
        Field("followBPM", \.bpm, "the tempo of a clock in quarter notes per minute, if known")
        Field("followTimeCode", \.timeCode, "the position of time code, if known")
    }
}
