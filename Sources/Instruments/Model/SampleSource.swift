/// A recording that an instrument plays.
public struct SampleSource: Hashable, Sendable {
    /// The location of the frames.
    public enum Location: Hashable, Sendable {
        /// A sound file: its path relative to the folder of the description, or an absolute one.
        case file(String)
        /// Frames within the description's own file or another one.
        case embedded(EmbeddedFrames)
        /// A whole sound file within the description's own file, such as a compressed sample of SF3:
        /// its bytes.
        case embeddedFile(Range<Int>)
        /// Frames that are computed.
        case generated(GeneratedWave)
    }

    /// The location of the frames.
    public var location: Location
    /// The name of the sample in a SoundFont.
    public var name: String
    /// The position at which the description mentions it first.
    public var position: InstrumentPosition

    /// Makes a source.
    public init(location: Location, name: String, position: InstrumentPosition) {
        self.location = location
        self.name = name
        self.position = position
    }

    /// The source of a sound file.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - position: The position at which it is mentioned.
    public init(file path: String, position: InstrumentPosition) {
        self.init(location: .file(path), name: FilePath.stem(of: path), position: position)
    }
}

/// Frames of linear PCM within a file, as a chunk of a DLS bank or a patch holds them.
public struct EmbeddedFrames: Hashable, Sendable {
    /// The signs of values.
    public enum Coding: Hashable, Sendable {
        /// Values of 8 bits have none, as in RIFF files; others have one.
        case riff
        /// All values have one.
        case signed
        /// No value has one.
        case unsigned
    }

    /// Frames that follow each other.
    public struct Run: Hashable, Sendable {
        /// The frames, counted from the first of ``EmbeddedFrames/bytes``.
        public var frames: Range<Int>
        /// Whether the last one is played first.
        public var isBackward: Bool

        /// Makes a run.
        public init(_ frames: Range<Int>, isBackward: Bool = false) {
            (self.frames, self.isBackward) = (frames, isBackward)
        }
    }

    /// The bytes of the frames, interleaved.
    public var bytes: Range<Int>
    /// The format of a frame, and what the file says of it.
    public var recording: Recording
    /// The signs of values.
    public var coding = Coding.riff
    /// The frames in the order in which the recording has them; empty for the order of the bytes.
    public var runs: [Run] = []
    /// The path of the file; `nil` for the description's own.
    public var file: String?

    /// Makes a description of frames.
    public init(bytes: Range<Int>, recording: Recording) {
        self.bytes = bytes
        self.recording = recording
    }
}
