/// Goes through the lists of a file (§4) and collects a bank.
struct SoundBankReader {
    private(set) var bank = SoundBank()
    private(set) var layout = BankLayout()
    private(set) var log = DiagnosticLog()
    private var hasVersion = false
    private var lowBytes: Chunk?
    private var tables: PresetTables?

    mutating func read(_ bytes: RawSpan) throws(SoundFontError) {
        let end = try Self.end(bytes)
        var found: [String] = []
        var offset = 12
        while offset + Chunk.headerSize <= end {
            let chunk = try Chunk(bytes, at: offset, end: end, in: "the file")
            if chunk.name == "LIST", chunk.content.count >= 4 {
                let type = bytes.letters(chunk.content.lowerBound)
                let content = chunk.content.dropFirst(4)
                if !found.contains(type) {
                    found.append(type)
                    try read(bytes, list: type, at: chunk.offset, content)
                } else {
                    log.add(
                        .repeatedChunk,
                        .warning,
                        at: offset,
                        "a second list '\(type)'; left out"
                    )
                }
            } else {
                log.add(.unknownChunk, .note, at: offset, "chunk '\(chunk.name)'; left out")
            }
            offset = chunk.next(bytes, end: end, &log)
        }
        for type in ["INFO", "sdta", "pdta"] where !found.contains(type) {
            throw SoundFontError(
                code: .notASoundFont,
                offset: offset,
                detail: "not a SoundFont: it has no '\(type)' list"
            )
        }
        try checkVersion()
        checkLowBytes()
        // The list is there, and reading it has thrown or set this.
        if let tables { read(tables) }
    }

    /// The end of the RIFF chunk, which the whole file is.
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
        let end = Chunk.headerSize + Int(bytes.long(4))
        guard end <= bytes.byteCount else {
            throw SoundFontError(
                code: .truncated,
                offset: bytes.byteCount,
                detail:
                    "truncated: the RIFF header says \(end) bytes, the file has \(bytes.byteCount)"
            )
        }
        return end
    }

    private mutating func read(
        _ bytes: RawSpan,
        list type: String,
        at offset: Int,
        _ content: Range<Int>
    ) throws(SoundFontError) {
        switch type {
        case "pdta": tables = try PresetTables(bytes, in: content)
        case "INFO", "sdta":
            var offset = content.lowerBound
            while offset + Chunk.headerSize <= content.upperBound {
                let chunk = try Chunk(bytes, at: offset, end: content.upperBound, in: "its list")
                if type == "INFO" { readInformation(bytes, chunk) } else { readFrames(chunk) }
                offset = chunk.next(bytes, end: content.upperBound, &log)
            }
        default: log.add(.unknownChunk, .note, at: offset, "a list '\(type)'; left out")
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
        guard version.major == 2 || version.major == 3 else {
            throw SoundFontError(
                code: .version,
                offset: 12,
                detail: "a SoundFont of version \(version), expected 2 or 3"
            )
        }
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

    private mutating func read(_ tables: PresetTables) {
        readPresets(tables)
        readInstruments(tables)
        readSamples(tables)
    }

    private mutating func readPresets(_ tables: PresetTables) {
        let zones = ZoneReader.presets(tables)
        var known: Set<UInt32> = []
        // The last record of each table only ends the one before.
        for record in 0..<tables.count(.presets) - 1 {
            let offset = tables.offset(.presets, record)
            var preset = SoundBank.Preset(
                name: tables.name(.presets, record),
                bank: tables.word(.presets, record, at: 22),
                program: tables.word(.presets, record, at: 20)
            )
            preset.reserved.library = tables.long(.presets, record, at: 26)
            preset.reserved.genre = tables.long(.presets, record, at: 30)
            preset.reserved.morphology = tables.long(.presets, record, at: 34)
            (preset.global, preset.zones) = zones.zones(
                tables.span(.presets, record, at: 24),
                of: "preset \(preset.bank):\(preset.program)",
                &log
            )
            if !known.insert(UInt32(preset.bank) << 16 | UInt32(preset.program)).inserted {
                log.add(
                    .repeatedPreset,
                    .warning,
                    at: offset,
                    "preset \(preset.bank):\(preset.program) is there twice; the last one is played"
                )
            }
            bank.presets.append(preset)
        }
        noteUnused(Int(tables.word(.presets, 0, at: 24)), at: tables.offset(.presets, 0))
    }

    private mutating func readInstruments(_ tables: PresetTables) {
        let zones = ZoneReader.instruments(tables)
        for record in 0..<tables.count(.instruments) - 1 {
            var instrument = SoundBank.Instrument(name: tables.name(.instruments, record))
            (instrument.global, instrument.zones) = zones.zones(
                tables.span(.instruments, record, at: 20),
                of: "instrument \(record)",
                &log
            )
            bank.instruments.append(instrument)
        }
        noteUnused(Int(tables.word(.instruments, 0, at: 20)), at: tables.offset(.instruments, 0))
    }

    private mutating func noteUnused(_ count: Int, at offset: Int) {
        guard count > 0 else { return }
        log.add(.unusedZones, .note, at: offset, "\(count) zones before the first one that is used")
    }

    private mutating func readSamples(_ tables: PresetTables) {
        for record in 0..<tables.count(.samples) - 1 {
            let offset = tables.offset(.samples, record)
            func long(_ offset: Int) -> UInt32 { tables.long(.samples, record, at: offset) }
            let sample = SoundBank.Sample(
                name: tables.name(.samples, record),
                start: Int(long(20)),
                end: Int(long(24)),
                loopStart: Int(long(28)),
                loopEnd: Int(long(32)),
                rate: long(36),
                rootKey: tables.byte(.samples, record, at: 40),
                correction: Int8(bitPattern: tables.byte(.samples, record, at: 41)),
                link: tables.word(.samples, record, at: 42),
                type: SampleType(rawValue: tables.word(.samples, record, at: 44))
            )
            if let problem = sample.silence(in: layout) {
                log.add(
                    .sampleUnusable,
                    .error,
                    at: offset,
                    "sample \(sample.name): \(problem); it is silent"
                )
            } else if let problem = sample.loopProblem(in: layout) {
                log.add(
                    .loopOutside,
                    .warning,
                    at: offset,
                    "sample \(sample.name): \(problem); the loop is adjusted"
                )
            }
            bank.samples.append(sample)
        }
    }
}
