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
        let frame = try frame(frameBytes: data.bytes.count, lowBytes: data.lowBytes.count)
        return frame.head + data.bytes + frame.middle + data.lowBytes + frame.tail
    }

    /// The bank as a SoundFont file without its sample data.
    ///
    /// - Parameters:
    ///   - frameBytes: The number of bytes of the frames that will stand in the file.
    ///   - lowBytes: The number of low bytes; 0 for 16-bit frames.
    /// - Returns: The parts of the file around them.
    /// - Throws: As ``bytes(_:)``.
    public func frame(
        frameBytes: Int,
        lowBytes: Int = 0
    ) throws(SoundFontWriteError) -> SoundFontFrame {
        var information = ByteList()
        information.append(list: "LIST", of: "INFO", informationChunks)
        var tail = ByteList()
        if lowBytes % 2 == 1 { tail.bytes.append(0) }
        tail.append(list: "LIST", of: "pdta", try presetChunks())
        let lowSize = lowBytes > 0 ? 8 + lowBytes + lowBytes % 2 : 0
        let dataSize = 4 + 8 + frameBytes + frameBytes % 2 + lowSize
        let size = 4 + information.bytes.count + 8 + dataSize + tail.bytes.count - lowBytes % 2
        let limit = Int(UInt32.max)
        guard size <= limit else {
            throw SoundFontWriteError(part: "bytes", count: size, limit: limit)
        }
        var head = ByteList()
        head.append(header: "RIFF", size: size)
        head.bytes += Array("sfbk".utf8) + information.bytes
        head.append(header: "LIST", size: dataSize)
        head.bytes += Array("sdta".utf8)
        head.append(header: "smpl", size: frameBytes)
        var middle = ByteList()
        if frameBytes % 2 == 1 { middle.bytes.append(0) }
        if lowBytes > 0 { middle.append(header: "sm24", size: lowBytes) }
        return SoundFontFrame(
            head: head.bytes,
            middle: middle.bytes,
            tail: tail.bytes,
            frameBytes: frameBytes,
            lowBytes: lowBytes
        )
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
