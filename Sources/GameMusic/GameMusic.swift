public import SMF

/// A piece of game music, read as a MIDI file.
///
/// ```swift
/// if let format = GameMusicFormat(of: bytes) {
///     let music = try GameMusic(bytes, as: format)
///     print(format.name, music.file.tracks.count)
/// }
/// ```
///
/// Times are exact: the clock of the format becomes the division and the tempo. Loops and branch
/// points become what Standard MIDI Files have for them, controllers 116 and 117 or markers.
public struct GameMusic: Sendable {
    /// The format that the music was read from.
    public let format: GameMusicFormat
    /// The music.
    ///
    /// Its findings have offsets in the file that was read; those in a compressed part of an XMF
    /// file count from the start of its content.
    public let file: MIDIFile
    /// The range of a sound bank in the file that was read; `nil` if it has none.
    public let soundBank: Range<Int>?

    /// Decompresses data in the format of zlib (RFC 1950); returns `nil` for what is damaged or
    /// too large.
    public typealias Inflating = ([UInt8]) -> [UInt8]?

    /// Reads a file.
    ///
    /// Takes time in proportion to the input, and memory of a small multiple of it, for any bytes:
    /// the repeats of loops are limited. Decompressed content counts as input.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - format: Its format.
    ///   - policy: The treatment of violations of the format.
    ///   - keeping: The content that is retained of a MIDI file in an XMF file.
    ///   - resources: Resources for reading a MIDI file in an XMF file.
    ///   - inflating: Decompresses parts of an XMF file; without it they are not used.
    /// - Throws: `SMFError` for a file without music; with `ReadPolicy.strict` also for the
    ///   first warning or error.
    public init(
        _ bytes: [UInt8],
        as format: GameMusicFormat,
        policy: ReadPolicy = .tolerant,
        keeping: MIDIFile.Keeping = .music,
        using resources: ReadingResources = .callingThread,
        inflating: Inflating? = nil
    ) throws(SMFError) {
        self.format = format
        var log = DiagnosticLog()
        var file: MIDIFile
        switch format {
        case .xmi:
            (file, soundBank) = (try XMIFile(bytes, log: &log).midiFile(log: &log), nil)
        case .mus:
            (file, soundBank) = (try MUSFile(bytes).midiFile(log: &log), nil)
        case .hmi:
            (file, soundBank) = (try HMIFile(bytes).midiFile(log: &log), nil)
        case .hmp:
            (file, soundBank) = (try HMPFile(bytes).midiFile(log: &log), nil)
        case .xmf:
            let container = try XMFFile(bytes, inflating: inflating, log: &log)
            soundBank = container.soundBank
            file = try container.midiFile(policy: policy, keeping: keeping, using: resources)
        }
        if policy == .strict, let violation = log.firstViolation { throw SMFError(violation) }
        // Those of a MIDI file inside come after those of its container.
        file.diagnostics = log.diagnostics + file.diagnostics
        self.file = file
    }
}
