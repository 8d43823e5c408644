/// Reads a whole file: finds the header, then goes from chunk to chunk.
///
/// ``position`` only ever grows, so that every byte is looked at a bounded number of times: damage
/// makes reading worse, not slower.
struct FileReader {
    let input: Input
    /// The end of the MIDI file within the input.
    let end: Int
    var position = 0
    /// The number of tracks that have been read.
    var trackCount = 0
    private(set) var header: FileHeader
    /// The offset of the header.
    private let start: Int
    /// The foreign chunks, if they are to be retained.
    var foreignChunks: [ForeignChunk] = []
    /// The content that is retained in addition to the music.
    let keeping: MIDIFile.Keeping
    private let container: MIDIFile.Container
    /// The diagnostics of the file as a whole.
    ///
    /// Separate, so that those of tracks do not crowd them out.
    private var fileLog = DiagnosticLog()
    /// The diagnostics of chunks and tracks.
    var chunkLog = DiagnosticLog()
    /// Whether the last track ended before its end-of-track.
    var isLastTrackOpen = false
    /// Whether each track so far ended with its end-of-track at its chunk's end.
    var areTracksIntact = true

    /// Makes a reader for these bytes: finds the header and reads it.
    init(_ input: Input, keeping: MIDIFile.Keeping) throws(SMFError) {
        self.input = input
        self.keeping = keeping
        let search = try HeaderSearch(input, log: &fileLog)
        (start, end, container) = (search.start, search.end, search.container)
        header = try FileHeader(input, at: start, end: end, log: &fileLog)
        position = header.end
    }

    /// All diagnostics; complete once the last track has been read.
    var log: DiagnosticLog {
        var log = fileLog
        log.merge(chunkLog)
        return log
    }

    /// Reports a wrong number of tracks when all have been read.
    mutating func finish() { checkTrackCount() }

    /// Reads the file.
    mutating func read(
        policy: ReadPolicy,
        using resources: ReadingResources
    ) throws(SMFError) -> MIDIFile {
        let tracks = readTracks(using: resources)
        finish()
        let log = log
        if policy == .strict, let violation = log.firstViolation { throw SMFError(violation) }
        var file = MIDIFile(format: format, division: header.division, tracks: tracks)
        file.container = container
        file.promisedTrackCount = header.trackCount
        file.diagnostics = log.diagnostics
        guard keeping == .everything else { return file }
        file.foreignChunks = foreignChunks
        file.headerExtension = unsafe Array(input.bytes[(start + 14)..<header.end])
        if container != .standard {
            file.wrapper = unsafe MIDIFile.Wrapper(
                prefix: Array(input.bytes[..<start]),
                suffix: Array(input.bytes[end...])
            )
        }
        return file
    }

    /// The format; known once the last track has been read.
    private var format: MIDIFile.Format {
        header.format == .single && trackCount > 1 ? .simultaneous : header.format
    }

    private mutating func checkTrackCount() {
        let offset = start + 10
        let (promised, found) = (header.trackCount, trackCount)
        if found == 0 {
            fileLog.report(
                .tracksMissing,
                promised == 0 ? .warning : .error,
                offset: offset,
                "no tracks, header says \(promised)"
            )
        } else if found != promised {
            fileLog.report(
                .trackCountWrong,
                .warning,
                offset: offset,
                "\(found) tracks, header says \(promised) (all \(found) read)"
            )
        }
        if header.format == .single, found > 1 {
            fileLog.report(
                .formatZeroTracks,
                .warning,
                offset: offset,
                "format 0 with \(found) tracks (read as format 1)"
            )
        }
    }
}
