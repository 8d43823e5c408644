import MIDI

/// The notes that sound and the parts that are silent, with the reasons.
public struct SoundReport: Hashable, Sendable {
    /// A key that sounds.
    public struct Note: Hashable, Sendable {
        /// The strip of its sampler.
        public var sampler: String
        /// The channel of the sampler, 1 … 16.
        public var channel: Int
        /// The key, 0 … 127.
        public var key: Int
        /// The number of its voices.
        public var voices: Int
        /// The keys and pedals that hold it, with their sources; that it was released, if nothing
        /// does.
        public var causes: [String]

        /// Describes a key.
        public init(sampler: String, channel: Int, key: Int, voices: Int, causes: [String]) {
            self.sampler = sampler
            self.channel = channel
            self.key = key
            self.voices = voices
            self.causes = causes
        }
    }

    /// Something that is not heard, or that sounds otherwise, and the reason.
    public struct Silence: Hashable, Sendable {
        /// The part, strip or channel; `output` for everything.
        public var part: String
        /// The reason.
        public var reason: String

        /// Gives a reason.
        public init(_ part: String, _ reason: String) {
            self.part = part
            self.reason = reason
        }
    }

    /// The keys that sound.
    public var notes: [Note] = []
    /// The parts, strips and channels that are not heard, or hardly.
    public var silences: [Silence] = []
    /// The parts that sound otherwise than they are written or set, with the reasons.
    public var alterations: [Silence] = []

    /// Makes an empty report.
    public init() {}
}

extension SoundReport: Record {
    package static let fields = Field<SoundReport>.table {
        Field(
            "sounding",
            line: "sounding",
            \.notes,
            "each key that sounds: `C4 on STRIP/CHANNEL, voices N: ` and what holds it; in JSON, "
                + "objects with `sampler`, `channel`, `key`, `name`, `voices` and `causes`"
        )
        Field(
            "silent",
            line: "silent",
            \.silences,
            "each part that is not heard, or hardly, and the reason; in JSON, objects with `part` and "
                + "`reason`"
        )
        Field(
            "altered",
            line: "altered",
            \.alterations,
            "each part that sounds otherwise than it is written or set, and the reason; in JSON, "
                + "objects with `part` and `reason`"
        )
    }
}

extension SoundReport.Note: ListedRecord {
    package init() { self.init(sampler: "", channel: 0, key: 0, voices: 0, causes: []) }

    package static let fields = Field<Self>.table {
        Field("sampler", \.sampler)
        Field("channel", \.channel)
        Field("key", \.key)
        Field("name", \.name)
        Field("voices", \.voices)
        Field("causes", \.causes)
    }

    /// The name of the key.
    private var name: String {
        get { NoteName.text(UInt8(clamping: key)) }
        set {}
    }

    package func words(at index: Int) -> String {
        "\(name) on \(sampler)/\(channel), voices \(voices): \(causes.joined(separator: ", "))"
    }
}

extension SoundReport.Silence: ListedRecord {
    package init() { self.init("", "") }

    package static let fields = Field<Self>.table {
        Field("part", \.part)
        Field("reason", \.reason)
    }

    package func words(at index: Int) -> String { "\(part): \(reason)" }
}
