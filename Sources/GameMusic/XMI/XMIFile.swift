import SMF

/// An XMI file: the chunks of its sequences.
///
/// Sources: Extended MIDI (XMIDI) Specification 1.02 (Audio Interface Library, 1992), and
/// ModdingWiki's page of the format.
struct XMIFile {
    private let bytes: [UInt8]
    private var sequences: [XMISequence] = []
    /// The number of sequences that INFO promises, and its offset.
    private var promised: (count: Int, offset: Int)?

    /// Goes through the chunks.
    ///
    /// FORM and CAT are entered whatever is in them: some files have one CAT in their FORM XDIR,
    /// others beside it, and some have no FORM XDIR at all.
    init(_ bytes: [UInt8], log: inout DiagnosticLog) throws(SMFError) {
        self.bytes = bytes
        var position = 0
        while let size = bytes.bigEndian32(at: position + 4) {
            let content = position + 8
            if bytes.has("FORM", at: position) || bytes.has("CAT ", at: position) {
                if bytes.has("FORM", at: position), bytes.has("XMID", at: content) {
                    sequences.append(XMISequence())
                }
                position = content + 4
                continue
            }
            guard Self.isChunk(at: position, in: bytes) else { break }
            let end = min(content + size, bytes.count)
            if content + size > bytes.count {
                log.report(
                    .chunkLengthWrong,
                    .warning,
                    offset: position + 4,
                    "chunk claims \(size) bytes, but only \(bytes.count - content) follow"
                )
            }
            take(position, content..<end)
            // Chunks are padded to even sizes, but not by every program.
            let isPadded = size % 2 == 1 && !Self.isChunk(at: end, in: bytes)
            position = end + (isPadded ? 1 : 0)
        }
        sequences.removeAll { $0.events == nil }
        if sequences.count > MIDIFile.trackLimit {
            log.report(
                .tracksTooMany,
                .error,
                offset: sequences[MIDIFile.trackLimit].events?.lowerBound ?? position,
                "more than \(MIDIFile.trackLimit) sequences (rest skipped)"
            )
            sequences.removeSubrange(MIDIFile.trackLimit...)
        }
        guard !sequences.isEmpty else {
            throw SMFError(
                code: .notMIDI,
                offset: min(position, bytes.count),
                detail: "XMI file without events, expected a chunk EVNT"
            )
        }
        if let promised, promised.count != sequences.count {
            log.report(
                .trackCountWrong,
                .warning,
                offset: promised.offset,
                "\(sequences.count) sequences, INFO says \(promised.count) "
                    + "(all \(sequences.count) read)"
            )
        }
    }

    /// Whether the name of a chunk is at an offset: four printable letters.
    private static func isChunk(at offset: Int, in bytes: [UInt8]) -> Bool {
        offset <= bytes.count - 4
            && bytes[offset..<offset + 4].allSatisfy { (0x20...0x7E).contains($0) }
    }

    private mutating func take(_ position: Int, _ content: Range<Int>) {
        if bytes.has("INFO", at: position) {
            promised =
                promised
                ?? bytes.littleEndian16(at: content.lowerBound).map {
                    ($0, content.lowerBound)
                }
            return
        }
        // A file may begin with EVNT right behind a damaged FORM.
        if sequences.isEmpty { sequences.append(XMISequence()) }
        let index = sequences.count - 1
        if bytes.has("EVNT", at: position) {
            guard sequences[index].events == nil else { return }
            sequences[index].events = content
        } else if bytes.has("TIMB", at: position) {
            sequences[index].timbres = timbres(content)
        } else if bytes.has("RBRN", at: position) {
            sequences[index].lastBranch = lastBranch(content)
        }
    }

    private func timbres(_ content: Range<Int>) -> [(bank: UInt8, program: UInt8)] {
        let count = bytes.littleEndian16(at: content.lowerBound) ?? 0
        var cursor = ByteCursor(bytes, content.dropFirst(2))
        var timbres: [(bank: UInt8, program: UInt8)] = []
        while timbres.count < count, let program = cursor.next(), let bank = cursor.next() {
            timbres.append((bank, program))
        }
        return timbres
    }

    private func lastBranch(_ content: Range<Int>) -> Int {
        let count = bytes.littleEndian16(at: content.lowerBound) ?? 0
        let entries = content.dropFirst(2)
        return (0..<min(count, entries.count / 6))
            .compactMap { bytes.littleEndian32(at: entries.lowerBound + $0 * 6 + 2) }.max() ?? 0
    }

    /// Reads the sequences: one becomes a file of format 0, several one of format 2.
    func midiFile(log: inout DiagnosticLog) -> MIDIFile {
        var budget = XMILoopBudget(byteCount: bytes.count)
        var musics: [XMITrackReader.Music] = []
        for (index, sequence) in sequences.enumerated() {
            var reader = XMITrackReader(bytes, sequence, track: index, budget: budget)
            let (music, trackLog) = reader.read()
            budget = reader.budget
            log.merge(trackLog)
            musics.append(music)
        }
        let clock = XMIClock(tempos: musics.map { $0.tempo ?? XMIClock.usualTempo })
        return MIDIFile(
            format: musics.count == 1 ? .single : .independent,
            division: .ticksPerQuarter(clock.division),
            tracks: zip(musics, clock.paces).enumerated().map { index, music in
                music.0.track(at: music.1, timbres: sequences[index].timbres)
            }
        )
    }
}
