/// Writes a whole file into one block of memory.
@safe
struct FileWriter {
    private let file: MIDIFile
    private let style: WritingStyle
    /// The foreign chunks in their order; none except in the preserving style.
    private let foreignChunks: [ForeignChunk]
    private let headerExtension: [UInt8]
    /// Looks after the memory before it is used.
    private let prepare: ((UnsafeMutableRawBufferPointer) -> Void)?

    /// Makes a writer.
    ///
    /// Checks what does not need the tracks' events.
    init(
        _ file: MIDIFile,
        style: WritingStyle,
        prepare: ((UnsafeMutableRawBufferPointer) -> Void)?
    ) throws(SMFWriteError) {
        self.file = file
        self.style = style
        unsafe self.prepare = prepare
        let isPreserving = style == .preserving
        // The standard library's sort is stable: chunks of one index stay in their order.
        foreignChunks =
            isPreserving ? file.foreignChunks.sorted { $0.trackIndex < $1.trackIndex } : []
        // With no chunk behind it an extension that begins like a track would be read as one.
        let isTaken = file.tracks.isEmpty && foreignChunks.isEmpty
        let isLikeTrack = file.headerExtension.starts(with: ChunkID.track.code.bigEndianBytes)
        headerExtension = isPreserving && !(isTaken && isLikeTrack) ? file.headerExtension : []
        let count = file.tracks.count
        guard count <= Int(UInt16.max) else {
            throw SMFWriteError(
                code: .tracksTooMany,
                detail: "\(count) tracks, expected at most \(UInt16.max)"
            )
        }
        guard file.format != .single || count <= 1 else {
            throw SMFWriteError(
                code: .formatZeroTracks,
                detail: "format 0 with \(count) tracks, expected at most 1"
            )
        }
        for chunk in foreignChunks { try check(chunk) }
    }

    private func check(_ chunk: ForeignChunk) throws(SMFWriteError) {
        let id = ChunkID(code: chunk.id)
        guard id.isPrintable, id != .track, id != .header else {
            throw SMFWriteError(
                code: .chunkName,
                detail: "foreign chunk named \(hexadecimal(Int(chunk.id))), "
                    + "expected four printable characters other than MThd and MTrk"
            )
        }
        guard chunk.bytes.count <= Int(UInt32.max) else {
            throw SMFWriteError(
                code: .chunkTooLong,
                detail: "chunk \(id) of \(chunk.bytes.count) bytes, expected at most \(UInt32.max)"
            )
        }
    }

    /// The file's bytes.
    func bytes() throws(SMFWriteError) -> [UInt8] {
        let header = try FileHeader.bytes(
            format: file.format,
            trackCount: file.tracks.count,
            division: file.division,
            extension: headerExtension
        )
        guard style == .preserving, let wrapper = file.wrapper else {
            return try bytes(header, prefix: [], suffixCount: 0)
        }
        var bytes = try bytes(
            header,
            prefix: wrapper.prefix,
            suffixCount: wrapper.suffix.count + 1
        )
        try RIFFSizes(wrapper, musicCount: bytes.count - wrapper.prefix.count).complete(&bytes)
        return bytes
    }

    /// Writes the prefix, the header and all chunks into a block that has room for a suffix too.
    private func bytes(
        _ header: [UInt8],
        prefix: [UInt8],
        suffixCount: Int
    ) throws(SMFWriteError) -> [UInt8] {
        let capacity =
            prefix.count + header.count + foreignChunks.reduce(0) { $0 + 8 + $1.bytes.count }
            + file.tracks.reduce(0) { $0 + TrackWriter.bound(of: $1) } + suffixCount
        var failure: SMFWriteError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let start = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
            unsafe prepare?(UnsafeMutableRawBufferPointer(buffer))
            do throws(SMFWriteError) {
                var cursor = unsafe start
                unsafe Self.copy(prefix, to: &cursor)
                unsafe Self.copy(header, to: &cursor)
                try unsafe writeChunks(to: &cursor)
                count = unsafe cursor - start
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private func writeChunks(to cursor: inout UnsafeMutableRawPointer) throws(SMFWriteError) {
        var foreign = foreignChunks[...]
        for (number, track) in file.tracks.enumerated() {
            while let chunk = foreign.first, chunk.trackIndex <= number {
                unsafe Self.copy(chunk, to: &cursor)
                foreign = foreign.dropFirst()
            }
            var writer = unsafe TrackWriter(at: cursor, style: style, track: number)
            try writer.write(track)
            unsafe cursor = writer.cursor
        }
        for chunk in foreign { unsafe Self.copy(chunk, to: &cursor) }
    }

    private static func copy(_ chunk: ForeignChunk, to cursor: inout UnsafeMutableRawPointer) {
        let length = UInt32(truncatingIfNeeded: chunk.bytes.count)
        unsafe cursor.storeBytes(of: chunk.id.bigEndian, as: UInt32.self)
        unsafe (cursor + 4).storeBytes(of: length.bigEndian, as: UInt32.self)
        unsafe cursor += 8
        unsafe copy(chunk.bytes, to: &cursor)
    }

    private static func copy(_ bytes: [UInt8], to cursor: inout UnsafeMutableRawPointer) {
        unsafe bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            unsafe cursor.copyMemory(from: base, byteCount: source.count)
        }
        unsafe cursor += bytes.count
    }
}
