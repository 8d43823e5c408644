/// What sounds and why, and what is silent and why.
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
        /// What holds it: keys, pedals and their sources; that it was released, if nothing does.
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

    /// Something that is not heard.
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
    /// What is not heard.
    public var silences: [Silence] = []

    /// Makes an empty report.
    public init() {}
}
