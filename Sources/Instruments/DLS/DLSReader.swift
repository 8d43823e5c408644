import SoundFont

/// Reads banks of downloadable sounds, DLS levels 1 and 2, as Windows, Apple and game consoles have
/// them.
///
/// Damage within an instrument leaves the others; what fits nowhere is told.
public struct DLSReader {
    /// The most regions of all instruments; a SoundFont has no room for more zones.
    private static let regionLimit = 65_000
    /// The most waves.
    private static let waveLimit = 32_000

    private let file: InstrumentBytes
    private let path: String
    private var log = InstrumentLog()
    private var sources: [SampleSource] = []
    private var waves: [DLSWave] = []
    private var cues: [Int] = []
    private var regionCount = 0

    /// Reads a bank.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: Its name, for messages.
    /// - Returns: The instruments as programs; their waves are ranges of the file.
    /// - Throws: An error if the file is not a DLS bank, or has no instrument with a wave.
    public static func read(
        _ bytes: [UInt8],
        path: String
    ) throws(InstrumentError) -> InstrumentDescription {
        var reader = DLSReader(file: InstrumentBytes(bytes: bytes), path: path)
        return try reader.description()
    }

    private init(file: InstrumentBytes, path: String) {
        self.file = file
        self.path = path
    }

    /// The chunks of the file; of one whose RIFF header has a wrong size too, if its content is whole.
    private mutating func topChunks(
        _ whole: InstrumentPosition
    ) throws(InstrumentError) -> [DLSChunk] {
        let (end, count) = (8 + Int(file.long(4)), file.bytes.count)
        let declared = file.chunks(in: 12..<min(max(end, 12), count))
        let hasAll = ["lins", "wvpl"].allSatisfy { name in declared.contains { $0.name == name } }
        func isCut(_ chunk: DLSChunk?, at end: Int) -> Bool {
            chunk.map { $0.offset + 8 + Int(file.long($0.offset + 4)) > end } ?? false
        }
        guard end > count || !hasAll || isCut(declared.last, at: end) else { return declared }
        let chunks = file.chunks(in: 12..<count)
        guard !isCut(chunks.last, at: count) else {
            throw InstrumentError(
                .truncated,
                whole,
                "truncated: the RIFF header says \(end) bytes, the file has \(count)"
            )
        }
        log.add(
            .warning,
            whole,
            "RIFF",
            "the header says \(end) bytes, the file has \(count); all of them are read"
        )
        return chunks
    }

    private func position(_ chunk: DLSChunk) -> InstrumentPosition {
        InstrumentPosition(file: path, place: .byte(chunk.offset))
    }

    private mutating func description() throws(InstrumentError) -> InstrumentDescription {
        let whole = InstrumentPosition(file: path)
        guard file.letters(0) == "RIFF", file.letters(8) == "DLS " else {
            throw InstrumentError(.notAnInstrument, whole, "not a DLS bank")
        }
        let chunks = try topChunks(whole)
        for chunk in chunks where chunk.name == "wvpl" { readWaves(chunk) }
        for chunk in chunks where chunk.name == "ptbl" && !chunk.isList { readCues(chunk, chunks) }
        var result = InstrumentDescription(name: FilePath.stem(of: path))
        for chunk in chunks where chunk.name == "INFO" { readTexts(chunk, into: &result) }
        for chunk in chunks where chunk.name == "lins" {
            for instrument in file.chunks(in: chunk.content) where instrument.name == "ins " {
                guard result.programs.count < 16_384 else { break }
                if let program = program(instrument) { result.programs.append(program) }
            }
        }
        guard result.programs.contains(where: { !$0.regions.isEmpty }) else {
            throw InstrumentError(.empty, whole, "no instrument with a wave")
        }
        result.sources = sources
        result.diagnostics = log.diagnostics
        return result
    }

    private func readTexts(_ list: DLSChunk, into description: inout InstrumentDescription) {
        for chunk in file.chunks(in: list.content) {
            let text = file.text(chunk.content)
            switch chunk.name {
            case "INAM" where !text.isEmpty: description.name = text
            case "ICOP", "ICMT", "IENG", "ISFT", "IPRD", "ICRD":
                description.texts.append(BankInformation.Text(chunk.name, text))
            default: break
            }
        }
    }

    // MARK: Waves

    /// The positions of waves within the pool, by their offsets from its start.
    private var waveOfOffset: [Int: Int] = [:]

    private mutating func readWaves(_ pool: DLSChunk) {
        for chunk in file.chunks(in: pool.content) where chunk.name == "wave" {
            guard waves.count < Self.waveLimit else {
                log.addOnce(.error, position(chunk), "wvpl", "more than \(Self.waveLimit) waves")
                return
            }
            waveOfOffset[chunk.offset - pool.content.lowerBound] = waves.count
            waves.append(wave(chunk))
        }
    }

    private mutating func wave(_ list: DLSChunk) -> DLSWave {
        var name = "Wave \(waves.count)"
        var format: DLSChunk?
        var data: DLSChunk?
        var sample: DLSWaveSample?
        for chunk in file.chunks(in: list.content) {
            switch chunk.name {
            case "fmt ": format = chunk
            case "data": data = chunk
            case "wsmp": sample = DLSWaveSample(file, chunk)
            case "INFO":
                for text in file.chunks(in: chunk.content) where text.name == "INAM" {
                    let found = file.text(text.content)
                    if !found.isEmpty { name = found }
                }
            default: break
            }
        }
        let recording = recording(format, data, name, list)
        sources.append(
            SampleSource(
                location: .embedded(
                    EmbeddedFrames(bytes: data?.content ?? 0..<0, recording: recording)
                ),
                name: name,
                position: position(list)
            )
        )
        return DLSWave(source: sources.count - 1, sample: sample)
    }

    private mutating func recording(
        _ format: DLSChunk?,
        _ data: DLSChunk?,
        _ name: String,
        _ list: DLSChunk
    ) -> Recording {
        guard let format, format.content.count >= 16, let data else {
            log.add(.error, position(list), name, "a wave without format or frames; silent")
            return Recording(frameCount: 0, rate: 1)
        }
        let start = format.content.lowerBound
        let (tag, channels) = (file.word(start), Int(file.word(start + 2)))
        let rate = Int(file.long(start + 4))
        let bits = Int(file.word(start + 14))
        // DLS has linear PCM of 8 and 16 bits; some makers add 24.
        guard tag == 1 || tag == 0xFFFE, (1...2).contains(channels), [8, 16, 24].contains(bits),
            (1...1_000_000).contains(rate)
        else {
            log.add(
                .error,
                position(format),
                name,
                "format \(tag), \(channels) channels, \(bits) bits, \(rate) Hz: expected PCM of 8, "
                    + "16 or 24 bits; silent"
            )
            return Recording(frameCount: 0, rate: 1)
        }
        return Recording(
            frameCount: data.content.count / (bits / 8 * channels),
            channelCount: channels,
            rate: rate,
            bits: bits
        )
    }

    private mutating func readCues(_ chunk: DLSChunk, _ chunks: [DLSChunk]) {
        let start = chunk.content.lowerBound
        let size = max(Int(file.long(start)), 8)
        let count = min(Int(file.long(start + 4)), max(chunk.content.count - size, 0) / 4)
        cues = (0..<count).map { index in
            waveOfOffset[Int(file.long(start + size + 4 * index))] ?? -1
        }
    }

    // MARK: Instruments

    private mutating func program(_ list: DLSChunk) -> InstrumentDescription.Program? {
        let chunks = file.chunks(in: list.content)
        guard let header = chunks.first(where: { $0.name == "insh" && $0.content.count >= 12 })
        else {
            log.add(.error, position(list), "ins", "an instrument without a header; left out")
            return nil
        }
        let start = header.content.lowerBound
        let bank = file.long(start + 4)
        // Bit 31 is a drum kit, bits 8 … 14 the first bank controller, 0 … 6 the second.
        let isDrum = bank & 0x8000_0000 != 0
        let high = UInt16(bank >> 8 & 0x7F)
        let low = UInt16(bank & 0x7F)
        var program = InstrumentDescription.Program(
            name: "Instrument",
            bank: isDrum ? 128 : high != 0 ? high : low,
            number: UInt16(file.long(start + 8) & 0x7F)
        )
        if high != 0, low != 0 {
            log.addOnce(
                .note,
                position(header),
                "bank",
                "banks \(high):\(low) and others like it are reached by their first number"
            )
        }
        for chunk in chunks where chunk.name == "INFO" {
            for text in file.chunks(in: chunk.content) where text.name == "INAM" {
                program.name = file.text(text.content)
            }
        }
        let common = articulation(chunks)
        for chunk in chunks where chunk.name == "lrgn" {
            for region in file.chunks(in: chunk.content)
            where region.name == "rgn " || region.name == "rgn2" {
                guard regionCount < Self.regionLimit else {
                    log.addOnce(.error, position(region), "rgn", "more than \(Self.regionLimit)")
                    break
                }
                if let region = self.region(region, common, isDrum: isDrum) {
                    program.regions.append(region)
                    regionCount += 1
                }
            }
        }
        return program
    }

    /// The articulators of a list; `nil` without any.
    private mutating func articulation(_ chunks: [DLSChunk]) -> DLSArticulation? {
        var articulation: DLSArticulation?
        for list in chunks where list.name == "lart" || list.name == "lar2" {
            for chunk in file.chunks(in: list.content)
            where chunk.name == "art1" || chunk.name == "art2" {
                var read = articulation ?? DLSArticulation()
                read.read(file, chunk)
                articulation = read
                for connection in read.unsupported {
                    log.addOnce(.warning, position(chunk), connection, "not supported")
                }
            }
        }
        return articulation
    }

    private mutating func region(
        _ list: DLSChunk,
        _ common: DLSArticulation?,
        isDrum: Bool
    ) -> Region? {
        let chunks = file.chunks(in: list.content)
        guard let header = chunks.first(where: { $0.name == "rgnh" && $0.content.count >= 12 }),
            let link = chunks.first(where: { $0.name == "wlnk" && $0.content.count >= 12 })
        else {
            log.add(.error, position(list), "rgn", "a region without header or wave; left out")
            return nil
        }
        let cue = Int(file.long(link.content.lowerBound + 8))
        guard cues.indices.contains(cue), waves.indices.contains(cues[cue]) else {
            log.add(.error, position(link), "wlnk", "there is no wave \(cue); left out")
            return nil
        }
        let wave = waves[cues[cue]]
        var region = Region(source: wave.source, position: position(list))
        let start = header.content.lowerBound
        func byte(_ offset: Int) -> UInt8 { UInt8(min(file.word(start + offset), 127)) }
        region.keys = ZoneRange(byte(0), byte(2))
        region.velocities = ZoneRange(byte(4), byte(6))
        // A level 1 bank may leave the velocities at 0.
        if region.velocities == ZoneRange(0, 0) { region.velocities = ZoneRange(0, 127) }
        let group = file.word(start + 10)
        let own = chunks.first { $0.name == "wsmp" }.flatMap { DLSWaveSample(file, $0) }
        let sample = own ?? wave.sample
        region.rootKey = sample?.rootKey ?? 60
        region.tuning = Double(sample?.fineTune ?? 0)
        region.gain = sample?.gain ?? 0
        region.loopMode = Region.LoopMode.none
        if let loop = sample?.loop {
            region.loopStart = loop.frames.lowerBound
            region.loopEnd = loop.frames.upperBound
            region.loopMode = loop.isUntilRelease ? .untilRelease : .continuous
        }
        (articulation(chunks) ?? common)?.set(&region)
        region.set(.exclusiveClass, Double(min(group, 127)))
        return region
    }
}
