import SMF

/// A file in the HMP format, the older one of the Sound Operating System.
///
/// Nobody has published the format. Sources of offsets and lengths: the readers of ScummVM, ZDoom,
/// libADLMIDI and WildMIDI, and WildMIDI's description.
struct HMPFile {
    /// The versions, by what their headers hold.
    private struct Layout {
        /// The bytes of a number: 2 or 4.
        var wordSize: Int
        var trackCount: Int
        var rate: Int
        var firstTrack: Int

        /// The oldest version, `HMIMIDIR`.
        static let first = Layout(wordSize: 2, trackCount: 0x1A, rate: 0x1E, firstTrack: 0x186)
        /// `HMIMIDIP` with zeros behind it.
        static let second = Layout(wordSize: 4, trackCount: 0x30, rate: 0x38, firstTrack: 0x308)
        /// `HMIMIDIP013195`, with initial values of controllers.
        static let third = Layout(wordSize: 4, trackCount: 0x30, rate: 0x38, firstTrack: 0x388)

        /// The number of a track, the length with this header, and a channel or device.
        var trackHeaderSize: Int { wordSize * 3 }

        func word(_ bytes: [UInt8], at offset: Int) -> Int? {
            wordSize == 2
                ? bytes.littleEndian16(at: offset) : bytes.littleEndian32(at: offset)
        }
    }

    /// The tempo that the rate stands for: a quarter note of a second.
    private static let usualTempo: UInt32 = 1_000_000

    private let bytes: [UInt8]
    private let layout: Layout
    private let clock: HMIClock
    private let trackCount: Int

    /// Reads the header.
    init(_ bytes: [UInt8]) throws(SMFError) {
        if bytes.has("HMIMIDIR") {
            layout = .first
        } else if bytes.has("013195", at: 8) {
            layout = .third
        } else {
            layout = .second
        }
        guard let trackCount = layout.word(bytes, at: layout.trackCount),
            let rate = layout.word(bytes, at: layout.rate), bytes.count > layout.firstTrack
        else {
            throw SMFError(
                code: .headerShort,
                offset: 0,
                detail: "HMP header truncated after \(bytes.count) bytes, expected "
                    + "\(layout.firstTrack)"
            )
        }
        self.bytes = bytes
        clock = try HMIClock(ticksPerSecond: rate, tempo: Self.usualTempo, at: layout.rate)
        self.trackCount = trackCount
    }

    /// Reads the tracks.
    func midiFile(log: inout DiagnosticLog) throws(SMFError) -> MIDIFile {
        var tracks: [Track] = []
        var position = layout.firstTrack
        while tracks.count < min(trackCount, MIDIFile.trackLimit),
            let length = layout.word(bytes, at: position + layout.wordSize)
        {
            let events = position + layout.trackHeaderSize
            guard length >= layout.trackHeaderSize, events <= bytes.count else {
                log.report(
                    .chunkLengthWrong,
                    .error,
                    offset: position + layout.wordSize,
                    "track length is \(length), expected \(layout.trackHeaderSize) or more "
                        + "(rest of file skipped)"
                )
                break
            }
            let end = min(position + length, bytes.count)
            if position + length > bytes.count {
                log.report(
                    .chunkLengthWrong,
                    .warning,
                    offset: position + layout.wordSize,
                    "track claims \(length) bytes, but only \(bytes.count - position) follow"
                )
            }
            var reader = HMITrackReader(
                bytes,
                events..<end,
                track: tracks.count,
                dialect: .hmp,
                clock: clock
            )
            let (track, trackLog) = reader.read(isFirst: tracks.isEmpty)
            tracks.append(track)
            log.merge(trackLog)
            position = end
        }
        guard !tracks.isEmpty else {
            throw SMFError(
                code: .notMIDI,
                offset: layout.firstTrack,
                detail: "HMP file without tracks, header says \(trackCount)"
            )
        }
        if tracks.count < trackCount {
            log.report(
                .trackCountWrong,
                .error,
                offset: layout.trackCount,
                "\(tracks.count) tracks, header says \(trackCount)"
            )
        }
        return MIDIFile(
            format: tracks.count == 1 ? .single : .simultaneous,
            division: .ticksPerQuarter(clock.division),
            tracks: tracks
        )
    }
}
