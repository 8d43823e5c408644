/// Reads a whole file: finds the header, then goes from chunk to chunk.
///
/// ``position`` only ever grows, so that every byte is looked at a bounded number of times: damage
/// makes reading worse, not slower.
struct FileReader {
    /// How far into a file a header is looked for: past a MacBinary header and whatever mail and
    /// archive programs put there.
    private static let searchLimit = 65_536
    /// The largest header length that is believed in a header not at the start.
    private static let plausibleHeaderLength: UInt32 = 65_535

    let input: Input
    /// The end of the MIDI file within the input.
    var end: Int
    var position = 0
    var tracks: [Track] = []
    private var container = MIDIFile.Container.standard
    /// What concerns the file as a whole.
    ///
    /// Kept apart so that it is not crowded out.
    private var fileLog = DiagnosticLog()
    /// What concerns chunks and tracks.
    var chunkLog = DiagnosticLog()
    /// Whether the last track ended before its end-of-track.
    var isLastTrackOpen = false

    /// Makes a reader for these bytes.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        input = Input(bytes: bytes)
        end = bytes.count
    }

    /// Reads the file.
    mutating func read(policy: ReadPolicy) throws(SMFError) -> MIDIFile {
        let start = try locateHeader()
        let header = try FileHeader(input, at: start, end: end, log: &fileLog)
        position = header.end
        readChunks(promised: header.trackCount)
        checkTrackCount(header, at: start + 10)
        var log = fileLog
        log.merge(chunkLog)
        if policy == .strict, let violation = log.firstViolation { throw SMFError(violation) }
        var format = header.format
        if format == .single, tracks.count > 1 { format = .simultaneous }
        var file = MIDIFile(format: format, division: header.division, tracks: tracks)
        file.container = container
        file.diagnostics = log.diagnostics
        return file
    }

    /// Finds the header, unwrapping RIFF.
    ///
    /// Returns its offset.
    private mutating func locateHeader() throws(SMFError) -> Int {
        let count = input.bytes.count
        guard count > 0 else {
            throw SMFError(code: .empty, offset: 0, detail: "the file is empty, expected MThd")
        }
        if input.id(at: 0) == .header { return 0 }
        if RIFFWrapper.isPresent(in: input) {
            let wrapper = RIFFWrapper(input, log: &fileLog)
            container = .riff(soundBank: wrapper.soundBank, bankOffset: wrapper.bankOffset)
            if let music = wrapper.music {
                end = music.upperBound
                if input.id(at: music.lowerBound) == .header { return music.lowerBound }
            }
        } else if input.id(at: 0) == .riff {
            throw notMIDI
        } else if input.id(at: 0) == .track {
            throw SMFError(
                code: .headerMissing,
                offset: 0,
                detail: "starts with a track (MTrk), expected the header (MThd) before it"
            )
        }
        guard let offset = searchHeader() else { throw notMIDI }
        fileLog.report(
            .headerNotAtStart,
            .warning,
            offset: 0,
            "the header stands at byte \(hexadecimal(offset)) (what is before it is skipped)"
        )
        return offset
    }

    /// Looks for something that is a header, not just its four letters in a text.
    private func searchHeader() -> Int? {
        var start = 0
        let limit = min(end, Self.searchLimit)
        while let offset = input.firstOffset(of: .header, in: start..<limit) {
            if let length = input.bigEndian(at: offset + 4),
                (6...Self.plausibleHeaderLength).contains(length), offset + 14 <= end
            {
                return offset
            }
            start = offset + 4
        }
        return nil
    }

    private var notMIDI: SMFError {
        let head = input.bytes.prefix(4)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined(separator: " ")
        let kind = FileKind.name(of: input.bytes).map { " (\($0)?)" } ?? ""
        return SMFError(
            code: .notMIDI,
            offset: 0,
            detail: "not a MIDI file: starts with \(head)\(kind), expected MThd"
        )
    }

    private mutating func checkTrackCount(_ header: FileHeader, at offset: Int) {
        let (promised, found) = (header.trackCount, tracks.count)
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
                "\(found) tracks, header says \(promised) (all \(found) are read)"
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
