/// Fits the sizes of a RIFF wrapper to music of another length than it was made for.
///
/// If the length is the same, nothing changes.
struct RIFFSizes {
    private let prefix: [UInt8]
    private let suffix: [UInt8]
    private let musicCount: Int
    /// The start of the data chunk's content; `nil` if there is no such chunk.
    private let dataStart: Int?

    /// Looks at a wrapper.
    init(_ wrapper: MIDIFile.Wrapper, musicCount: Int) {
        prefix = wrapper.prefix
        suffix = wrapper.suffix
        self.musicCount = musicCount
        dataStart = unsafe wrapper.prefix.withUnsafeBufferPointer {
            unsafe Self.dataStart(Input(bytes: $0))
        }
    }

    /// The start of the first data chunk's content.
    ///
    /// The reader takes the first as well.
    private static func dataStart(_ prefix: Input) -> Int? {
        guard RIFFWrapper.isPresent(in: prefix) else { return nil }
        var position = 12
        while let id = prefix.id(at: position), let size = prefix.littleEndian(at: position + 4) {
            guard id != .data else { return position + 8 }
            // Chunks are padded to even sizes.
            position += 8 + Int(size) + Int(size % 2)
        }
        return nil
    }

    /// Adds the suffix to prefix and music, and sets the sizes right.
    func complete(_ bytes: inout [UInt8]) throws(SMFWriteError) {
        guard let dataStart else {
            bytes += suffix
            return
        }
        let claimed = size(at: dataStart - 4)
        let count = prefix.count - dataStart + musicCount
        let hadPadding = claimed % 2 == 1 && !suffix.isEmpty
        if claimed == 0 || claimed == count {
            // Open, as programs leave it that write to a pipe; or right.
            bytes += suffix
        } else {
            // The padding of the data chunk belongs to its size.
            if count % 2 == 1 { bytes.append(0) }
            bytes += hadPadding ? suffix.dropFirst() : suffix[...]
            try set(count, at: dataStart - 4, in: &bytes)
        }
        let before = dataStart + claimed + suffix.count - 8
        let after = bytes.count - 8
        let whole = size(at: 4)
        // An open size stays open.
        guard claimed != count, whole != 0, claimed != 0 || whole > after else { return }
        // Bytes behind the form's end stay there.
        let isCut = claimed == 0 || whole > before
        try set(isCut ? after : max(whole + after - before, 0), at: 4, in: &bytes)
    }

    private func size(at offset: Int) -> Int {
        let bytes = prefix[offset..<(offset + 4)]
        return Int(bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }

    private func set(_ size: Int, at offset: Int, in bytes: inout [UInt8]) throws(SMFWriteError) {
        guard let size = UInt32(exactly: size) else {
            throw SMFWriteError(
                code: .chunkTooLong,
                detail: "RIFF chunk of \(size) bytes, expected at most \(UInt32.max)"
            )
        }
        bytes.replaceSubrange(offset..<(offset + 4), with: size.littleEndianBytes)
    }
}
