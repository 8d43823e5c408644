/// A recording that an instrument plays.
public struct SampleSource: Hashable, Sendable {
    /// The location of the frames.
    public enum Location: Hashable, Sendable {
        /// A sound file: its path relative to the folder of the description, or an absolute one.
        case file(String)
        /// Frames within the description's own file.
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

/// Frames of linear PCM within a file, as a chunk of a DLS bank holds them.
public struct EmbeddedFrames: Hashable, Sendable {
    /// The bytes of the frames, interleaved.
    public var bytes: Range<Int>
    /// The format of a frame, and what the file says of it.
    public var recording: Recording

    /// Makes a description of frames.
    public init(bytes: Range<Int>, recording: Recording) {
        self.bytes = bytes
        self.recording = recording
    }
}
