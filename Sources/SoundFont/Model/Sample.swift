extension SoundBank {
    /// The header of a sample (§7.10).
    public struct Sample: Hashable, Sendable {
        /// The name, at most 20 bytes in a file.
        public var name: String
        /// The first frame in the sample data; a byte where it is compressed.
        public var start: Int
        /// The frame after the last one; a byte where it is compressed.
        public var end: Int
        /// The first frame of the loop in the sample data; of the sample itself where it is compressed.
        public var loopStart: Int
        /// The frame after the loop's last one, which continues like the first.
        public var loopEnd: Int
        /// Frames per second, 400 … 50,000 by the specification.
        public var rate: UInt32
        /// The key at which it sounds as recorded, 0 … 127; 255 for what has no pitch.
        public var rootKey: UInt8
        /// Cents that the recording has to be corrected by.
        public var correction: Int8
        /// The index of the other side of a stereo sample.
        public var link: UInt16
        /// Mono or a side, and how it is stored.
        public var type: SampleType

        /// The key at which it is played as recorded: 60 where it has no pitch, or an illegal one.
        public var playedRootKey: UInt8 { rootKey <= 127 ? rootKey : 60 }
        /// Frames per second as it is played: none is not possible, and 400 the least (§7.10).
        public var playedRate: UInt32 { rate > 0 ? rate : 400 }

        /// Makes a header.
        public init(
            name: String,
            start: Int,
            end: Int,
            loopStart: Int,
            loopEnd: Int,
            rate: UInt32,
            rootKey: UInt8 = 60,
            correction: Int8 = 0,
            link: UInt16 = 0,
            type: SampleType = .mono
        ) {
            self.name = name
            self.start = start
            self.end = end
            self.loopStart = loopStart
            self.loopEnd = loopEnd
            self.rate = rate
            self.rootKey = rootKey
            self.correction = correction
            self.link = link
            self.type = type
        }
    }
}
