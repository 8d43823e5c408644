public import SMF

/// Writes a MIDI file as text: a line of words for each event, and nothing left out.
///
/// ```swift
/// let file = try MIDIFile(bytes, keeping: .everything)
/// try TextDump(file).write { piece in try output.write(piece) }
/// ```
///
/// `MIDIFile.init(assembling:form:)` makes the same file of it. The format is written down in
/// docs/text-format.md.
public struct TextDump: Sendable {
    /// The file.
    public let file: MIDIFile
    /// The comment on an event's time; `nil` for none.
    ///
    /// It is called with the track, from 0, and the tick.
    public var describePosition: (@Sendable (_ track: Int, _ tick: Int64) -> String)?
    /// The decoder of text that is not UTF-8: a comment shows the result.
    ///
    /// The text itself is written byte by byte.
    public var decoder = TextDecoder.utf8OrWindows1252

    /// Whether `running-status` is what most events do.
    let usesRunningStatus: Bool

    /// Makes a dump of a file.
    ///
    /// A file that was read with `MIDIFile.Keeping.everything` comes out with all its bytes.
    public init(_ file: MIDIFile) {
        self.file = file
        usesRunningStatus = RunningStatus.isUsual(in: file)
    }

    /// Hands out the text, in UTF-8.
    ///
    /// Takes memory for a piece or the longest event, for a file of any size.
    ///
    /// - Parameter sink: Takes a piece of about 64 KiB; it is valid during the call only.
    /// - Throws: The error of `sink`, at once.
    public func write<Failure: Error>(
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let output = TextOutput()
        try unsafe writeHead(output, to: sink)
        // In their order: the standard library's sort is stable.
        var chunks = file.foreignChunks.sorted { $0.trackIndex < $1.trackIndex }[...]
        for (index, track) in file.tracks.enumerated() {
            let count = chunks.prefix { $0.trackIndex <= index }.count
            try unsafe write(chunks.prefix(count), output, to: sink)
            chunks = chunks.dropFirst(count)
            appendBeginning(of: track, index, to: output)
            try unsafe writeEvents(of: track, index, output, to: sink)
        }
        try unsafe write(chunks, output, to: sink)
        if let wrapper = file.wrapper, !wrapper.suffix.isEmpty {
            output.append(0x0A)
            try unsafe writeBytes(wrapper.suffix, as: "riff-suffix", output, to: sink)
        }
        try unsafe output.flush(isEnd: true, to: sink)
    }

    /// The whole text.
    public var bytes: [UInt8] {
        var all: [UInt8] = []
        unsafe write { unsafe all.append(contentsOf: $0) }
        return all
    }

    // MARK: Parts

    private func writeHead<Failure: Error>(
        _ output: TextOutput,
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        output.append("smf-text 1\nformat ")
        output.append(decimal: file.format.rawValue)
        output.append("\ndivision ")
        switch file.division {
        case .ticksPerQuarter(let ticks):
            output.append(decimal: ticks)
            output.append("  # ticks per quarter note\n")
        case .smpte(let rate, let ticks):
            output.append("smpte ")
            output.append(rate.text)
            output.append(0x20)
            output.append(decimal: ticks)
            output.append("  # frames per second, ticks per frame\n")
        }
        output.append(usesRunningStatus ? "running-status yes\n" : "running-status no\n")
        if !file.headerExtension.isEmpty {
            output.append("header-extension")
            output.append(hexadecimal: file.headerExtension)
            output.append(0x0A)
        }
        if let prefix = file.wrapper?.prefix {
            try unsafe writeBytes(prefix, as: "riff-prefix", output, to: sink)
        }
    }

    private func appendBeginning(of track: Track, _ index: Int, to output: TextOutput) {
        output.append("\ntrack  # ")
        output.append(decimal: index + 1)
        let name = track.texts.first { $0.kind == .trackName && !$0.bytes.isEmpty }
        if let name {
            output.append(": ")
            output.append(comment: decoder.text(of: name.bytes))
        }
        output.append(0x0A)
    }

    private func writeEvents<Failure: Error>(
        of track: Track,
        _ index: Int,
        _ output: TextOutput,
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var status = RunningStatus()
        var tick: Int64 = 0
        for (eventIndex, event) in track.enumerated() {
            tick += Int64(event.delta)
            output.append(decimal: tick)
            append(event.event, to: output)
            let encoding = track.encoding(at: eventIndex).fitting(event, lastStatus: status.last)
            let isUsual = status.take(event.event) && usesRunningStatus
            append(encoding, isRunningUsual: isUsual, to: output)
            appendComment(on: event.event, track: index, tick: tick, to: output)
            output.append(0x0A)
            try unsafe output.flush(to: sink)
        }
    }

    private func write<Failure: Error>(
        _ chunks: ArraySlice<ForeignChunk>,
        _ output: TextOutput,
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        for chunk in chunks {
            output.append("\nchunk ")
            let id = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: chunk.id >> UInt32($0)) }
            output.append(quoted: id[...])
            output.append(0x0A)
            try unsafe writeBytes(chunk.bytes, as: "chunk-bytes", output, to: sink)
        }
    }

    /// The number of bytes on a line of those that are not events.
    private static var bytesPerLine: Int { 32 }

    private func writeBytes<Failure: Error>(
        _ bytes: [UInt8],
        as word: StaticString,
        _ output: TextOutput,
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        for start in stride(from: 0, to: bytes.count, by: Self.bytesPerLine) {
            output.append(word)
            output.append(hexadecimal: bytes[start...].prefix(Self.bytesPerLine))
            output.append(0x0A)
            try unsafe output.flush(to: sink)
        }
    }
}

extension SMPTERate {
    /// The frames per second as the text has them.
    var text: StaticString {
        switch self {
        case .fps24: "24"
        case .fps25: "25"
        case .fps2997: "29.97"
        case .fps30: "30"
        }
    }
}
