public import SMF

/// A MIDI 2.0 clip (`.midi2`), read as a MIDI file and written from one.
///
/// ```swift
/// if MIDI2Clip.isPresent(in: bytes) {
///     let clip = try MIDI2Clip(bytes)
///     print(clip.file.tracks.count)
/// }
/// let (bytes, losses) = try MIDI2Clip.bytes(of: file)
/// ```
///
/// Values of MIDI 2.0 are rounded to those of MIDI 1.0, and what MIDI 1.0 has no place for is left
/// out: each kind is a finding with its number. Groups become ports. Source: MIDI Clip File
/// Specification (M2-116-U), version 1.0.
public struct MIDI2Clip: Sendable {
    /// The music; its findings have offsets in the clip.
    public let file: MIDIFile

    /// The first bytes of a clip.
    static let signature = Array("SMF2CLIP".utf8)

    /// The extension of file names, in lower case.
    public static let fileExtension = "midi2"

    /// Whether bytes are a clip, from the first eight.
    public static func isPresent(in bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: signature)
    }

    /// Reads a clip.
    ///
    /// Takes time and memory in proportion to the input, for any bytes.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, which begins like a clip.
    ///   - policy: The treatment of violations of the format.
    /// - Throws: `SMFError` for a clip that does not say how long a tick is; with
    ///   `ReadPolicy.strict` also for the first warning or error.
    public init(_ bytes: [UInt8], policy: ReadPolicy = .tolerant) throws(SMFError) {
        var reader = ClipReader(bytes, from: Self.signature.count)
        var (file, log) = try reader.read()
        if policy == .strict, let violation = log.firstViolation { throw SMFError(violation) }
        file.diagnostics = log.diagnostics
        self.file = file
    }

    /// Writes a clip.
    ///
    /// Channel messages are written as those of MIDI 1.0, which a clip may have, so that nothing of
    /// them changes. Ports become groups, and tracks are put together.
    ///
    /// - Parameter file: The music, of format 0 or 1.
    /// - Returns: The clip, and the words of what it has no place for.
    /// - Throws: `SMFWriteError` for independent patterns, a division in frames, and for a port above
    ///   15, as a clip has 16 groups.
    public static func bytes(
        of file: MIDIFile
    ) throws(SMFWriteError) -> (bytes: [UInt8], losses: [String]) {
        guard case .ticksPerQuarter(let ticks) = file.division else {
            throw SMFWriteError(
                code: .divisionInvalid,
                detail: "ticks of SMPTE frames; a MIDI 2.0 clip has ticks of a quarter note"
            )
        }
        var writer = ClipWriter(ticksPerQuarter: ticks)
        for track in try file.merged(.asPlayed).tracks { try writer.append(track) }
        return writer.finish()
    }
}
