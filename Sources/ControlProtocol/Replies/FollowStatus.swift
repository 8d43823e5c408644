import JSON
public import Sequencer
import Wording

/// How playback follows a source of time: part of `status`, and the event `follow`.
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
        source == .clock ? "MIDI clock" : "MIDI time code"
    }

    /// The reason why playback that is paused does not go on by itself; `nil` where it does.
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

extension FollowStatus {
    /// Adds the values to the fields of an event.
    func write(to fields: inout JSONObject) {
        fields.set("source", source.rawValue)
        fields.set("state", state.rawValue)
        // In words, numbers have three decimals.
        fields.set("offsetMilliseconds", offsetSeconds.map(Self.milliseconds))
        fields.set("jitterMilliseconds", Self.milliseconds(jitterSeconds))
        fields.set("correctionPPM", correctionPPM)
        fields.set("dropouts", dropouts)
        fields.set("jumps", jumps)
        fields.set("bpm", bpm)
        fields.set("timeCode", timeCode)
    }

    /// A time of whole microseconds in milliseconds.
    private static func milliseconds(_ seconds: Double) -> Double {
        (seconds * 1e6).rounded() / 1e3
    }

    /// Adds the values to the answer of `status`.
    func write(to answer: inout Answer) {
        answer.set("followState", state.rawValue, words: ("follow-state", state.rawValue))
        for (json, words, value) in [
            ("followOffsetSeconds", "follow-offset", offsetSeconds),
            ("followJitterSeconds", "follow-jitter", jitterSeconds),
        ] {
            guard let value else { continue }
            answer.set(json, value, words: (words, "\(NumberText.decimal(value * 1_000)) ms"))
        }
        let correction = "\(NumberText.decimal(correctionPPM)) ppm"
        answer.set("followCorrectionPPM", correctionPPM, words: ("follow-correction", correction))
        answer.set("followDropouts", dropouts, words: ("follow-dropouts", "\(dropouts)"))
        answer.set("followJumps", jumps, words: ("follow-jumps", "\(jumps)"))
        if let bpm {
            answer.set("followBPM", bpm, words: ("follow-bpm", NumberText.decimal(bpm)))
        }
        if let timeCode {
            answer.set("followTimeCode", timeCode, words: ("follow-time-code", timeCode))
        }
    }

    /// Reads the fields of an event.
    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            try fields.word("source"),
            try fields.word("state"),
            offsetSeconds: try fields.optionalNumber("offsetMilliseconds").map { $0 / 1_000 },
            jitterSeconds: try fields.number("jitterMilliseconds") / 1_000,
            correctionPPM: try fields.number("correctionPPM"),
            dropouts: try fields.integer("dropouts"),
            jumps: try fields.integer("jumps"),
            bpm: try fields.optionalNumber("bpm"),
            timeCode: try fields.optionalString("timeCode")
        )
    }

    /// Reads the values in the result of `status`; `nil` if nothing is followed.
    init?(status fields: JSONFields) throws(RequestError) {
        guard try fields.optionalString("followState") != nil,
            let source = try fields.optionalString("follow").flatMap(SyncSettings.Source.init)
        else { return nil }
        self.init(
            source,
            try fields.word("followState"),
            offsetSeconds: try fields.optionalNumber("followOffsetSeconds"),
            jitterSeconds: try fields.number("followJitterSeconds"),
            correctionPPM: try fields.number("followCorrectionPPM"),
            dropouts: try fields.integer("followDropouts"),
            jumps: try fields.integer("followJumps"),
            bpm: try fields.optionalNumber("followBPM"),
            timeCode: try fields.optionalString("followTimeCode")
        )
    }
}
