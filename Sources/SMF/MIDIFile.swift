/// A Standard MIDI File in memory.
///
/// ```swift
/// let file = try MIDIFile(bytes)
/// for diagnostic in file.diagnostics { print("song.mid: \(diagnostic)") }
/// for (number, track) in file.tracks.enumerated() { print(number + 1, track.name ?? "") }
/// ```
public struct MIDIFile: Sendable {
    /// The relation between the tracks.
    public enum Format: UInt16, Sendable, Hashable, CaseIterable {
        /// One track with all channels (format 0).
        case single = 0
        /// Tracks that sound together, under one tempo map (format 1).
        case simultaneous = 1
        /// Independent patterns, each with its own tempo map (format 2).
        case independent = 2
    }

    /// The container of the chunks.
    public enum Container: Hashable, Sendable {
        /// Nothing: a plain file.
        case standard
        /// A RIFF file (RMID).
        ///
        /// `soundBank` is the range of the DLS or SF2 file in the input, and `bankOffset` the
        /// offset of its bank numbers (the DBNK chunk); each is `nil` if the file has none.
        case riff(soundBank: Range<Int>?, bankOffset: Int?)
    }

    /// The relation between the tracks.
    public var format: Format
    /// The unit of a tick.
    public var division: Division
    /// The tracks in file order.
    public var tracks: [Track]
    /// The findings of reading, in file order; at most 1000, and one that counts the others.
    public var diagnostics: [Diagnostic]
    /// The container of the chunks.
    public var container: Container

    /// The bytes around a file in a RIFF wrapper.
    public struct Wrapper: Hashable, Sendable {
        /// The bytes before the header: RIFF's own header and the chunks before the data chunk.
        public var prefix: [UInt8]
        /// The bytes after the MIDI file: a padding byte, other chunks, a sound bank.
        public var suffix: [UInt8]

        /// Makes a wrapper.
        public init(prefix: [UInt8], suffix: [UInt8]) {
            self.prefix = prefix
            self.suffix = suffix
        }
    }

    /// The most tracks that a header can announce.
    package static let trackLimit = 65_535

    /// The number of tracks that the header promises; `nil` in a file that was not read.
    public internal(set) var promisedTrackCount: Int?
    /// The chunks that are no tracks, if they were to be retained, see ``Keeping/everything``.
    public var foreignChunks: [ForeignChunk] = []
    /// The bytes of the header after the sixth, if they were to be retained.
    public var headerExtension: [UInt8] = []
    /// The RIFF wrapper's bytes, if they were to be retained; `nil` for a plain file.
    public var wrapper: Wrapper?

    /// Makes a file.
    public init(format: Format, division: Division, tracks: [Track]) {
        self.format = format
        self.division = division
        self.tracks = tracks
        diagnostics = []
        container = .standard
    }
}
