extension SoundBank {
    /// The bank as a SoundFont file (§4).
    ///
    /// Names are cut after 20 bytes. A zone's parameters that may not stand there are written all the
    /// same; readers leave them out.
    ///
    /// - Parameter data: The frames that the headers of ``samples`` point to.
    /// - Returns: The bytes of the file.
    /// - Throws: More zones, generators, modulators or bytes than a file can count.
    public func bytes(_ data: SampleData) throws(SoundFontWriteError) -> [UInt8] {
        var body = ByteList()
        body.append(list: "LIST", of: "INFO", informationChunks)
        var frames = ByteList()
        frames.append(chunk: "smpl", data.bytes)
        if !data.lowBytes.isEmpty { frames.append(chunk: "sm24", data.lowBytes) }
        body.append(list: "LIST", of: "sdta", frames.bytes)
        body.append(list: "LIST", of: "pdta", try presetChunks())
        let limit = Int(UInt32.max) - 4
        guard body.bytes.count <= limit else {
            throw SoundFontWriteError(part: "bytes", count: body.bytes.count, limit: limit)
        }
        var file = ByteList()
        file.append(list: "RIFF", of: "sfbk", body.bytes)
        return file.bytes
    }

    private var informationChunks: [UInt8] {
        var list = ByteList()
        list.append(chunk: "ifil", Self.bytes(information.version))
        for text in information.texts { list.append(chunk: text.chunk, text: text.bytes) }
        if let version = information.romVersion {
            list.append(chunk: "iver", Self.bytes(version))
        }
        return list.bytes
    }

    private static func bytes(_ version: BankInformation.Version) -> [UInt8] {
        var list = ByteList()
        list.append16(version.major)
        list.append16(version.minor)
        return list.bytes
    }

    private func presetChunks() throws(SoundFontWriteError) -> [UInt8] {
        var presetZones = ZoneTables(target: .instrument)
        var headers = ByteList()
        for preset in presets {
            headers.append(name: preset.name)
            headers.append16(preset.program)
            headers.append16(preset.bank)
            headers.append16(presetZones.count)
            headers.append32(preset.reserved.library)
            headers.append32(preset.reserved.genre)
            headers.append32(preset.reserved.morphology)
            presetZones.append(preset.global, preset.zones)
        }
        headers.append(name: "EOP")
        headers.append32(0)
        headers.append16(presetZones.count)
        headers.bytes += [UInt8](repeating: 0, count: 12)
        var instrumentZones = ZoneTables(target: .sample)
        var instrumentHeaders = ByteList()
        for instrument in instruments {
            instrumentHeaders.append(name: instrument.name)
            instrumentHeaders.append16(instrumentZones.count)
            instrumentZones.append(instrument.global, instrument.zones)
        }
        instrumentHeaders.append(name: "EOI")
        instrumentHeaders.append16(instrumentZones.count)
        var list = ByteList()
        list.append(chunk: "phdr", headers.bytes)
        try presetZones.finish(&list, letter: "p", of: "presets")
        list.append(chunk: "inst", instrumentHeaders.bytes)
        try instrumentZones.finish(&list, letter: "i", of: "instruments")
        list.append(chunk: "shdr", sampleHeaders)
        return list.bytes
    }

    private var sampleHeaders: [UInt8] {
        var list = ByteList()
        for sample in samples {
            list.append(name: sample.name)
            list.append32(sample.start)
            list.append32(sample.end)
            list.append32(sample.loopStart)
            list.append32(sample.loopEnd)
            list.append32(sample.rate)
            list.bytes.append(sample.rootKey)
            list.bytes.append(UInt8(bitPattern: sample.correction))
            list.append16(sample.link)
            list.append16(sample.type.rawValue)
        }
        list.append(name: "EOS")
        list.bytes += [UInt8](repeating: 0, count: 26)
        return list.bytes
    }
}
