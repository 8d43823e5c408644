/// A Standard MIDI File in memory.
///
/// ```swift
/// let file = try MIDIFile(bytes)
/// for diagnostic in file.diagnostics { print("song.mid: \(diagnostic)") }
/// for (number, track) in file.tracks.enumerated() { print(number + 1, track.name ?? "") }
/// ```
public struct MIDIFile: Sendable {
    /// How the tracks belong together.
    public enum Format: UInt16, Sendable, Hashable, CaseIterable {
        /// One track with all channels (format 0).
        case single = 0
        /// Tracks that sound together, under one tempo map (format 1).
        case simultaneous = 1
        /// Independent patterns, each with its own tempo map (format 2).
        case independent = 2
    }

    /// What the chunks were wrapped in.
    public enum Container: Hashable, Sendable {
        /// Nothing: a plain file.
        case standard
        /// A RIFF file (RMID).
        ///
        /// `soundBank` is where the DLS or SF2 file that came with the music is in the input, and
        /// `bankOffset` what is to be added to its bank numbers (the DBNK chunk), both where
        /// present.
        case riff(soundBank: Range<Int>?, bankOffset: Int?)
    }

    /// How the tracks belong together.
    public var format: Format
    /// What a tick is.
    public var division: Division
    /// The tracks in file order.
    public var tracks: [Track]
    /// What the reader noticed, in file order; at most 1000, and one that counts the others.
    public var diagnostics: [Diagnostic]
    /// What the chunks were wrapped in.
    public var container: Container

    /// The bytes around a file in a RIFF wrapper.
    public struct Wrapper: Hashable, Sendable {
        /// What stands before the header: RIFF's own header and whatever chunks come first.
        public var prefix: [UInt8]
        /// What follows the MIDI file: a padding byte, other chunks, a sound bank.
        public var suffix: [UInt8]

        /// Makes a wrapper.
        public init(prefix: [UInt8], suffix: [UInt8]) {
            self.prefix = prefix
            self.suffix = suffix
        }
    }

    /// How many tracks the header says there are; `nil` in a file that was made by hand.
    public internal(set) var promisedTrackCount: Int?
    /// The chunks that are no tracks, if they were to be kept, see ``Keeping/everything``.
    public var foreignChunks: [ForeignChunk] = []
    /// What the header has behind its sixth byte, if it was to be kept.
    public var headerExtension: [UInt8] = []
    /// The RIFF wrapper's bytes, if they were to be kept; `nil` for a plain file.
    public var wrapper: Wrapper?

    /// Makes a file by hand.
    public init(format: Format, division: Division, tracks: [Track]) {
        self.format = format
        self.division = division
        self.tracks = tracks
        diagnostics = []
        container = .standard
    }
}
