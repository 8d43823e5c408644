/// Goes through the lists of a file (§4) and collects a bank.
struct SoundBankReader {
    var bank = SoundBank()
    private(set) var layout = BankLayout()
    var log = DiagnosticLog()
    private var hasVersion = false
    private var lowBytes: Chunk?
    private var tables: PresetTables?
    /// The names of the samples of version 1.
    private(set) var sampleNames: Range<Int>?

    /// Reads a file; one whose RIFF header has a wrong size is read if its content is whole.
    mutating func read(_ bytes: RawSpan) throws(SoundFontError) {
        let (declared, count) = (try Self.end(bytes), bytes.byteCount)
        var failure = SoundFontError(
            code: .truncated,
            offset: count,
            detail: "truncated: the RIFF header says \(declared) bytes, the file has \(count)"
        )
        if declared <= count {
            do throws(SoundFontError) {
                return try read(bytes, end: declared)
            } catch {
                guard declared < count, error.code != .version else { throw error }
                failure = error
            }
        }
        self = SoundBankReader()
        log.add(
            .sizeWrong,
            .warning,
            at: 4,
            "the RIFF header says \(declared) bytes, the file has \(count); all of them are read"
        )
        do throws(SoundFontError) {
            try read(bytes, end: count)
        } catch {
            throw error.code == .version ? error : failure
        }
    }

    private mutating func read(_ bytes: RawSpan, end: Int) throws(SoundFontError) {
        var found: [String] = []
        var offset = 12
        while offset + Chunk.headerSize <= end {
            if let list = ListChunk(bytes, at: offset, end: end, &log) {
                if !found.contains(list.type) {
                    found.append(list.type)
                    try read(bytes, list)
                } else {
                    log.add(
                        .repeatedChunk,
                        .warning,
                        at: offset,
                        "a second list '\(list.type)'; left out"
                    )
                }
                offset = list.next
            } else {
                let chunk: Chunk
                do throws(SoundFontError) {
                    chunk = try Chunk(bytes, at: offset, end: end, in: "the file")
                } catch {
                    // Behind the last list, nothing that belongs to the bank is lost.
                    guard Self.lists.allSatisfy(found.contains) else { throw error }
                    log.add(.unknownChunk, .note, at: offset, "unknown content; left out")
                    break
                }
                log.add(.unknownChunk, .note, at: offset, "chunk '\(chunk.name)'; left out")
                offset = chunk.next(bytes, end: end, &log)
            }
        }
        for type in Self.lists where !found.contains(type) {
            throw SoundFontError(
                code: .notASoundFont,
                offset: min(offset, end),
                detail: "not a SoundFont: it has no '\(type)' list"
            )
        }
        checkLowBytes()
        guard !isFirst || sampleNames != nil else { throw firstVersionFailure }
        // The list is there, and reading it has thrown or set this.
        if let tables { read(tables, bytes) }
    }

    /// The lists that a file must have.
    private static let lists = ["INFO", "sdta", "pdta"]

    /// The end of the RIFF chunk, which the whole file should be.
    private static func end(_ bytes: RawSpan) throws(SoundFontError) -> Int {
        guard bytes.byteCount >= 12, bytes.letters(0) == "RIFF" else {
            let start = (0..<min(4, bytes.byteCount)).map { bytes.byte($0) }
            let digits = start.map {
                ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
            }
            let found =
                start.isEmpty ? "is empty" : "starts with \(digits.joined(separator: " "))"
            throw SoundFontError(
                code: .notASoundFont,
                offset: 0,
                detail: "not a SoundFont: \(found), expected RIFF"
            )
        }
        let form = bytes.letters(8)
        guard form != "DLS " else {
            throw SoundFontError(
                code: .downloadableSounds,
                offset: 8,
                detail: "a DLS bank, which seqd does not support; an SF2 or SF3 file is expected"
            )
        }
        guard form == "sfbk" else {
            throw SoundFontError(
                code: .notASoundFont,
                offset: 8,
                detail: "not a SoundFont: a RIFF file of type '\(form)', expected 'sfbk'"
            )
        }
        return Chunk.headerSize + Int(bytes.long(4))
    }

    private mutating func read(_ bytes: RawSpan, _ list: ListChunk) throws(SoundFontError) {
        switch list.type {
        case "pdta":
            do throws(SoundFontError) {
                tables = try PresetTables(bytes, in: list.content, isFirst: isFirst)
            } catch {
                throw isFirst ? firstVersionFailure : error
            }
        case "INFO", "sdta":
            let end = list.content.upperBound
            var offset = list.content.lowerBound
            while offset + Chunk.headerSize <= end {
                let chunk = try Chunk(bytes, at: offset, end: end, in: "its list")
                if list.type == "INFO" {
                    readInformation(bytes, chunk)
                } else {
                    readFrames(chunk)
                }
                offset = chunk.next(bytes, end: end, &log)
            }
            if list.type == "INFO" { try checkVersion() }
        default: log.add(.unknownChunk, .note, at: list.offset, "a list '\(list.type)'; left out")
        }
    }

    private mutating func readInformation(_ bytes: RawSpan, _ chunk: Chunk) {
        let content = chunk.content
        switch chunk.name {
        case "ifil", "iver":
            guard content.count >= 4 else {
                log.add(
                    .versionMissing,
                    .warning,
                    at: chunk.offset,
                    "chunk '\(chunk.name)' has \(content.count) bytes, expected 4"
                )
                return
            }
            let version = BankInformation.Version(
                bytes.word(content.lowerBound),
                bytes.word(content.lowerBound + 2)
            )
            if chunk.name == "iver" {
                bank.information.romVersion = version
            } else {
                bank.information.version = version
                hasVersion = true
            }
        case "isng", "INAM", "irom", "ICRD", "IENG", "IPRD", "ICOP", "ICMT", "ISFT":
            // 64 KiB is the most that a comment may have (§5.10).
            var text: [UInt8] = []
            for offset in content.prefix(65_536) {
                let byte = bytes.byte(offset)
                if byte == 0 { break }
                text.append(byte)
            }
            bank.information.texts.append(
                BankInformation.Text(chunk: chunk.name, bytes: text)
            )
        default:
            log.add(
                .unknownChunk,
                .note,
                at: chunk.offset,
                "chunk '\(chunk.name)' in the list 'INFO'; left out"
            )
        }
    }

    private mutating func readFrames(_ chunk: Chunk) {
        switch chunk.name {
        case "smpl" where layout.frames == nil: layout.frames = chunk.content
        case "sm24" where lowBytes == nil: lowBytes = chunk
        case "snam" where isFirst: sampleNames = chunk.content
        default:
            log.add(
                .unknownChunk,
                .note,
                at: chunk.offset,
                "chunk '\(chunk.name)' in the list 'sdta'; left out"
            )
        }
    }

    private mutating func checkVersion() throws(SoundFontError) {
        guard hasVersion else {
            bank.information.version = BankInformation.Version(2, 0)
            log.add(.versionMissing, .warning, at: 12, "no version; 2.00 is assumed")
            return
        }
        let version = bank.information.version
        guard (1...3).contains(version.major) else {
            throw SoundFontError(
                code: .version,
                offset: 12,
                detail: "a SoundFont of version \(version), expected 1 to 3"
            )
        }
    }

    /// Whether it is of version 1, whose samples and parameters are of another format.
    var isFirst: Bool { hasVersion && bank.information.version.major == 1 }

    private var firstVersionFailure: SoundFontError {
        SoundFontError(
            code: .version,
            offset: 12,
            detail: "a SoundFont bank of version \(bank.information.version) (.sbk) whose tables "
                + "are not those of that version; save it as SF2 in a SoundFont editor"
        )
    }

    /// The low bytes count from version 2.04 on, where there is one for each frame (§6.2).
    private mutating func checkLowBytes() {
        guard let lowBytes else { return }
        let expected = layout.frameCount + layout.frameCount % 2
        guard bank.information.version.minor >= 4, lowBytes.content.count == expected else {
            log.add(
                .lowBytesIgnored,
                .warning,
                at: lowBytes.offset,
                bank.information.version.minor < 4
                    ? "24-bit frames in a font of version \(bank.information.version); 16 bits of "
                        + "them are played"
                    : "chunk 'sm24' has \(lowBytes.content.count) bytes, expected \(expected); 16 "
                        + "bits of each frame are played"
            )
            return
        }
        layout.lowBytes = lowBytes.content
    }
}
