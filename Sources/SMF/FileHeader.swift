/// The header chunk (MThd).
struct FileHeader {
    /// The relation between the tracks.
    var format: MIDIFile.Format
    /// The number of tracks that the header promises.
    var trackCount: Int
    /// The unit of a tick.
    var division: Division
    /// The offset of the first chunk after the header.
    var end: Int

    /// Reads the header at an offset that is known to have `MThd`.
    ///
    /// SMF 1.0, "Header Chunks". The length is 6; a longer one is to be obeyed.
    init(_ input: Input, at offset: Int, end: Int, log: inout DiagnosticLog) throws(SMFError) {
        guard let length = input.bigEndian(at: offset + 4), offset + 14 <= end,
            let format = input.bigEndian16(at: offset + 8),
            let trackCount = input.bigEndian16(at: offset + 10),
            let division = input.bigEndian16(at: offset + 12)
        else {
            throw SMFError(
                code: .headerShort,
                offset: offset,
                detail: "header truncated after \(end - offset) bytes, expected 14"
            )
        }
        guard length >= 6 else {
            throw SMFError(
                code: .headerShort,
                offset: offset + 4,
                detail: "header length is \(length), expected 6 or more"
            )
        }
        if let known = MIDIFile.Format(rawValue: format) {
            self.format = known
        } else {
            self.format = .simultaneous
            log.report(
                .formatUnknown,
                .error,
                offset: offset + 8,
                "format is \(format), expected 0, 1 or 2 (read as 1)"
            )
        }
        self.trackCount = Int(trackCount)
        self.division = try Self.division(division, at: offset + 12, log: &log)
        self.end = Self.end(input, at: offset, length: Int(length), limit: end, log: &log)
    }

    /// The end of the header.
    ///
    /// A length that leads to no chunk is ignored if a track begins at the end of a header of 6
    /// bytes.
    private static func end(
        _ input: Input,
        at offset: Int,
        length: Int,
        limit: Int,
        log: inout DiagnosticLog
    ) -> Int {
        let usual = offset + 14
        let claimed = offset + 8 + length
        guard claimed != usual else { return usual }
        let isChunk = claimed < limit && input.id(at: claimed)?.isPrintable == true
        if !isChunk, claimed > limit || input.id(at: usual) == .track {
            log.report(
                .headerLengthWrong,
                .warning,
                offset: offset + 4,
                "header length is \(length), but no chunk follows there (read as 6)"
            )
            return usual
        }
        log.report(
            .headerLong,
            .note,
            offset: offset + 4,
            "header length is \(length), expected 6 (\(length - 6) bytes skipped)"
        )
        return claimed
    }

    private static func division(
        _ word: UInt16,
        at offset: Int,
        log: inout DiagnosticLog
    ) throws(SMFError) -> Division {
        guard word & 0x8000 != 0 else {
            guard word > 0 else {
                throw SMFError(
                    code: .divisionInvalid,
                    offset: offset,
                    detail: "division is 0, expected 1 … 32767 ticks per quarter note"
                )
            }
            return .ticksPerQuarter(word)
        }
        let framesPerSecond = -Int(Int8(bitPattern: UInt8(word >> 8)))
        let ticksPerFrame = UInt8(word & 0xFF)
        if ticksPerFrame > 0, let rate = UInt8(exactly: framesPerSecond).flatMap(SMPTERate.init) {
            return .smpte(rate, ticksPerFrame: ticksPerFrame)
        }
        // Only ticks per second matter: 60 × 80 is as well 30 × 160.
        let ticksPerSecond = framesPerSecond * Int(ticksPerFrame)
        for rate in [SMPTERate.fps30, .fps25, .fps24] {
            let (quotient, remainder) = ticksPerSecond.quotientAndRemainder(
                dividingBy: Int(rate.rawValue)
            )
            guard remainder == 0, let ticks = UInt8(exactly: quotient), ticks > 0 else { continue }
            log.report(
                .frameRateUnknown,
                .error,
                offset: offset,
                "\(framesPerSecond) frames per second, expected 24, 25, 29 or 30 "
                    + "(read as \(ticksPerSecond) ticks per second)"
            )
            return .smpte(rate, ticksPerFrame: ticks)
        }
        throw SMFError(
            code: .divisionInvalid,
            offset: offset,
            detail: "division is \(framesPerSecond) frames per second with \(ticksPerFrame) ticks "
                + "per frame, expected 24, 25, 29 or 30 with 1 … 255"
        )
    }
}
