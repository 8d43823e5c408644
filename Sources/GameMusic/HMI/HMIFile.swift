import SMF

/// A file in the HMI format of the Sound Operating System.
///
/// Nobody has published the format. Sources of offsets and lengths: the readers of ZDoom,
/// libADLMIDI and WildMIDI, and WildMIDI's description.
struct HMIFile {
    private enum Offset {
        /// Ticks per second; the division of the file it was made of is four times as large.
        static let rate = 0xD4
        static let trackCount = 0xE4
        static let directory = 0xE8
    }

    /// Offsets in a track.
    private enum TrackOffset {
        static let name = 0x4B
        static let events = 0x57
        static let devices = 0x99
    }

    /// A track: where it is, and where its events begin.
    private struct Entry {
        var range: Range<Int>
        var events: Int
        var isForGeneralMIDI: Bool
    }

    /// The tempo that the rate stands for: a quarter note of four seconds.
    private static let usualTempo: UInt32 = 4_000_000

    private let bytes: [UInt8]
    private let clock: HMIClock
    private let trackCount: Int
    private let directory: Int

    /// Reads the header.
    init(_ bytes: [UInt8]) throws(SMFError) {
        guard let rate = bytes.littleEndian16(at: Offset.rate),
            let trackCount = bytes.littleEndian16(at: Offset.trackCount),
            let directory = bytes.littleEndian32(at: Offset.directory)
        else {
            throw SMFError(
                code: .headerShort,
                offset: 0,
                detail: "HMI header truncated after \(bytes.count) bytes, expected "
                    + "\(Offset.directory + 4)"
            )
        }
        self.bytes = bytes
        clock = try HMIClock(ticksPerSecond: rate, tempo: Self.usualTempo, at: Offset.rate)
        self.trackCount = trackCount
        self.directory = directory
    }

    /// Reads the tracks.
    func midiFile(log: inout DiagnosticLog) throws(SMFError) -> MIDIFile {
        var entries = entries(log: &log)
        if trackCount != entries.count {
            log.report(
                .trackCountWrong,
                entries.isEmpty ? .error : .warning,
                offset: Offset.trackCount,
                "\(entries.count) tracks, header says \(trackCount)"
            )
        }
        guard !entries.isEmpty else {
            throw SMFError(
                code: .notMIDI,
                offset: min(directory, bytes.count),
                detail: "HMI file without tracks, expected HMI-MIDITRACK"
            )
        }
        if entries.contains(where: \.isForGeneralMIDI) {
            for entry in entries where !entry.isForGeneralMIDI {
                log.report(
                    .trackForOtherDevice,
                    .note,
                    offset: entry.range.lowerBound,
                    "track for another sound device than General MIDI (left out)"
                )
            }
            entries.removeAll { !$0.isForGeneralMIDI }
        }
        var tracks: [Track] = []
        for (index, entry) in entries.enumerated() {
            var reader = HMITrackReader(
                bytes,
                entry.events..<entry.range.upperBound,
                track: index,
                dialect: .hmi,
                clock: clock
            )
            let (track, trackLog) = reader.read(
                named: name(of: entry.range),
                isFirst: index == 0
            )
            tracks.append(track)
            log.merge(trackLog)
        }
        return MIDIFile(
            format: tracks.count == 1 ? .single : .simultaneous,
            division: .ticksPerQuarter(clock.division),
            tracks: tracks
        )
    }

    /// The tracks of the directory, in its order.
    ///
    /// A track has no length: it ends where another begins.
    private func entries(log: inout DiagnosticLog) -> [Entry] {
        let starts = (0..<trackCount).compactMap { bytes.littleEndian32(at: directory + $0 * 4) }
        var isKnown: Set<Int> = []
        let tracks = starts.filter { bytes.has("HMI-MIDITRACK", at: $0) }
            .filter { isKnown.insert($0).inserted }
        let ends = tracks.sorted().dropFirst() + [bytes.count]
        let ranges = Dictionary(uniqueKeysWithValues: zip(tracks.sorted(), ends))
        return tracks.compactMap { start in
            let end = ranges[start] ?? bytes.count
            guard let offset = bytes.littleEndian32(at: start + TrackOffset.events),
                start + offset < end
            else {
                log.report(
                    .trackTruncated,
                    .error,
                    offset: start,
                    "track without events: its header is cut off, or points outside (skipped)"
                )
                return nil
            }
            return Entry(
                range: start..<end,
                events: start + offset,
                isForGeneralMIDI: HMIDevices(bytes, at: start + TrackOffset.devices)
                    .isForGeneralMIDI
            )
        }
    }

    /// The name of a track, padded with blanks in the file; empty if it has none.
    private func name(of track: Range<Int>) -> ArraySlice<UInt8> {
        guard let offset = bytes.littleEndian32(at: track.lowerBound + TrackOffset.name),
            offset > 0
        else { return [] }
        // A byte of unknown use, the length, and the letters.
        var cursor = ByteCursor(bytes, track.lowerBound..<track.upperBound)
        cursor.seek(track.lowerBound + offset + 1)
        guard let length = cursor.next(), let letters = cursor.next(Int(length)),
            letters.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return [] }
        return letters[..<((letters.lastIndex { $0 != 0x20 } ?? letters.startIndex - 1) + 1)]
    }
}
