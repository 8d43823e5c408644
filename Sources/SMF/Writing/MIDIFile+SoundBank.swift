extension MIDIFile {
    /// The file in a RIFF file (RMID) with a SoundFont, as bytes.
    ///
    /// The chunks have the order of the SF2 RMIDI specification, "File Structure": the music, the
    /// information with the offset of bank numbers ("DBNK Chunk"), the SoundFont. The music is
    /// written as ``WritingStyle/preserving`` does, without a wrapper that it was read from.
    ///
    /// - Parameters:
    ///   - soundFont: An SF2 or SF3 file.
    ///   - bankOffset: The number that players add to its bank numbers, 0 to 127. With 0, which the
    ///     specification recommends, the music selects presets by their own numbers.
    /// - Returns: The file.
    /// - Throws: As ``bytes(_:preparing:)``, and for more than 4 GiB.
    public func riffBytes(
        soundFont: [UInt8],
        bankOffset: UInt8 = 0
    ) throws(SMFWriteError) -> [UInt8] {
        var plain = self
        plain.wrapper = nil
        let music = try unsafe plain.bytes(.preserving)
        let offset = Self.chunk(.bankOffset, [bankOffset, 0])
        let information = Self.chunk(.list, ChunkID.info.code.bigEndianBytes + offset)
        let padding = soundFont.count % 2
        let count = 4 + 8 + music.count + music.count % 2 + information.count + soundFont.count
        guard let size = UInt32(exactly: count + padding) else {
            throw SMFWriteError(
                code: .chunkTooLong,
                detail: "RIFF file of \(count + padding) bytes, expected at most \(UInt32.max)"
            )
        }
        var bytes = ChunkID.riff.code.bigEndianBytes + size.littleEndianBytes
        bytes.reserveCapacity(8 + Int(size))
        bytes += ChunkID.riffMIDI.code.bigEndianBytes + Self.chunk(.data, music) + information
        bytes += soundFont
        bytes += [UInt8](repeating: 0, count: padding)
        return bytes
    }

    /// A chunk, padded to an even number of bytes.
    private static func chunk(_ id: ChunkID, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(truncatingIfNeeded: content.count)
        let padding = [UInt8](repeating: 0, count: content.count % 2)
        return id.code.bigEndianBytes + size.littleEndianBytes + content + padding
    }
}
