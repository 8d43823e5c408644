extension FileHeader {
    /// The bytes of a header chunk.
    ///
    /// SMF 1.0, "Header Chunks".
    static func bytes(
        format: MIDIFile.Format,
        trackCount: Int,
        division: Division,
        extension: [UInt8] = []
    ) throws(SMFWriteError) -> [UInt8] {
        guard let length = UInt32(exactly: 6 + `extension`.count) else {
            throw SMFWriteError(
                code: .chunkTooLong,
                detail: "header of \(6 + `extension`.count) bytes, expected at most \(UInt32.max)"
            )
        }
        var bytes = ChunkID.header.code.bigEndianBytes + length.bigEndianBytes
        let division = try word(division)
        for word in [format.rawValue, UInt16(truncatingIfNeeded: trackCount), division] {
            bytes += [UInt8(word >> 8), UInt8(truncatingIfNeeded: word)]
        }
        return bytes + `extension`
    }

    /// A division as a header has it.
    static func word(_ division: Division) throws(SMFWriteError) -> UInt16 {
        switch division {
        case .ticksPerQuarter(let ticks):
            guard (1...0x7FFF).contains(ticks) else {
                throw SMFWriteError(
                    code: .divisionInvalid,
                    detail: "\(ticks) ticks per quarter note, expected 1 … 32767"
                )
            }
            return ticks
        case .smpte(let rate, let ticks):
            guard ticks > 0 else {
                throw SMFWriteError(
                    code: .divisionInvalid,
                    detail: "0 ticks per frame, expected 1 … 255"
                )
            }
            // The high byte is the negative rate in two's complement.
            return UInt16(0 &- rate.rawValue) << 8 | UInt16(ticks)
        }
    }
}

extension UInt32 {
    /// The four bytes, the highest first.
    var bigEndianBytes: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
    }

    /// The four bytes, the lowest first, as RIFF has them.
    var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}
