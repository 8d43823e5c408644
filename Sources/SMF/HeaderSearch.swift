/// Finds the MIDI file within its input: behind what mail programs put there, or in a RIFF file.
struct HeaderSearch {
    /// The range in which a header is searched: it may follow a MacBinary header and the additions
    /// of mail and archive programs.
    private static let searchLimit = 65_536
    /// The largest header length that is believed in a header not at the start.
    private static let plausibleHeaderLength: UInt32 = 65_535

    private let input: Input
    /// The offset of the header.
    private(set) var start = 0
    /// The end of the MIDI file within the input.
    private(set) var end: Int
    /// The container of the chunks.
    private(set) var container = MIDIFile.Container.standard

    /// Finds the header.
    init(_ input: Input, log: inout DiagnosticLog) throws(SMFError) {
        self.input = input
        end = unsafe input.bytes.count
        start = try locate(&log)
    }

    /// Finds the header, unwrapping RIFF.
    ///
    /// Returns its offset.
    private mutating func locate(_ log: inout DiagnosticLog) throws(SMFError) -> Int {
        let count = unsafe input.bytes.count
        guard count > 0 else {
            throw SMFError(code: .empty, offset: 0, detail: "empty file, expected MThd")
        }
        if input.id(at: 0) == .header { return 0 }
        if RIFFWrapper.isPresent(in: input) {
            let wrapper = RIFFWrapper(input, log: &log)
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
                detail: "header missing: starts with a track (MTrk), expected MThd"
            )
        }
        guard let offset = searchHeader() else { throw notMIDI }
        log.report(
            .headerNotAtStart,
            .warning,
            offset: 0,
            "header at byte \(hexadecimal(offset)), expected 0x0 (bytes before it skipped)"
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
        let head = unsafe input.bytes.prefix(4)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined(separator: " ")
        let kind = unsafe FileKind.name(of: input.bytes).map { " (\($0)?)" } ?? ""
        return SMFError(
            code: .notMIDI,
            offset: 0,
            detail: "not a MIDI file: starts with \(head)\(kind), expected MThd"
        )
    }
}
