import SMF

/// Makes a MIDI file of lines of words, as ``TextDump`` writes them.
///
/// Each line is read on its own; one with a fault is left out, and the next is read.
struct TextAssembler {
    var cursor: LineCursor
    var assembly = Assembly()
    /// The value of `running-status`.
    var usesRunningStatus = true
    /// Bytes of the event that is being read.
    var scratch: [UInt8] = []
    var headerExtension: [UInt8] = []
    var wrapper: MIDIFile.Wrapper?
    var chunks: [ForeignChunk] = []
    /// Whether the first line has been read.
    private var hasBegun = false
    /// The statements that are allowed once in a file, and have been read.
    private var seen: Set<Statement> = []

    /// The words that a line can begin with, beside an event's time.
    enum Statement: CaseIterable {
        case smfText, format, division, runningStatus, headerExtension, riffPrefix, riffSuffix
        case chunk, chunkBytes, track

        var word: StaticString {
            switch self {
            case .smfText: "smf-text"
            case .format: "format"
            case .division: "division"
            case .runningStatus: "running-status"
            case .headerExtension: "header-extension"
            case .riffPrefix: "riff-prefix"
            case .riffSuffix: "riff-suffix"
            case .chunk: "chunk"
            case .chunkBytes: "chunk-bytes"
            case .track: "track"
            }
        }
    }

    /// Makes an assembler for a text.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        cursor = unsafe LineCursor(bytes)
    }

    /// Reads the text.
    mutating func assemble() throws(AssemblyError) -> MIDIFile {
        while cursor.nextLine() {
            do throws(TextFault) {
                try readLine()
            } catch {
                // A text with the wrong beginning is reported once.
                guard assembly.note(error), hasBegun else { break }
            }
        }
        var file = try assembly.finish(orFault: missing)
        file.headerExtension = headerExtension
        file.wrapper = wrapper
        file.foreignChunks = chunks
        return file
    }

    /// The fault that the text lacks something at its end.
    private var missing: TextFault? {
        let word: StaticString? =
            !hasBegun ? "smf-text 1" : needed
        return word.map {
            TextFault(line: cursor.line + 1, column: 1, detail: "end of text, expected \($0)")
        }
    }

    /// The statement that is required before the first track and still missing.
    private var needed: StaticString? {
        if assembly.format == nil { return "format" }
        return assembly.division == nil ? "division" : nil
    }

    private mutating func readLine() throws(TextFault) {
        guard !cursor.isAtEnd() else { return }
        let position = cursor.position
        if let first = cursor.peek(), (0x30...0x39).contains(first) || first == 0x2B {
            try readEvent()
        } else {
            try readStatement(at: position)
        }
        try expectEnd()
    }

    private mutating func readStatement(at position: Int) throws(TextFault) {
        let word = cursor.word()
        guard let statement = Statement.allCases.first(where: { cursor.isWord(word, $0.word) })
        else {
            throw cursor.fault(at: position, "\(cursor.quoted(word)), expected \(expectation)")
        }
        guard hasBegun || statement == .smfText else {
            // Once is enough.
            hasBegun = true
            throw cursor.fault(at: position, "\(cursor.quoted(word)), expected smf-text 1")
        }
        scratch.removeAll(keepingCapacity: true)
        switch statement {
        case .smfText, .format, .division, .runningStatus:
            guard seen.insert(statement).inserted else {
                throw cursor.fault(at: position, "\(statement.word) given more than once")
            }
            guard !assembly.isInTrack, assembly.tracks.isEmpty else {
                throw cursor.fault(
                    at: position,
                    "\(statement.word) after a track, expected before it"
                )
            }
            try readHead(statement)
        case .headerExtension:
            try readBytes()
            headerExtension += scratch
        case .riffPrefix, .riffSuffix: try readWrapper(isPrefix: statement == .riffPrefix)
        case .chunk: try readChunk()
        case .chunkBytes: try readChunkBytes(at: position)
        case .track: try beginTrack(at: position)
        }
    }

    /// The words that are allowed at the beginning of a line.
    private var expectation: StaticString {
        guard hasBegun else { return "smf-text 1" }
        return assembly.isInTrack
            ? "a tick, track, chunk or end of text"
            : "format, division, running-status or track"
    }

    private mutating func readHead(_ statement: Statement) throws(TextFault) {
        switch statement {
        case .smfText:
            hasBegun = true
            _ = try number("version", in: 1...1)
        case .format:
            let number = try number("format", in: 0...2)
            assembly.format = MIDIFile.Format(rawValue: UInt16(number))
        case .division: assembly.division = try readDivision()
        default: usesRunningStatus = try readAnswer()
        }
    }

    private mutating func readDivision() throws(TextFault) -> Division {
        let position = cursor.position
        guard cursor.isWord(cursor.word(), "smpte") else {
            cursor.move(to: position)
            return .ticksPerQuarter(UInt16(try number("division", in: 1...32_767)))
        }
        let rate = try readRate()
        return .smpte(rate, ticksPerFrame: UInt8(try number("ticks per frame", in: 1...255)))
    }

    private mutating func readAnswer() throws(TextFault) -> Bool {
        let word = cursor.word()
        if cursor.isWord(word, "yes") { return true }
        if cursor.isWord(word, "no") { return false }
        throw cursor.fault(at: word.lowerBound, "\(cursor.quoted(word)), expected yes or no")
    }

    private mutating func beginTrack(at position: Int) throws(TextFault) {
        if let needed {
            throw cursor.fault(at: position, "track before \(needed), expected \(needed) first")
        }
        assembly.endTrack()
        guard assembly.tracks.count < Assembly.trackLimit else {
            throw cursor.fault(at: position, "more than \(Assembly.trackLimit) tracks")
        }
        if assembly.format == .single, assembly.tracks.count == 1 {
            throw cursor.fault(at: position, "second track in format 0, expected only one")
        }
        assembly.beginTrack()
    }

    // MARK: Content beside events

    private mutating func readWrapper(isPrefix: Bool) throws(TextFault) {
        try readBytes()
        if wrapper == nil { wrapper = MIDIFile.Wrapper(prefix: [], suffix: []) }
        if isPrefix {
            wrapper?.prefix += scratch
        } else {
            wrapper?.suffix += scratch
        }
    }

    private mutating func readChunk() throws(TextFault) {
        cursor.skipBlanks()
        let position = cursor.position
        try readString()
        guard scratch.count == 4 else {
            throw cursor.fault(at: position, "name of \(scratch.count) bytes, expected 4")
        }
        let id = scratch.reduce(0) { $0 << 8 | UInt32($1) }
        guard id != 0x4D54_6864, id != 0x4D54_726B else {
            throw cursor.fault(at: position, "chunk named MThd or MTrk, expected another name")
        }
        assembly.endTrack()
        chunks.append(ForeignChunk(id: id, bytes: [], trackIndex: assembly.tracks.count))
    }

    private mutating func readChunkBytes(at position: Int) throws(TextFault) {
        guard let last = chunks.indices.last else {
            throw cursor.fault(at: position, "chunk-bytes without a chunk before it")
        }
        try readBytes()
        chunks[last].bytes += scratch
    }
}
